"""The games of catanlab, and how to make one from its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.games.gomoku import Gomoku
    from catanlab.games.registry import game_from_text, make_game
    from catanlab.games.sos import Sos

__all__ = [
    "Gomoku",
    "Sos",
    "game_from_text",
    "make_game",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Gomoku": "catanlab.games.gomoku",
            "Sos": "catanlab.games.sos",
            "game_from_text": "catanlab.games.registry",
            "make_game": "catanlab.games.registry",
        },
    )

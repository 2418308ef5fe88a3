"""The contract that games keep: states, moves, random streams, views, the registry, and check_game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.framework.check import check_game
    from catanlab.framework.game import Game
    from catanlab.framework.moves import CHANCE, GROUP_SHIFT, OVER, Move
    from catanlab.framework.observer import Observer, View
    from catanlab.framework.plain import PlainGame, Position
    from catanlab.framework.random import Random
    from catanlab.framework.state import Sampler, State

__all__ = [
    "CHANCE",
    "GROUP_SHIFT",
    "OVER",
    "Game",
    "Move",
    "Observer",
    "PlainGame",
    "Position",
    "Random",
    "Sampler",
    "State",
    "View",
    "check_game",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "CHANCE": "catanlab.framework.moves",
            "GROUP_SHIFT": "catanlab.framework.moves",
            "OVER": "catanlab.framework.moves",
            "Game": "catanlab.framework.game",
            "Move": "catanlab.framework.moves",
            "Observer": "catanlab.framework.observer",
            "PlainGame": "catanlab.framework.plain",
            "Position": "catanlab.framework.plain",
            "Random": "catanlab.framework.random",
            "Sampler": "catanlab.framework.state",
            "State": "catanlab.framework.state",
            "View": "catanlab.framework.observer",
            "check_game": "catanlab.framework.check",
        },
    )

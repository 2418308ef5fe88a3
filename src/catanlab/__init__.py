"""A laboratory for Settlers of Catan: play it, build agents for it, and measure them.

The names below are all that most programs need; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._version import __version__

if TYPE_CHECKING:
    from catanlab.agents.registry import make_agent
    from catanlab.framework.check import check_game
    from catanlab.framework.errors import (
        BoardError,
        CatanlabError,
        IllegalMoveError,
        MoveTextError,
        RulesError,
    )
    from catanlab.framework.game import Game
    from catanlab.framework.moves import CHANCE, OVER, Move
    from catanlab.framework.perft import perft
    from catanlab.framework.plain import PlainGame, Position
    from catanlab.framework.random import Random
    from catanlab.framework.state import State
    from catanlab.games.catan.board import Board
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.game import Catan
    from catanlab.games.catan.moves import CatanMove
    from catanlab.games.catan.rules import Rules
    from catanlab.lab.batch import RandomGames, play_random
    from catanlab.table.agent import Agent, Explanation
    from catanlab.table.record import Record
    from catanlab.table.record_reader import read_records
    from catanlab.table.table import Table

__all__ = [
    "CHANCE",
    "OVER",
    "Agent",
    "Board",
    "BoardError",
    "Catan",
    "CatanMove",
    "CatanState",
    "CatanlabError",
    "Explanation",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveTextError",
    "PlainGame",
    "Position",
    "Random",
    "RandomGames",
    "Record",
    "Rules",
    "RulesError",
    "State",
    "Table",
    "__version__",
    "check_game",
    "make_agent",
    "perft",
    "play_random",
    "read_records",
]

_HOMES = {
    "agents.registry": ("make_agent",),
    "framework.check": ("check_game",),
    "framework.errors": (
        "BoardError",
        "CatanlabError",
        "IllegalMoveError",
        "MoveTextError",
        "RulesError",
    ),
    "framework.game": ("Game",),
    "framework.moves": ("CHANCE", "OVER", "Move"),
    "framework.perft": ("perft",),
    "framework.plain": ("PlainGame", "Position"),
    "framework.random": ("Random",),
    "framework.state": ("State",),
    "games.catan.board": ("Board",),
    "games.catan.game": ("Catan",),
    "games.catan.moves": ("CatanMove",),
    "games.catan.rules": ("Rules",),
    "games.catan.engine.state": ("CatanState",),
    "lab.batch": ("RandomGames", "play_random"),
    "table.agent": ("Agent", "Explanation"),
    "table.record": ("Record",),
    "table.record_reader": ("read_records",),
    "table.table": ("Table",),
}

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{home}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

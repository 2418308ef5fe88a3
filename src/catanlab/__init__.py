"""A laboratory for Settlers of Catan: play it, build agents for it, and measure them.

The names below are all that most programs need; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names
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
    from catanlab.framework.observer import View
    from catanlab.framework.perft import perft
    from catanlab.framework.plain import PlainGame, Position
    from catanlab.framework.random import Random
    from catanlab.framework.state import State
    from catanlab.games.catan.board import Board
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.game import Catan
    from catanlab.games.catan.moves import CatanMove
    from catanlab.games.catan.rules import Rules
    from catanlab.games.catan.view.view import CatanView
    from catanlab.lab.batch import RandomGames, play_random
    from catanlab.table.agent import Agent, Explanation
    from catanlab.table.clock import Deadline
    from catanlab.table.events import Incident
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
    "CatanView",
    "CatanlabError",
    "Deadline",
    "Explanation",
    "Game",
    "IllegalMoveError",
    "Incident",
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
    "View",
    "__version__",
    "check_game",
    "make_agent",
    "perft",
    "play_random",
    "read_records",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "CHANCE": "catanlab.framework.moves",
            "OVER": "catanlab.framework.moves",
            "Agent": "catanlab.table.agent",
            "Board": "catanlab.games.catan.board",
            "BoardError": "catanlab.framework.errors",
            "Catan": "catanlab.games.catan.game",
            "CatanMove": "catanlab.games.catan.moves",
            "CatanState": "catanlab.games.catan.engine.state",
            "CatanView": "catanlab.games.catan.view.view",
            "CatanlabError": "catanlab.framework.errors",
            "Deadline": "catanlab.table.clock",
            "Explanation": "catanlab.table.agent",
            "Game": "catanlab.framework.game",
            "IllegalMoveError": "catanlab.framework.errors",
            "Incident": "catanlab.table.events",
            "Move": "catanlab.framework.moves",
            "MoveTextError": "catanlab.framework.errors",
            "PlainGame": "catanlab.framework.plain",
            "Position": "catanlab.framework.plain",
            "Random": "catanlab.framework.random",
            "RandomGames": "catanlab.lab.batch",
            "Record": "catanlab.table.record",
            "Rules": "catanlab.games.catan.rules",
            "RulesError": "catanlab.framework.errors",
            "State": "catanlab.framework.state",
            "Table": "catanlab.table.table",
            "View": "catanlab.framework.observer",
            "check_game": "catanlab.framework.check",
            "make_agent": "catanlab.agents.registry",
            "perft": "catanlab.framework.perft",
            "play_random": "catanlab.lab.batch",
            "read_records": "catanlab.table.record_reader",
        },
    )

"""The games by name, made from options or from text such as `gomoku:size=9,line=4`.

To add a game, add its entry to the table. The options stand there in words, so that a listing imports no
game.
"""

from __future__ import annotations

from typing import Any

from catanlab.framework.errors import GameError
from catanlab.framework.game import Game
from catanlab.framework.registry import Entry, Option, Registry

GAMES: Registry[Game] = Registry(
    "game",
    "games",
    [
        Entry(
            "catan",
            "Settlers of Catan, the base game for two to four players",
            "catanlab.games.catan.game.Catan",
            options=(
                Option("rules", "the name of a set of rules", "base"),
                Option("board", "the name of a layout", "the layout of the rules"),
                Option("seed", "an integer: how a random layout falls", "0"),
            ),
        ),
        Entry(
            "gomoku",
            "Gomoku, a number of stones in a row on a square board",
            "catanlab.games.gomoku.Gomoku",
            options=(
                Option("size", "rows and columns, 3 to 19", "15"),
                Option("line", "stones in a row that win, 3 to the size", "5"),
            ),
        ),
        Entry(
            "sos",
            "sum of switches, a game of picking numbers whose best play is known",
            "catanlab.games.sos.Sos",
            options=(
                Option("switches", "how many, 2 to 1000", "10"),
                Option("komi", "points the second seat starts with", "one less than best play gains"),
                Option("seed", "an integer: shuffles the values", "values in order"),
            ),
        ),
    ],
    GameError,
)
"""Every game, in the order of its name."""


def make_game(name: str, **options: Any) -> Game:
    """Return the game of a name with these options.

    Raises GameError for an unknown name or option, with the valid ones; a value that the game does
    not allow raises its own error, such as GameError, RulesError or BoardError.

    >>> make_game("gomoku", size=9, line=4)
    Gomoku(size=9, line=4)
    """
    return GAMES.make_with(name, options)


def game_from_text(text: str) -> Game:
    """Return the game that a text names, with its options; raises what make_game raises.

    >>> game_from_text("gomoku:size=9,line=4")
    Gomoku(size=9, line=4)
    """
    return GAMES.make(text)

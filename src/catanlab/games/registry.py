"""The games by name, made from options or from text such as `gomoku:size=9,line=4`.

What a listing shows stands here, so that nothing is imported before a game is made.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, get_type_hints

from catanlab.framework.errors import GameError
from catanlab.framework.game import Game
from catanlab.framework.specs import read_value, split_spec


@dataclass(frozen=True)
class Option:
    """An option of a game: its name, what it takes, and what it is when left out."""

    name: str
    takes: str
    default: str


@dataclass(frozen=True)
class Entry:
    """A game in the list."""

    name: str
    summary: str
    options: tuple[Option, ...]
    module: str
    class_name: str

    def load(self) -> type[Game]:
        """Import and return the class of the game."""
        game: type[Game] = getattr(importlib.import_module(self.module), self.class_name)
        return game


ENTRIES = (
    Entry(
        "catan",
        "Settlers of Catan, the base game for two to four players",
        (
            Option("rules", "the name of a set of rules", "base"),
            Option("board", "the name of a layout", "the layout of the rules"),
            Option("seed", "an integer: how a random layout falls", "0"),
        ),
        "catanlab.games.catan.game",
        "Catan",
    ),
    Entry(
        "gomoku",
        "Gomoku, a number of stones in a row on a square board",
        (
            Option("size", "rows and columns, 3 to 19", "15"),
            Option("line", "stones in a row that win, 3 to the size", "5"),
        ),
        "catanlab.games.gomoku",
        "Gomoku",
    ),
    Entry(
        "sos",
        "sum of switches, a game of picking numbers whose best play is known",
        (
            Option("switches", "how many, 2 to 1000", "10"),
            Option("komi", "points the second seat starts with", "one less than best play gains"),
            Option("seed", "an integer: shuffles the values", "values in order"),
        ),
        "catanlab.games.sos",
        "Sos",
    ),
)
"""Every game, in the order of its name."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(entry.name for entry in ENTRIES)


def find_entry(name: str) -> Entry:
    """Return a game's entry in the list; raises GameError with the valid names."""
    for entry in ENTRIES:
        if entry.name == name:
            return entry
    raise GameError(f"unknown game {name!r}; the games are {', '.join(game_names())}")


def make_game(name: str, **options: Any) -> Game:
    """Return the game of a name with these options.

    Raises GameError for an unknown name or option, with the valid ones; a value that the game does
    not allow raises its own error, such as GameError, RulesError or BoardError.

    >>> make_game("gomoku", size=9, line=4)
    Gomoku(size=9, line=4)
    """
    entry = find_entry(name)
    for option in options:
        _check_option(entry, option)
    return entry.load()(**options)


def game_from_text(text: str) -> Game:
    """Return the game that a text names, with its options; raises what make_game raises.

    >>> game_from_text("gomoku:size=9,line=4")
    Gomoku(size=9, line=4)
    """
    name, words = split_spec(text, GameError)
    entry = find_entry(name)
    for option in words:
        _check_option(entry, option)
    game = entry.load()
    hints = get_type_hints(game.__init__)
    values = {
        option: read_value(f"{name}'s {option}", word, hints[option], GameError)
        for option, word in words.items()
    }
    return game(**values)


def _check_option(entry: Entry, option: str) -> None:
    known = [known.name for known in entry.options]
    if option not in known:
        raise GameError(f"{entry.name} has no option {option!r}; its options are {', '.join(known)}")

"""The notations of all games, by the name of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from catanlab.framework.errors import GameError, Problem, RecordError
from catanlab.framework.game import Game
from catanlab.framework.notation import Notation
from catanlab.framework.registry import Entry
from catanlab.framework.state import State
from catanlab.games.registry import GAMES, game_from_text


@cache
def find_notation(name: str) -> Notation:
    """Return how the game of this name is written; raises GameError with the valid names.

    >>> find_notation("gomoku").read("h8")
    (<h8>,)
    """
    entry = GAMES.find(name)
    if name == "catan":
        from catanlab.games.catan.text.notation import CatanNotation

        return CatanNotation()
    return OptionsNotation(entry)


class OptionsNotation(Notation):
    """The notation of a game that its options describe: `[Options "size=9,line=4"]`."""

    header_names = ("Options",)

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.move_type = entry.load().move_type

    def headers(self, game: Game, start: State | None, seed: int | None = None) -> dict[str, str]:
        """Return the options; raises GameError if there is a position to start from."""
        if start is not None:
            raise GameError(f"a game of {self.entry.name} is recorded from its beginning")
        options = [(option.name, getattr(game, option.name)) for option in self.entry.options]
        return {"Options": ",".join(f"{name}={value}" for name, value in options if value is not None)}

    def set_up(self, headers: Mapping[str, str]) -> tuple[Game, State | None]:
        """Return the game of the options; raises RecordError."""
        options = headers.get("Options", "")
        try:
            return game_from_text(f"{self.entry.name}:{options}" if options else self.entry.name), None
        except ValueError as error:
            raise RecordError(Problem(str(error), "Options" if options else "Game")) from None

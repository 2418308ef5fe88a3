"""How a game is written in records: headers that set it up, and its moves as single words.

A word is a move without spaces: by default its text with underscores for them, and `#` with its number
if that text cannot be read back. A game with much to write brings a shorter notation of its own, in which
no word is the first one of a longer text: records may have moves written out over several words.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from catanlab.framework.errors import GameError, MoveTextError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.state import State

# A word may not look like anything else in a record: a turn, a seat, a clock, a comment, an event.
_WORD = re.compile(r"(?![0-9]+[.:]|[~#\[]|(?:say|incident|fallback|sit|propose|withdraw|lapse)$)[^\s,{}]+")
_NUMBER = re.compile(r"#([0-9]{1,19})", re.ASCII)


class Notation(ABC):
    """How one game is written; shared by all its records."""

    move_type: type[Move]
    """The moves that are written."""
    header_names: tuple[str, ...] = ()
    """The headers that `headers` may return."""
    continuing_words: frozenset[str] = frozenset()
    """Words that go on with the text of a move which would be complete without them, such as "by"."""

    @abstractmethod
    def headers(self, game: Game, start: State | None, seed: int | None = None) -> dict[str, str]:
        """Return the headers that set the game up, from its beginning or from another position.

        `seed` is that of the outcomes, which a header of its own says. Raises GameError if this game
        cannot be written from a position.
        """

    @abstractmethod
    def set_up(self, headers: Mapping[str, str]) -> tuple[Game, State | None]:
        """Return the game that headers describe, and where it starts unless that is its beginning.

        Raises CatanlabError; a RecordError lists all problems, each with the header as its field.
        """

    def write(self, move: Move) -> str:
        """Return the move as a word."""
        word = self.short(move)
        if _WORD.fullmatch(word):
            try:
                if self.read(word) == (move,):
                    return word
            except MoveTextError:
                pass
        return f"#{int(move)}"

    def read(self, word: str) -> tuple[Move, ...]:
        """Return the moves that a word stands for, usually one; raises MoveTextError."""
        match = _NUMBER.fullmatch(word)
        if match:
            return (self.move_type(int(match[1])),)
        return self.read_short(word)

    def short(self, move: Move) -> str:
        """Return the game's own short form of a move; by default its text with underscores."""
        return move.text.replace(" ", "_")

    def read_short(self, word: str) -> tuple[Move, ...]:
        """Read a short form, or the move's text with underscores; raises MoveTextError."""
        return (self.move_type.parse(word.replace("_", " ")),)

    def join(self, left: str, right: str) -> str | None:
        """Return two words as one where that reads well and `read` takes it apart; else None."""
        return None

    def read_text(self, words: Sequence[str]) -> Move:
        """Read a move written out in full over several words; raises MoveTextError."""
        return self.move_type.parse(" ".join(words))


class GivenNotation(Notation):
    """The notation of a game that the reader has at hand: a record holds its name, not how it is set up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.move_type = game.move_type

    def headers(self, game: Game, start: State | None, seed: int | None = None) -> dict[str, str]:
        """Return no headers; raises GameError if there is a position to start from."""
        if start is not None:
            raise GameError(f"a game of {game.name} is recorded from its beginning")
        return {}

    def set_up(self, headers: Mapping[str, str]) -> tuple[Game, State | None]:
        """Return the game that was given, whatever the headers say."""
        return self.game, None

"""How Catan is written in records: rules and board, or a position, and moves in shorthand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from catanlab.framework.errors import PositionError, Problem, RecordError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.notation import Notation
from catanlab.framework.random import check_seed
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.boards import board_text, read_board
from catanlab.games.catan.text.fields import read_rules
from catanlab.games.catan.text.positions import position_text, rules_word
from catanlab.games.catan.text.reader import read_position
from catanlab.games.catan.text.shorthand import join_words, read_word, short_form

_T = TypeVar("_T")


class CatanNotation(Notation):
    """The notation of Catan.

    >>> notation = CatanNotation()
    >>> notation.read("x7@2=o")
    (<robber 7 from 2>, <steal ore>)
    """

    move_type = CatanMove
    header_names = ("Rules", "Board", "BoardSeed", "Position")
    continuing_words = frozenset({"by"})

    def headers(self, game: Game, start: State | None, seed: int | None = None) -> dict[str, str]:
        """Return the rules and the board, or the position that the record starts from.

        The seed of the board is added where it is not that of the outcomes; the board itself is written in
        full.
        """
        assert isinstance(game, Catan)
        if start is None:
            headers = {"Rules": rules_word(game.rules), "Board": board_text(game.board)}
            if game.seed is not None and game.seed != (seed or 0):
                headers["BoardSeed"] = str(game.seed)
            return headers
        assert isinstance(start, CatanState)
        return {"Position": position_text(start)}

    def set_up(self, headers: Mapping[str, str]) -> tuple[Game, State | None]:
        """Return the game, and the position it starts from if there is one; raises RecordError."""
        problems: list[Problem] = []

        def get(name: str, read: Callable[[str], _T]) -> _T | None:
            if name not in headers:
                problems.append(Problem(f"there is no header {name}"))
                return None
            try:
                return read(headers[name])
            except PositionError as error:
                problems.extend(
                    Problem(f"{p.field}: {p.reason}" if p.field else p.reason, name) for p in error.problems
                )
            except ValueError as error:
                problems.append(Problem(str(error), name))
            return None

        if "Position" in headers:
            for name in ("Rules", "Board", "BoardSeed"):
                if name in headers:
                    problems.append(Problem("a record with a position says this there", name))
            start = get("Position", read_position)
            game = start.game if start else None
        else:
            start = None
            rules, board = get("Rules", read_rules), get("Board", read_board)
            name = "BoardSeed" if "BoardSeed" in headers else "Seed"
            seed = get(name, _read_seed) if name in headers else 0
            game = Catan(rules=rules, board=board, seed=seed or 0) if rules and board else None
        if problems or game is None:
            raise RecordError(*problems)
        return game, start

    def short(self, move: Move) -> str:
        """Return the short form of a move."""
        return short_form(move)

    def read_short(self, word: str) -> tuple[Move, ...]:
        """Read a word of shorthand, or a text with underscores; raises MoveTextError."""
        return read_word(word)

    def join(self, left: str, right: str) -> str | None:
        """Let outcomes, the end of a turn, and further discards follow without a space."""
        return join_words(left, right)


def _read_seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not an integer") from None
    check_seed(seed)
    return seed

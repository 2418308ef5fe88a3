"""Gomoku: five in a row on a square board, of any size and with rows of any length."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from catanlab.framework.errors import GameError, MoveTextError
from catanlab.framework.moves import OVER, Move
from catanlab.framework.plain import PlainGame, Position

SIZES = (3, 19)
"""The smallest and the largest board."""

_EMPTY, _EDGE = 2, 3  # cells that hold no stone; 0 and 1 are the stones of the seats
_COLUMNS = "abcdefghijklmnopqrs"
_STONES = "XO."


class GomokuMove(Move):
    """A stone: a column letter and a row number, counted from the lower left corner.

    >>> GomokuMove.parse("h8")
    <h8>
    """

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = ("stone",)

    @classmethod
    def at(cls, row: int, column: int) -> Self:
        """Return the move that puts a stone on a row and a column, both counted from 0."""
        return cls(row << 8 | column)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError."""
        match = re.fullmatch(r"\s*([a-s])([1-9]|1[0-9])\s*", text, re.ASCII | re.IGNORECASE)
        if not match:
            raise MoveTextError(f"{text!r} is not a move; give a column a to s and a row 1 to 19, as h8")
        return cls.at(int(match[2]) - 1, _COLUMNS.index(match[1].lower()))

    @property
    def row(self) -> int:
        """The row, counted from 0."""
        return self >> 8

    @property
    def column(self) -> int:
        """The column, counted from 0."""
        return self & 255

    @property
    def text(self) -> str:
        """The move as a player writes it; an impossible number is shown as such."""
        if 0 <= self.row < SIZES[1] and self.column < SIZES[1]:
            return f"{_COLUMNS[self.column]}{self.row + 1}"
        return f"impossible move {int(self)}"


@dataclass(frozen=True, kw_only=True)
class Gomoku(PlainGame):
    """Gomoku for two: the first player with `line` stones or more in a row wins.

    Rows count along ranks, files and diagonals. There are no forbidden moves. When the board is
    full without a row the game is drawn, half a win for each seat.

    >>> state = Gomoku(size=9, line=4).start()
    >>> state.apply("e5").to_move
    1

    Raises GameError for a size or a line that is not allowed.
    """

    name: ClassVar[str] = "gomoku"
    summary: ClassVar[str] = "Gomoku, a number of stones in a row on a square board"
    move_type: ClassVar[type[Move]] = GomokuMove

    size: int = 15
    """Rows and columns of the board."""
    line: int = 5
    """Stones in a row that win."""

    def __post_init__(self) -> None:
        _check("size", self.size, *SIZES)
        _check("line", self.line, SIZES[0], self.size)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return 2

    @property
    def title(self) -> str:
        """A title for people: the name of the game and its options."""
        return f"Gomoku, {self.line} in a row on {self.size} by {self.size}"

    @property
    def guide(self) -> tuple[str, ...]:
        """How the game is played, for a person."""
        return (
            f"Put a stone on an empty point in your turn. Who first has {self.line} in a row wins:",
            "along a row, a column or a diagonal. Seat 0 has the stones X, seat 1 has O.",
        )

    @property
    def move_form(self) -> str:
        """How a move is written on a board of this size."""
        middle = GomokuMove.at(self.size // 2, self.size // 2)
        return f"a column a to {_COLUMNS[self.size - 1]} and a row 1 to {self.size}, such as {middle}"

    def first_position(self) -> GomokuPosition:
        """Return the empty board."""
        return GomokuPosition(self)


class GomokuPosition(Position):
    """The stones on the board, and the moves that are left.

    The cells stand row by row. An edge cell closes each row on the right, and so the next on the
    left; an edge row lies below and above.
    """

    __slots__ = ("_cells", "_free", "_game", "_last", "_width", "_winner")

    def __init__(self, game: Gomoku) -> None:
        self._game = game
        self._width = game.size + 1
        edge_row = [_EDGE] * self._width
        self._cells = bytearray(edge_row + ([_EMPTY] * game.size + [_EDGE]) * game.size + edge_row)
        self._free = [row << 8 | column for row in range(game.size) for column in range(game.size)]
        self._winner: int | None = None
        self._last: int | None = None

    def to_move(self) -> int:
        """Return the seat that chooses, or OVER."""
        return OVER if self._winner is not None or not self._free else self.turn() & 1

    def legal(self) -> Sequence[int]:
        """Return the empty points."""
        return self._free.copy()

    def is_legal(self, move: int) -> bool:
        """Say whether the point is empty and the game is still on."""
        row, column = move >> 8, move & 255
        on_board = 0 <= row < self._game.size and column < self._game.size
        return on_board and self._winner is None and self._cells[self._cell(move)] == _EMPTY

    def illegal_reason(self, move: int) -> str:
        """Return why no stone can be put there: the edge of the board, or a stone."""
        row, column = move >> 8, move & 255
        size = self._game.size
        if not (0 <= row < size and column < size):
            return f"the columns of the board are a to {_COLUMNS[size - 1]}, its rows 1 to {size}"
        stone = self.stone(row, column)
        return "the game is over" if stone is None else f"a stone of seat {stone} lies there already"

    def apply(self, move: int) -> None:
        """Put a stone of the seat to move on an empty point."""
        seat = self.turn() & 1
        cell = self._cell(move)
        self._cells[cell] = seat
        self._free.remove(move)
        self._last = move
        if self._completes(cell, seat):
            self._winner = seat

    def returns(self) -> Sequence[float]:
        """Return each seat's share of the win."""
        if self._winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if self._winner == 0 else (0.0, 1.0)

    def turn(self) -> int:
        """Return how many stones lie on the board."""
        return self._game.size**2 - len(self._free)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin._game = self._game
        twin._width = self._width
        twin._cells = self._cells.copy()
        twin._free = self._free.copy()
        twin._winner = self._winner
        twin._last = self._last
        return twin

    def stone(self, row: int, column: int) -> int | None:
        """Return the seat whose stone lies on a point, or None."""
        cell = self._cells[self._cell(GomokuMove.at(row, column))]
        return cell if cell < _EMPTY else None

    def __str__(self) -> str:
        rows = []
        for row in reversed(range(self._game.size)):
            start = (row + 1) * self._width
            cells = self._cells[start : start + self._game.size]
            rows.append(f"{row + 1:2} {' '.join(_STONES[cell] for cell in cells)}")
        rows.append(f"   {' '.join(_COLUMNS[: self._game.size])}")
        return "\n".join(rows)

    def __repr__(self) -> str:
        if self._winner is not None:
            doing = f"won by seat {self._winner}"
        else:
            doing = f"seat {self.to_move()} to move" if self._free else "drawn"
        last = "" if self._last is None else f", last {GomokuMove(self._last)}"
        size = self._game.size
        return f"{size} x {size}, {self._game.line} in a row, {self.turn()} stones, {doing}{last}"

    def _cell(self, move: int) -> int:
        return ((move >> 8) + 1) * self._width + (move & 255)

    def _completes(self, cell: int, seat: int) -> bool:
        """Say whether a row through the cell, which holds the last stone, is long enough."""
        cells = self._cells
        for step in (1, self._width - 1, self._width, self._width + 1):
            length = 1
            for way in (step, -step):
                at = cell + way
                while cells[at] == seat:
                    length += 1
                    at += way
            if length >= self._game.line:
                return True
        return False


def _check(option: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise GameError(f"gomoku's {option} is {value!r}; allowed is an integer from {low} to {high}")

"""Gomoku as a declaration, with the moves of the plain game, to which a test proves it equal."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.framework.declared import (
    Cycle,
    Declaration,
    GameState,
    Placeable,
    PlacePlaceable,
    option,
    square,
    value,
)
from catanlab.games.gomoku import SIZES, GomokuMove


class DeclaredGomoku(Declaration):
    """Gomoku for two: the first player with `line` stones or more in a row wins.

    Put a stone on an empty point in your turn. Rows count along ranks, files and diagonals.
    """

    name = "gomoku-declared"
    summary = "Gomoku, as declared rules"
    seats = 2
    move_type = GomokuMove

    size = option(15, "Rows and columns of the board.", limits=SIZES)
    line = option(5, "Stones in a row that win.", limits=(SIZES[0], size))

    points = square(rows=size, columns=size)
    stone = Placeable(points.areas)
    lay_stone = PlacePlaceable(stone)
    winner: int | None = value(None)

    laying = GameState([lay_stone], once=True)
    play = Cycle([laying])
    end = Cycle()

    @stone.where("occupied")
    def point_is_empty(self, seat: int, point: int) -> bool:
        """A stone goes on an empty point."""
        return not self.occupied(self.stone) >> point & 1

    @stone.placed
    def row_may_be_complete(self, seat: int, point: int) -> None:
        """The first player with enough stones in a row wins: along a rank, a file or a diagonal."""
        for rows, columns in ((0, 1), (1, -1), (1, 0), (1, 1)):
            length = 1 + self._run(seat, point, rows, columns) + self._run(seat, point, -rows, -columns)
            if length >= self.line:
                self.winner = seat

    def _run(self, seat: int, point: int, rows: int, columns: int) -> int:
        """Return how many own stones follow a point without a gap in one direction."""
        own, length = self.places_of(self.stone, seat), 0
        next_point = self.graph.step(point, rows, columns)
        while next_point is not None and own >> next_point & 1:
            length += 1
            next_point = self.graph.step(next_point, rows, columns)
        return length

    @end.when
    def row_is_complete_or_board_is_full(self) -> bool:
        """The game ends with a row, or when the board is full."""
        return self.winner is not None or self.occupied(self.stone).bit_count() == self.size**2

    def winners(self) -> Sequence[int]:
        """A full board without a row is a draw, half a win for each seat."""
        return (0, 1) if self.winner is None else (self.winner,)

"""A position of a declared game as lines of text, for people: the board, and what each seat has."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from catanlab.framework.declared.graph import members

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration

_MARKS = "xo*+"
"""How the pieces of the seats look on a board of squares."""


def position_lines(play: Declaration, seats: Container[int]) -> list[str]:
    """Return the lines of a position; hands and powers are those of the given seats, of others how many."""
    return [*_squares(play), *(_seat_line(play, seat, seat in seats) for seat in range(play.seats))]


def _squares(play: Declaration) -> list[str]:
    """Return a board of squares with its pieces, the first row lowest; nothing for another board."""
    structure = play.structure
    if not structure.boards or play.graph.grid is None:
        return []
    rows, columns = play.graph.grid
    pieces = [piece for piece in structure.pieces if piece.kind == "area"]
    cells = ["."] * (rows * columns)
    for piece in pieces:
        for seat in range(1 if piece.shared else play.seats):
            mark = piece.title[0] if piece.shared or len(pieces) > 1 else _MARKS[seat]
            for place in members(play.places_of(piece, seat)):
                cells[place] = mark.upper() if len(pieces) > 1 and seat == 0 else mark
    lines = [
        f"{row + 1:2} {' '.join(cells[row * columns : (row + 1) * columns])}"
        for row in reversed(range(rows))
    ]
    letters = "abcdefghijklmnopqrstuvwxyz"[:columns]
    return [*lines, f"   {' '.join(letters)}"]


def _seat_line(play: Declaration, seat: int, is_open: bool) -> str:
    """Return what a seat has: its points, cards, powers and pieces."""
    structure = play.structure
    score = play.score(seat) if is_open else play.public_score(seat)
    parts = [f"{score} point{'' if score == 1 else 's'}"]
    for kinds in structure.resources:
        hand = play.hands[seat]
        counted = [f"{count} {name}" for count, name in zip(hand, kinds.names, strict=True) if count]
        parts.append(
            ", ".join(counted) or "no cards"
            if is_open
            else f"{sum(hand)} card{'' if sum(hand) == 1 else 's'}"
        )
    held = [
        card.title if count == 1 else f"{count} {card.title}"
        for card, count in zip(structure.logics, play.held[seat], strict=True)
        if count
    ]
    if held:
        parts.append(", ".join(held) if is_open else f"{sum(play.held[seat])} hidden")
    for piece in structure.pieces:
        places = () if piece.shared else members(play.places_of(piece, seat))
        if places and play.graph.grid is None:
            names = " ".join(play.graph.name(piece.kind, place) for place in places)
            parts.append(f"{piece.title} {names}")
    return f"seat {seat}: {'; '.join(parts)}"

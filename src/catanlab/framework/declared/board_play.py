"""The board in play: which pieces stand where, whose they are, and where more may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from catanlab.framework.declared.deferred import resolve
from catanlab.framework.declared.graph import Graph, members
from catanlab.framework.declared.pieces import Placeable

if TYPE_CHECKING:
    from catanlab.framework.declared.structure import Structure

_LOOKS_TOO_FAR = (
    'No piece near the place has changed; a rule that looks further needs Placeable(..., reach="board"), '
    "and one that looks at anything but pieces belongs to the action"
)


class BoardPlay:
    """The part of a position that is about pieces on the board."""

    structure: ClassVar[Structure]
    graph: Graph
    seats: int
    game: Any
    _masks: list[list[int]]
    _spots: list[int]
    _stale: list[int]

    def _set_board(self) -> None:
        """Make the board without pieces."""
        pieces = self.structure.pieces
        self._masks = [[0] * (1 if piece.shared else self.seats) for piece in pieces]
        self._spots = [0] * (len(pieces) * self.seats)
        self._stale = [
            (1 << self.graph.size(piece.kind)) - 1 for piece in pieces for _ in range(self.seats)
        ]

    def places_of(self, piece: Placeable, seat: int = 0) -> int:
        """Return the places on which a seat has such pieces, as a mask; of a shared piece, where it is."""
        return self._masks[piece.index][seat]

    def occupied(self, piece: Placeable) -> int:
        """Return the places with such a piece of anybody, as a mask."""
        mask = 0
        for own in self._masks[piece.index]:
            mask |= own
        return mask

    def owner(self, piece: Placeable, place: int) -> int | None:
        """Return the owner of the piece on a place; None if there is none of this kind."""
        for seat, mask in enumerate(self._masks[piece.index]):
            if mask >> place & 1:
                return seat
        return None

    def location(self, piece: Placeable) -> int | None:
        """Return the place of a shared piece of which there is one; None if it is not on the board."""
        mask = self._masks[piece.index][0]
        return mask.bit_length() - 1 if mask else None

    def count(self, piece: Placeable, seat: int) -> int:
        """Return how many such pieces of a seat are on the board."""
        return self._masks[piece.index][seat].bit_count()

    def left(self, piece: Placeable, seat: int) -> int:
        """Return how many pieces a seat has left in its supply; a large number if that has no limit."""
        supply = resolve(piece.supply, self.game)
        if supply is None:
            return 1 << 30
        left: int = supply - self._masks[piece.index][0 if piece.shared else seat].bit_count()
        return left

    def spots(self, piece: Placeable, seat: int) -> int:
        """Return the places where a seat may place such a piece, as a mask.

        The set is kept; only places near a change since it was last asked for are asked again.
        """
        key = piece.index * self.seats + seat
        stale = self._stale[key]
        if not stale:
            mask = self._spots[key]
        else:
            mask = self._spots[key] & ~stale
            rules = piece.where_rules
            for place in members(stale):
                for rule in rules:
                    if not rule.function(self, seat, place):
                        break
                else:
                    mask |= 1 << place
            self._spots[key] = mask
            self._stale[key] = 0
        return mask & ~self.taken(piece, seat)

    def taken(self, piece: Placeable, seat: int) -> int:
        """Return the places where a piece of a seat would lie on another that it may not share them with.

        A shared piece does not stand in its own way: it leaves its place when it moves.
        """
        mask = 0
        for other in self.structure.in_the_way[piece.index]:
            for own in self._masks[other]:
                mask |= own
        return mask if piece.shared else mask | self._masks[piece.index][seat]

    def inconsistency(self) -> str:
        """Return which kept set of open places is no longer true, as a sentence; an empty text if none."""
        for piece in self.structure.pieces:
            for seat in range(self.seats):
                key = piece.index * self.seats + seat
                every = (1 << self.graph.size(piece.kind)) - 1
                for place in members(every & ~self._stale[key]):
                    broken = [rule for rule in piece.where_rules if not rule.function(self, seat, place)]
                    if bool(broken) == bool(self._spots[key] >> place & 1):
                        name = f"{piece.title} {self.graph.name(piece.kind, place)} of seat {seat}"
                        now = f"refused: {broken[0].sentence}" if broken else "allowed."
                        return f"{name} is now {now} {_LOOKS_TOO_FAR}"
        return ""

    def put(self, piece: Placeable, place: int, seat: int) -> None:
        """Put a piece of a seat on a place, with everything that follows.

        Raises DeclarationError if it would lie on a piece that it may not share a place with.
        """
        if (self.taken(piece, seat) | (piece.shared and self._masks[piece.index][0])) >> place & 1:
            name = self.graph.name(piece.kind, place)
            raise piece.refuse(
                f"would lie on {name} together with {self._lying(piece, place)}: one piece lies on a place "
                "unless one of two names the other in over=..."
            )
        self._masks[piece.index][0 if piece.shared else seat] |= 1 << place
        self._drop_spots(piece, place)
        for rule in piece.triggers["placed"]:
            rule.function(self, seat, place)
        for rule in piece.triggers["owner_changed"]:
            rule.function(self, seat, place, None)
        self._tell_neighbours("neighbour_placed", piece, place, seat)

    def take_off(self, piece: Placeable, place: int) -> None:
        """Take the piece on a place off the board, and run all triggers."""
        seat = self.owner(piece, place)
        assert seat is not None, f"no {piece.title} stands on {place}"
        self._masks[piece.index][seat] &= ~(1 << place)
        self._drop_spots(piece, place)
        for rule in piece.triggers["removed"]:
            rule.function(self, seat, place)
        for rule in piece.triggers["owner_changed"]:
            rule.function(self, None, place, seat)
        self._tell_neighbours("neighbour_removed", piece, place, seat)

    def hand_over(self, piece: Placeable, place: int, seat: int) -> None:
        """Give the piece on a place to another seat, and run all triggers."""
        before = self.owner(piece, place)
        assert before is not None, f"no {piece.title} stands on {place}"
        self._masks[piece.index][before] &= ~(1 << place)
        self._masks[piece.index][seat] |= 1 << place
        self._drop_spots(piece, place)
        for rule in piece.triggers["owner_changed"]:
            rule.function(self, seat, place, before)

    def activate(self, piece: Placeable, place: int) -> None:
        """Activate the piece on a place: its rules say what that means."""
        for rule in piece.triggers["activated"]:
            rule.function(self, self.owner(piece, place), place)

    def deactivate(self, piece: Placeable, place: int) -> None:
        """Deactivate the piece on a place."""
        for rule in piece.triggers["deactivated"]:
            rule.function(self, self.owner(piece, place), place)

    def _lying(self, piece: Placeable, place: int) -> str:
        """Return the pieces on a place of a piece, in words."""
        return " and ".join(
            other.title if other.shared else f"{other.title} of seat {seat}"
            for other in self.structure.pieces
            if other.kind == piece.kind
            for seat, mask in enumerate(self._masks[other.index])
            if mask >> place & 1
        )

    def _drop_spots(self, piece: Placeable, place: int) -> None:
        """Forget what was known about places near a change."""
        graph, stale, seats = self.graph, self._stale, self.seats
        for other in self.structure.pieces:
            if other.where_rules:
                if other.reach == "near":
                    near = graph.near(piece.kind, place, other.kind)
                else:
                    near = (1 << graph.size(other.kind)) - 1
                for key in range(other.index * seats, (other.index + 1) * seats):
                    stale[key] |= near

    def _tell_neighbours(self, event: str, piece: Placeable, place: int, seat: int) -> None:
        """Let the pieces that touch a change know of it."""
        for other in self.structure.pieces:
            if other.triggers[event]:
                touching = self.graph.touching_masks(piece.kind, other.kind)[place]
                for whose, mask in enumerate(self._masks[other.index]):
                    for at in members(mask & touching):
                        for rule in other.triggers[event]:
                            rule.function(self, whose, at, piece, place, seat)

"""The ration of offers and proposals that a robot may put to people in one turn."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.framework.errors import MoveTextError
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.server.robots.questions import Answer
from catanlab.server.rooms.room import Room


class OfferRation:
    """Counts what each robot of a room has put to people in this turn."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._turn = -1
        self._counts: dict[int, int] = {}

    def left(self, seat: int) -> int:
        """Return how many offers a robot may still put to people in this turn."""
        turn = self._room.position.turn
        if self._turn != turn:
            self._turn = turn
            self._counts.clear()
        return self._room.options.robot_offers - self._counts.get(seat, 0)

    def note(self, seat: int, addressees: Iterable[int]) -> None:
        """Count an offer or a proposal of a robot, if it goes to people."""
        if self.left(seat) and self._people & set(addressees):
            self._counts[seat] = self._counts.get(seat, 0) + 1

    def rationed(self, seat: int, offer: CatanMove) -> CatanMove | None:
        """Return the offer without the people who have had enough of them; None if nobody is left."""
        asked = self._people & set(offer.addressees)
        if not asked or self.left(seat) > 0:
            return offer
        others = set(offer.addressees) - asked
        deal = offer.deal
        if not others or deal is None:
            return None
        return CatanMove.offer(deal.give, deal.get, sorted(others))

    def forbids(self, seat: int, answer: Answer) -> bool:
        """Say whether an answer is an offer to people who have had enough of them, and to nobody else."""
        try:
            move = CatanMove.parse(answer.moves[0]) if answer.moves else None
        except MoveTextError:
            return False
        return move is not None and move.kind == MoveKind.OFFER and self.rationed(seat, move) is None

    @property
    def _people(self) -> set[int]:
        return {seat for seat, each in enumerate(self._room.seating.seats) if each.kind == "person"}

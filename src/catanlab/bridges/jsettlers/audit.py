"""What the server tells beyond what happens, compared with what our side of the game knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.ledger import Ledger
    from catanlab.bridges.jsettlers.mirror import Mirror

_AWARDS = {j.ROAD_PLAYER: "road_holder", j.ARMY_PLAYER: "army_holder"}


class Audit:
    """Counts comparisons in one game, and keeps those that fail."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._awards: dict[int, int] = {}
        self.checks = 0
        self.mismatches: list[str] = []

    def check(self, what: str, holds: bool) -> None:
        """Count a comparison."""
        self.checks += 1
        if not holds:
            where = f"turn {self._mirror.turns}, state {self._mirror.state}"
            self.mismatches.append(f"{where}: not so: {what}")

    def size(self, ledger: Ledger, seat: int, count: int) -> None:
        """Compare how many cards a seat of the server holds."""
        self.check(f"seat {seat} holds {count}", ledger.hand_size(self._mirror.ours(seat)) == count)

    def gains(self, ledger: Ledger, message: Message) -> None:
        """Compare the sizes of hands after a roll: seat, size, and gains up to a 0, for each gainer."""
        values = list(message.values)
        while values:
            self.size(ledger, values[0], values[1])
            values = values[2:]
            while values and values[0]:
                values = values[2:]
            values = values[1:]

    def own_hand(self, ledger: Ledger, pairs: dict[int, int]) -> None:
        """Compare the robot's own hand."""
        hand = j.from_wire([pairs[kind] for kind in range(1, 6)])
        self.check(f"the own hand is {hand}", tuple(hand) == ledger.own_hand)

    def true_hands(self, ledger: Ledger, message: Message) -> None:
        """Compare all hands with what is known of them: seat and five counts, for each."""
        for start in range(0, len(message.values) - 5, 6):
            seat, *counts = message.values[start : start + 6]
            if seat in self._mirror.order:
                hand = j.from_wire(counts)
                self.check(f"seat {seat} holds {hand}", ledger.may_hold(self._mirror.ours(seat), hand))

    def see_award(self, element: int, seat: int) -> None:
        """Remember who has an award now, for when our side has seen why."""
        if element in _AWARDS:
            self._awards[element] = seat

    def forget_awards(self) -> None:
        """Forget what was told of awards: it was taken back."""
        self._awards = {}

    def awards(self, ledger: Ledger) -> None:
        """Compare the holders of the awards that changed."""
        for element, seat in self._awards.items():
            name = _AWARDS[element]
            holder = self._mirror.ours(seat) if seat >= 0 else -1
            self.check(f"{name} is {seat}", ledger.facts[name] == holder)
        self._awards = {}

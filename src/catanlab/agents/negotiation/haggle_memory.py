"""What a haggling negotiator remembers: each answer to its own offers, and what each seat refused."""

from __future__ import annotations

from typing import NamedTuple

from catanlab.agents.base.replay import next_to_answer
from catanlab.agents.negotiation.memory import Memory
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.rules import Rules


class HeardAnswer(NamedTuple):
    """The answer of a seat to an own offer, and the number of moves before that offer."""

    ply: int
    seat: int
    accepted: bool


class HaggleMemory(Memory):
    """The memory of a seat that haggles."""

    def __init__(self, rules: Rules, me: int) -> None:
        super().__init__(rules, me)
        self.heard: list[HeardAnswer] = []
        """The answers to own offers that nobody has learned from yet."""
        self.refused_offers = 0
        """The own offers of this turn that nobody took."""
        self._refusals: dict[tuple[int, Deal], int] = {}
        self._ply = 0

    def has_refused(self, seat: int, deal: Deal) -> bool:
        """Return whether a seat refused a deal, given from my side, or a better one for it, in this round.

        >>> memory = HaggleMemory(Rules(player_trade=True), 0)
        >>> texts = "dice 8", "offer 1 wood for 1 ore to 2", "reject"
        >>> memory.read([CatanMove.parse(text) for text in texts])
        >>> worse = Deal((1, 0, 0, 0, 0), (0, 0, 1, 0, 1))
        >>> memory.has_refused(2, worse), memory.has_refused(1, worse)
        (True, False)
        """
        return any(
            other == seat and self.turn - when <= self._players and _is_no_better(deal, refused)
            for (other, refused), when in self._refusals.items()
        )

    def _see(self, move: CatanMove) -> None:
        if move.kind == c.DICE:
            self.refused_offers = 0
        super()._see(move)

    def _see_offer(self, move: CatanMove) -> None:
        self._ply = self._read
        super()._see_offer(move)

    def _see_answer(self, kind: int, move: CatanMove) -> None:
        waiting, offer, mine = list(self._asked), self._offer, self._on_turn == self.me
        super()._see_answer(kind, move)
        if mine and waiting and offer is not None and kind in (c.ACCEPT, c.REJECT, c.COUNTER):
            seat = next_to_answer(waiting, move)
            self.heard.append(HeardAnswer(self._ply, seat, kind == c.ACCEPT))
            if kind == c.ACCEPT:
                self._refusals.pop((seat, offer), None)
            else:
                self._refusals[seat, offer] = self.turn

    def _close(self, partner: int | None) -> None:
        counter = self._answers.get(self.me)
        if partner is None and self._on_turn == self.me:
            self.refused_offers += 1
        if counter is not None and partner != self.me:
            self._refusals[self._on_turn, counter] = self.turn
        super()._close(partner)


def _is_no_better(deal: Deal, refused: Deal) -> bool:
    """Return whether a deal gives no more and asks for no less than one that was refused."""
    return all(a <= b for a, b in zip(deal.give, refused.give, strict=True)) and all(
        a >= b for a, b in zip(deal.get, refused.get, strict=True)
    )

"""The deals that the negotiator of JSettlers proposes, in its order and with its bugs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from catanlab.agents.base.card_counts import NO_CARDS, counts, covers, one, pair
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.card_order import ORDER
from catanlab.games.catan.moves import Deal

Rolls = Callable[[Counts], int]
"""The rolls until the needed cards are together, from a hand."""
Sells = Callable[[int], bool]
"""Whether a resource may be asked for."""


class Needs:
    """One seat's cards and needs, and its best trade with the bank.

    `ease` are the rolls that a card of each resource takes.
    """

    def __init__(
        self, need: Counts, hand: Counts, ease: Sequence[int], ratios: Sequence[int], rolls: Rolls
    ) -> None:
        self.need, self.hand, self._ease, self._ratios, self._rolls = need, hand, ease, ratios, rolls
        order = sorted(ORDER, key=lambda resource: ease[resource])
        self._needed = [r for r in order if need[r]]
        self._unneeded = [r for r in order if not need[r]]
        self.bank = self._bank(hand)
        """The trade with the bank, or None."""
        self.bank_rolls = rolls(hand if self.bank is None else _after(hand, self.bank))

    def proposals(
        self, may_ask: Sells, may_step: Sells, *, untested: bool, most: int = 1
    ) -> Iterator[tuple[Deal, int]]:
        """Yield deals that beat the bank, each with the resource it asks for.

        First those for the lacking card that is hardest to get of those that `may_ask` allows; then those
        for one card, or up to `most`, that make a trade with the bank possible. These cards are tried from
        the last place that `may_step` allows downwards.
        """
        asked = [r for r in self._needed if self.hand[r] < self.need[r] and may_ask(r)]
        if asked:
            get = asked[-1]
            for give in self._unneeded:
                deal = Deal(one(give), one(get))
                if self.hand[give] and (untested or self._beats_bank(deal)):
                    yield deal, get
            for give in self._needed:
                deal = Deal(one(give), one(get))
                if give != get and self.hand[give] > self.need[give] and self._beats_bank(deal):
                    yield deal, get
            for deal in self._two_for_one(get):
                if self._beats_bank(deal):
                    yield deal, get
        for count in range(1, most + 1):
            yield from self._steps(may_step, count)

    def _two_for_one(self, get: int) -> Iterator[Deal]:
        """Yield two cards for one. The robot then searches for the second from a wrong place."""
        left = self._left()
        place = 0
        for first in self._unneeded:
            if not self.hand[first]:
                continue
            for second in self._unneeded[place:]:
                if covers(self.hand, pair(first, second)):
                    yield Deal(pair(first, second), one(get))
            yield from self._with_needed(first, get, left)
            place = len(self._needed)
        place = 0
        for first in self._needed:
            if first == get or not left[first]:
                continue
            for second in self._unneeded[place:]:
                if covers(left, pair(first, second)):
                    yield Deal(pair(first, second), one(get))
            yield from self._with_needed(first, get, left)
            place = len(self._needed)

    def _with_needed(self, first: int, get: int, left: Counts) -> Iterator[Deal]:
        for second in self._needed:
            if second != get and covers(left, pair(first, second)):
                yield Deal(pair(first, second), one(get))

    def _steps(self, may_step: Sells, count: int) -> Iterator[tuple[Deal, int]]:
        """Yield deals for cards not needed that the bank would take afterwards."""
        place = len(self._unneeded) - 1
        while place >= 0 and not may_step(place):
            place -= 1
        left = self._left()
        for get in reversed(self._unneeded[: place + 1]):
            more = _after(left, Deal(NO_CARDS, one(get, count)))
            for give in (*(r for r in self._unneeded if r != get), *self._needed):
                deal = Deal(one(give), one(get, count))
                if not more[give] or self._bank(_after(left, deal)) is None:
                    continue
                if self._rolls(_after(self.hand, deal)) < self.bank_rolls:
                    yield deal, get

    def needed_at(self, place: int) -> int | None:
        """Return the needed resource at a place, the easiest first; None beyond the last."""
        return self._needed[place] if place < len(self._needed) else None

    def unneeded_at(self, place: int) -> int:
        """Return the resource that is not needed at a place, the easiest first."""
        return self._unneeded[place]

    def _left(self) -> Counts:
        return counts([max(0, held - cost) for held, cost in zip(self.hand, self.need, strict=True)])

    def _beats_bank(self, deal: Deal) -> bool:
        rolls = self._rolls(_after(self.hand, deal))
        if rolls != self.bank_rolls:
            return rolls < self.bank_rolls
        return self.bank is not None and sum(deal.give) < sum(self.bank.give)

    def _bank(self, hand: Counts) -> Deal | None:
        """Return the trade with the bank for the lacking card that is hardest to get, or None."""
        lacking = [r for r in self._needed if hand[r] < self.need[r]]
        if not lacking:
            return None
        get = lacking[-1]
        for give in self._unneeded:
            if hand[give] >= self._ratios[give]:
                return Deal(one(give, self._ratios[give]), one(get))
        for give in self._needed:
            kept = self.need[give] if self._ease[give] >= self._ease[get] else 0
            if hand[give] - kept >= self._ratios[give]:
                return Deal(one(give, self._ratios[give]), one(get))
        return None


def _after(hand: Counts, deal: Deal) -> Counts:
    """Return a hand after a deal; cards that it does not hold are not given."""
    return counts([max(0, h - o) + i for h, o, i in zip(hand, deal.give, deal.get, strict=True)])

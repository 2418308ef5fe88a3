"""The negotiator of JSettlers (SOCRobotNegotiator), each of its peculiarities an option."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from catanlab.agents.negotiation.alternative import Alternative, best_alternative
from catanlab.agents.negotiation.batna import Batna, Counters, MostOffers, Threshold
from catanlab.agents.negotiation.counters import jsettlers_counters
from catanlab.agents.negotiation.deal import Deal, one, pair, read_deal
from catanlab.agents.negotiation.memory import Memory
from catanlab.agents.negotiation.outlook import Outlook, exchanged
from catanlab.agents.reading import Reading
from catanlab.games.catan.rules import Rules


class JSettlers(Batna):
    """Asks for the hardest card that somebody sells, and gives what it does not need first.

    Who is known to hold a card sells it, until in the same turn it asks for it or refuses to give it.
    Raises ArgumentError for an option that is not allowed.
    """

    name = "jsettlers"
    summary = "JSettlers: asks for the hardest card that somebody sells, gives what it does not need"

    def __init__(
        self,
        *,
        threshold: Threshold = 25,
        counters: Counters = True,
        most_offers: MostOffers = 9,
        untested: Annotated[bool, "offer one card of a kind not needed without estimating its gain"] = True,
        known_only: Annotated[bool, "only who surely holds a card is taken to sell it"] = True,
        to_sellers: Annotated[bool, "offer to all sellers if one of them would accept"] = True,
        forget: Annotated[bool, "what others refuse to sell counts in the same turn only"] = True,
        wants_another: Annotated[bool, "who offered a card itself still sells it after a refusal"] = True,
        reject_at_threshold: Annotated[bool, "reject offers of a seat at the threshold itself too"] = True,
        pay_first: Annotated[bool, "reject what cannot be paid without a counter-offer"] = True,
        bank_step: Annotated[bool, "ask for cards not needed that make a bank trade possible"] = True,
    ) -> None:
        super().__init__(threshold=threshold, counters=counters, most_offers=most_offers)
        self.untested = untested
        self.known_only = known_only
        self.to_sellers = to_sellers
        self.forget = forget
        self.wants_another = wants_another
        self.reject_at_threshold = reject_at_threshold
        self.pay_first = pay_first
        self.bank_step = bank_step

    def new_memory(self, rules: Rules, seat: int) -> Memory:
        """Return a memory of this turn, or of a round."""
        return Memory(rules, seat, span=0 if self.forget else None, patient=self.wants_another)

    def wanted(self, outlook: Outlook) -> Sequence[int]:
        """Return what is lacking, the hardest first, and then what could go to the bank."""
        lacking = outlook.lacking(outlook.me)
        if not lacking or not self.bank_step:
            return lacking
        return [*lacking, *(r for r in range(5) if self._is_bank_step(outlook, r))]

    def _is_bank_step(self, outlook: Outlook, resource: int) -> bool:
        reading, need = outlook.reading, outlook.need(outlook.me)
        return need[resource] == 0 and reading.hand[resource] % reading.ratios[resource] == (
            reading.ratios[resource] - 1
        )

    def proposals(self, outlook: Outlook, wanted: Sequence[int]) -> Iterator[Deal]:
        """Yield for each card wanted: one not needed, one more than needed, then two cards."""
        need, hand, ease = outlook.need(outlook.me), outlook.reading.hand, outlook.ease(outlook.me)
        order = sorted(range(5), key=lambda r: ease[r])
        unneeded = [r for r in order if hand[r] and not need[r]]
        needed = [r for r in order if hand[r] and need[r]]
        for get in wanted:
            for give in unneeded:
                if give != get:
                    yield Deal(one(give), one(get))
            if not need[get]:
                continue
            for give in needed:
                if give != get and hand[give] > need[give]:
                    yield Deal(one(give), one(get))
            both = [*unneeded, *needed]
            for i, first in enumerate(both):
                for second in both[i:]:
                    if get not in (first, second) and hand[first] > (first == second):
                        yield Deal(pair(first, second), one(get))

    def alternative(self, outlook: Outlook) -> Alternative:
        """Return the best trade with the bank, which may take an easier card that is needed."""
        return best_alternative(outlook, give_needed=True)

    def is_better(self, outlook: Outlook, alternative: Alternative, deal: Deal) -> bool:
        """Say whether a deal beats the bank: fewer rolls, or as many for fewer cards."""
        need, hand = outlook.need(outlook.me), outlook.reading.hand
        lacked = all(need[r] > hand[r] for r in range(5) if deal.get[r])
        if self.untested and lacked and sum(deal.give) == 1 and not _needs(need, deal):
            return True
        rolls = outlook.rolls(outlook.me, exchanged(hand, deal.get, deal.give))
        if rolls != alternative.rolls:
            return rolls < alternative.rolls
        return alternative.deal is not None and sum(deal.give) < sum(alternative.deal.give)

    def may_sell(self, outlook: Outlook, seat: int, resource: int) -> bool:
        """Say whether a seat holds a resource and has not refused it."""
        reading = outlook.reading
        holds = reading.must_hold if self.known_only else reading.may_hold
        return holds(seat, resource) and self.memory.is_selling(seat, resource)

    def addressees(self, outlook: Outlook, deal: Deal) -> list[int]:
        """Return all sellers if one of them would accept, or only those who would."""
        sellers = self.sellers(outlook, deal)
        takers = [seat for seat in sellers if self.would_take(outlook, seat, deal.turned)]
        return sellers if takers and self.to_sellers else takers

    def answer_objection(self, outlook: Outlook, sender: int, deal: Deal) -> str | None:
        """Return why there is no deal with a seat; at the threshold itself offers are rejected too."""
        if self.reject_at_threshold and outlook.win_rolls(sender) == self.threshold:
            return f"seat {sender} could win in {self.threshold} rolls: no trade"
        return self.objection(outlook, sender, deal)

    def is_good_settlement(self, outlook: Outlook, deal: Deal, before: int, after: int) -> bool:
        """Say whether a deal is worth having; what was offered without an estimate is taken without one."""
        return after < before or (self.untested and deal == read_deal(outlook.reading.offer))

    def _may_counter(self, reading: Reading, payable: bool) -> bool:
        return (payable or not self.pay_first) and super()._may_counter(reading, payable)

    def counter_proposals(self, outlook: Outlook, offer: Deal) -> Iterable[Deal]:
        """Yield counter-offers for what the offer gives, one to three cards for one."""
        return jsettlers_counters(outlook, offer)


def _needs(need: Sequence[int], deal: Deal) -> bool:
    return any(need[r] for r in range(5) if deal.give[r])

"""Thomas' negotiator: deals that beat the best alternative of both sides (2003, chapter 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from catanlab.agents.base.card_counts import covers, exchanged
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.acceptance import (
    collide,
    is_near_winning,
    likely_holds,
    may_pay,
    times,
    would_take,
)
from catanlab.agents.negotiation.alternative import Alternative, best_alternative
from catanlab.agents.negotiation.counters import counters
from catanlab.agents.negotiation.negotiator import Negotiator
from catanlab.agents.negotiation.offers import thomas_order
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.agents.negotiation.wording import aim_text, deal_reason, listed, offer_reason
from catanlab.framework.arguments import whole_number
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, cards_text
from catanlab.games.catan.view.view import CatanView

Threshold = Annotated[int, "no deals with a seat that could win in fewer rolls"]
Counters = Annotated[bool, "answer with counter-offers where they help"]
MostOffers = Annotated[int, "offers to make in a turn at most"]


class Batna(Negotiator):
    """Offers deals that beat both sides' best alternative, and none to a seat that is about to win.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "batna"
    summary = "Thomas: deals that beat the best alternative of both sides"

    def __init__(
        self, *, threshold: Threshold = 25, counters: Counters = True, most_offers: MostOffers = 2
    ) -> None:
        self.threshold = whole_number("threshold", threshold, 0, 1000)
        self.counters = counters
        self.most_offers = whole_number("most_offers", most_offers, 0, 100)

    # Offers.

    def offer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice | None:
        """Return the first offer, in Thomas' order, that beats the best alternative of both sides."""
        if not self._may_offer(situation):
            return None
        self.memory.read(view.log)
        outlook = Outlook(view, situation, forecasts)
        wanted = [r for r in self.wanted(outlook) if self._has_seller(outlook, r)]
        if not wanted:
            return None
        alternative = self.alternative(outlook)
        for deal in self.proposals(outlook, wanted):
            if self.memory.has_failed(deal) or not self.is_better(outlook, alternative, deal):
                continue
            seats = self.addressees(outlook, deal)
            if seats:
                return self._offered(outlook, alternative, deal, seats)
        return None

    def _may_offer(self, situation: Situation) -> bool:
        if not situation.may_offer or situation.offers_made >= self.most_offers or not situation.hand_size:
            return False
        return any(size for seat, size in enumerate(situation.hand_sizes) if seat != situation.me)

    def wanted(self, outlook: Outlook) -> Sequence[int]:
        """Return the resources to ask for, in order."""
        return outlook.lacking(outlook.me)

    def proposals(self, outlook: Outlook, wanted: Sequence[int]) -> Iterator[Deal]:
        """Yield the deals to consider, in order."""
        me = outlook.me
        return thomas_order(outlook.need(me), outlook.situation.hand, outlook.ease(me), wanted)

    def alternative(self, outlook: Outlook) -> Alternative:
        """Return the best alternative to a deal."""
        return best_alternative(outlook)

    def is_better(self, outlook: Outlook, alternative: Alternative, deal: Deal) -> bool:
        """Return whether a deal beats the alternative of this seat."""
        return _after(outlook, deal) < alternative.rolls

    def _has_seller(self, outlook: Outlook, resource: int) -> bool:
        return any(self.may_sell(outlook, seat, resource) for seat in _others(outlook))

    def may_sell(self, outlook: Outlook, seat: int, resource: int) -> bool:
        """Return whether a seat may hold a resource, and has not shown that it keeps it."""
        return likely_holds(outlook.situation, seat, resource) and self.memory.is_selling(seat, resource)

    def addressees(self, outlook: Outlook, deal: Deal) -> list[int]:
        """Return the seats to offer a deal to; none if nobody would take it."""
        return [
            seat for seat in self.sellers(outlook, deal) if self.would_take(outlook, seat, deal.reversed)
        ]

    def sellers(self, outlook: Outlook, deal: Deal) -> list[int]:
        """Return the seats that may give what a deal asks for, without an objection to deal with them."""
        asked = [r for r in range(5) if deal.get[r]]
        return [
            seat
            for seat in _others(outlook)
            if may_pay(outlook, seat, deal.get)
            and all(self.may_sell(outlook, seat, r) for r in asked)
            and self.objection(outlook, seat, deal) is None
        ]

    def would_take(self, outlook: Outlook, seat: int, deal: Deal) -> bool:
        """Return whether a seat would accept a deal, given from its side."""
        return would_take(outlook, seat, deal)

    def objection(self, outlook: Outlook, seat: int, deal: Deal) -> str | None:
        """Return the reason not to deal with a seat, or None."""
        if is_near_winning(outlook, seat, self.threshold):
            return f"seat {seat} could win in {outlook.win_rolls(seat)} rolls: no trade"
        theirs = outlook.aim(seat)
        if collide(outlook.aim(outlook.me), theirs):
            assert theirs is not None
            return f"seat {seat} seems to want {theirs.text}, which collides with my plan: no trade"
        return None

    def _offered(
        self, outlook: Outlook, alternative: Alternative, deal: Deal, seats: Sequence[int]
    ) -> Choice:
        data = self.data(outlook, deal, alternative)
        data["addressees"] = list(seats)
        return Choice(CatanMove.offer(*deal, to=seats), offer_reason(outlook, deal, seats), data)

    def data(
        self, outlook: Outlook, deal: Deal | None = None, alternative: Alternative | None = None
    ) -> dict[str, Any]:
        """Return the estimates behind a choice, as plain data."""
        me = outlook.me
        aim = outlook.aim(me)
        data: dict[str, Any] = {"aim": aim.text if aim else None}
        if aim:
            data["rolls_before"] = outlook.rolls(me, outlook.situation.hand)
            if deal is not None:
                data["rolls_after"] = _after(outlook, deal)
        if alternative is not None:
            data["batna"] = alternative.text
            data["batna_rolls"] = alternative.rolls
        return data

    # Answers.

    def answer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Accept a deal that beats waiting, counter one that could, and reject the rest."""
        offer = situation.offer
        assert offer is not None
        deal, sender = offer.reversed, situation.on_turn
        payable = covers(situation.hand, deal.give)
        if not payable and not self._may_counter(situation, payable):
            return Choice(CatanMove.make(c.REJECT), f"I do not have {cards_text(deal.give)}")
        outlook = Outlook(view, situation, forecasts)
        if outlook.aim(outlook.me) is None:
            return Choice(CatanMove.make(c.REJECT), "I have nothing to build")
        if payable:
            before, after = times(outlook, outlook.me, deal)
            if self.is_good_answer(outlook, deal, before, after):
                objection = self.answer_objection(outlook, sender, deal)
                if objection:
                    return Choice(CatanMove.make(c.REJECT), objection, self.data(outlook, deal))
                return Choice(
                    CatanMove.make(c.ACCEPT), deal_reason(outlook, deal), self.data(outlook, deal)
                )
        return self._counter(view, outlook, offer, payable) or Choice(
            CatanMove.make(c.REJECT),
            f"it does not bring me nearer to {aim_text(outlook)}"
            if payable
            else f"I do not have {cards_text(deal.give)}",
            self.data(outlook, deal) if payable else {},
        )

    def is_good_answer(self, outlook: Outlook, deal: Deal, before: int, after: int) -> bool:
        """Return whether to accept a deal, from the rolls to the aim before and after it."""
        return after < before

    def answer_objection(self, outlook: Outlook, sender: int, deal: Deal) -> str | None:
        """Return the reason not to deal with the seat that made an offer, or None."""
        return self.objection(outlook, sender, deal)

    def _may_counter(self, situation: Situation, payable: bool) -> bool:
        return self.counters and situation.rules.counter_offers and situation.hand_size > 0

    def _counter(self, view: CatanView, outlook: Outlook, offer: Deal, payable: bool) -> Choice | None:
        """Return the first counter-offer that helps both sides, or None."""
        if not self._may_counter(outlook.situation, payable):
            return None
        sender, me = outlook.situation.on_turn, outlook.me
        self.memory.read(view.log)
        before = outlook.rolls(me, outlook.situation.hand)
        for deal in self.counter_proposals(outlook, offer):
            if self.memory.has_failed(deal) or not covers(outlook.situation.hand, deal.give):
                continue
            if not all(
                offer.give[r] or self.may_sell(outlook, sender, r) for r in range(5) if deal.get[r]
            ) or not may_pay(outlook, sender, deal.get):
                continue
            if _after(outlook, deal) >= before:
                continue
            if self.answer_objection(outlook, sender, deal):
                return None
            if self.would_take(outlook, sender, deal.reversed) and view.is_legal(CatanMove.counter(*deal)):
                reason = f"rather {deal.text}: it brings me nearer to {aim_text(outlook)}"
                return Choice(CatanMove.counter(*deal), reason, self.data(outlook, deal))
        return None

    def counter_proposals(self, outlook: Outlook, offer: Deal) -> Iterable[Deal]:
        """Yield the counter-offers to consider, in order."""
        return counters(outlook, offer)

    # Settlements.

    def settle(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Take the answer that brings the aim nearest, of equals from the seat farthest from winning."""
        outlook = Outlook(view, situation, forecasts)
        me = situation.me
        best: tuple[tuple[int, int, int], int, Deal] | None = None
        before = outlook.rolls(me, situation.hand) if outlook.aim(me) else 0
        for seat in range(situation.players):
            deal = situation.offer if situation.accepts(seat) else situation.counter_of(seat)
            if deal is None or not covers(situation.hand, deal.give):
                continue
            after = _after(outlook, deal)
            if not self.is_good_settlement(outlook, deal, before, after) or self.objection(
                outlook, seat, deal
            ):
                continue
            rank = (after, sum(deal.give) - sum(deal.get), -outlook.win_rolls(seat))
            if best is None or rank < best[0]:
                best = rank, seat, deal
        if best is None:
            return Choice(CatanMove.make(c.CANCEL), "no answer is better than to do without")
        _, seat, deal = best
        verb = c.CONFIRM if situation.accepts(seat) else c.TAKE_COUNTER
        reason = deal_reason(outlook, deal)
        accepted = [s for s in range(situation.players) if situation.accepts(s)]
        nearer = [s for s in accepted if outlook.win_rolls(s) < outlook.win_rolls(seat)]
        if verb == c.CONFIRM and len(accepted) > 1 and len(nearer) == len(accepted) - 1:
            reason += f", and of seats {listed(accepted)} seat {seat} is farthest from winning"
        return Choice(CatanMove.make(verb, seat), reason, self.data(outlook, deal))

    def is_good_settlement(self, outlook: Outlook, deal: Deal, before: int, after: int) -> bool:
        """Return whether to take an acceptance or a counter-offer, from the rolls before and after it."""
        return after < before

    def judge(
        self, view: CatanView, situation: Situation, forecasts: SeatForecasts, seat: int, deal: Deal
    ) -> Verdict:
        """Take a proposal as a counter-offer is taken: if it brings the aim nearer, without objection."""
        if not covers(situation.hand, deal.give):
            return Verdict(False, f"I do not have {cards_text(deal.give)}")
        outlook = Outlook(view, situation, forecasts)
        if outlook.aim(outlook.me) is None:
            return Verdict(False, "I have nothing to build")
        before, after = outlook.rolls(outlook.me, situation.hand), _after(outlook, deal)
        data = self.data(outlook, deal)
        if not self.is_good_settlement(outlook, deal, before, after):
            return Verdict(False, f"it does not bring me nearer to {aim_text(outlook)}", data)
        objection = self.objection(outlook, seat, deal)
        return (
            Verdict(False, objection, data)
            if objection
            else Verdict(True, deal_reason(outlook, deal), data)
        )


def _others(outlook: Outlook) -> list[int]:
    return [seat for seat in range(outlook.situation.players) if seat != outlook.me]


def _after(outlook: Outlook, deal: Deal) -> int:
    return outlook.rolls(outlook.me, exchanged(outlook.situation.hand, deal.get, deal.give))

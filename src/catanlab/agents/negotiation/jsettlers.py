"""The negotiator of JSettlers (SOCRobotNegotiator), as its robots trade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from catanlab.agents.base.aim import COSTS
from catanlab.agents.base.card_counts import covers
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.replay import observers
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.batna import Batna, Counters, MostOffers, Threshold
from catanlab.agents.negotiation.jsettlers_offers import Needs
from catanlab.agents.negotiation.opponent_plans import OpponentPlans, are_racing
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.agents.negotiation.seller_beliefs import SellerBeliefs
from catanlab.agents.negotiation.wording import aim_text, deal_reason, offer_reason
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, cards_text
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.view import CatanView

_WAITING = (c.OFFER, c.BANK_TRADE, c.END_TURN)
"""Moves before which the negotiator was asked for an offer."""
_BARGAINING = (c.OFFER, c.BANK_TRADE)
"""Before the first of these no decision was made that matters later."""
_THINKING = (*_WAITING, c.ACCEPT, c.REJECT, c.COUNTER, c.CONFIRM, c.TAKE_COUNTER, c.CANCEL)
MAX_STEPS = 3
"""The most cards not needed that a counter-offer asks for."""


class JSettlers(Batna):
    """Asks for the hardest card that somebody sells, and gives what it does not need first.

    It considers the first piece of an aim. A seat that was known to hold a card sells it, until it asks
    for one or refuses to give it; a deal is good for a seat if it brings its piece nearer. After a trade
    with the bank there are no more offers in the turn. Raises ArgumentError for an option that is not
    allowed.
    """

    seller_beliefs: SellerBeliefs
    opponent_plans: OpponentPlans
    name = "jsettlers"
    summary = "JSettlers: asks for the hardest card that somebody sells, gives what it does not need"

    def __init__(
        self,
        *,
        threshold: Threshold = 25,
        counters: Counters = True,
        most_offers: MostOffers = 9,
        untested: Annotated[bool, "offer one card of a kind not needed without estimating its gain"] = True,
        to_sellers: Annotated[bool, "offer to all sellers if one of them would accept"] = True,
        reject_at_threshold: Annotated[bool, "reject offers of a seat at the threshold itself too"] = True,
        bank_step: Annotated[bool, "ask for cards not needed that make a bank trade possible"] = True,
    ) -> None:
        super().__init__(threshold=threshold, counters=counters, most_offers=most_offers)
        self.untested = untested
        self.to_sellers = to_sellers
        self.reject_at_threshold = reject_at_threshold
        self.bank_step = bank_step

    def start(self, rules: Rules, seat: int) -> None:
        """Sit down at a new game."""
        super().start(rules, seat)
        self.seller_beliefs = SellerBeliefs()
        self.opponent_plans = OpponentPlans()
        self._is_up_to_date = False

    def _outlook(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Outlook:
        if not self._is_up_to_date:
            self._is_up_to_date = True
            self._catch_up(view, situation, forecasts)
        outlook = Outlook(view, situation, forecasts)
        self.seller_beliefs.read(view)
        self.opponent_plans.begin(outlook, self.seller_beliefs.turn)
        return outlook

    def _catch_up(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> None:
        """Repeat the earlier decisions of a seat that is taken over: not all of the state is in the log."""
        if not any(move.kind in _BARGAINING for move in view.log):
            return
        for move, observer in zip(view.log, observers(view), strict=False):
            kind = move.kind
            if kind in _THINKING and (seen := observer.view()).mover(move) == view.seat:
                seen = seen.as_decider()
                then = Situation(seen, situation.board_values)
                if then.phase == c.MAIN and kind in _WAITING:
                    self.offer(seen, then, forecasts)
                elif then.phase == c.ANSWERING:
                    self.answer(seen, then, forecasts)
                elif then.phase == c.CHOOSING:
                    self.settle(seen, then, forecasts)

    # Offers.

    def offer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice | None:
        """Return the first offer that one of its addressees should accept."""
        if not self._may_offer(situation):
            return None
        outlook = self._outlook(view, situation, forecasts)
        if self.seller_beliefs.is_closed:
            return None
        needs = self._needs(outlook)
        if needs is None:
            return None
        others = [seat for seat in range(situation.players) if seat != outlook.me]

        def is_sold(resource: int) -> bool:
            return any(self.seller_beliefs.is_selling(seat, resource) for seat in others)

        def may_step(place: int) -> bool:
            # A slip of the robot: it looks whether what it needs is sold, not what it would ask for.
            needed = needs.needed_at(place)
            return self.bank_step and needed is not None and is_sold(needed)

        for deal, resource in needs.proposals(is_sold, may_step, untested=self.untested):
            seats = self._addressees(outlook, deal, resource, others)
            if seats:
                data = self.data(outlook, deal)
                data["addressees"] = list(seats)
                return Choice(CatanMove.offer(*deal, to=seats), offer_reason(outlook, deal, seats), data)
        self.seller_beliefs.forget_offered()
        return None

    def _needs(self, outlook: Outlook) -> Needs | None:
        """Return this seat's cards and needs; None if it has no aim, or all the cards for it."""
        me, situation = outlook.me, outlook.situation
        aim = self.opponent_plans.aim(outlook, me)
        if aim is None:
            return None
        need = COSTS[aim.first.kind]
        if covers(situation.hand, need):
            return None

        def rolls(hand: Counts) -> int:
            return outlook.forecasts.estimates.rolls(me, need, hand)

        return Needs(need, situation.hand, outlook.ease(me), situation.ratios, rolls)

    def _addressees(self, outlook: Outlook, deal: Deal, resource: int, seats: Sequence[int]) -> list[int]:
        """Return the seats that sell and are not about to win, if one of them would accept."""
        if self.seller_beliefs.was_made(deal):
            return []
        sellers = [
            seat
            for seat in seats
            if self.seller_beliefs.is_selling(seat, resource)
            and outlook.situation.hand_sizes[seat] >= sum(deal.get)
            and self.opponent_plans.win_rolls(outlook, seat) >= self.threshold
        ]
        # The robot stops at the first that would: it does not estimate what the others aim at.
        takers = (seat for seat in sellers if self._likes(outlook, outlook.me, seat, deal.reversed))
        if self.to_sellers:
            return sellers if next(takers, None) is not None else []
        return list(takers)

    # Answers.

    def considers(self, outlook: Outlook, sender: int, receiver: int, deal: Deal) -> int:
        """Return how a seat should answer a deal, given from its side: accept, reject or counter."""
        hand = outlook.hand(receiver)
        is_sure = receiver == outlook.me or sum(hand) >= outlook.situation.hand_sizes[receiver]
        if is_sure and not covers(hand, deal.give):
            return c.REJECT
        aim = self.opponent_plans.aim(outlook, receiver)
        theirs = None if aim is None else self.opponent_plans.aim(outlook, sender)
        if aim is None or theirs is None:
            return c.REJECT
        rolls = self.opponent_plans.win_rolls(outlook, sender)
        if rolls < self.threshold or (self.reject_at_threshold and rolls == self.threshold):
            return c.REJECT
        if are_racing(outlook.roads(receiver), aim.first, theirs.first):
            return c.REJECT
        need = COSTS[aim.first.kind]
        left = [max(0, held - out) for held, out in zip(hand, deal.give, strict=True)]
        wood, clay, sheep, wheat, ore = (have + got for have, got in zip(left, deal.get, strict=True))
        before = outlook.forecasts.estimates.rolls(receiver, need, hand)
        after = outlook.forecasts.estimates.rolls(receiver, need, (wood, clay, sheep, wheat, ore))
        return c.ACCEPT if after < before else c.COUNTER

    def _likes(self, outlook: Outlook, sender: int, receiver: int, deal: Deal) -> bool:
        return self.considers(outlook, sender, receiver, deal) == c.ACCEPT

    def answer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Accept a deal that brings the piece nearer, counter one that could, and reject the rest."""
        assert situation.offer is not None
        deal = situation.offer.reversed
        if not covers(situation.hand, deal.give):
            return Choice(CatanMove.make(c.REJECT), f"I do not have {cards_text(deal.give)}")
        outlook = self._outlook(view, situation, forecasts)
        verdict = self.considers(outlook, situation.on_turn, outlook.me, deal)
        if verdict == c.ACCEPT:
            self.opponent_plans.forget(outlook.me)
            return Choice(CatanMove.make(c.ACCEPT), deal_reason(outlook, deal), self.data(outlook, deal))
        if verdict == c.COUNTER:
            counter = self._robot_counter(view, outlook, deal)
            if counter is not None:
                return counter
            reason = f"it does not bring me nearer to {aim_text(outlook)}"
            return Choice(CatanMove.make(c.REJECT), reason, self.data(outlook, deal))
        return Choice(CatanMove.make(c.REJECT), self._objection(outlook, situation.on_turn))

    def _objection(self, outlook: Outlook, sender: int) -> str:
        """Return the reason not to deal with a seat."""
        if outlook.aim(outlook.me) is None:
            return "I have nothing to build"
        rolls = self.opponent_plans.win_rolls(outlook, sender)
        if rolls <= self.threshold:
            return f"seat {sender} could win in {rolls} rolls: no trade"
        return f"seat {sender} seems to want what I want: no trade"

    def _robot_counter(self, view: CatanView, outlook: Outlook, deal: Deal) -> Choice | None:
        """Return a counter-offer for cards that were offered, or None."""
        if not self.counters or not outlook.situation.rules.counter_offers:
            return None
        for counter in self._counters_to(outlook, deal, [outlook.situation.on_turn]):
            if view.is_legal(CatanMove.counter(*counter)):
                reason = f"rather {counter.text}: it brings me nearer to {aim_text(outlook)}"
                return Choice(CatanMove.counter(*counter), reason, self.data(outlook, counter))
        return None

    def _counters_to(self, outlook: Outlook, deal: Deal, seats: Sequence[int]) -> Iterator[Deal]:
        """Yield the counter-offers to a deal that one of these seats should accept."""
        needs = self._needs(outlook)
        if needs is None:
            return

        def may_step(place: int) -> bool:
            return self.bank_step and bool(deal.get[needs.unneeded_at(place)])

        for counter, resource in needs.proposals(
            lambda r: bool(deal.get[r]), may_step, untested=self.untested, most=MAX_STEPS
        ):
            if counter != deal and self._addressees(outlook, counter, resource, seats):
                yield counter

    # Settlements.

    def settle(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Trade with the first seat that accepted, or take the first counter-offer that is good.

        The robot counters a counter-offer; if it cannot, it makes no more offers in the turn.
        """
        outlook = self._outlook(view, situation, forecasts)
        offer = situation.offer
        assert offer is not None
        seats = [(situation.me + step) % situation.players for step in range(1, situation.players)]
        for seat in seats:
            if situation.accepts(seat) and covers(situation.hand, offer.give):
                return Choice(
                    CatanMove.make(c.CONFIRM, seat), deal_reason(outlook, offer), self.data(outlook, offer)
                )
        for seat in seats:
            deal = situation.counter_of(seat)
            if deal is not None:
                verdict = self.considers(outlook, seat, outlook.me, deal)
                if verdict == c.ACCEPT:
                    return Choice(
                        CatanMove.make(c.TAKE_COUNTER, seat),
                        deal_reason(outlook, deal),
                        self.data(outlook, deal),
                    )
                if verdict == c.COUNTER and not any(self._counters_to(outlook, deal, seats)):
                    self.seller_beliefs.is_closed = True
        return Choice(CatanMove.make(c.CANCEL), "no answer is better than to do without")

    def judge(
        self, view: CatanView, situation: Situation, forecasts: SeatForecasts, seat: int, deal: Deal
    ) -> Verdict:
        """Take a proposal as the robot takes a counter-offer.

        The robot has no proposals, so what it remembers of the others' plans stays as it was.
        """
        if not covers(situation.hand, deal.give):
            return Verdict(False, f"I do not have {cards_text(deal.give)}")
        outlook = self._outlook(view, situation, forecasts)
        remembered, self.opponent_plans = self.opponent_plans, self.opponent_plans.copy()
        try:
            verdict = self.considers(outlook, seat, outlook.me, deal)
            if verdict == c.ACCEPT:
                return Verdict(True, deal_reason(outlook, deal), self.data(outlook, deal))
            if verdict == c.REJECT:
                return Verdict(False, self._objection(outlook, seat))
            return Verdict(False, f"it does not bring me nearer to {aim_text(outlook)}")
        finally:
            self.opponent_plans = remembered

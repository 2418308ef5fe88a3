"""The haggling negotiator: asks for as much as a model of the partner says that it would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from catanlab.agents.base.appraiser import HandValue
from catanlab.agents.base.card_counts import covers, exchanged
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.replay import observers
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.appraisal import by_aim
from catanlab.agents.negotiation.asks import Ask, bundles, grow
from catanlab.agents.negotiation.counters import have_in_common
from catanlab.agents.negotiation.haggle_memory import HaggleMemory
from catanlab.agents.negotiation.models.learned import Learned
from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.agents.negotiation.models.registry import MODELS, make_model
from catanlab.agents.negotiation.negotiator import Negotiator
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.framework.arguments import real_number, whole_number
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, cards_text
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.view import CatanView

NEAR_WIN = 3
"""No deals with a seat that lacks fewer points than this to win."""
FAR_AHEAD = 2
"""A seat with more points than this beyond the own ones must give more cards than it gets."""

Model = Annotated[
    Literal["any", "batna", "greedy", "jsettlers", "learned"], "how others are taken to answer"
]
LeastChance = Annotated[float, "make no offer that is less likely to be accepted"]
LeastGain = Annotated[float, "the least gain of a deal, as a part of the value of the present hand"]
MostOffers = Annotated[int, "offers to make in a turn at most, where the rules allow as many"]
Patience = Annotated[int, "refused offers in a turn after which it makes no more"]
Counters = Annotated[bool, "answer with counter-offers where they promise more"]


class Haggle(Negotiator):
    """Grows the ask of each offer card by card, while the partner is likely to accept and the hand gains.

    The partner's answer comes from an acceptance model. It asks no seat for cards that it cannot hold,
    repeats nothing that a seat refused within a round, or what is worse for it, and makes no deals with a
    seat that is about to win. Raises ArgumentError for an option that is not allowed.
    """

    name = "haggle"
    summary = "asks for as much as its model of the partner would give"
    memory: HaggleMemory
    acceptance: AcceptanceModel

    def __init__(
        self,
        *,
        model: Model = "learned",
        least_chance: LeastChance = 0.5,
        least_gain: LeastGain = 0.03,
        most_offers: MostOffers = 3,
        patience: Patience = 3,
        counters: Counters = True,
    ) -> None:
        self.model = MODELS.find(model).name
        self.least_chance = real_number("least_chance", least_chance, 0, 1)
        self.least_gain = real_number("least_gain", least_gain, 0, 100)
        self.most_offers = whole_number("most_offers", most_offers, 0, 100)
        self.patience = whole_number("patience", patience, 1, 100)
        self.counters = counters

    def start(self, rules: Rules, seat: int) -> None:
        """Sit down at a new game."""
        super().start(rules, seat)
        self.acceptance = make_model(self.model)
        self._opinions: dict[int, dict[int, list[float]]] = {}
        self._is_up_to_date = False

    def new_memory(self, rules: Rules, seat: int) -> HaggleMemory:
        """Return a memory with nothing in it."""
        return HaggleMemory(rules, seat)

    # Offers.

    def offer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice | None:
        """Return the offer with the highest gain to be expected, or None."""
        if not situation.may_offer or situation.offers_made >= self.most_offers or not situation.hand_size:
            return None
        self._read(view)
        if self.memory.refused_offers >= self.patience:
            return None
        value = self._value(view, situation, forecasts)
        best: Ask | None = None
        for seat in _others(situation):
            for ask in self._asks(view, situation, value, seat):
                if best is None or ask.expected > best.expected:
                    best = ask
        if best is None:
            return None
        return self._offered(view, situation, best)

    def _asks(
        self, view: CatanView, situation: Situation, value: HandValue, seat: int, offer: Deal | None = None
    ) -> Iterator[Ask]:
        """Yield the deals with a seat that are good enough; with an offer, those in common with it."""

        def chance(deal: Deal) -> float:
            if self.memory.has_refused(seat, deal):
                return 0.0
            likely = self.acceptance.would_accept(view, seat, deal.reversed)
            return likely if likely >= self.least_chance else 0.0

        if not situation.hand_sizes[seat] or _is_near_winning(situation, seat):
            return
        for give in bundles(situation.hand):
            for ask in grow(give, situation.possible[seat], situation.hand, value, chance):
                if ask.gain < self.least_gain or objection(situation, seat, ask.deal):
                    continue
                if offer is None or have_in_common(ask.deal, offer):
                    yield ask

    def _offered(self, view: CatanView, situation: Situation, ask: Ask) -> Choice:
        """Return the offer of a deal to all seats that are likely to take it."""
        deal = ask.deal
        seats = [seat for seat in _others(situation) if self._is_addressee(view, situation, seat, deal)]
        if isinstance(self.acceptance, Learned):
            self._opinions[len(view.log)] = {
                seat: self.acceptance.predict(view, seat, deal.reversed) for seat in seats
            }
        chances = {seat: self.acceptance.would_accept(view, seat, deal.reversed) for seat in seats}
        likely = max(seats, key=lambda seat: chances[seat])
        reason = f"seat {likely} should take it, and {_exchange(deal)} helps me"
        data = {
            **self._data(ask),
            "addressees": seats,
            "chances": {str(seat): round(chance, 3) for seat, chance in chances.items()},
        }
        return Choice(CatanMove.offer(*deal, to=seats), reason, data)

    def _is_addressee(self, view: CatanView, situation: Situation, seat: int, deal: Deal) -> bool:
        return (
            not self.memory.has_refused(seat, deal)
            and objection(situation, seat, deal) is None
            and self.acceptance.would_accept(view, seat, deal.reversed) >= self.least_chance
        )

    def _data(self, ask: Ask) -> dict[str, Any]:
        return {"model": self.model, "gain": round(ask.gain, 3), "chance": round(ask.chance, 3)}

    # Answers.

    def answer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Accept what helps, unless a counter-offer promises more; reject the rest."""
        offer, sender = situation.offer, situation.on_turn
        assert offer is not None
        deal = offer.reversed
        self._read(view)
        value = self._value(view, situation, forecasts)
        verdict = self._verdict(situation, value, sender, deal)
        gain = self._gain(situation, value, deal) if verdict.takes else 0.0
        counter = self._counter(view, situation, value, offer, gain)
        if counter is not None:
            return counter
        return Choice(CatanMove.make(c.ACCEPT if verdict.takes else c.REJECT), verdict.reason, verdict.data)

    def _counter(
        self, view: CatanView, situation: Situation, value: HandValue, offer: Deal, gain: float
    ) -> Choice | None:
        """Return the counter-offer that promises most, if that is more than the gain of accepting."""
        if not self.counters or not situation.rules.counter_offers or not situation.hand_size:
            return None
        asks = self._asks(view, situation, value, situation.on_turn, offer)
        others = (ask for ask in asks if ask.deal != offer.reversed)
        best = max(others, key=lambda ask: ask.expected, default=None)
        if best is None or best.expected <= gain:
            return None
        move = CatanMove.counter(*best.deal)
        if not view.is_legal(move):
            return None
        reason = f"rather {best.deal.text}, which should be taken and helps me more"
        return Choice(move, reason, self._data(best))

    # Settlements.

    def settle(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Take the answer that gains most; of equals, that of the seat with the fewest points."""
        self._read(view)
        value = self._value(view, situation, forecasts)
        best: tuple[tuple[float, int], int, Verdict] | None = None
        for seat in _others(situation):
            deal = situation.offer if situation.accepts(seat) else situation.counter_of(seat)
            if deal is None:
                continue
            verdict = self._verdict(situation, value, seat, deal)
            if not verdict.takes:  # a counter-offer may ask for cards that I do not have
                continue
            rank = (self._gain(situation, value, deal), -situation.public_points[seat])
            if best is None or rank > best[0]:
                best = rank, seat, verdict
        if best is None:
            return Choice(CatanMove.make(c.CANCEL), "no answer is good enough")
        _, seat, verdict = best
        verb = c.CONFIRM if situation.accepts(seat) else c.TAKE_COUNTER
        return Choice(CatanMove.make(verb, seat), verdict.reason, verdict.data)

    def judge(
        self, view: CatanView, situation: Situation, forecasts: SeatForecasts, seat: int, deal: Deal
    ) -> Verdict:
        """Take a proposal that helps, of a seat that it does not help to win."""
        return self._verdict(situation, self._value(view, situation, forecasts), seat, deal)

    def _verdict(self, situation: Situation, value: HandValue, seat: int, deal: Deal) -> Verdict:
        """Return whether to take a deal, given from the own side, with a seat."""
        if not covers(situation.hand, deal.give):
            return Verdict(False, f"I do not have {cards_text(deal.give)}")
        against = objection(situation, seat, deal)
        if against:
            return Verdict(False, against)
        gain = self._gain(situation, value, deal)
        data = {"gain": round(gain, 3)}
        if gain >= self.least_gain:
            return Verdict(True, f"{_exchange(deal)} helps me", data)
        return Verdict(False, f"{_exchange(deal)} does not help me enough", data)

    def _gain(self, situation: Situation, value: HandValue, deal: Deal) -> float:
        return value(exchanged(situation.hand, deal.get, deal.give)) - 1.0

    # What the decisions share.

    def _value(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> HandValue:
        if self.appraiser is not None:
            return self.appraiser.appraise(view, situation)
        return by_aim(Outlook(view, situation, forecasts))

    def _read(self, view: CatanView) -> None:
        """Read the moves since the last decision, and learn from the answers to own offers."""
        if not self._is_up_to_date:
            self._is_up_to_date = True
            self._catch_up(view)
        self.memory.read(view.log)
        heard, self.memory.heard = self.memory.heard, []
        if isinstance(self.acceptance, Learned):
            for answer in heard:
                opinions = self._opinions.get(answer.ply, {}).get(answer.seat)
                if opinions is not None:
                    self.acceptance.learn(answer.seat, opinions, answer.accepted)

    def _catch_up(self, view: CatanView) -> None:
        """Form the opinions about earlier offers of a seat that is taken over in the middle of a game."""
        if not isinstance(self.acceptance, Learned) or not any(move.kind == c.OFFER for move in view.log):
            return
        for place, (move, observer) in enumerate(zip(view.log, observers(view), strict=False)):
            if move.kind == c.OFFER and (seen := observer.view()).position.on_turn == view.seat:
                assert move.deal is not None
                self._opinions[place] = {
                    seat: self.acceptance.predict(seen, seat, move.deal.reversed)
                    for seat in move.addressees
                }


def objection(situation: Situation, seat: int, deal: Deal) -> str | None:
    """Return the reason not to make a deal, given from the own side, with a seat; None if there is none."""
    if _is_near_winning(situation, seat):
        return f"seat {seat} is too near to winning"
    ahead = situation.public_points[seat] - situation.points
    if ahead > FAR_AHEAD and sum(deal.get) <= sum(deal.give):
        return f"seat {seat} leads, and the deal would help it"
    return None


def _exchange(deal: Deal) -> str:
    return f"{cards_text(deal.get)} for {cards_text(deal.give)}"


def _is_near_winning(situation: Situation, seat: int) -> bool:
    return situation.target - situation.public_points[seat] < NEAR_WIN


def _others(situation: Situation) -> Sequence[int]:
    return [seat for seat in range(situation.players) if seat != situation.me]

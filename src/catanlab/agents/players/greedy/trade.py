"""Trades of the greedy agent: with the bank, and with players who are not about to win."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from catanlab.agents.base.appraiser import HandValue, spare_worth
from catanlab.agents.base.card_counts import covers, exchanged, one
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.quick_build_time import shortage, spare, trades_possible
from catanlab.agents.players.greedy.goals import Goal, rate_goals
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Counts, Deal

GAIN = 1.03
"""The least factor by which a trade with a player must improve the best goal."""
GOALS_WEIGHED = 6
"""How many of the best goals are looked at for other hands: a deal rarely makes another one the best."""
NEAR_WIN = 3
"""No trade with a player who lacks fewer points than this to win."""


def bank_trade(situation: Situation, goal: Goal, *, in_any_case: bool = False) -> Choice | None:
    """Return a trade with the bank if the goal can then be paid, or `in_any_case` if it comes nearer."""
    short, left = shortage(goal.need, situation.hand), spare(goal.need, situation.hand)
    if not any(short) or (trades_possible(left, situation.ratios) < sum(short) and not in_any_case):
        return None
    gives = [r for r in range(5) if left[r] >= situation.ratios[r]]
    gets = [r for r in range(5) if short[r] and situation.bank[r]]
    if not gives or not gets:
        return None
    give = max(gives, key=lambda r: (left[r] / situation.ratios[r], situation.rates[r]))
    get = min(gets, key=lambda r: situation.rates[r])
    move = CatanMove.bank(one(give, situation.ratios[give]), one(get))
    reason = f"the {c.RESOURCES[get]} is for {goal.text}, and the {c.RESOURCES[give]} is left over"
    return Choice(move, reason)


def offer(situation: Situation, chosen: Sequence[Goal], refused: Collection[Deal]) -> Choice | None:
    """Return an offer of spare cards for a card that the best goal needs, unless it was refused."""
    goal = chosen[0]
    short, left = shortage(goal.need, situation.hand), spare(goal.need, situation.hand)
    for get in sorted((r for r in range(5) if short[r]), key=lambda r: situation.rates[r]):
        seats = [s for s in range(situation.players) if is_fit(situation, s) and situation.may_hold(s, get)]
        for give in sorted((r for r in range(5) if left[r]), key=lambda r: -left[r]):
            for count in range(1, min(2, left[give], situation.ratios[give] - 1) + 1):
                deal = Deal(one(give, count), one(get))
                if deal in refused or not _is_tempting(situation, seats, give, count, get):
                    continue
                # What I would not confirm in the end, I do not offer.
                if gain_by(situation, chosen, deal.get, deal.give) >= GAIN:
                    move = CatanMove.offer(*deal, to=seats)
                    return Choice(move, f"the {c.RESOURCES[get]} is for {goal.text}")
    return None


def _is_tempting(situation: Situation, seats: Sequence[int], give: int, count: int, get: int) -> bool:
    """Return whether the deal gives one of the seats more cards than it takes, or a rarer one."""
    for seat in seats:
        rates = situation.rates_of(seat)
        if count > 1 or (rates[get] > rates[give] and not situation.must_hold(seat, give)):
            return True
    return False


def answer(situation: Situation, chosen: Sequence[Goal]) -> Choice:
    """Accept the open offer if it helps me and its maker is not about to win; otherwise reject it."""
    assert situation.offer is not None
    given, asked = situation.offer
    reject = CatanMove.make(c.REJECT)
    if not is_fit(situation, situation.on_turn):
        return Choice(reject, f"seat {situation.on_turn} is too near to winning")
    if not covers(situation.hand, asked):
        return Choice(reject, "I do not have what is asked for")
    gain = gain_by(situation, chosen, given, asked)
    if gain >= GAIN:
        return Choice(CatanMove.make(c.ACCEPT), f"it brings {chosen[0].text} nearer")
    return Choice(reject, "it does not bring my next build nearer")


def settle(situation: Situation, chosen: Sequence[Goal]) -> Choice:
    """Take the best answer to my offer; of equals, that of the seat with the fewest points."""
    best: tuple[float, int] = (GAIN, 0)
    choice = Choice(CatanMove.make(c.CANCEL), "no answer is good enough")
    for seat in range(situation.players):
        counter = situation.counter_of(seat)
        deal = situation.offer if situation.accepts(seat) else counter
        if deal is None or not is_fit(situation, seat):
            continue
        give, get = deal
        verb = c.CONFIRM
        if counter is not None:
            verb = c.TAKE_COUNTER
            if not covers(situation.hand, give):
                continue
        rank = (gain_by(situation, chosen, get, give), -situation.public_points[seat])
        if rank >= best:
            best = rank
            choice = Choice(CatanMove.make(verb, seat), f"it brings {chosen[0].text} nearer")
    return choice


def judge(situation: Situation, chosen: Sequence[Goal], seat: int, deal: Deal) -> Verdict:
    """Take a deal, given from the own side, if it helps me and its proposer is not about to win."""
    if not is_fit(situation, seat):
        return Verdict(False, f"seat {seat} is too near to winning")
    if not covers(situation.hand, deal.give):
        return Verdict(False, "I do not have what is asked for")
    if gain_by(situation, chosen, deal.get, deal.give) >= GAIN:
        return Verdict(True, f"it brings {chosen[0].text} nearer")
    return Verdict(False, "it does not bring my next build nearer")


def hand_value(situation: Situation, chosen: Sequence[Goal]) -> HandValue:
    """Return the value of hands as a part of that of the present one, by the best goals."""
    weighed = chosen[:GOALS_WEIGHED]
    before = rate_goals(weighed, situation, situation.hand)
    limit = situation.rules.hand_limit
    spare_now = spare_worth(situation.hand, limit)
    known: dict[Counts, float] = {}

    def value(hand: Counts) -> float:
        if hand not in known:
            goal = rate_goals(weighed, situation, hand) / before if before > 0 else 1.0
            known[hand] = goal + spare_worth(hand, limit) - spare_now
        return known[hand]

    return value


def is_fit(situation: Situation, seat: int) -> bool:
    """Return whether I trade with a seat: another one, that is not about to win or far ahead."""
    points = situation.public_points[seat]
    lacking = situation.target - points
    return seat != situation.me and lacking >= NEAR_WIN and points <= situation.points + 2


def gain_by(situation: Situation, chosen: Sequence[Goal], gets: Counts, gives: Counts) -> float:
    """Return the factor by which an exchange of cards improves my best goal."""
    hand = exchanged(situation.hand, gets, gives)
    before = rate_goals(chosen, situation, situation.hand)
    # A card more or less counts a little even if no goal asks for it.
    bonus = 0.02 * (sum(gets) - sum(gives))
    return rate_goals(chosen, situation, hand) / before + bonus if before > 0 else 0.0

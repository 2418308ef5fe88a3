"""The greedy agent: a move and the reason for it in every phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from catanlab.agents.base.appraiser import HandValue
from catanlab.agents.base.choice import Choice, PhaseAgent
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.quick_build_time import rolls_until, spare
from catanlab.agents.players.greedy.cards import card_to_play
from catanlab.agents.players.greedy.goals import ROAD, Goal, Survey, goals, survey
from catanlab.agents.players.greedy.memory import refused_offers
from catanlab.agents.players.greedy.opening import rate_road, rate_start
from catanlab.agents.players.greedy.robbery import rate_robbery, why_knight
from catanlab.agents.players.greedy.trade import answer, bank_trade, hand_value, judge, offer, settle
from catanlab.framework.game import Game
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.view.view import CatanView

NEAR_LIMIT = 3
"""A hand with more cards than the limit minus this is spent, because the next seven may take half of it."""

_BUILDS = {"city": c.CITY, "settlement": c.SETTLEMENT, "card": c.BUY_CARD}


class Greedy(PhaseAgent):
    """Pursues the build with the most value for the rolls it takes, and trades towards it.

    It considers one build at a time and ignores what the others will do. Ties are broken at random.
    """

    name = "greedy"

    def __init__(
        self, *, offers: Annotated[bool, "make offers to players where the rules have trade"] = True
    ) -> None:
        self.offers = offers
        self._goal: Goal | None = None

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Study the board; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        self._survey: tuple[object, Survey] | None = None

    def decide(self, view: CatanView, situation: Situation) -> Choice:
        """Return the choice for the phase, with the goal behind it."""
        self._goal = None
        choice = super().decide(view, situation)
        return choice._replace(data=self._goal_data())

    def _goal_data(self) -> dict[str, object]:
        goal = self._goal
        if goal is None:
            return {}
        return {"goal": goal.text, "rolls": round(goal.rolls, 1), "value": round(goal.value, 3)}

    # A decision for each phase: the move, and the reason as a sentence without its full stop.

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        move = self.best(view.legal_moves, lambda move: rate_start(situation, move.argument))
        return Choice(move, "of the open nodes it adds most to my production")

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        move = self.best(view.legal_moves, lambda move: rate_road(situation, move.argument))
        return Choice(move, "it leads towards the best spot for a later settlement")

    def begin(self, view: CatanView, situation: Situation) -> Choice:
        return self._knight(view, situation) or Choice(
            CatanMove.make(c.ROLL), "the turn begins with the dice"
        )

    def act(self, view: CatanView, situation: Situation) -> Choice:
        chosen = self._goals(view, situation)
        return (
            self._knight(view, situation)
            or card_to_play(situation, chosen)
            or self._pursue(view, situation, chosen)
            or Choice(
                CatanMove.make(c.END_TURN),
                f"I wait for {chosen[0].text}" if chosen else "nothing is left to build",
            )
        )

    def discard(self, view: CatanView, situation: Situation) -> Choice:
        chosen = self._goals(view, situation)
        left = spare(chosen[0].need if chosen else (0,) * 5, situation.hand)
        held = [r for r in range(5) if situation.hand[r]]
        card = max(held, key=lambda r: (left[r] > 0, left[r] / situation.ratios[r], situation.rates[r]))
        return Choice(CatanMove.make(c.DISCARD, card), f"{c.RESOURCES[card]} is what I need least")

    def rob(self, view: CatanView, situation: Situation) -> Choice:
        move = self.best(view.legal_moves, lambda move: rate_robbery(situation, move))
        return Choice(move, "there it costs the strongest players most")

    def lay_free_road(self, view: CatanView, situation: Situation) -> Choice:
        for goal in self._goals(view, situation):
            if goal.roads:
                return Choice(CatanMove.make(c.ROAD, goal.roads[0]), f"it leads to {goal.text}")
        roads = [move for move in view.legal_moves if move.kind == c.ROAD]
        move = self.best(roads, lambda move: rate_road(situation, move.argument))
        return Choice(move, "it keeps a way open")

    def answer(self, view: CatanView, situation: Situation) -> Choice:
        return answer(situation, self._goals(view, situation))

    def settle(self, view: CatanView, situation: Situation) -> Choice:
        return settle(situation, self._goals(view, situation))

    def judge(self, view: CatanView, situation: Situation, seat: int, deal: Deal) -> Verdict:
        return judge(situation, self._goals(view, situation), seat, deal)

    # What the decisions share.

    def make_offer(self, view: CatanView, situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
        """Return an offer towards the best goal, or None."""
        return offer(situation, chosen, refused_offers(view.log, situation))

    def appraise(self, view: CatanView, situation: Situation) -> HandValue:
        """Return the value of hands, by the best goal that they bring near."""
        return hand_value(situation, self._goals(view, situation))

    def rank(self, situation: Situation, found: list[Goal]) -> list[Goal]:
        """Return the goals in the order in which to pursue them; they come by value, the best first."""
        return found

    def _goals(self, view: CatanView, situation: Situation) -> list[Goal]:
        """Return what could be built, the best first."""
        pieces = (situation.roads, situation.occupied_edges, situation.settlements, situation.cities)
        if self._survey is None or self._survey[0] != pieces:
            self._survey = pieces, survey(view, situation)
        chosen = self.rank(situation, goals(situation, self._survey[1]))
        self._goal = chosen[0] if chosen else None
        return chosen

    def _knight(self, view: CatanView, situation: Situation) -> Choice | None:
        move = CatanMove.make(c.PLAY_KNIGHT)
        if not situation.playable[c.KNIGHT] or not view.is_legal(move):
            return None
        reason = why_knight(situation)
        return Choice(move, reason) if reason else None

    def _pursue(self, view: CatanView, situation: Situation, chosen: Sequence[Goal]) -> Choice | None:
        """Build or trade towards the best goal, or build something that does not delay it."""
        if not chosen:
            return None
        best = chosen[0]
        choice = _step(situation, best) or bank_trade(situation, best)
        if choice:
            return choice
        if self.offers and situation.may_offer:
            choice = self.make_offer(view, situation, chosen)
            if choice:
                return choice
        crowded = situation.hand_size > situation.rules.hand_limit - NEAR_LIMIT
        for goal in chosen[1:]:
            choice = _step(situation, goal)
            if choice and (crowded or not _delays(situation, goal, best)):
                return choice
        return bank_trade(situation, best, in_any_case=True) if crowded else None


def _step(situation: Situation, goal: Goal) -> Choice | None:
    """Return the next piece of a goal if it can be paid."""
    if goal.roads:
        move = CatanMove.make(c.ROAD, goal.roads[0])
        return Choice(move, f"it leads to {goal.text}") if _pays(situation, ROAD) else None
    if not _pays(situation, goal.need):
        return None
    move = CatanMove.make(_BUILDS[goal.kind], max(goal.node, 0))
    return Choice(move, _GAINS[goal.kind])


def _pays(situation: Situation, cost: Sequence[int]) -> bool:
    return all(held >= price for held, price in zip(situation.hand, cost, strict=True))


def _delays(situation: Situation, goal: Goal, best: Goal) -> bool:
    """Return whether building towards a goal puts off the best one."""
    cost = ROAD if goal.roads else goal.need
    hand = [held - price for held, price in zip(situation.hand, cost, strict=True)]
    return rolls_until(best.need, hand, situation.rates, situation.ratios) > best.rolls + 0.5


_GAINS = {
    "city": "it scores a point and doubles what comes in there",
    "settlement": "it scores a point and brings in more",
    "card": "it may bring a point or a knight",
}

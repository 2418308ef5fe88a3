"""The agent that searches its turn and the next roll, and haggles by what a hand makes of its turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from catanlab.agents.base.appraiser import CARD_WORTH, HandValue, spare_worth
from catanlab.agents.base.choice import Choice, PhaseAgent
from catanlab.agents.base.proposal import Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.agents.negotiation.haggle import (
    Counters,
    Haggle,
    LeastChance,
    LeastGain,
    Model,
    MostOffers,
    Patience,
)
from catanlab.agents.players.beliefs import mean_hands, seat_chances
from catanlab.agents.players.setup_search import search_setup
from catanlab.agents.value.expectimax import Expectimax
from catanlab.agents.value.net import Net, shipped_net
from catanlab.framework.arguments import whole_number
from catanlab.framework.game import Game
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts, Deal
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Explanation

ALTERNATIVES_SHOWN = 4
"""How many other moves an explanation names."""
CARD_POINTS = 0.08
"""What a card is worth that no line needs yet."""
MAX_SETUP_WIDTH = 1000
"""More than the nodes or edges of any board."""
QUICK_WIDTH, QUICK_NODES = 4, 12
"""The limits of the search that appraises hands: there are hundreds of them in a decision on trade."""


class Weakness(NamedTuple):
    """How a level is weaker than the best."""

    noise: float
    """The spread of the error in what a move is worth, in points."""
    sight: int
    """The most actions that are followed from a position."""
    most_offers: int
    """The most offers in a turn."""


LEVELS = {
    1: Weakness(noise=1.2, sight=1, most_offers=1),
    2: Weakness(noise=0.6, sight=1, most_offers=1),
    3: Weakness(noise=0.3, sight=2, most_offers=2),
    4: Weakness(noise=0.1, sight=8, most_offers=2),
}
"""The levels below the best, 5: they see what moves are worth less exactly, and offer one card for one."""
BEST_LEVEL = 5

Level = Annotated[int, "strength from 1, weak in a human way, to 5, the best"]
Evaluation = Annotated[Literal["linear", "net"], "weights of features, or the chance to win by a net"]
Depth = Annotated[int, "1: to the end of the turn; 2: and the next roll of the dice"]
Width = Annotated[int, "how many actions are followed from a position; half as many after each"]
Nodes = Annotated[int, "positions of a turn from which actions are followed at most"]
SetupWidth = Annotated[
    int, "how many places of the set-up are followed to its end; 0: each is valued by itself"
]


class ExpectimaxAgent(PhaseAgent):
    """Makes the first move of the best line of its turn, with chance averaged, and haggles.

    It moves in a state sampled from the view, of which only what is public or its own is read; what others
    hold goes by its belief. Raises ArgumentError for an option that is not allowed.
    """

    name = "expectimax"

    def __init__(
        self,
        *,
        evaluation: Evaluation = "net",
        depth: Depth = 2,
        width: Width = 8,
        nodes: Nodes = 200,
        setup_width: SetupWidth = 0,
        model: Model = "learned",
        least_chance: LeastChance = 0.5,
        least_gain: LeastGain = 0.03,
        most_offers: MostOffers = 3,
        patience: Patience = 3,
        counters: Counters = True,
        level: Level = BEST_LEVEL,
    ) -> None:
        self.evaluation, self.depth, self.width, self.nodes = evaluation, depth, width, nodes
        self.setup_width = whole_number("setup_width", setup_width, 0, MAX_SETUP_WIDTH)
        self.model, self.least_chance, self.least_gain = model, least_chance, least_gain
        self.most_offers, self.patience, self.counters = most_offers, patience, counters
        self.level = whole_number("level", level, 1, BEST_LEVEL)
        self._weakness = LEVELS.get(level)
        self._make_policies()
        self.negotiator = Haggle(
            model=model,
            least_chance=least_chance,
            least_gain=least_gain,
            most_offers=min(most_offers, self._weakness.most_offers) if self._weakness else most_offers,
            patience=patience,
            counters=counters,
            fair=self._weakness is not None,
        )
        self.negotiator.appraiser = self
        self._forecasts = SeatForecasts(SoonestBuild())

    def _make_policies(self) -> None:
        weak = self._weakness
        self._policy = Expectimax(
            net=self._net(),
            depth=1 if weak else self.depth,
            width=min(self.width, weak.sight) if weak else self.width,
            nodes=self.nodes,
        )
        self._quick = Expectimax(net=self._net(), depth=1, width=QUICK_WIDTH, nodes=QUICK_NODES)

    def _net(self) -> Net | None:
        return shipped_net() if self.evaluation == "net" else None

    def __getstate__(self) -> dict[str, Any]:
        # The policies are native and have no memory: a restored agent makes new ones.
        return {name: value for name, value in self.__dict__.items() if name not in ("_policy", "_quick")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_policies()

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Study the board; raises AgentError unless the game is Catan."""
        super().start(game, seat, random)
        assert isinstance(game, Catan)
        self.negotiator.start(game.rules, seat)

    def explain(self) -> Explanation | None:
        """Return the reason for the last move, with the chances of all seats."""
        found = super().explain()
        if found is None or self._asked is None or isinstance(self._last, Verdict):
            return found
        chances = seat_chances(self._policy, self._asked)
        return Explanation(found.text, {**found.data, "chances": chances})

    # A decision for each phase.

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        """Return the best settlement of the set-up, by its evaluation or by a search of the set-up."""
        return self._set_up(view, "of the open nodes it promises most")

    def place_road(self, view: CatanView, situation: Situation) -> Choice:
        """Return the best road of the set-up, by its evaluation or by a search of the set-up."""
        return self._set_up(view, "it leads towards the best spot for a later settlement")

    def begin(self, view: CatanView, situation: Situation) -> Choice:
        """Roll, or play a knight that drives the robber away."""
        choice = self._by_policy(view, "the turn begins with the dice")
        if choice.move.kind == c.ROLL:
            return choice
        return Choice(choice.move, "the robber blocks one of my hexes")

    def discard(self, view: CatanView, situation: Situation) -> Choice:
        """Return the first card of the best discards."""
        return self._by_policy(view, "of all hands that I can keep the rest is the best")

    def rob(self, view: CatanView, situation: Situation) -> Choice:
        """Return the best place for the robber with the best victim."""
        return self._by_policy(view, "there the robber and the card are worth most to me")

    def lay_free_road(self, view: CatanView, situation: Situation) -> Choice:
        """Return the free road with the highest evaluation."""
        return self._by_policy(view, "it promises most of the free roads")

    def act(self, view: CatanView, situation: Situation) -> Choice:
        """Return an offer that promises more than the best line, else the first move of that line."""
        offer = self.negotiator.offer(view, situation, self._forecasts)
        if offer is not None:
            return offer
        rated, line, _ = self._policy.rate_actions(self._state(view))
        move, value = self._misjudged(rated)
        if move != line[0]:
            line = [move]
        others = [(other, worth) for other, worth in rated[1:] if other != move][:ALTERNATIVES_SHOWN]
        data: dict[str, Any] = {
            "line": [str(each) for each in line],
            "value": round(value, 3),
            "alternatives": {str(other): round(worth, 3) for other, worth in others},
        }
        points = [(other, self._policy.points(worth)) for other, worth in others]
        return Choice(move, _words(line, self._policy.points(value), points), data)

    def _set_up(self, view: CatanView, reason: str) -> Choice:
        """Return the best place; with `setup_width` at the best level, by a search of the set-up."""
        state = self._state(view)
        if self._weakness is not None or not self.setup_width:
            move, value = self._misjudged(self._policy.rate_moves(state))
            return Choice(move, reason, {"value": round(value, 3)})
        best, *others = search_setup(self._policy, state, self.setup_width)
        next_settlement = next((move for move in best.later if move.kind == c.SETTLEMENT), None)
        if next_settlement:
            reason = f"{reason}, with {next_settlement} to come"
        data: dict[str, Any] = {
            "value": round(best.value, 3),
            "later": [str(move) for move in best.later],
            "alternatives": {
                str(other.move): round(other.value, 3) for other in others[:ALTERNATIVES_SHOWN]
            },
        }
        return Choice(best.move, reason, data)

    def _misjudged(self, rated: Sequence[tuple[CatanMove, float]]) -> tuple[CatanMove, float]:
        """Return the best move, by values that are more or less wrong below the best level."""
        if self._weakness is None:
            return rated[0]
        seen = [self._policy.points(value) + self._weakness.noise * self._error() for _, value in rated]
        return rated[seen.index(max(seen))]

    def _error(self) -> float:
        """Return a random number with mean 0 and spread 1."""
        return 2.0 * (self.random.uniform() + self.random.uniform() + self.random.uniform() - 1.5)

    def _by_policy(self, view: CatanView, reason: str) -> Choice:
        state = self._state(view)
        move = CatanMove.of(self._policy.pick(state, self.random))
        return Choice(move, reason, {"value": round(self._policy.evaluate(state, view.seat), 3)})

    def _state(self, view: CatanView) -> CatanState:
        """Return a state for the policy, and let it know what others may hold if that matters."""
        playable = view.position.own.cards
        if view.position.phase == Phase.ROBBING or playable[c.KNIGHT] or playable[c.MONOPOLY]:
            self._policy.believe(mean_hands(view))
        else:
            self._policy.believe(None)
        return view.sample(Random(0, "search"))

    # Trade.

    def answer(self, view: CatanView, situation: Situation) -> Choice:
        """Answer an offer as the negotiator does."""
        return self.negotiator.answer(view, situation, self._forecasts)

    def settle(self, view: CatanView, situation: Situation) -> Choice:
        """Choose among the answers as the negotiator does."""
        return self.negotiator.settle(view, situation, self._forecasts)

    def judge(self, view: CatanView, situation: Situation, seat: int, deal: Deal) -> Verdict:
        """Judge a proposal as the negotiator does."""
        return self.negotiator.judge(view, situation, self._forecasts, seat, deal)

    def appraise(self, view: CatanView, situation: Situation) -> HandValue:
        """Return the value of hands in points: in the own turn by its best line, else by the evaluation."""
        state, seat = view.sample(Random(0, "search")), view.seat
        mine = situation.on_turn == seat and situation.rolled

        @cache
        def worth(hand: Counts) -> float:
            if mine:
                return self._quick.points(self._quick.evaluate_turn(state, seat, hand))
            return self._policy.points(self._policy.evaluate_hand(state, seat, hand))

        limit = situation.rules.hand_limit
        now = worth(situation.hand) + CARD_POINTS / CARD_WORTH * spare_worth(situation.hand, limit)
        return lambda hand: 1.0 + worth(hand) + CARD_POINTS / CARD_WORTH * spare_worth(hand, limit) - now


def _words(line: Sequence[CatanMove], value: float, others: Sequence[tuple[CatanMove, float]]) -> str:
    """Return the line and the best alternative as a sentence without its full stop; values are points."""
    if line[0].kind == c.END_TURN:
        text = "nothing promises more than to end the turn"
    elif len(line) == 1:
        text = "it promises most"
    else:
        text = f"I expect {', then '.join(str(move) for move in line)}"
    if not others:
        return text
    other, worth = max(others, key=lambda pair: pair[1])
    return f"{text}; {other} would be worth {value - worth:.2f} points less"

"""Small positions for negotiators: hands, incomes, aims and times to win as a test wants them.

The views are real ones, of positions that the engine plays on: an offer is made and answered by its moves.
Incomes, aims and times to win are given, so that a test can say what a deal is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tests.agents.given import GivenAims, GivenHands, GivenIncomes, GivenWinTimes
from tests.agents.seen import view_of

from catanlab import Catan
from catanlab.agents.base.aim import Aim
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import Verdict, own_side
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.jsettlers import JSettlers
from catanlab.agents.negotiation.negotiator import Negotiator
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.agents.negotiation.seller_beliefs import SellerBeliefs
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import set_turn
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove, Counts, Deal

Numbers = Mapping[str, Sequence[int]]
AnyNegotiator = TypeVar("AnyNegotiator", bound=Negotiator)

CITY, SETTLEMENT = Aim("city", 7), Aim("settlement", 20)
EVEN: dict[str, tuple[int, ...]] = {
    "wood": (5,),
    "clay": (6,),
    "sheep": (9,),
    "wheat": (10,),
    "ore": (4,),
}
"""Frequencies 9, 7, 9, 13 and 13: clay is easiest to get, wheat and ore are hardest."""
FAR = 80


def cards(**counts: int) -> Counts:
    """Return counts of wood, clay, sheep, wheat and ore: cards(ore=2)."""
    wood, clay, sheep, wheat, ore = (counts.get(name, 0) for name in c.RESOURCES)
    return wood, clay, sheep, wheat, ore


def deal(text: str) -> Deal:
    """Return a deal from words: deal("2 wood for 1 ore")."""
    found = CatanMove.parse(f"counter {text}").deal
    assert found is not None
    return found


class Position:
    """What one decision needs; seat 0 decides, and all is known of the others' hands unless `unsure`."""

    def __init__(
        self,
        hands: Sequence[Counts],
        *,
        aims: Sequence[Aim | None] = (CITY, SETTLEMENT, None, None),
        numbers: Sequence[Numbers] = (EVEN, EVEN, EVEN, EVEN),
        ports: Sequence[Sequence[str]] = ((), (), (), ()),
        wins: Sequence[int] = (FAR, FAR, FAR, FAR),
        points: Sequence[int] = (3, 3, 3, 3),
        rules: str = "trading",
        on_turn: int = 0,
        log: Sequence[str] | None = None,
        unsure: Sequence[int] = (),
        or_hands: Sequence[Counts] | None = None,
        **fields: Any,
    ) -> None:
        """Arrange the position; `fields` are those of the engine, such as `offers_made`.

        Without a `log` each seat up to the one on turn has rolled an 8. With `or_hands` the hands may as
        well be those.
        """
        game = Catan(rules=rules, board="beginner")
        given = [*hands, *[cards()] * (4 - len(hands))]
        incomes = [Income.of(n, ports=p) for n, p in zip(numbers, ports, strict=True)]
        state = game.start()
        set_turn(state, on_turn)
        arranged = {
            "hand": tuple(map(pack, given)),
            "ratio": tuple(pack(income.ratios) for income in incomes),
            "public_points": tuple(points),
        }
        state.set_fields(state.fields() | arranged | fields)
        self._state = state
        self._unsure = frozenset(unsure)
        others = None if or_hands is None else [*or_hands, *[cards()] * (4 - len(or_hands))]
        self._or_hands = None if others is None else list(map(pack, others))
        self._board_values = BoardValues(game.board)
        self.on_turn = on_turn
        self.log = [*(("dice 8", *("end turn", "dice 8") * on_turn) if log is None else log)]
        known = [cards() if seat in unsure else hand for seat, hand in enumerate(given)]
        self.aims = GivenAims([*aims, *[None] * (4 - len(aims))])
        self.estimates = GivenIncomes(incomes)
        self.forecasts = SeatForecasts(self.aims, hands=GivenHands(known), win_times=GivenWinTimes(wins))
        self.forecasts.estimates = self.estimates
        self._show(state, self.log)

    def _show(self, state: CatanState, log: Sequence[str]) -> None:
        """Let seat 0 see a state after these moves."""
        moves = map(CatanMove.parse, log)
        self.view = view_of(state, log=moves, unsure=self._unsure, or_hands=self._or_hands)
        self.situation = Situation(self.view, self._board_values)

    @property
    def outlook(self) -> Outlook:
        return Outlook(self.view, self.situation, self.forecasts)

    def seat(self, negotiator: AnyNegotiator) -> AnyNegotiator:
        """Let a negotiator sit down after the moves of the log."""
        negotiator.start(self.view.game.rules, 0)
        negotiator.ply = len(self.log)
        if isinstance(negotiator, JSettlers):
            negotiator.seller_beliefs = self.seller_beliefs()
            # What came before is given, so there is nothing to catch up with.
            negotiator._is_up_to_date = True
        return negotiator

    def seller_beliefs(self) -> SellerBeliefs:
        """Return what seat 0 believes as this turn begins: everybody sells what it is known to hold."""
        beliefs = SellerBeliefs()
        beliefs.read(self.view)
        beliefs.begin_turn()
        return beliefs

    def change_aims(self, *aims: Aim | None) -> None:
        """Go on to a view in which the seats want something else."""
        self.aims.by_seat = list(aims)
        self.view = self.view.copy()

    def offer(self, negotiator: Negotiator) -> Choice | None:
        """Return the negotiator's offer, or None."""
        return self._legal(negotiator.offer(self.view, self.situation, self.forecasts))

    def answer(self, negotiator: Negotiator, text: str) -> Choice:
        """Return the answer to an offer that seat `on_turn` makes to seat 0."""
        self._play(f"offer {text} to 0")
        choice = self._legal(negotiator.answer(self.view, self.situation, self.forecasts))
        assert choice is not None
        return choice

    def settle(self, negotiator: Negotiator, text: str, answers: Mapping[int, str]) -> Choice:
        """Return the choice between answers to the own offer, by seat: accept, reject, counter ..."""
        seats = sorted(answers)
        self._play(f"offer {text} to {' '.join(map(str, seats))}", *(answers[seat] for seat in seats))
        choice = self._legal(negotiator.settle(self.view, self.situation, self.forecasts))
        assert choice is not None
        return choice

    def judge(self, negotiator: Negotiator, proposer: int, text: str) -> Verdict:
        """Return the verdict on a deal that another seat proposes to seat 0, from that seat's side."""
        return negotiator.judge(self.view, self.situation, self.forecasts, proposer, own_side(text))

    def _play(self, *moves: str) -> None:
        """Show the position after these moves, from the one that was arranged."""
        state = self._state.copy()
        for move in moves:
            state.apply(move)
        self._show(state, [*self.log, *moves])

    def _legal(self, choice: Choice | None) -> Choice | None:
        if choice is not None:
            assert self.view.is_legal(choice.move), self.view.illegal_reason(choice.move)
        return choice


def moved(choice: Choice | None) -> str:
    """Return the move of a choice in words."""
    assert choice is not None
    return str(choice.move)


__all__ = ["CITY", "EVEN", "FAR", "SETTLEMENT", "Deal", "Position", "cards", "deal", "moved"]

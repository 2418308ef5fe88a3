"""The base class of agents that plan: they choose what to build next, and decide all else towards it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.base.choice import Choice, PhaseAgent
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.decisions.bank import trade_with_bank
from catanlab.agents.decisions.discard import Discarding, first_asked
from catanlab.agents.decisions.knight import play_knight
from catanlab.agents.decisions.monopoly import play_monopoly
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.decisions.options import DecisionOptions
from catanlab.agents.decisions.plenty import play_plenty
from catanlab.agents.decisions.road_building import lay_free_road, play_road_building
from catanlab.agents.decisions.robber import move_robber
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Explanation

ALTERNATIVES_SHOWN = 5
"""How many alternatives an explanation lists."""


class Planner(PhaseAgent):
    """Aims at one build at a time, and plays cards, trades with the bank, robs and discards towards it.

    Planners differ in the strategy of their forecasts and in the options of their decisions. They make no
    offers to players: a negotiator may do that for them.
    """

    def __init__(self, forecasts: SeatForecasts, decision_options: DecisionOptions) -> None:
        self.forecasts = forecasts
        self.decision_options = decision_options
        self._view: CatanView | None = None
        self._discarding = Discarding(**decision_options.discard)

    def decide(self, view: CatanView, situation: Situation) -> Choice:
        """Return the choice of the method for the phase."""
        self._view = view
        return super().decide(view, situation)

    # The set-up.

    def place_settlement(self, view: CatanView, situation: Situation) -> Choice:
        """Place a settlement where building goes fastest."""
        return place_settlement(
            view, situation, self.forecasts.estimates.build_times, **self.decision_options.opening
        )

    # A turn.

    def begin(self, view: CatanView, situation: Situation) -> Choice:
        """Play a knight to free a hex, or roll."""
        knight = play_knight(view, situation, **self.decision_options.knight)
        return knight or Choice(CatanMove.make(c.ROLL), "the turn begins with the dice")

    def act(self, view: CatanView, situation: Situation) -> Choice:
        """Play a card, build or trade towards the aim, or wait for it."""
        knight = play_knight(view, situation, **self.decision_options.knight)
        if knight:
            return knight
        aims = self.aims(view, situation)
        aim = aims[0] if aims else None
        return (
            (self._card(view, situation, aims) if not situation.card_played else None)
            or self._build(situation, aim)
            or self._spend(situation, aims)
            or self._bank(view, situation, aim)
            or Choice(
                CatanMove.make(c.END_TURN),
                f"I wait for {aim.text}" if aim else "there is nothing that I want to build",
            )
        )

    def discard(self, view: CatanView, situation: Situation) -> Choice:
        """Discard the card that the aim needs least; the aim is that of the first discard."""
        if not self._discarding.is_under_way(situation):
            self._take_up_discarding(view)
        aims = self.aims(view, situation)
        income = self.forecasts.estimates.income(situation.me)
        return self._discarding.discard(situation, income, aims[0] if aims else None, self.random)

    def _take_up_discarding(self, view: CatanView) -> None:
        """Choose the cards again as at the first, if the seat was taken over in the middle of a discard."""
        first = first_asked(view)
        if first is view:
            return
        then = Situation(first, self.board_values)
        aims = self.aims(first, then)
        if aims:
            gone = zip(range(5), then.hand, Situation(view, self.board_values).hand, strict=True)
            given = [card for card, before, now in gone for _ in range(before - now)]
            self._discarding.begin(then, self.forecasts.estimates.income(then.me), aims[0], given)

    def rob(self, view: CatanView, situation: Situation) -> Choice:
        """Move the robber against the seat nearest to winning."""
        self.forecasts.look(view)
        return move_robber(view, situation, self.forecasts, self.random, **self.decision_options.robber)

    def lay_free_road(self, view: CatanView, situation: Situation) -> Choice:
        """Lay a road towards the best aim that has one."""
        return lay_free_road(view, self.aims(view, situation), self.random)

    # What the decisions share.

    def aims(self, view: CatanView, situation: Situation) -> Sequence[Aim]:
        """Return what could be built, the best first.

        If the strategy finds nothing and the hand is over the limit, these are the aims of Thomas' plan:
        otherwise a game might not end.
        """
        self.forecasts.look(view)
        aims = self.forecasts.aims(situation.me)
        if aims or situation.hand_size <= situation.rules.hand_limit:
            return aims
        return WinTimePlan().aims(self.forecasts, situation.me)

    def _card(self, view: CatanView, situation: Situation, aims: Sequence[Aim]) -> Choice | None:
        """Return a progress card that serves the aim, or None."""
        aim = aims[0] if aims else None
        income = self.forecasts.estimates.income(situation.me)
        decision_options = self.decision_options
        playable = situation.playable
        return (
            (
                play_road_building(view, situation, aims, **decision_options.road_building)
                if playable[c.ROAD_BUILDING]
                else None
            )
            or (
                play_plenty(view, situation, income, aim, **decision_options.plenty)
                if playable[c.YEAR_OF_PLENTY]
                else None
            )
            or (
                play_monopoly(view, situation, aim, hands=self._known_hands(), **decision_options.monopoly)
                if playable[c.MONOPOLY]
                else None
            )
        )

    def _known_hands(self) -> list[Counts]:
        return [self.forecasts.known_hand(seat) for seat in range(self.forecasts.players)]

    def _build(self, situation: Situation, aim: Aim | None) -> Choice | None:
        """Return the first piece of the aim, or None if it cannot be paid."""
        if aim is None:
            return None
        first = aim.first
        if any(held < cost for held, cost in zip(situation.hand, COSTS[first.kind], strict=True)):
            return None
        return Choice(first.move, self._reason(aim))

    def _spend(self, situation: Situation, aims: Sequence[Aim]) -> Choice | None:
        """Return another useful build that does not delay the aim, or any if the hand is near its limit."""
        near_limit = self.decision_options.spends_near_limit
        if near_limit is None or not aims or aims[0].rolls == 0:
            return None  # the aim can be paid now, after trades with the bank
        best, me = aims[0], situation.me
        crowded = situation.hand_size > situation.rules.hand_limit - near_limit
        for aim in aims[1:]:
            if aim.utility <= 0:
                break
            cost = COSTS[aim.first.kind]
            hand = [held - price for held, price in zip(situation.hand, cost, strict=True)]
            if min(hand) < 0:
                continue
            if crowded or self.forecasts.estimates.rolls(me, best.need, hand) <= best.rolls:
                return self._build(situation, aim)
        return None

    def _bank(self, view: CatanView, situation: Situation, aim: Aim | None) -> Choice | None:
        """Return a trade with the bank towards the aim, or None."""
        income = self.forecasts.estimates.income(situation.me)
        return trade_with_bank(view, situation, income, aim, **self.decision_options.bank)

    def _reason(self, aim: Aim) -> str:
        """Return the reason for building an aim now."""
        me = self.forecasts.me
        now = self.forecasts.win_rolls(me)
        if aim.roads:
            return f"it leads to {aim.text}"
        if aim.purpose:
            return f"it brings me nearer to {aim.purpose}"
        if aim.after and aim.after[me] < now:
            return f"it brings my win from {now} to {aim.after[me]} rolls"
        hurt = self._slowed(aim)
        if hurt:
            return f"it puts off {hurt}"
        if aim.kind == "card":
            return "it may be a knight or a point"
        return "of what I can build it helps me most"

    def _slowed(self, aim: Aim) -> str:
        """Return in words which seat an aim slows most; empty if none."""
        forecasts = self.forecasts
        others = [seat for seat in range(len(aim.after)) if seat != forecasts.me]
        delays = [(aim.after[seat] - forecasts.win_rolls(seat), -seat) for seat in others]
        most, seat = max(delays, default=(0, 0))
        return f"the win of seat {-seat} by {most} rolls" if most > 0 else ""

    # Explaining.

    def explain(self) -> Explanation | None:
        """Return the reason for the last move, with the plan and the alternatives as data."""
        reason = super().explain()
        if reason is None or self.forecasts.view is not self._view:
            return reason  # the decision did not need a plan
        return Explanation(reason.text, {**reason.data, **self._data()})

    def _data(self) -> dict[str, Any]:
        forecasts = self.forecasts
        me = forecasts.me
        aims = forecasts.aims(me)
        data: dict[str, Any] = {
            "rolls_to_win": [forecasts.win_rolls(seat) for seat in range(forecasts.players)],
            "plan": [{"step": step.text, "rolls": step.rolls} for step in forecasts.win_steps(me)],
        }
        if aims:
            data["alternatives"] = [_aim_data(aim) for aim in aims[:ALTERNATIVES_SHOWN]]
        return data


def _aim_data(aim: Aim) -> dict[str, Any]:
    data: dict[str, Any] = {"build": aim.text, "rolls": aim.rolls, "utility": round(aim.utility, 3)}
    if aim.after:
        data["rolls_to_win_after"] = list(aim.after)
    return data

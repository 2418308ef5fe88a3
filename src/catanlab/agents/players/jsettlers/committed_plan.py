"""The plan that a robot of JSettlers makes once in its turn and keeps to.

The plan is made when there is something to decide: after the roll, or when cards must be discarded. It
stays, whatever trades do to the hand, until its last piece is built or a counter-offer is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.replay import observers
from catanlab.agents.estimates.seat_forecasts import SeatForecasts, Strategy
from catanlab.games.catan import constants as c
from catanlab.games.catan.position import Phase

FEWEST_CARDS = 2
"""With fewer cards in hand the robot makes no plan."""

_GROUPS = {c.ROAD: "road", c.SETTLEMENT: "settlement", c.CITY: "city", c.BUY_CARD: "card"}
_PLANNING = (Phase.MAIN, Phase.DISCARDING, Phase.FREE_ROADS, Phase.CHOOSING)
_DECIDED = (
    *_GROUPS,
    c.PLAY_ROAD_BUILDING,
    c.PLAY_PLENTY,
    c.PLAY_MONOPOLY,
    c.BANK_TRADE,
    c.OFFER,
    c.DISCARD,
)
"""Kinds of moves before which a plan was made."""


class PlanningStrategy(Strategy, Protocol):
    """A strategy that says how much of its aims is a plan."""

    def pieces(self, forecasts: SeatForecasts, seat: int, aims: Sequence[Aim]) -> list[Aim]:
        """Return what a seat sets out to build, one after the other."""
        ...


class CommittedPlan:
    """The plan of one turn and what is left of it.

    With `point_slip` planning for the seat on turn leaves its times to win as they are after a victory
    point: a slip of the robot, which tries that last and goes on with it.
    """

    def __init__(self, strategy: PlanningStrategy, *, point_slip: bool) -> None:
        self.strategy = strategy
        self.point_slip = point_slip
        self.plans = 0
        """How many plans this seat has made and kept to."""
        self.after_plan: tuple[int, ...] = ()
        """Everybody's time to win as the last of these plans left it."""
        self._pieces: list[Aim] = []
        self._others: list[Aim] = []
        self._turn = -1  # after how many moves the turn began that the plan is of
        self._read = 0

    def is_binding(self, forecasts: SeatForecasts) -> bool:
        """Say whether the own aims are those of the plan: in the own turn, where there is a decision."""
        return forecasts.on_turn == forecasts.me and forecasts.phase in _PLANNING

    def aims(self, forecasts: SeatForecasts) -> list[Aim]:
        """Return what is left of the plan, then what else could be built; nothing without a plan."""
        self._keep_to_plan(forecasts)
        if not self._pieces:
            self._others = []
            if forecasts.seen.position.own.hand_size >= FEWEST_CARDS:
                self._others = self.strategy.aims(forecasts, forecasts.me)
                self._pieces = self.strategy.pieces(forecasts, forecasts.me, self._others)
                self.plans += 1
                self.after_plan = self.planned_rolls(forecasts, forecasts.me)
        others = (aim for aim in self._others if aim not in self._pieces)
        return [*self._pieces, *others] if self._pieces else []

    def planned_rolls(self, forecasts: SeatForecasts, seat: int) -> tuple[int, ...]:
        """Return everybody's time to win as planning for a seat leaves it."""
        if self.point_slip and seat == forecasts.on_turn:
            for name, _, times in forecasts.builds(seat):
                if name == "point":
                    return tuple(times)
        return forecasts.all_win_rolls()

    def _keep_to_plan(self, forecasts: SeatForecasts) -> None:
        """Take in what happened since the plan was made."""
        log = forecasts.seen.log
        begun = len(log)
        while begun and log[begun - 1].kind != c.END_TURN:
            begun -= 1
        if begun != self._turn or self._read > len(log):
            self._pieces = []
            self._turn = self._read = begun
            if any(move.kind in _DECIDED for move in log[begun:]):
                self._catch_up(forecasts)
        for move in log[self._read :]:
            kind = move.kind
            if kind in _GROUPS:
                self._see_built(_GROUPS[kind], move.argument)
            elif kind == c.TAKE_COUNTER:
                self._pieces = []
            elif kind == c.ROBBER:
                # While it moves the robber the robot computes the times to win anew.
                self.plans += 1
                self.after_plan = forecasts.all_win_rolls()
        self._read = len(log)

    def _see_built(self, kind: str, place: int) -> None:
        """Go on to the next piece, or forget a plan that was not kept."""
        first = self._pieces[0].first if self._pieces else None
        if first is None or first.kind != kind or (kind != "card" and first.place != place):
            self._pieces = []
            return
        rest = self._pieces.pop(0).rest
        if rest is not None:
            self._pieces.insert(0, rest)

    def _catch_up(self, forecasts: SeatForecasts) -> None:
        """Plan as at each decision of this turn, for whoever takes a game up in the middle of it.

        A knight is played before there is a plan.
        """
        view = forecasts.seen
        for place, observer in enumerate(observers(view)):
            if place < self._turn or view.log[place].kind == c.PLAY_KNIGHT:
                continue
            if (seen := observer.view()).to_move == view.seat:
                forecasts.look(seen)
                if place > self._turn:
                    forecasts.aims(view.seat)
        forecasts.look(view)

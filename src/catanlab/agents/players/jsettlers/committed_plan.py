"""The plan that a robot of JSettlers makes once in its turn and keeps.

The plan is made at the first decision after the roll, or when cards must be discarded. Trades do not change
it: it ends when its last piece is built or a counter-offer is taken.
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

_BUILT = {c.ROAD: "road", c.SETTLEMENT: "settlement", c.CITY: "city", c.BUY_CARD: "card"}
_PLANNING = (Phase.MAIN, Phase.DISCARDING, Phase.FREE_ROADS, Phase.CHOOSING)
_DECIDED = (
    *_BUILT,
    c.PLAY_ROAD_BUILDING,
    c.PLAY_PLENTY,
    c.PLAY_MONOPOLY,
    c.BANK_TRADE,
    c.OFFER,
    c.DISCARD,
)
"""Kinds of moves before which a plan was made."""


class PlanningStrategy(Strategy, Protocol):
    """A strategy that says which of its aims make up a plan."""

    def pieces(self, forecasts: SeatForecasts, seat: int, aims: Sequence[Aim]) -> list[Aim]:
        """Return what a seat plans to build, in order."""
        ...


class CommittedPlan:
    """The plan of one turn, and the part of it that is still to be built.

    With `point_slip`, planning for the seat on turn leaves its times to win as if it had bought a victory
    point: a bug of the robot, which tries that last and does not take it back.
    """

    def __init__(self, strategy: PlanningStrategy, *, point_slip: bool) -> None:
        self.strategy = strategy
        self.point_slip = point_slip
        self.plans = 0
        """How many plans this seat has made."""
        self.after_plan: tuple[int, ...] = ()
        """The times to win of all seats after the last of these plans."""
        self._pieces: list[Aim] = []
        self._others: list[Aim] = []
        self._turn = -1  # the number of moves before the turn of the plan
        self._read = 0

    def is_binding(self, forecasts: SeatForecasts) -> bool:
        """Return whether the plan decides: in the own turn, when there is something to build or discard."""
        return forecasts.on_turn == forecasts.me and forecasts.phase in _PLANNING

    def aims(self, forecasts: SeatForecasts) -> list[Aim]:
        """Return the rest of the plan, then what else could be built; nothing without a plan."""
        self._follow_log(forecasts)
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
        """Return the times to win of all seats after planning for a seat."""
        if self.point_slip and seat == forecasts.on_turn:
            for name, _, times in forecasts.builds(seat):
                if name == "point":
                    return tuple(times)
        return forecasts.all_win_rolls()

    def _follow_log(self, forecasts: SeatForecasts) -> None:
        """Update the plan by the moves since the last call."""
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
            if kind in _BUILT:
                self._see_built(_BUILT[kind], move.argument)
            elif kind == c.TAKE_COUNTER:
                self._pieces = []
            elif kind == c.ROBBER:
                # While it moves the robber the robot computes the times to win anew.
                self.plans += 1
                self.after_plan = forecasts.all_win_rolls()
        self._read = len(log)

    def _see_built(self, kind: str, place: int) -> None:
        """Go on to the next piece, or drop the plan if another piece was built."""
        first = self._pieces[0].first if self._pieces else None
        if first is None or first.kind != kind or (kind != "card" and first.place != place):
            self._pieces = []
            return
        rest = self._pieces.pop(0).rest
        if rest is not None:
            self._pieces.insert(0, rest)

    def _catch_up(self, forecasts: SeatForecasts) -> None:
        """Repeat the planning of each decision in this turn, for a seat that was taken over in the middle.

        A knight is played before the plan is made.
        """
        view = forecasts.seen
        for place, observer in enumerate(observers(view)):
            if place < self._turn or view.log[place].kind == c.PLAY_KNIGHT:
                continue
            if (seen := observer.view()).mover(view.log[place]) == view.seat:
                forecasts.look(seen.as_decider())
                if place > self._turn:
                    forecasts.aims(view.seat)
        forecasts.look(view)

"""Prospects of who makes a plan once in a turn and keeps to it, as the robots of JSettlers do.

The plan is made when there is something to decide: after the roll, or when cards must be discarded. It
stays, whatever trades do to the hand, until its last piece is built or a counter-offer is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.replay import observers
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.jsettlers_hands import JSettlersHands
from catanlab.agents.estimates.seat_forecasts import SeatForecasts, Strategy
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.view.view import CatanView

LEAST_CARDS = 2
"""With fewer cards in hand the robot makes no plan."""

_GROUPS = {c.ROAD: "road", c.SETTLEMENT: "settlement", c.CITY: "city", c.BUY_CARD: "card"}
_PLANNING = (c.MAIN, c.DISCARDING, c.FREE_ROADS, c.CHOOSING)
_DECIDED = (
    *_GROUPS,
    c.PLAY_ROAD_BUILDING,
    c.PLAY_PLENTY,
    c.PLAY_MONOPOLY,
    c.BANK_TRADE,
    c.OFFER,
    c.DISCARD,
)
"""Groups of moves before which a plan was made."""
_KEPT = ("plans", "after_plan", "_plan", "_others", "_turn", "_read")
"""What a copy goes on with."""


class Planning(Strategy, Protocol):
    """A manner that says how much of its aims is a plan."""

    def pieces(self, forecasts: Resolved, seat: int, aims: Sequence[Aim]) -> list[Aim]:
        """Return what a seat sets out to build, one after the other."""
        ...


class Resolved(SeatForecasts):
    """Prospects in which the own aims are, in the own turn, what was planned in it."""

    strategy: Planning

    def __init__(self, strategy: Planning, **options: Any) -> None:
        super().__init__(strategy, **options)
        self._plan: list[Aim] = []
        self._others: list[Aim] = []
        self._tally = JSettlersHands()
        self._turn = -1  # after how many moves the turn began that the plan is of
        self._read = 0
        self._builds: dict[int, list[tuple[str, int, list[int]]]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in _KEPT}
        return (*super().__reduce__(), kept)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)

    def look(self, view: CatanView) -> None:
        """Take in what a seat knows now."""
        if view is not self.view:
            self._builds.clear()
        super().look(view)

    def builds(self, seat: int) -> list[tuple[str, int, list[int]]]:
        """Return every piece the seat could build at once, with everybody's time to win after it."""
        if seat not in self._builds:
            self._builds[seat] = super().builds(seat)
        return self._builds[seat]

    def known_hand(self, seat: int) -> Counts:
        """Return the cards that a seat is known to hold, as a client of JSettlers knows them."""
        if seat == self.me or self.view is None:
            return super().known_hand(seat)
        self._tally.read(self.view)
        return self._tally.known(seat)

    def planned_rolls(self, seat: int) -> tuple[int, ...]:
        """Return everybody's time to win as planning for a seat leaves it.

        A slip of the robot: for the seat on turn it tries a victory point last, and goes on reckoning
        with that.
        """
        if seat == self.on_turn:
            for name, _, times in self.builds(seat):
                if name == "point":
                    return tuple(times)
        return super().planned_rolls(seat)

    def aims(self, seat: int) -> list[Aim]:
        """Return what a seat could build next, the best first; in the own turn first what was planned."""
        if seat != self.me or self.on_turn != seat or self.facts["phase"] not in _PLANNING:
            return super().aims(seat)
        if seat not in self._aims:
            self._aims[seat] = self._resolved(seat)
        return self._aims[seat]

    def _resolved(self, seat: int) -> list[Aim]:
        assert self.view is not None
        self._keep_to_plan(self.view)
        if not self._plan:
            self._others = []
            if sum(unpack(self.facts["own_hand"])) >= LEAST_CARDS:
                self._others = self.strategy.aims(self, seat)
                self._plan = self.strategy.pieces(self, seat, self._others)
                self.plans += 1
                self.after_plan = self.planned_rolls(seat)
        return [*self._plan, *(aim for aim in self._others if aim not in self._plan)] if self._plan else []

    def _keep_to_plan(self, view: CatanView) -> None:
        """Take in what happened since the plan was made."""
        log = view.log
        begun = len(log)
        while begun and log[begun - 1] >> GROUP_SHIFT != c.END_TURN:
            begun -= 1
        if begun != self._turn or self._read > len(log):
            self._plan = []
            self._turn = self._read = begun
            if any(move >> GROUP_SHIFT in _DECIDED for move in log[begun:]):
                self._catch_up(view)
        for move in log[self._read :]:
            group = move >> GROUP_SHIFT
            if group in _GROUPS:
                self._see_built(_GROUPS[group], move & 0xFF)
            elif group == c.TAKE_COUNTER:
                self._plan = []
            elif group == c.ROBBER:
                # While it moves the robber the robot works the times to win out anew.
                self.plans += 1
                self.after_plan = SeatForecasts.planned_rolls(self, view.seat)
        self._read = len(log)

    def _see_built(self, kind: str, place: int) -> None:
        """Go on to the next piece, or forget a plan that was not kept."""
        first = self._plan[0].first if self._plan else None
        if first is None or first.kind != kind or (kind != "card" and first.place != place):
            self._plan = []
            return
        rest = self._plan.pop(0).rest
        if rest is not None:
            self._plan.insert(0, rest)

    def _catch_up(self, view: CatanView) -> None:
        """Plan as at each decision of this turn, for whoever takes a game up in the middle of it.

        A knight is played before there is a plan.
        """
        for place, observer in enumerate(observers(view)):
            if place < self._turn or view.log[place] >> GROUP_SHIFT == c.PLAY_KNIGHT:
                continue
            if (seen := observer.view()).to_move == view.seat:
                self.look(seen)
                if place > self._turn:
                    self.aims(view.seat)
        self.look(view)

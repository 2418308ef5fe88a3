"""Prospects of the FAST robot of JSettlers, which reckons times to win only when it moves the robber."""

from __future__ import annotations

from itertools import islice
from typing import Any

from catanlab.agents.base.replay import observers
from catanlab.agents.estimates.estimates import Estimates
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.players.jsettlers.committed_plan import Planning, Resolved
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c


class Careless(Resolved):
    """Prospects whose times to win are as old as the last robbery of this seat; before that they are 0."""

    def __init__(self, strategy: Planning, **options: Any) -> None:
        super().__init__(strategy, **options)
        self._past = Estimates(**options)
        self._times: tuple[int, tuple[int, ...]] = (-1, ())
        self._found: tuple[int, int] = (-1, -1)

    def win_rolls(self, seat: int) -> int:
        """Return the time to win that is remembered; it is worked out while the robber is moved."""
        if self.facts["phase"] == c.ROBBING and self.on_turn == self.me:
            return super().win_rolls(seat)
        place = self._last_robbery()
        if place < 0:
            return 0
        if self._times[0] != place:
            self._times = (place, self._recall(place))
        return self._times[1][seat]

    def planned_rolls(self, seat: int) -> tuple[int, ...]:
        """Return the times to win that are remembered: planning does not change them."""
        return SeatForecasts.planned_rolls(self, seat)

    def _last_robbery(self) -> int:
        """Return after how many moves this seat last moved the robber, -1 for never."""
        assert self.view is not None
        log = self.view.log
        if self._found[0] != len(log):
            ended, place = 0, -1
            for index, move in enumerate(log):
                group = move >> GROUP_SHIFT
                if group == c.END_TURN:
                    ended += 1
                elif group == c.ROBBER and ended % self.players == self.me:
                    place = index
            self._found = (len(log), place)
        return self._found[1]

    def _recall(self, place: int) -> tuple[int, ...]:
        """Return everybody's time to win as it was after so many moves; as it is now if the log fails."""
        assert self.view is not None
        observer = next(islice(observers(self.view), place, None), None)
        self._past.look(observer.view() if observer else self.view)
        return tuple(self._past.win_rolls(seat) for seat in range(self.players))

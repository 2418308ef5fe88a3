"""The times to win of the FAST robot of JSettlers, which computes them only when it moves the robber."""

from __future__ import annotations

from itertools import islice
from typing import Any

from catanlab.agents.base.replay import observers
from catanlab.agents.estimates.estimates import Estimates
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.games.catan import constants as c
from catanlab.games.catan.position import Phase


class StaleWinTimes:
    """Times to win as of the last robbery by the own seat; 0 before the first.

    The options are those of `Estimates`.
    """

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._past = Estimates(**options)
        self._times: tuple[int, tuple[int, ...]] = (-1, ())
        self._found: tuple[int, int] = (-1, -1)

    def __reduce__(self) -> tuple[Any, ...]:
        # The memory is rebuilt from the log, so that a pickle needs only the options.
        return _restored, (self._options,)

    def win_rolls(self, forecasts: SeatForecasts, seat: int) -> int:
        """Return the remembered time to win; it is computed anew while the own seat moves the robber."""
        if forecasts.phase == Phase.ROBBING and forecasts.on_turn == forecasts.me:
            return forecasts.estimates.win_rolls(seat)
        place = self._last_robbery(forecasts)
        if place < 0:
            return 0
        if self._times[0] != place:
            self._times = (place, self._recall(forecasts, place))
        return self._times[1][seat]

    def _last_robbery(self, forecasts: SeatForecasts) -> int:
        """Return the place in the log of the last robbery by the own seat, -1 if there is none."""
        log = forecasts.seen.log
        if self._found[0] != len(log):
            ended, place = 0, -1
            for index, move in enumerate(log):
                kind = move.kind
                if kind == c.END_TURN:
                    ended += 1
                elif kind == c.ROBBER and ended % forecasts.players == forecasts.me:
                    place = index
            self._found = (len(log), place)
        return self._found[1]

    def _recall(self, forecasts: SeatForecasts, place: int) -> tuple[int, ...]:
        """Return the times to win of all seats at a place in the log; the present ones if it has gaps."""
        observer = next(islice(observers(forecasts.seen), place, None), None)
        self._past.look(observer.view() if observer else forecasts.seen)
        return tuple([self._past.win_rolls(seat) for seat in range(forecasts.players)])


def _restored(options: dict[str, Any]) -> StaleWinTimes:
    return StaleWinTimes(**options)

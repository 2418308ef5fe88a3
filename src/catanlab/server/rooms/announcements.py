"""When those who follow a room hear who comes and goes, where nothing else happens: not too often.

Everybody hears of everybody, so five hundred who come at once would be a quarter of a million updates.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from catanlab.server.rooms.services import Services

ANNOUNCE_SECONDS = 0.5
"""How much time passes between two announcements in a room."""


class Announcements:
    """The first comes at once, and the next ones gather for half a second."""

    def __init__(self, services: Services, announce: Callable[[], None]) -> None:
        self._services = services
        self._announce = announce
        self._last = -ANNOUNCE_SECONDS
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_due(self) -> bool:
        """Whether something waits to be announced."""
        return self._timer is not None

    def ask(self) -> bool:
        """Return whether everybody may be told now; if not, `announce` is called in a moment."""
        now = self._services.now()
        if self._timer is not None:
            return False
        if now >= self._last + ANNOUNCE_SECONDS:
            return True
        self._timer = self._services.call_at(self._last + ANNOUNCE_SECONDS, self._ring)
        return False

    def done(self) -> None:
        """Note that everybody is being told, also with an event: nothing waits any more."""
        self._last = self._services.now()
        self.stop()

    def stop(self) -> None:
        """Forget what waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._announce()

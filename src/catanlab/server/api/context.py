"""What all endpoints share: the hub, and what is kept for some seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from catanlab.server.hub.hub import Hub

T = TypeVar("T")
KEEP_SECONDS = 5.0
"""How old an answer to a costly question may be."""


class Context:
    """The hub as the endpoints see it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.repeating = asyncio.Lock()
        """Held while a game is repeated: two threads would not be quicker, and the loop would wait."""
        self._kept: dict[object, tuple[float, Any]] = {}
        self._asking = asyncio.Lock()

    async def read(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Call a function that reads the database, with the database first, in another thread."""
        return await asyncio.to_thread(function, self.hub.services.database, *arguments, **named)

    async def kept(self, key: object, make: Callable[[], Any]) -> Any:
        """Return what was made for a key a moment ago, or make it: once, however many ask.

        `make` returns an awaitable.
        """
        async with self._asking:
            now = self.hub.services.now()
            found = self._kept.get(key)
            if found is not None and now - found[0] < KEEP_SECONDS:
                return found[1]
            self._kept = {k: v for k, v in self._kept.items() if now - v[0] < KEEP_SECONDS}
            made = await make()
            self._kept[key] = now, made
            return made

    @property
    def connected(self) -> int:
        """How many people are connected to this process."""
        return len({session.person for session in self.hub.sessions if session.person})

"""Which server has which room: a client's own server, or another that it was sent to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence

from catanlab.server.client.line import Dial
from catanlab.server.client.link import CLOSED, UNREACHABLE, Link


class Places:
    """The connection of each room, or of each request that no room has yet.

    `run` uses a connection until its end; `repeat` follows rooms again and sends again what is not
    answered, wherever they are now.
    """

    def __init__(
        self,
        home: Link,
        dial: Dial,
        delays: Sequence[float],
        run: Callable[[Link], Awaitable[None]],
        repeat: Callable[[Collection[str]], Awaitable[None]],
    ) -> None:
        self.home = home
        self.tasks: set[asyncio.Task[None]] = set()
        self._dial = dial
        self._delays = delays
        self._run = run
        self._repeat = repeat
        self._away: dict[str, Link] = {}
        """Connections to other servers, by address."""
        self._places: dict[str, str] = {}
        """The address of another server, by the room that it has or the request that it is to answer."""
        self._failures: Counter[str] = Counter()
        """How often in a row another server could not be reached, by address."""

    def link_of(self, about: str) -> Link:
        """Return the connection for a room or a request."""
        return self._away.get(self._places.get(about, ""), self.home)

    async def move(self, link: Link, about: Collection[str], place: str) -> None:
        """Go to another server for rooms and requests that `link` does not have."""
        moved = [each for each in about if self.link_of(each) is link]
        if not moved:
            return
        if place == link.url:  # the address leads to a server that does not have the room
            await link.close()
            return
        self._places |= dict.fromkeys(moved, place)
        if place == self.home.url:
            await self._come_home(place)
        elif place in self._away:
            await self._repeat(moved)
        else:
            self._away[place] = Link(place, self._dial)
            task = asyncio.get_running_loop().create_task(self._stay_away(self._away[place]))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def forget(self, about: str) -> None:
        """Leave another server if nothing there is wanted any more."""
        place = self._places.pop(about, None)
        if place in self._away and place not in self._places.values():
            await self._away[place].close()

    async def _stay_away(self, link: Link) -> None:
        """Be at another server until the connection ends; then ask our own for the rooms."""
        self._failures[link.url] += 1
        try:
            await self._run(link)
        except (*UNREACHABLE, *CLOSED):
            pass
        if link.was_welcome:
            self._failures[link.url] = 0
        await asyncio.sleep(self._delays[min(self._failures[link.url], len(self._delays) - 1)])
        del self._away[link.url]
        await self._come_home(link.url)

    async def _come_home(self, place: str) -> None:
        about = [each for each, there in self._places.items() if there == place]
        for each in about:
            del self._places[each]
        await self._repeat(about)

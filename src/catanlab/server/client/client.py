"""A client of the server for tests, scripts and bots: it comes back by itself and resends what is not done.

    async with await connect("ws://127.0.0.1:8000/ws", "Anna") as client:
        room = await client.create()
        await client.sit(room.room)
        await client.start(room.room)

Every message of the server is checked strictly, and the events of a room are checked to have no gaps. An
act is sent again after every new connection until it is acknowledged or refused; the server does it once.
A room that another server has is followed there, over a connection of its own.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self

from msgspec import UNSET
from websockets.exceptions import ConnectionClosed

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire
from catanlab.server.client.answers import ConnectionEndedError, RefusedError, settle
from catanlab.server.client.line import Dial, Line, LineClosedError, dial
from catanlab.server.client.link import CLOSED, UNREACHABLE, Link
from catanlab.server.client.lobby import ClientLobby
from catanlab.server.client.person import Person, Request
from catanlab.server.client.places import Places
from catanlab.server.client.room_view import GapError, RoomView
from catanlab.server.protocol.close_codes import CloseCode
from catanlab.server.protocol.view_types import check_update

__all__ = [
    "DELAYS",
    "Client",
    "ConnectionEndedError",
    "Dial",
    "Line",
    "LineClosedError",
    "RefusedError",
    "connect",
    "dial",
    "settle",
]

DELAYS = (0.05, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each attempt to connect again; the last one holds for all further attempts."""


async def connect(
    url: str,
    name: str,
    token: str = "",
    *,
    dial: Dial = dial,
    delays: Sequence[float] = DELAYS,
    attempts: int | None = None,
    check_views: bool = True,
    others: Sequence[str] = (),
) -> Client:
    """Return a client that the server has welcomed.

    `attempts` is how often it tries to connect before it gives up; None for as long as it takes. With
    `check_views` what the game wrote into a message is checked like the rest of it. `others` are addresses
    of further servers on the same database, tried in turn if one cannot be reached. Raises RefusedError if
    the server refuses the greeting, ConnectionEndedError if there is no server.
    """
    client = Client(
        url,
        name,
        token,
        dial=dial,
        delays=delays,
        attempts=attempts,
        check_views=check_views,
        others=others,
    )
    try:
        await client.until(lambda: bool(client.person))
    except BaseException:
        await client.close()
        raise
    return client


@dataclass
class _Pending:
    """A request that is neither acknowledged nor refused."""

    message: Request
    done: asyncio.Future[wire.Ack]


class Client(Person):
    """A person's connection to the server; made by `connect`."""

    def __init__(
        self,
        url: str,
        name: str,
        token: str,
        *,
        dial: Dial,
        delays: Sequence[float],
        attempts: int | None,
        check_views: bool,
        others: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.url = url
        self.name = name
        self.token = token
        self.person = ""
        """The public id of the person."""
        self.lag: float | None = None
        """The last round trip that the server measured, in milliseconds."""
        self.listeners: list[Callable[[wire.Update], None]] = []
        """Called with every update that was taken."""
        self.connections = 0
        """How often the server has welcomed this client."""
        self.refusals: list[wire.Refused] = []
        """Refusals that answer no act and no join."""
        self.games: tuple[wire.RoomLine, ...] = ()
        """The games of this person that were not over when the server last welcomed us."""
        self.lobby = ClientLobby(self)
        self._addresses = itertools.cycle((*others, url))
        self._home = Link(url, dial)
        self._places = Places(self._home, dial, delays, self._visit, self._repeat)
        self._delays = delays
        self._attempts = attempts
        self._check_views = check_views
        self._pending: dict[str, _Pending] = {}
        self._joins: dict[str, asyncio.Future[None]] = {}
        self._invitations: dict[str, str] = {}
        self._lists: deque[asyncio.Future[tuple[wire.RoomLine, ...]]] = deque()
        self._counts: dict[str, asyncio.Future[wire.Counting]] = {}
        self._changed: asyncio.Future[None] | None = None
        self._error: CatanlabError | None = None
        self._running = asyncio.get_running_loop().create_task(self._run())

    @property
    def bye(self) -> wire.Bye | None:
        """Why the server last closed the connection, if it said so."""
        return self._home.bye

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the server; a seat is kept for a while."""
        tasks = [self._running, *self._places.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        self._fail(ConnectionEndedError("the client was closed"))

    # What a person does.

    async def list_rooms(self) -> tuple[wire.RoomLine, ...]:
        """Return the public rooms."""
        self._check()
        answer: asyncio.Future[tuple[wire.RoomLine, ...]] = asyncio.get_running_loop().create_future()
        self._lists.append(answer)
        await self._send(wire.ListRooms())
        return await answer

    async def count(self, room: str) -> wire.Counting:
        """Return what card counting gives; raises RefusedError before the start of the game."""
        self._check()
        answer = self._counts.get(room)
        if answer is None:
            answer = self._counts[room] = asyncio.get_running_loop().create_future()
        await self._send(wire.Count(room=room))
        return await asyncio.shield(answer)

    def invitation(self, room: str) -> str:
        """Return the invitation with which the client joined a room."""
        return self._invitations.get(room, "")

    async def join(self, room: str, invitation: str = "") -> RoomView:
        """Follow a room; raises RefusedError."""
        self._check()
        self._invitations[room] = invitation
        joined = self._joins.get(room)
        if joined is None:
            joined = self._joins[room] = asyncio.get_running_loop().create_future()
        view = self.rooms.setdefault(room, RoomView(room))
        await self._follow(room)
        await asyncio.shield(joined)
        return view

    async def part(self, room: str) -> None:
        """Follow a room no longer."""
        self.rooms.pop(room, None)
        self._invitations.pop(room, None)
        await self._send(wire.Part(room=room))
        await self._places.forget(room)

    async def act(self, message: Request) -> wire.Ack:
        """Send an act until it is acknowledged; raises RefusedError, or ConnectionEndedError.

        An act may be sent twice with one id: it is done once, and both calls return its acknowledgement.
        """
        self._check()
        pending = self._pending.get(message.id)
        if pending is None:
            pending = _Pending(message, asyncio.get_running_loop().create_future())
            self._pending[message.id] = pending
        await self._send(message)
        return await asyncio.shield(pending.done)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, asked after every message; raises ConnectionEndedError."""
        while not condition():
            self._check()
            if self._changed is None:
                self._changed = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._changed)

    # The connection.

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    async def send(self, message: wire.AnyClientMessage) -> None:
        """Send a message that is not acknowledged, if there is a connection."""
        self._check()
        await self._send(message)

    async def _send(self, message: wire.AnyClientMessage) -> None:
        """Send a message now, if there is a connection; requests are sent again when there is a new one."""
        await self._link_of(message).send(message)

    def _link_of(self, message: wire.AnyClientMessage) -> Link:
        """Return the connection to the server that a message is for."""
        room: str = getattr(message, "room", "")
        about: str = room or getattr(message, "id", "")
        return self._places.link_of(about)

    async def _follow(self, room: str) -> None:
        """Ask for the events of a room after the last one known."""
        seq = self.rooms[room].seq
        await self._send(wire.Join(room=room, invitation=self.invitation(room), seq=seq))

    async def _run(self) -> None:
        """Keep a connection until the client is closed or the server wants it no longer."""
        failed = 0
        try:
            while True:
                welcomed = self.connections
                try:
                    await self._home.run(self._greeting(), self._received)
                except UNREACHABLE as error:
                    if self._attempts is not None and failed + 1 >= self._attempts:
                        raise ConnectionEndedError(f"there is no server at {self.url}: {error}") from error
                except CLOSED as closed:
                    self._check_return(closed)
                failed = 0 if self.connections > welcomed else failed + 1
                if failed:
                    self.url = self._home.url = next(self._addresses)
                await asyncio.sleep(self._delay(failed))
        except CatanlabError as error:
            self._fail(error)

    def _greeting(self) -> wire.Hello:
        return wire.Hello(protocol=wire.PROTOCOL, name=self.name, token=self.token)

    def _check_return(self, closed: Exception) -> None:
        """Raise ConnectionEndedError if the server does not want the client back."""
        unwanted = self.bye is not None and self.bye.seconds is None
        received = closed.rcvd if isinstance(closed, ConnectionClosed) else None
        if unwanted or (received is not None and received.code == CloseCode.MISUSE):
            text = self.bye.text if self.bye is not None else str(closed)
            raise ConnectionEndedError(f"the server closed the connection: {text}") from closed

    def _delay(self, failed: int) -> float:
        delay = self._delays[min(failed, len(self._delays) - 1)]
        if self.bye is not None and self.bye.seconds is not None and not failed:
            return min(delay, self.bye.seconds)
        return delay

    async def _received(self, link: Link, message: wire.AnyServerMessage) -> None:
        match message:
            case wire.Welcome():
                await self._take_up(link, message)
            case wire.Ping():
                self.lag = self.lag if message.lag is UNSET else message.lag
                await link.send(wire.Pong(n=message.n))
            case wire.Elsewhere():
                await self._move(link, message)
            case wire.Refused() if link is not self._home and not link.is_welcome:
                raise LineClosedError(message.text)
            case wire.Bye():
                pass
            case _:
                await self._take(message)
        self._tell()

    async def _take_up(self, link: Link, welcome: wire.Welcome) -> None:
        """Follow the rooms of a server again, and send again what is not done there."""
        self.person, self.name, self.games = welcome.person, welcome.name, welcome.games
        self.token = welcome.token or self.token
        self.connections += 1
        if link is self._home:  # channels are entered again before anything is said there
            await self.lobby.resume()
        for room in tuple(self.rooms):
            if self._places.link_of(room) is link:
                await self._follow(room)
        for pending in tuple(self._pending.values()):
            if self._link_of(pending.message) is link:
                await self._send(pending.message)
        for room in tuple(self._counts):
            if self._places.link_of(room) is link:
                await self._send(wire.Count(room=room))
        for _ in self._lists if link is self._home else ():
            await self._send(wire.ListRooms())

    # Other servers.

    def _address(self, url: str) -> str:
        """Return where to connect, for the WebSocket of a server."""
        return url

    async def _move(self, link: Link, message: wire.Elsewhere) -> None:
        """Follow a room at the server that has it, and send there what is not answered."""
        about = [message.room] if message.room in self.rooms else []
        request = None if message.id is UNSET else self._pending.get(message.id)
        if request is not None and not isinstance(request.message, wire.Act):
            about.append(request.message.id)
        await self._places.move(link, about, self._address(message.url))

    async def _visit(self, link: Link) -> None:
        try:
            await link.run(self._greeting(), self._received)
        except CatanlabError as error:
            self._fail(error)

    async def _repeat(self, about: Collection[str]) -> None:
        """Follow rooms again, and send again what is not answered: wherever they are now."""
        for room in about:
            if room in self.rooms:
                await self._follow(room)
        for pending in tuple(self._pending.values()):
            message = pending.message
            if (message.room if isinstance(message, wire.Act) else message.id) in about:
                await self._send(message)

    async def _take(self, message: wire.AnyServerMessage) -> None:
        match message:
            case wire.Update():
                await self._update(message)
            case wire.ChatLines():
                self.rooms.setdefault(message.room, RoomView(message.room)).add_chat(message.lines)
            case wire.Ack():
                pending = self._pending.pop(message.id, None)
                settle(pending.done if pending else None, message)
            case wire.Refused():
                await self._refused(message)
            case wire.RoomList():
                settle(self._lists.popleft() if self._lists else None, message.rooms)
            case wire.Counting():
                settle(self._counts.pop(message.room, None), message)
            case _:
                self.lobby.take(message)

    async def _update(self, update: wire.Update) -> None:
        if self._check_views:
            check_update(update)
        view = self.rooms.get(update.room)
        if view is None:
            view = self.rooms[update.room] = RoomView(update.room)
        try:
            is_news = view.take(update)
        except GapError:
            await self._follow(update.room)
        else:
            if is_news:
                for listener in self.listeners:
                    listener(update)
            settle(self._joins.pop(update.room, None), None)

    async def _refused(self, refusal: wire.Refused) -> None:
        error = RefusedError(refusal)
        if refusal.id is not UNSET and refusal.id in self._pending:
            pending = self._pending[refusal.id]
            if refusal.code == "too-fast":
                await asyncio.sleep(self._delays[0])
                await self._send(pending.message)
            else:
                del self._pending[refusal.id]
                settle(pending.done, error)
        elif refusal.room is not UNSET and refusal.id is UNSET and refusal.room in self._counts:
            settle(self._counts.pop(refusal.room), error)
        elif refusal.room is not UNSET and refusal.code == "too-fast" and refusal.room in self.rooms:
            await asyncio.sleep(self._delays[0])
            await self._follow(refusal.room)
        elif refusal.room is not UNSET and refusal.room in self._joins:
            self.rooms.pop(refusal.room, None)
            settle(self._joins.pop(refusal.room), error)
        elif not self.connections:
            raise error
        elif self._lists and refusal.id is UNSET and refusal.room is UNSET:
            settle(self._lists.popleft(), error)
        else:
            self.refusals.append(refusal)

    def _tell(self) -> None:
        changed, self._changed = self._changed, None
        settle(changed, None)

    def _fail(self, error: CatanlabError) -> None:
        """End everything that waits, with an error."""
        self._error = self._error or error
        waiting: list[asyncio.Future[Any] | None] = [pending.done for pending in self._pending.values()]
        waiting += [*self._joins.values(), *self._lists, *self._counts.values(), self._changed]
        self._pending, self._joins, self._counts, self._changed = {}, {}, {}, None
        self._lists.clear()
        for future in waiting:
            settle(future, self._error)

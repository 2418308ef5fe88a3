"""All rooms of a server, and the sessions of its clients."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import secrets
from collections.abc import Awaitable, Callable
from itertools import islice

import msgspec.structs
from msgspec import UNSET
from sqlalchemy.exc import SQLAlchemyError

from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.errors import LogError, OverloadedError
from catanlab.server.database.rows import DiceRow, PersonRow, RoomRow, SessionRow
from catanlab.server.database.writer import LogWriter
from catanlab.server.ports import Outbox
from catanlab.server.protocol.frames import RESTARTING, write
from catanlab.server.refusals import CODES, Refused
from catanlab.server.robots.pool import RobotPool
from catanlab.server.rooms.budgets import cost_of
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.room_host import RoomHost
from catanlab.server.rooms.room_state import occupant
from catanlab.server.rooms.services import Services

logger = logging.getLogger(__name__)

MAX_ROOMS = 5_000
"""How many rooms a server has in memory at the most."""
MAX_FOLLOWED = 100
"""How many rooms one connection follows at the most."""
MAX_LISTED = 200
"""How many rooms a list has at the most."""
RECORDS_AT_ONCE = 2
"""How many games are repeated at once for their records: others use the same threads."""
IDLE_SECONDS = 600.0
"""How long a room that nobody follows stays in memory."""


class Hub:
    """The rooms in memory; others are loaded from their logs when somebody joins them."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.sessions: set[ClientSession] = set()
        self._hosts: dict[str, RoomHost] = {}
        self._loads: dict[str, asyncio.Task[RoomHost]] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False
        self._repeating = asyncio.Semaphore(RECORDS_AT_ONCE)

    async def start(self) -> None:
        """Start the writer and the robots."""
        self.services.writer.start()
        await self.services.pool.start()

    async def close(self) -> None:
        """Tell all clients to come back later, and end the rooms; what was acknowledged is in the log."""
        self._closed = True
        for timer in self._idle.values():
            timer.cancel()
        for session in list(self.sessions):
            session.outbox.put(RESTARTING)
        await asyncio.gather(*self._loads.values(), *self._closing, return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self._hosts.values()), return_exceptions=True)
        await self.services.pool.close()
        await self.services.writer.close()
        await asyncio.to_thread(self.services.database.close)

    def connect(self, outbox: Outbox) -> ClientSession:
        """Return the session of a new connection."""
        session = ClientSession(self, outbox)
        self.sessions.add(session)
        return session

    # People.

    async def person_of(self, hello: wire.Hello) -> tuple[PersonRow, str]:
        """Return who says hello, and their token; raises Refused for an unknown token."""
        services = self.services
        now = services.milliseconds()
        if hello.token:
            found = await asyncio.to_thread(services.database.person_by_token, _digest(hello.token))
            if found is None:
                raise Refused("bad-token")
            if found.name != hello.name:
                await services.writer.run(self._rename, found.id, hello.name, now)
                found = msgspec.structs.replace(found, name=hello.name, seen_at=now)
            return found, hello.token
        token = secrets.token_urlsafe(24)
        person = PersonRow(secrets.token_hex(6), hello.name, now, now)
        session = SessionRow(_digest(token), person.id, "session", now, now)
        await services.writer.run(services.database.create_person, person, session)
        return person, token

    async def name_of_bot(self, token: str) -> str:
        """Return the name of the bot with a token; raises Refused if there is none."""
        person = await asyncio.to_thread(self.services.database.person_by_token, _digest(token))
        if person is None:
            raise Refused("bad-token")
        if person.kind != "bot":
            raise Refused("not-a-bot")
        return person.name

    def _rename(self, person: str, name: str, now: int) -> None:
        self.services.database.update_person(person, name=name, seen_at=now)

    # Rooms.

    async def create(self, session: ClientSession, message: wire.Create) -> None:
        """Make a room; the same act of the same person makes it only once."""
        room_id = _room_of(session.person, message.id)
        session.check_follow(room_id)
        host = await self.host(room_id, lambda: self._create(room_id, session.person, message))
        invitation = host.room.invitation
        ack = wire.Ack(id=message.id, room=room_id, seq=1, invitation=invitation)
        session.outbox.put(write(ack))
        session.follow(host, 0)

    async def host(self, room: str, make: Callable[[], Awaitable[RoomHost]] | None = None) -> RoomHost:
        """Return the host of a room, loaded or made if need be; raises Refused if there is no such room.

        Whoever comes meanwhile waits for the same one: a room never has two hosts.
        """
        timer = self._idle.pop(room, None)
        if timer is not None:
            timer.cancel()
        host = self._hosts.get(room)
        if host is not None:
            return host
        task = self._loads.get(room)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._open(room, make))
            self._loads[room] = task
            task.add_done_callback(lambda _: self._loads.pop(room, None))
        return await asyncio.shield(task)

    async def _open(self, room: str, make: Callable[[], Awaitable[RoomHost]] | None) -> RoomHost:
        if self._closed:
            raise Refused("overloaded", "The server restarts; come back in a moment.")
        # This room is among those being loaded.
        if len(self._hosts) + len(self._loads) > MAX_ROOMS and not self._make_space():
            raise Refused("too-many-rooms")
        is_there = await asyncio.to_thread(self.services.database.room, room) is not None
        if is_there:
            host = await self._load(room)
        elif make is not None:
            host = await make()
        else:
            raise Refused("no-such-room")
        self._hosts[room] = host
        if is_there:
            host.resume()
        return host

    async def _create(self, room_id: str, owner: str, message: wire.Create) -> RoomHost:
        services = self.services
        at = services.milliseconds()
        room, batch = Room.create(
            room_id, message.options, owner=owner, act=message.id, now=services.now(), at=at
        )
        row = RoomRow(room_id, at, message.options.public, room.invitation, room.status)
        dice = DiceRow(room_id, room.commitment, room.dice.secret, room.dice.salt, at)
        await services.writer.create_room(row, batch.rows, dice=dice)
        return RoomHost(room, services, [])

    async def _load(self, room: str) -> RoomHost:
        loaded, chat = await self.services.load(room)
        return RoomHost(loaded, self.services, chat)

    async def record(self, room: str, invitation: str) -> str:
        """Return the record of a game that is over, as text; raises Refused."""
        found = await asyncio.to_thread(self.services.database.room, room)
        if found is None or not (found.public or _is_same(invitation, found.invitation)):
            raise Refused("no-such-room")
        if found.status != "over":
            raise Refused("not-over")
        async with self._repeating:
            return await asyncio.to_thread(self._record, room)

    def _record(self, room: str) -> str:
        # From the log: what a room in memory has may not be committed yet, and the record tells its dice.
        rows = self.services.database.read_rows(room)
        return Room.rebuild(rows, rows[-1].epoch).record().text

    def left(self, host: RoomHost) -> None:
        """Let a room that nobody follows leave the memory after a while."""
        room = host.room.id
        if host.followers or self._closed or room in self._idle:
            return
        loop = asyncio.get_running_loop()
        self._idle[room] = loop.call_later(IDLE_SECONDS, self._unload, room)

    def _unload(self, room: str) -> None:
        self._idle.pop(room, None)
        host = self._hosts.get(room)
        if host is None or host.followers:
            return
        if not host.is_idle:
            self.left(host)
            return
        del self._hosts[room]
        self.services.pool.forget(room)
        task = asyncio.get_running_loop().create_task(host.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _make_space(self) -> bool:
        """Let the room that nobody has followed for longest leave the memory; False if there is none."""
        for room, timer in list(self._idle.items()):
            host = self._hosts.get(room)
            if host is not None and host.is_idle:
                timer.cancel()
                self._unload(room)
                return True
        return False

    def rooms(self) -> wire.RoomList:
        """Return the public rooms in memory that wait or play."""
        rooms = (host.room for host in self._hosts.values())
        listed = (room for room in rooms if room.options.public and room.status in ("waiting", "playing"))
        lines = [
            wire.RoomLine(
                room=room.id,
                status=room.status,
                rules=room.options.rules,
                seats=tuple(occupant(seat) for seat in room.seating.seats),
                spectators=room.spectators,
            )
            for room in islice(listed, MAX_LISTED)
        ]
        return wire.RoomList(rooms=tuple(lines))


class ClientSession:
    """One connection: who it is, and the rooms that it follows."""

    def __init__(self, hub: Hub, outbox: Outbox) -> None:
        self.hub = hub
        self.outbox = outbox
        self.person = ""
        self.name = ""
        self.bot = False
        self._rooms: dict[str, RoomHost] = {}
        self._gone = False

    async def receive(self, message: wire.AnyClientMessage) -> None:
        """Handle a message; whatever is wrong with it is answered with a refusal."""
        try:
            await self._handle(message)
        except Refused as refused:
            self._refuse(message, refused.code, refused.text)
        except SQLAlchemyError as error:
            logger.error("a message could not be kept: %s", getattr(error, "orig", None) or error)
            self._refuse(message, "not-committed", "The server cannot keep anything now; try again later.")
        except OverloadedError as error:
            self._refuse(message, "overloaded", str(error))
        except LogError as error:
            self._refuse(message, "not-committed", str(error))
        except Exception:  # a log that cannot be read, a database that is gone
            logger.exception("a message of the kind %s failed", type(message).__name__)
            self._refuse(message, "server-error", CODES["server-error"])

    def closed(self) -> None:
        """The connection is gone."""
        self._gone = True
        self.hub.sessions.discard(self)
        for host in self._rooms.values():
            host.part(self)
            self.hub.left(host)
        self._rooms.clear()

    def check_follow(self, room: str) -> None:
        """Raise Refused if the connection follows too many rooms to follow another."""
        if room not in self._rooms and len(self._rooms) >= MAX_FOLLOWED:
            text = f"a connection follows at most {MAX_FOLLOWED} rooms; part from one of them first"
            raise Refused("too-many-rooms", text)

    def follow(self, host: RoomHost, seq: int) -> None:
        """Follow a room from the event after `seq` on."""
        if self._gone:
            self.hub.left(host)
            return
        self._rooms[host.room.id] = host
        host.join(self, seq)

    async def _handle(self, message: wire.AnyClientMessage) -> None:
        if isinstance(message, wire.Hello):
            await self._hello(message)
            return
        if not self.person:
            raise Refused("hello-first")
        services = self.hub.services
        if not services.budgets.take(self.person, cost_of(message), services.now()):
            raise Refused("too-fast")
        match message:
            case wire.ListRooms():
                self.outbox.put(write(self.hub.rooms()))
            case wire.Create():
                await self.hub.create(self, message)
            case wire.Join():
                await self._join(message)
            case wire.Part():
                host = self._rooms.pop(message.room, None)
                if host is not None:
                    host.part(self)
                    self.hub.left(host)
            case wire.Pong():
                pass
            case wire.Act():
                self._host(message.room).act(self, message)
            case wire.History():
                self._host(message.room).show_history(self, message.after)
            case _:
                raise Refused("bad-message", "this server does not know this message yet")

    def _host(self, room: str) -> RoomHost:
        host = self._rooms.get(room)
        if host is None:
            raise Refused("not-joined")
        return host

    async def _hello(self, hello: wire.Hello) -> None:
        if hello.protocol != wire.PROTOCOL:
            text = f"the server speaks protocol {wire.PROTOCOL}, not {hello.protocol}"
            raise Refused("bad-protocol", text)
        if self.person:
            raise Refused("bad-message", "a connection says hello once")
        person, token = await self.hub.person_of(hello)
        self.person, self.name, self.bot = person.id, person.name, person.kind == "bot"
        welcome = wire.Welcome(
            protocol=wire.PROTOCOL, person=self.person, name=self.name, token=token, bot=self.bot
        )
        self.outbox.put(write(welcome))

    async def _join(self, message: wire.Join) -> None:
        self.check_follow(message.room)
        host = await self.hub.host(message.room)
        room = host.room
        invited = _is_same(message.invitation, room.invitation)
        known = self.person == room.owner or self.person in room.seating.homes
        seated = room.seating.seat_of(self.person) is not None
        if not (room.options.public or invited or known or seated):
            self.hub.left(host)
            raise Refused("no-such-room")
        self.follow(host, message.seq)

    def _refuse(self, message: wire.AnyClientMessage, code: str, text: str) -> None:
        act, room = getattr(message, "id", UNSET), getattr(message, "room", UNSET)
        self.outbox.put(write(wire.Refused(code=code, text=text, id=act, room=room or UNSET)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _is_same(given: str, secret: str) -> bool:
    """Compare in a time that does not tell how much of a guess was right."""
    return secrets.compare_digest(given.encode(), secret.encode())


def _room_of(person: str, act: str) -> str:
    """Return the room that an act makes: always the same one, so that it is made once."""
    digest = hashlib.sha256(f"room {person} {act}".encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:10])


_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def open_hub(*, database: str, workers: int | None = None) -> Hub:
    """Return a hub on a database; raises DatabaseError if it cannot be opened.

    `workers` are the processes in which robots think; by default one less than there are cores.
    """
    opened = Database(database)
    count = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
    return Hub(Services(opened, LogWriter(opened), RobotPool(workers=count)))

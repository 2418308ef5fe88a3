"""The rooms in memory: others are loaded from their logs when somebody joins them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from catanlab.games.catan.game import Catan
from catanlab.server import wire
from catanlab.server.database.errors import LogError
from catanlab.server.database.folding import fold
from catanlab.server.database.room_list import door
from catanlab.server.database.rows import DiceRow, RoomRow, Row
from catanlab.server.database.servers import release
from catanlab.server.event_log import log_event
from catanlab.server.ledger import ROOM_ROWS, ROWS_SPENT, Payer, stored_rows
from catanlab.server.refusals import Refused
from catanlab.server.rooms.batch import Batch
from catanlab.server.rooms.experiments import Assigned
from catanlab.server.rooms.finished import FinishedGames
from catanlab.server.rooms.holdings import Holdings, bytes_of
from catanlab.server.rooms.invitation import is_same
from catanlab.server.rooms.pending import Change, Follower
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.room_host import RoomHost
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.standings import RoomStanding
from catanlab.server.rooms.sweeping import Sweeping

logger = logging.getLogger(__name__)

FOR_OWN_GAMES: Final = 0.1
"""The part of the space for rooms that is left to people who come back to their games."""
IDLE_SECONDS = 600.0
"""How long a room that nobody follows stays in memory."""
CLOSE_SECONDS = 60.0
"""How long a table that waits stays open when everybody has left."""

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_MAKER = "maker"
"""Who claims a room that was made, as long as it is in memory."""


class Entrance(NamedTuple):
    """A room that a person may enter."""

    room: str
    is_known: bool
    """Whether the person belongs to it: made it, or has held a seat there."""
    is_over: bool
    size: int
    """About how many bytes it takes in memory."""


class OpenRooms:
    """The rooms in memory, each with its host."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.hosts: dict[str, RoomHost] = {}
        self._loads: dict[str, asyncio.Task[RoomHost]] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        self.holdings = Holdings(services.ledger)
        """Who makes the server hold which rooms."""
        self.finished = FinishedGames(services)
        """The games that are over and not in memory."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when lists have to say something else."""
        self.on_turn: Callable[[], None] = lambda: None
        """Called when lists have to say that a game has gone on: nobody waits for that."""
        self.on_end: Callable[[], None] = lambda: None
        """Called when a game has ended, and its result is committed."""
        self._sweeping = Sweeping(services, lambda: [*self.hosts, *self._loads])

    async def start(self) -> None:
        """Put the rooms to rest that an earlier server left behind."""
        await self._sweeping.start()

    def stop(self) -> None:
        """Open no more rooms."""
        self._closed = True
        self._sweeping.stop()
        for timer in self._idle.values():
            timer.cancel()

    async def close(self) -> None:
        """End the rooms; what was acknowledged is in the log."""
        self.stop()
        await asyncio.gather(*self._loads.values(), *self._ending.values(), return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self.hosts.values()), return_exceptions=True)

    async def create(
        self,
        owner: str,
        act: str,
        options: wire.RoomOptions,
        *,
        network: str = "",
        locked: bool = False,
        then: Callable[[Room], None] | None = None,
    ) -> RoomHost:
        """Return the room that an act of a person makes; the same act makes it only once.

        `network` is where the person is, and `locked` locks all seats. `then` does more in the new room
        before anybody sees it.
        """
        room = room_made_by(owner, act)
        return await self.host(
            room,
            lambda: self._create(
                room,
                owner,
                act,
                options,
                network=network,
                locked=locked,
                then=then,
                assigned=None,
            ),
        )

    async def create_rematch(
        self, old: Room, room: str, owner: str, act: str, *, network: str = ""
    ) -> RoomHost:
        """Return a room like an old one, with seats kept for the people who sat there at the end.

        If every robot's seat was locked there, all seats are locked here too.
        """
        # A robot that kept a seat for somebody has another name.
        kept = [(seat.person, old.course.people.get(seat.person, "")) for seat in old.seating.seats]
        assigned = Assigned(old.options, old.experiment, old.arm)
        robots = [seat for seat in old.seating.seats if seat.kind == "robot" and not seat.away]
        return await self.host(
            room,
            lambda: self._create(
                room,
                owner,
                act,
                old.options,
                network=network,
                locked=bool(robots) and all(seat.locked for seat in robots),
                assigned=assigned,
                kept=kept,
            ),
        )

    async def create_continued(
        self,
        owner: str,
        act: str,
        options: wire.RoomOptions,
        *,
        game: Catan,
        continues: wire.Continues,
        then: Callable[[Room], None],
        network: str = "",
    ) -> RoomHost:
        """Return the room in which an act of a person continues a game; it is part of no experiment."""
        room = room_made_by(owner, act)
        assigned = Assigned(options, "", "")
        return await self.host(
            room,
            lambda: self._create(
                room,
                owner,
                act,
                options,
                network=network,
                assigned=assigned,
                game=game,
                continues=continues,
                then=then,
            ),
        )

    # Coming and going.

    async def entrance(self, room: str, person: str, invitation: str = "") -> Entrance:
        """Return a room that a person may enter; raises Refused. A stranger's attempt does not load it."""
        host = self.hosts.get(room)
        if host is not None:
            there = host.room
            open_to_all, secret = there.options.public, there.invitation
            entrance = Entrance(room, there.knows(person), there.status == "over", _size(host))
        else:
            found = await asyncio.to_thread(door, self.services.database, room, person)
            if found is None or found.status == "closed":
                raise Refused("no-such-room")
            open_to_all, secret = found.public, found.invitation
            entrance = Entrance(room, found.is_known, found.status == "over", bytes_of(found.events))
        if not (open_to_all or entrance.is_known or is_same(invitation, secret)):
            raise Refused("no-such-room")
        return entrance

    def is_history(self, entrance: Entrance) -> bool:
        """Say whether a game is shown from its log: it is over, and nobody who belongs to it asks."""
        room = entrance.room
        return entrance.is_over and not (entrance.is_known or room in self.hosts or room in self._loads)

    async def enter(self, entrance: Entrance, follower: Follower, payer: Payer) -> RoomHost:
        """Return the host of a room for a connection that is going to follow it; raises Refused.

        The room is charged before it is loaded, and until `part`.
        """
        room, own = entrance.room, entrance.is_known and not entrance.is_over
        self.holdings.claim(room, follower, payer, size=entrance.size, own=own)
        try:
            if room not in self.hosts:
                self._make_space(own=own)
            return await self.host(room)
        except BaseException:
            self.holdings.release(room, follower)
            raise

    def claim(self, host: RoomHost, follower: Follower, payer: Payer) -> None:
        """Charge a connection for a room that it follows from now on; raises Refused."""
        room = host.room
        if self.hosts.get(room.id) is not host:
            return  # given up: nothing is held any more, and the connection is told so
        own = room.status != "over" and room.knows(payer.person)
        try:
            self.holdings.claim(room.id, follower, payer, size=_size(host), own=own)
        except Refused:
            self.left(host)
            raise

    def part(self, host: RoomHost, follower: Follower) -> None:
        """Let a connection follow a room no longer."""
        host.part(follower)
        self.give_back(host, follower)

    def give_back(self, host: RoomHost, follower: Follower) -> None:
        """Charge a connection no longer for a room that it does not follow."""
        self.holdings.release(host.room.id, follower)
        self.left(host)

    async def host(self, room: str, make: Callable[[], Awaitable[RoomHost]] | None = None) -> RoomHost:
        """Return the host of a room, loaded or made if need be; raises Refused if there is no such room.

        Whoever comes meanwhile waits for the same one: a room never has two hosts.
        """
        timer = self._idle.pop(room, None)
        if timer is not None:
            timer.cancel()
        host = self.hosts.get(room)
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
        if room in self._ending:
            await self._ending[room]
        found = await asyncio.to_thread(self.services.database.room, room)
        if found is not None and found.status == "closed":
            raise Refused("no-such-room")
        if found is not None:
            self._make_space(own=True)  # who repeats the act that made it has not asked for space
            host = await self._load(room)
        elif make is not None:
            host = await make()
        else:
            raise Refused("no-such-room")
        self.hosts[room] = host
        self.holdings.keep(room, _size(host))
        host.given_up = lambda: self._forget(host)
        host.grown = lambda: self._grown(host)
        self.on_change()
        if found is not None:
            host.resume()
        self._log_opened(host, found)
        return host

    async def _create(
        self,
        room_id: str,
        owner: str,
        act: str,
        options: wire.RoomOptions,
        *,
        network: str,
        assigned: Assigned | None,
        locked: bool = False,
        kept: Sequence[tuple[str, str]] = (),
        game: Catan | None = None,
        continues: wire.Continues | None = None,
        then: Callable[[Room], None] | None = None,
    ) -> RoomHost:
        services, payer = self.services, Payer(owner, network)
        self.holdings.check(payer)
        at = services.milliseconds()
        create = partial(
            Room.create,
            room_id,
            options,
            owner=owner,
            act=act,
            now=services.now(),
            at=at,
            experiment=assigned or services.experiment,
            locked=locked,
            kept=kept,
            game=game,
            continues=continues,
            then=then,
        )
        if continues is None:
            room, batch = create()
            rows = batch.rows
        else:  # the game has to be repeated: not in the event loop
            room, rows = await asyncio.to_thread(_create_folded, create)
        charged = ROOM_ROWS + stored_rows(row.body for row in rows)
        if not services.ledger.spend("rows", payer, charged, services.now()):
            raise Refused("too-fast", ROWS_SPENT)
        row = RoomRow(room_id, at, options.public, room.invitation, room.status, owner=services.server)
        dice = DiceRow(room_id, room.commitment, room.dice.secret, room.dice.salt, at)
        standing = RoomStanding(room)
        size = bytes_of(len(room.history))
        self.holdings.claim(room_id, _MAKER, payer, size=size)
        try:
            self._make_space()
            await services.writer.create_room(row, rows, dice=dice, standing=standing.everything())
        except BaseException:
            self.holdings.release(room_id, _MAKER)
            raise
        return RoomHost(room, services, [], standing=standing, on_change=self._changed)

    async def _load(self, room: str) -> RoomHost:
        loaded, chat = await self.services.load(room)
        return RoomHost(loaded, self.services, chat, on_change=self._changed)

    def _changed(self, change: Change) -> None:
        if change == "turn":
            self.on_turn()
        else:
            self.on_change()
        if change == "end":
            self.on_end()

    async def record(self, room: str, invitation: str, person: str = "") -> str:
        """Return the record of a game that is over, as text, if a person may see it; raises Refused."""
        found = await asyncio.to_thread(door, self.services.database, room, person)
        if found is None or found.status == "closed":
            raise Refused("no-such-room")
        if not (found.public or found.is_known or is_same(invitation, found.invitation)):
            raise Refused("no-such-room")
        if found.status != "over":
            raise Refused("not-over")
        async with self.finished.repeating:
            return await asyncio.to_thread(self._record, room)

    def _record(self, room: str) -> str:
        # From the log: what a room in memory has may not be committed yet, and the record tells its dice.
        rows = self.services.database.read_rows(room)
        return Room.rebuild(rows, rows[-1].epoch).record().text

    def left(self, host: RoomHost) -> None:
        """Let a room that nobody follows leave the memory after a while; a table that waits is closed."""
        room = host.room.id
        if host.followers or self._closed or room in self._idle or self.hosts.get(room) is not host:
            return
        wait = CLOSE_SECONDS if host.room.status == "waiting" else IDLE_SECONDS
        timer = self.services.call_at(self.services.now() + wait, lambda: self._rest(room))
        self._idle[room] = timer

    def _rest(self, room: str) -> None:
        """Close a table that waits, or unload a game, if still nobody follows it."""
        host = self.hosts.get(room)
        self.unload(room, close=host is not None and host.room.status == "waiting")

    def unload(self, room: str, *, close: bool = False) -> None:
        """Let a room leave the memory, if nobody follows it; with `close` nobody can enter it again."""
        self._idle.pop(room, None)
        host = self.hosts.get(room)
        if host is None or host.followers:
            return
        if not host.is_idle:
            self.left(host)
            return
        self._forget(host, vanish=close)

    def _forget(self, host: RoomHost, *, vanish: bool = False) -> None:
        """Let a room leave the memory, and other servers have it, unless it vanishes."""
        room = host.room.id
        if self.hosts.get(room) is not host:
            return
        del self.hosts[room]
        self.holdings.forget(room)
        timer = self._idle.pop(room, None)
        if timer is not None:
            timer.cancel()
        self.services.pool.forget(room)
        task = asyncio.get_running_loop().create_task(self._close(host, vanish))
        self._ending[room] = task
        task.add_done_callback(lambda _: self._ending.pop(room, None))
        self.on_change()

    async def _close(self, host: RoomHost, vanish: bool) -> None:
        if vanish:
            try:
                await host.vanish()
            except LogError as error:  # the sweep closes it later
                logger.error("room %s could not be closed: %s", host.room.id, error)
        await host.close()
        room, services = host.room, self.services
        try:
            await services.writer.forget(room.id)
            await services.writer.run(release, services.database, room.id, services.server, room.epoch)
        except (LogError, SQLAlchemyError) as error:  # it stays ours: people are sent here for it
            logger.warning("room %s could not be let go: %s", room.id, error)
        log_event(logger, "room closed", room=room.id, epoch=room.epoch)

    def _log_opened(self, host: RoomHost, before: RoomRow | None) -> None:
        event, owner = "room made", None
        if before is not None:
            owner = None if before.owner == self.services.server else before.owner
            event = "room opened" if owner is None else "room taken over"
        room = host.room
        log_event(logger, event, room=room.id, epoch=room.epoch, status=room.status, owner=owner)

    def _make_space(self, *, own: bool = False) -> None:
        """Let idle rooms leave the memory, those left first before others, until all that is claimed fits.

        Raises Refused if there is too little. `own` says that a person comes back to a game of theirs.
        """
        most = self.services.limits.room_bytes * (1.0 if own else 1.0 - FOR_OWN_GAMES)
        if self.holdings.bytes <= most:
            return
        for room, timer in list(self._idle.items()):
            host = self.hosts.get(room)
            if host is not None and host.is_idle:
                timer.cancel()
                self.unload(room)
                if self.holdings.bytes <= most:
                    return
        raise Refused("too-many-rooms", "The server has no space for another room now.")

    def _grown(self, host: RoomHost) -> None:
        """Charge what a room takes by now."""
        if self.hosts.get(host.room.id) is host:
            self.holdings.resize(host.room.id, _size(host))


def _size(host: RoomHost) -> int:
    """Return about how many bytes a room in memory takes."""
    return bytes_of(len(host.room.history))


def _create_folded(create: Callable[[], tuple[Room, Batch]]) -> tuple[Room, list[Row]]:
    """Return a room that goes on from another game, and its rows: the events of that game are one."""
    room, batch = create()
    return room, fold(batch.rows)


def room_made_by(person: str, act: str) -> str:
    """Return the room that an act makes: always the same one, so that it is made once."""
    return letters(hashlib.sha256(f"room {person} {act}".encode()).digest())


def letters(digest: bytes) -> str:
    """Return the name of a room from a digest."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:10])

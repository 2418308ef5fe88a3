"""The session of a client: who it is, the rooms that it follows, and what becomes of its messages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec import UNSET
from sqlalchemy.exc import SQLAlchemyError

from catanlab.server import wire
from catanlab.server.database.errors import ElsewhereError, LogError, OverloadedError, UnknownRoomError
from catanlab.server.event_log import log_event
from catanlab.server.ledger import ROWS_SPENT, Payer, cost_of, rows_of
from catanlab.server.lobby.visitors import Visitor
from catanlab.server.people.addresses import network_of
from catanlab.server.ports import Caller, Outbox
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import CODES, Refused
from catanlab.server.rooms.open_rooms import room_made_by
from catanlab.server.rooms.room_host import RoomHost

if TYPE_CHECKING:
    from catanlab.server.hub.hub import Hub

logger = logging.getLogger(__name__)

MAX_FOLLOWED = 100
"""How many rooms one connection follows at the most."""


class ClientSession:
    """One connection: who it is, and the rooms that it follows."""

    def __init__(self, hub: Hub, outbox: Outbox, caller: Caller) -> None:
        self.hub = hub
        self.outbox = outbox
        self.caller = caller
        self.network = network_of(caller.address)
        self.person = ""
        self.name = ""
        self.bot = False
        self.face = ""
        self.owner = ""
        """The owner of a bot."""
        self.token_hash = ""
        self.muted: frozenset[str] = frozenset()
        """The people of whom this one wants to hear nothing."""
        self.reserved = False
        self._rooms: dict[str, RoomHost] = {}
        self._finished: set[str] = set()
        """The games that are over of which it sees what their logs tell."""
        self._elsewhere: dict[str, ElsewhereError] = {}
        """Where rooms are that this connection could not follow: acts may come before it knows."""
        self._gone = False

    async def receive(self, message: wire.AnyClientMessage) -> None:
        """Handle a message; whatever is wrong with it is answered with a refusal."""
        self.hub.services.metrics.messages.labels(type(message).__struct_config__.tag).inc()
        try:
            await self._handle(message)
        except Refused as refused:
            self._refuse(message, refused.code, refused.text)
        except SQLAlchemyError as error:
            logger.error("a message could not be kept: %s", getattr(error, "orig", None) or error)
            self._refuse(message, "not-committed", "The server cannot keep anything now; try again later.")
        except ElsewhereError as error:
            self._send_elsewhere(message, error)
        except UnknownRoomError:
            self._refuse(message, "no-such-room", CODES["no-such-room"])
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
        self.hub.lobby.left(self)
        for host in self._rooms.values():
            self.hub.rooms.part(host, self)
        self._rooms.clear()

    @property
    def payer(self) -> Payer:
        """Who pays for what this connection makes the server do."""
        return Payer(self.person, self.network)

    def check_follow(self, room: str) -> None:
        """Raise Refused if the connection follows too many rooms to follow another."""
        followed = self._rooms.keys() | self._finished
        if room not in followed and len(followed) >= MAX_FOLLOWED:
            text = f"a connection follows at most {MAX_FOLLOWED} rooms; part from one of them first"
            raise Refused("too-many-rooms", text)

    def host_of(self, room: str) -> RoomHost:
        """Return the host of a room that the connection follows; raises Refused or ElsewhereError."""
        host = self._rooms.get(room)
        if host is None and room in self._finished:
            raise Refused("not-seated", "The game is over, and only people who have held a seat act there.")
        if host is None:
            raise self._elsewhere.get(room) or Refused("not-joined")
        return host

    def follow(self, host: RoomHost, seq: int) -> None:
        """Follow a room from the event after `seq` on; raises Refused."""
        if self._gone:
            self.hub.rooms.give_back(host, self)
            return
        self.hub.rooms.claim(host, self, self.payer)
        self._rooms[host.room.id] = host
        self._finished.discard(host.room.id)
        self._elsewhere.pop(host.room.id, None)
        host.join(self, seq)

    async def _handle(self, message: wire.AnyClientMessage) -> None:
        if isinstance(message, wire.Hello):
            await self._hello(message)
            return
        if not self.person:
            raise Refused("hello-first")
        services = self.hub.services
        if not services.ledger.spend("acts", self.payer, cost_of(message), services.now()):
            raise Refused("too-fast")
        if not services.ledger.spend("rows", self.payer, rows_of(message), services.now()):
            raise Refused("too-fast", ROWS_SPENT)
        if await self.hub.lobby.receive(self, message):
            return
        match message:
            case wire.Create():
                await self._create(message)
            case wire.Join():
                await self._join(message)
            case wire.Part():
                self._finished.discard(message.room)
                host = self._rooms.pop(message.room, None)
                if host is not None:
                    self.hub.rooms.part(host, self)
            case wire.Pong():
                pass
            case wire.Mute():
                await self._mute(message)
            case wire.Report():
                await self._report(message)
            case wire.Count() | wire.History() if message.room in self._finished:
                await self.hub.rooms.finished.answer(self, self.payer, message)
            case wire.Count():
                self.host_of(message.room).count(self)
            case wire.Face():
                self._face(message)
            case wire.Act():
                self.host_of(message.room).act(self, message)
            case wire.History():
                self.host_of(message.room).show_history(self, message.after)

    async def _hello(self, hello: wire.Hello) -> None:
        if hello.protocol != wire.PROTOCOL:
            text = f"the server speaks protocol {wire.PROTOCOL}, not {hello.protocol}"
            raise Refused("bad-protocol", text)
        if self.person:
            raise Refused("bad-message", "a connection says hello once")
        identity = await self.hub.people.hello(hello, self.caller)
        person = identity.person
        self.muted = await self.hub.people.muted_by(person.id)
        games = () if identity.token else await self.hub.lobby.games_of(person.id)
        self.person, self.name, self.token_hash = person.id, person.name, identity.token_hash
        self.bot, self.reserved = person.kind == "bot", person.reserved
        self.owner = person.owner or ""
        self._wear(hello.face or next((tab.face for tab in self._tabs() if tab.face), ""))
        welcome = wire.Welcome(
            protocol=wire.PROTOCOL,
            person=person.id,
            name=person.name,
            token=identity.token,
            reserved=person.reserved,
            bot=self.bot,
            face=self.face,
            games=games,
        )
        self.outbox.put(write(welcome))
        if self.muted:
            self.outbox.put(write(wire.Muted(persons=tuple(sorted(self.muted)))))
        if not self._gone:
            self.hub.lobby.arrived(self)

    async def _create(self, message: wire.Create) -> None:
        self.check_follow(room_made_by(self.person, message.id))
        host = await self.hub.rooms.create(self.person, message.id, message.options, network=self.network)
        room = host.room
        if not self._gone:  # who repeats the act from elsewhere may be refused
            self.hub.rooms.claim(host, self, self.payer)
        self.outbox.put(write(wire.Ack(id=message.id, room=room.id, seq=1, invitation=room.invitation)))
        self.follow(host, 0)

    async def _join(self, message: wire.Join) -> None:
        self.check_follow(message.room)
        rooms = self.hub.rooms
        entrance = await rooms.entrance(message.room, self.person, message.invitation)
        if rooms.is_history(entrance):
            await rooms.finished.join(self, self.payer, message)
            self._rooms.pop(message.room, None)
            self._finished.add(message.room)
        else:
            self.follow(await rooms.enter(entrance, self, self.payer), message.seq)
        self.hub.lobby.invitations.accepted(self.person, message.room)

    def _send_elsewhere(self, message: wire.AnyClientMessage, error: ElsewhereError) -> None:
        if len(self._elsewhere) >= MAX_FOLLOWED:
            self._elsewhere.clear()
        self._elsewhere[error.room] = error
        id = getattr(message, "id", UNSET)
        self.outbox.put(write(wire.Elsewhere(room=error.room, url=error.url, id=id)))

    async def _mute(self, message: wire.Mute) -> None:
        muted = await self.hub.people.mute(self.person, message.person, message.on)
        frame = write(wire.Muted(persons=tuple(sorted(muted))))
        for tab in self._tabs():
            tab.muted = muted
            tab.outbox.put(frame)

    def _face(self, message: wire.Face) -> None:
        self._wear(message.face)
        self.hub.lobby.changed()
        if message.room:
            self.host_of(message.room).act(self, message)
        else:
            self.outbox.put(write(wire.Ack(id=message.id)))

    def _wear(self, face: str) -> None:
        """Let the person have a face on all connections."""
        for tab in self._tabs():
            tab.face = face

    def _tabs(self) -> set[Visitor]:
        """Return the connections of this person, this one among them."""
        return {self, *self.hub.lobby.visitors.of(self.person)}

    async def _report(self, message: wire.Report) -> None:
        if message.room and message.room not in self._rooms.keys() | self._finished:
            raise Refused("not-joined")
        await self.hub.people.report(self.person, message)
        self.outbox.put(write(wire.Ack(id=message.id)))

    def _refuse(self, message: wire.AnyClientMessage, code: str, text: str) -> None:
        self.hub.services.metrics.refusals.labels(code).inc()
        if isinstance(message, wire.Hello):
            log_event(logger, "hello refused", reason=code, address=self.caller.address)
        act, room = getattr(message, "id", UNSET), getattr(message, "room", UNSET)
        self.outbox.put(write(wire.Refused(code=code, text=text, id=act, room=room or UNSET)))

"""A small hub for tests of the transport: rooms in which people sit and talk, but play no game."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field

from catanlab.server import wire
from catanlab.server.ports import NOBODY, Caller, Outbox
from catanlab.server.protocol import frames
from catanlab.server.refusals import Refused

COMMITMENT = "0" * 64


@dataclass
class Room:
    """A room: its events, who follows it, and the acts that were done."""

    name: str
    events: list[wire.Numbered] = field(default_factory=list)
    followers: list[TalkingSession] = field(default_factory=list)
    done: dict[tuple[str, str], wire.Ack] = field(default_factory=dict)
    seats: list[str | None] = field(default_factory=lambda: [None] * 4)

    def add(self, event: wire.AnyEvent) -> int:
        """Add an event, send it to everybody, and return its number."""
        seq = len(self.events) + 1
        self.events.append(wire.Numbered(seq=seq, at=seq, event=event))
        for follower in tuple(self.followers):
            follower.send(self.update(follower.person, seq - 1))
        return seq

    def update(self, person: str, seq: int) -> wire.Update:
        """Return what a person who knows the events up to a number gets."""
        reset = seq > len(self.events)
        return wire.Update(
            room=self.name,
            epoch=1,
            seq=len(self.events),
            reset=reset,
            seat=self.seats.index(person) if person in self.seats else None,
            events=() if reset else tuple(self.events[seq:]),
        )


class TalkingHub:
    """All rooms; with a room `hall` from the beginning."""

    def __init__(self) -> None:
        self.rooms = {"hall": Room("hall")}
        self.sessions: list[TalkingSession] = []
        self.heard: list[wire.AnyClientMessage] = []
        """Every message that reached a session."""
        self.callers: list[Caller] = []
        """Where the connections came from."""
        self.is_open = False
        self.failing = False
        """Whether every message makes the hub fail."""

    async def start(self) -> None:
        """Open the rooms."""
        self.is_open = True

    async def close(self) -> None:
        """Say goodbye to everybody."""
        self.is_open = False
        for session in self.sessions:
            session.outbox.put(frames.RESTARTING)

    def connect(self, outbox: Outbox, caller: Caller = NOBODY) -> TalkingSession:
        """Return a new session."""
        self.callers.append(caller)
        session = TalkingSession(self, outbox)
        self.sessions.append(session)
        return session

    async def name_of_bot(self, token: str) -> str:
        """Return nothing: there are no bots here."""
        raise Refused("bad-token")

    async def missing(self) -> str:
        """Lack nothing."""
        return ""

    async def record(self, room: str, invitation: str, caller: Caller = NOBODY) -> str:
        """Return something for the hall."""
        if room not in self.rooms:
            raise Refused("no-such-room")
        return f"the record of {room}\n"


class TalkingSession:
    """One connection to the hub."""

    def __init__(self, hub: TalkingHub, outbox: Outbox) -> None:
        self.hub = hub
        self.outbox = outbox
        self.person = ""
        self.is_closed = False

    def send(self, message: wire.AnyServerMessage) -> bool:
        """Queue a message."""
        return self.outbox.put(frames.write(message))

    def closed(self) -> None:
        """Leave all rooms."""
        assert not self.is_closed, "a session is closed once"
        self.is_closed = True
        self.hub.sessions.remove(self)
        for room in self.hub.rooms.values():
            if self in room.followers:
                room.followers.remove(self)

    async def receive(self, message: wire.AnyClientMessage) -> None:
        """Handle a message."""
        self.hub.heard.append(message)
        if self.hub.failing:
            raise ZeroDivisionError("the hub fails")
        match message:
            case wire.Hello():
                token = message.token or hashlib.sha256(message.name.encode()).hexdigest()
                self.person = hashlib.sha256(token.encode()).hexdigest()[:8]
                self.send(
                    wire.Welcome(protocol=wire.PROTOCOL, person=self.person, name=message.name, token=token)
                )
            case _ if not self.person:
                self.send(wire.Refused(code="hello-first", text="The first message is `hello`."))
            case wire.ListRooms():
                lines = [
                    wire.RoomLine(room=name, status="waiting", rules="base", seats=(), spectators=0)
                    for name in self.hub.rooms
                ]
                self.send(wire.RoomList(rooms=tuple(lines)))
            case wire.Join():
                self._join(message)
            case wire.Part():
                self.closed_in(message.room)
            case wire.Create():
                room = self.hub.rooms.setdefault("made", Room("made"))
                self.send(wire.Ack(id=message.id, room=room.name, seq=0, invitation="please"))
            case wire.Sit() | wire.Say() | wire.Chat():
                self._act(message)
            case wire.Pong():
                raise AssertionError("the transport answers these itself")
            case wire.Act():
                self.send(
                    wire.Refused(
                        code="not-begun", text="There is no game.", id=message.id, room=message.room
                    )
                )
            case _:
                self.send(wire.Refused(code="bad-message", text="There is no lobby."))

    def closed_in(self, room: str) -> None:
        """Follow a room no longer."""
        followers = self.hub.rooms[room].followers
        if self in followers:
            followers.remove(self)

    def _join(self, message: wire.Join) -> None:
        room = self.hub.rooms.get(message.room)
        if room is None:
            self.send(wire.Refused(code="no-such-room", text="There is no such room.", room=message.room))
            return
        if self not in room.followers:
            room.followers.append(self)
        self.send(room.update(self.person, message.seq))

    def _act(self, message: wire.Sit | wire.Say | wire.Chat) -> None:
        room = self.hub.rooms.get(message.room)
        if room is None:
            refusal = wire.Refused(
                code="no-such-room", text="There is no such room.", id=message.id, room=message.room
            )
            self.send(refusal)
            return
        key = (self.person, message.id)
        if key not in room.done:
            room.done[key] = wire.Ack(id=message.id, room=room.name, seq=self._do(room, message))
        self.send(room.done[key])

    def _do(self, room: Room, message: wire.Sit | wire.Say | wire.Chat) -> int:
        match message:
            case wire.Sit():
                seat = room.seats.index(None) if message.seat is None else message.seat
                room.seats[seat] = self.person
                occupant = wire.Occupant(kind="person", person=self.person)
                return room.add(wire.Seated(seat=seat, occupant=occupant))
            case wire.Say():
                seat = room.seats.index(self.person) if self.person in room.seats else 0
                return room.add(wire.Said(seat=seat, text=message.text))
            case wire.Chat():
                line = wire.ChatLine(
                    seq=len(room.events), at=0, person=self.person, name="", text=message.text
                )
                for follower in room.followers:
                    follower.send(wire.ChatLines(room=room.name, lines=(line,)))
                return 0


class SlowHub:
    """A hub with one session, itself, that takes its time for every message."""

    person = "somebody"

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.finished: list[wire.AnyClientMessage | str] = []

    async def start(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def connect(self, outbox: Outbox, caller: Caller = NOBODY) -> SlowHub:
        """Return itself."""
        return self

    async def missing(self) -> str:
        """Lack nothing."""
        return ""

    async def record(self, room: str, invitation: str, caller: Caller = NOBODY) -> str:
        """Have none."""
        raise Refused("no-such-room")

    async def receive(self, message: wire.AnyClientMessage) -> None:
        """Wait until the test lets the hub go on."""
        await self.go_on.wait()
        self.finished.append(message)

    def closed(self) -> None:
        """Note that the connection is gone."""
        self.finished.append("closed")

"""A real hub on a real database for tests: robots answer in this process, and time is a number."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast
from unittest.mock import patch

from tests.server.logs import Faults, url

from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.writer import LogWriter
from catanlab.server.hub.hub import Hub
from catanlab.server.hub.session import ClientSession
from catanlab.server.limits import Limits
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.protocol.frames import read_client_message, read_server_message
from catanlab.server.robots.messages import Recipe, Request, shortened
from catanlab.server.robots.pool import RobotPool
from catanlab.server.robots.questions import Answer, Question
from catanlab.server.robots.worker import Worker
from catanlab.server.rooms.room_host import RoomHost
from catanlab.server.rooms.services import Services

Message = TypeVar("Message", bound=wire.ServerMessage)
QUICK = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0)
LIMITS = Limits(acts_at_once=1_000_000, answers_at_once=1_000_000, rows_at_once=1_000_000)
"""The time of a test stands still: no token comes back."""


class HomePool(RobotPool):
    """Robots that answer in this process; with `gate` they wait until the test lets them."""

    def __init__(self) -> None:
        super().__init__(workers=1)
        self.asked: list[Question] = []
        self.gate: asyncio.Event | None = None

    async def start(self) -> None:
        """Start nothing."""

    async def close(self) -> None:
        """End nothing."""

    async def ask(self, question: Question) -> Answer:
        """Answer with a robot that is made for this question."""
        self.asked.append(question)
        heard = len(question.events)
        if self.gate is not None:
            await self.gate.wait()
        recipe = Recipe(question.agent, question.game, question.seat, question.seed)
        request = Request(
            number=1,
            slot=1,
            recipe=recipe,
            drops=(),
            events=shortened(question.events[:heard]),
            task=question.task,
            ply=question.ply,
            seconds=1000.0,
            budget=1.0,
            proposer=question.proposer,
            deal=question.deal,
            may_offer=question.may_offer,
        )
        reply = Worker().answer(request)
        assert reply.failure is None, reply.failure
        return Answer(moves=reply.moves, lines=reply.lines, takes=reply.takes, public_reason=reply.reason)


@dataclass(eq=False)
class Timer:
    """Something to be done at a time."""

    when: float
    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """Forget it."""
        self.cancelled = True


@dataclass(slots=True)
class TimedServices(Services):
    """Services whose time a test moves on."""

    time: float = 1000.0
    timers: list[Timer] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        """Return the time that the test has set."""
        return self.time

    def milliseconds(self) -> int:
        """Return the same in milliseconds."""
        return int(self.time * 1000)

    def call_at(self, when: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Keep a call for its time."""
        self.timers = [timer for timer in self.timers if not timer.cancelled]
        self.timers.append(Timer(when, call))
        return cast(asyncio.TimerHandle, self.timers[-1])

    async def sleep(self, seconds: float) -> None:
        """Note how long it would have been."""
        self.slept.append(seconds)
        await asyncio.sleep(0)


class Box:
    """An outbox that keeps all frames."""

    lag: float | None = None

    def __init__(self) -> None:
        self.messages: list[wire.AnyServerMessage] = []
        self.frames: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    def put(self, frame: bytes) -> bool:
        """Keep a frame."""
        self.frames.append(frame)
        self.messages.append(read_server_message(frame))
        return True

    def close(self, code: int, reason: str) -> None:
        """Note that the connection is to be closed."""
        self.closed = (code, reason)

    def of(self, kind: type[Message]) -> list[Message]:
        """Return the messages of a kind."""
        return [message for message in self.messages if isinstance(message, kind)]

    def answers(self, act: str) -> list[str]:
        """Return what an act was answered: codes of refusals, or `ack`."""
        found = []
        for message in self.messages:
            if isinstance(message, wire.Ack) and message.id == act:
                found.append("ack")
            if isinstance(message, wire.Refused) and message.id == act:
                found.append(message.code)
        return found


class Guest:
    """A connection of a person."""

    def __init__(self, bench: Bench, box: Box, session: ClientSession) -> None:
        self.bench, self.box, self.session = bench, box, session
        self.room = ""
        self._count = 0

    async def send(self, message: wire.AnyClientMessage | str | bytes) -> None:
        """Send a message, or its JSON, without waiting for the commit."""
        if isinstance(message, str | bytes):
            message = read_client_message(message)
        await self.session.receive(message)

    async def do(self, message: wire.AnyClientMessage) -> None:
        """Send a message, and wait until everything that follows from it is done."""
        await self.send(message)
        await self.bench.settle()

    def id(self) -> str:
        """Return a new id for an act."""
        self._count += 1
        return f"{self.session.name}{self._count}"

    @property
    def last(self) -> wire.AnyServerMessage:
        """The last message that came."""
        return self.box.messages[-1]

    @property
    def update(self) -> wire.Update:
        """The last update that came."""
        return self.box.of(wire.Update)[-1]


class Bench:
    """A hub and its guests."""

    def __init__(self, folder: Path, pool: HomePool | None = None) -> None:
        database = Database(url(folder))
        self.faults = Faults()
        self.pool = pool or HomePool()
        self.services = TimedServices(database, LogWriter(database, commit=self.faults), self.pool)
        self.services.ledger.limits = LIMITS
        self.hub = Hub(self.services)
        # The time of a test stands still: nothing looks by itself because the machine is slow.
        self.hub.watch.every_seconds = 3600.0

    def host(self, room: str) -> RoomHost:
        """Return the host of a room in memory."""
        return self.hub.rooms.hosts[room]

    async def settle(self) -> None:
        """Wait until all commits are done and everybody has heard of them."""
        for _ in range(4):
            await self.services.writer.run(int)
            await asyncio.sleep(0)
            for host in list(self.hub.rooms.hosts.values()):
                while host._loading is not None:
                    await asyncio.sleep(0)
            for _ in range(4):
                await asyncio.sleep(0)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, with all that it brings."""
        until = self.services.time + seconds
        while True:
            due = [t for t in self.services.timers if not t.cancelled and t.when <= until]
            if not due:
                break
            first = min(due, key=lambda timer: timer.when)
            first.cancel()
            self.services.time = max(self.services.time, first.when)
            first.call()
            await self.settle()
        self.services.time = until

    async def guest(self, name: str, token: str = "", caller: Caller = NOBODY, *, face: str = "") -> Guest:
        """Return a connection that has said hello."""
        box = Box()
        guest = Guest(self, box, self.hub.connect(box, caller))
        await guest.send(wire.Hello(protocol=wire.PROTOCOL, name=name, token=token, face=face))
        return guest

    async def room(self, owner: Guest, options: wire.RoomOptions = QUICK) -> str:
        """Let a guest make a room, and return its name."""
        act = owner.id()
        await owner.do(wire.Create(id=act, options=options))
        ack = next(message for message in owner.box.of(wire.Ack) if message.id == act)
        owner.room = ack.room
        return ack.room

    async def game(self, *guests: Guest, options: wire.RoomOptions = QUICK) -> str:
        """Let guests sit in the first seats of a new room, and start its game."""
        room = await self.room(guests[0], options)
        for seat, guest in enumerate(guests):
            if guest is not guests[0]:
                await guest.do(wire.Join(room=room))
            await guest.do(wire.Sit(id=guest.id(), room=room, seat=seat))
        await guests[0].do(wire.Start(id=guests[0].id(), room=room))
        return room


def on_bench(
    folder: Path,
    test: Callable[[Bench], Coroutine[Any, Any, None]],
    *,
    seed: int = 1,
    pool: HomePool | None = None,
) -> None:
    """Run a test with a hub that is started and closed; boards, dice and names are the same each time.

    A second hub on the same database needs another seed: dice are never used twice.
    """

    async def run() -> None:
        bench = Bench(folder, pool)
        await bench.hub.start()
        try:
            await test(bench)
        finally:
            await bench.hub.close()

    random = Random(seed)
    with (
        patch("secrets.token_hex", lambda count: random.randbytes(count).hex()),
        patch("secrets.token_urlsafe", lambda count: random.randbytes(count).hex()),
        patch("secrets.randbits", random.getrandbits),
    ):
        asyncio.run(run())

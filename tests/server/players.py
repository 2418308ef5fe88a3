"""Scripted people at a real hub on the loopback, and what must hold after their games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from tests.server.logs import url
from tests.server.wire.running import Running, eventually, running

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.server import wire
from catanlab.server.client.client import Client, Dial, connect, dial
from catanlab.server.client.room_view import RoomView
from catanlab.server.database.database import Database
from catanlab.server.database.writer import LogWriter
from catanlab.server.dice import check_record
from catanlab.server.hub.hub import Hub
from catanlab.server.ledger import Ledger
from catanlab.server.limits import Limits
from catanlab.server.robots.pool import RobotPool
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.shown_view import shown_view
from catanlab.table.record_reader import read_records

GAME_SECONDS = 90.0
"""Seconds after which a game that did not end has failed."""
UNHURRIED = Limits(
    messages_per_second=1e6,
    messages_at_once=1_000_000,
    connections_per_address=10_000,
    guests_at_once=10_000,
    hello_seconds=1000.0,
    body_seconds=1000.0,
    acts_at_once=1_000_000,
    answers_at_once=1_000_000,
    rows_at_once=1_000_000,
)
"""Scripted people act faster than any person may, and come from one address; the machine may be slow."""
QUICK = (0.001, 0.01, 0.05, 0.2)
"""Delays before a client connects again."""
OPTIONS = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, grace=600.0)

_numbered = msgspec.json.Decoder(tuple[wire.Numbered, ...])
_encoder = msgspec.json.Encoder()


@dataclass
class Serving:
    """A hub that serves on the loopback."""

    hub: Hub
    running: Running

    @property
    def url(self) -> str:
        """The address of its WebSocket."""
        return self.running.url

    def room(self, room: str) -> Room:
        """Return a room as it is in memory."""
        return self.hub.rooms.hosts[room].room

    async def settled(self, room: str) -> Room:
        """Return a room once all that happened in it is in its log: a robot may speak after the end."""
        database = self.hub.services.database
        await eventually(lambda: len(database.read_rows(room)) == len(self.room(room).history))
        return self.room(room)


@asynccontextmanager
async def serving(
    folder: Path,
    *,
    make_writer: Callable[[Database], LogWriter] = LogWriter,
    pool: RobotPool | None = None,
    robot_seconds: float = 5.0,
    limits: Limits = UNHURRIED,
    send_buffer: int | None = None,
    proxies: Collection[str] = (),
) -> AsyncIterator[Serving]:
    """Serve a real hub with a database in a folder and robots in processes."""
    database = Database(url(folder))
    services = Services(
        database, make_writer(database), pool or RobotPool(workers=1), robot_seconds, ledger=Ledger(limits)
    )
    hub = Hub(services)
    async with running(hub, limits=limits, send_buffer=send_buffer, proxies=proxies) as server:
        yield Serving(hub, server)


@dataclass
class Table:
    """A room with scripted people in it."""

    room: str
    people: list[ScriptedPerson] = field(default_factory=list)

    async def play(self, seconds: float = GAME_SECONDS) -> None:
        """Play to the end, which must come within so many seconds."""
        games = [asyncio.ensure_future(person.play()) for person in self.people]
        try:
            await asyncio.wait_for(asyncio.gather(*games), seconds)
        finally:
            for game in games:
                game.cancel()

    async def leave(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(person.client.close() for person in self.people))

    @property
    def refused(self) -> dict[str, int]:
        """How often acts were refused because others acted at the same time, by code."""
        codes: dict[str, int] = {}
        for person in self.people:
            for code, count in person.refused.items():
                codes[code] = codes.get(code, 0) + count
        return codes


async def seat(
    url: str,
    options: wire.RoomOptions = OPTIONS,
    *,
    people: int = 4,
    seed: int = 1,
    faults: Sequence[str] = (),
    dial: Dial = dial,
    called: str = "Person",
    others: Sequence[str] = (),
) -> Table:
    """Let people connect, make a room, take seats with a nonce, and start the game.

    With `others`, further servers on the same database, the people connect to all of them in turn.
    """
    clients = []
    for number in range(people):
        first, *rest = rotated((url, *others), number)
        name = f"{called} {seed}-{number}"
        clients.append(await connect(first, name, delays=QUICK, dial=dial, others=rest))
    made = await clients[0].create(options)
    table = Table(made.room)
    for number, client in enumerate(clients):
        view = made if number == 0 else await client.join(made.room, clients[0].invitation(made.room))
        await client.sit(made.room, nonce=f"{seed:x}{number:x}")
        table.people.append(ScriptedPerson(client, view, 1000 * seed + number, faults=faults))
    await clients[0].start(made.room)
    return table


def rotated(addresses: Sequence[str], count: int) -> list[str]:
    """Return addresses with another one first."""
    count %= len(addresses)
    return [*addresses[count:], *addresses[:count]]


# What must hold.


def histories(room: Room) -> list[bytes]:
    """Return all events of a room as each audience sees them, in bytes."""
    return [_encoder.encode(room.history.after(0, audience)) for audience in range(room.public + 1)]


def views(room: Room) -> list[bytes]:
    """Return the view of each audience, in bytes."""
    return [view.to_json() for view in room.history.views]


def check_same(rebuilt: Room, room: Room) -> None:
    """Check that two rooms have shown and show the same to everybody."""
    assert histories(rebuilt) == histories(room)
    assert views(rebuilt) == views(room)
    assert rebuilt.proposals == room.proposals
    assert rebuilt.chosen == room.chosen
    assert rebuilt.reasons == room.reasons
    assert rebuilt.seating == room.seating
    assert rebuilt.clocks.banks == room.clocks.banks
    assert rebuilt.heard == room.heard
    if rebuilt.play is not None and room.play is not None:
        assert rebuilt.play.events == room.play.events
        assert rebuilt.play.decision == room.play.decision
        assert rebuilt.play.deciders == room.play.deciders
        assert rebuilt.play.chance.counts == room.play.chance.counts


def check_client(person_view: RoomView, room: Room, audience: int) -> None:
    """Check that a client knows what the room says: every event since its last reset, and the view."""
    assert person_view.seq == len(room.history)
    assert person_view.view is not None
    assert bytes(person_view.view) == shown_view(room, audience)
    first = person_view.events[0].seq if person_view.events else person_view.seq + 1
    expected = _numbered.decode(_encoder.encode(room.history.after(first - 1, audience)))
    assert tuple(person_view.events) == expected


def check_log(database: Database, room: str, *, over: bool = True) -> Room:
    """Check a room's log: numbers, epochs, acts once, no robot failed; with `over` its record and dice."""
    rows = database.read_rows(room)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    epochs = [row.epoch for row in rows]
    assert epochs == sorted(epochs)
    acts = [(row.person, row.act) for row in rows if row.act is not None]
    assert len(acts) == len(set(acts))
    incidents = [bytes(row.body) for row in rows if row.kind == "incident"]
    assert not incidents, incidents[:3]
    rebuilt = Room.rebuild(rows, epochs[-1])
    if over:
        record = rebuilt.record()
        [again] = read_records(record.text)
        assert again.moves == record.moves
        assert again.text == record.text
        found = check_record(again)
        assert found is not None
        assert "The dice were checked" in found
    return rebuilt


def check_acts(database: Database, table: Table) -> None:
    """Check that everything that was acknowledged is in the log, where the acknowledgement said."""
    kept = database.acts(table.room)
    for person in table.people:
        for done in person.done:
            assert kept[person.client.person, done.id] == done.seq


async def connected(url: str, name: str) -> Client:
    """Return a client that comes back quickly."""
    return await connect(url, name, delays=QUICK)


def lost_acts(database: Database, table: Table) -> int:
    """Check that what was refused is not in the log, and return how many acts were lost."""
    kept = database.acts(table.room)
    count = 0
    for person in table.people:
        for id, code in person.refusals:
            assert (person.client.person, id) not in kept, (id, code)
            count += code == "not-committed"
    return count

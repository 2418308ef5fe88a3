"""A thousand players: how a server does under an offered load, over the public protocol.

    python -m catanlab.benchmarks.load people     [--rooms 250] [--think 2] [--seconds 60]
    python -m catanlab.benchmarks.load robots     [--rooms 250] [--think 2] [--seconds 60]
    python -m catanlab.benchmarks.load searches   [--agent uct:iterations=1000] [--think 2] [--workers 1]
    python -m catanlab.benchmarks.load restart    [--rooms 250]
    python -m catanlab.benchmarks.load connections [--people 1000]

`people`: rooms of four people. `robots`: rooms of one person and three quick robots. `searches`: rooms of
one person and three searching robots, until the server refuses to start another game. `restart`: games of
two people whose server is killed amid them. `connections`: people who are only there, and who watch a game.

The server is `catanlab serve` in a process of its own, with a database that is removed afterwards, or that
of `--database`. Scripted people play over the loopback; each thinks for a time drawn evenly between nothing
and twice `--think` before an act, and checks every message and every view that it gets. The time counts
when all rooms play; a game that ends is followed by another. A run in which other programs had more than a
tenth of the processors is void: it says so and ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from catanlab.benchmarks.load_server import FOREIGN_LIMIT, Server, Watch
from catanlab.benchmarks.robot_lateness import RobotLateness
from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.framework.random import Random
from catanlab.server import wire
from catanlab.server.client.client import Client, RefusedError, connect

AT_ONCE = 16
"""How many rooms are made, and people connected, at the same time."""
QUICK_ROBOT, SEARCHING_ROBOT = "greedy", "uct:iterations=1000,trade=batna"


class Player:
    """A person who plays in one seat, in one game after the other."""

    def __init__(self, client: Client, seed: int, think: float) -> None:
        self.client = client
        self.seed = seed
        self.random = Random(seed, "play", 1)
        self.think = think
        self.person: ScriptedPerson | None = None
        self.earlier = 0
        self.acts: list[float] = []
        """The seconds of every acknowledgement."""
        self.crossed = 0
        self.games = 0

    async def pause(self) -> None:
        """Think."""
        await asyncio.sleep(2 * self.think * self.random.below(1001) / 1000)

    async def play(self, room: str) -> None:
        """Play a game to its end."""
        self.games += 1
        seed = self.seed + 100_000 * self.games
        self.person = ScriptedPerson(self.client, self.client.rooms[room], seed, think=self.pause)
        try:
            await self.person.play()
        finally:
            self.gather()
            self.person = None

    def gather(self) -> None:
        """Take over the figures of the game that is played."""
        if self.person is not None:
            self.acts += [done.seconds for done in self.person.done]
            self.crossed += len(self.person.refusals)
            self.person.done.clear()
            self.person.refusals.clear()


class Table:
    """A room after the other for the same people."""

    def __init__(self, url: str, number: int, people: int, think: float, options: wire.RoomOptions) -> None:
        self.url = url
        self.number = number
        self.people = people
        self.think = think
        self.options = options
        self.players: list[Player] = []
        self.lateness: RobotLateness | None = None
        self.room = ""

    async def connect(self) -> None:
        """Connect the people."""
        for seat in range(self.people):
            client = await connect(self.url, f"Person {self.number}-{seat}")
            self.players.append(Player(client, 10 * self.number + seat, self.think))
        if self.people < 4:
            self.lateness = RobotLateness(self.players[0].client)

    async def start(self) -> None:
        """Make a room, sit down and begin; raises RefusedError."""
        first = self.players[0].client
        self.room = (await first.create(self.options)).room
        for player in self.players:
            if player.client is not first:
                await player.client.join(self.room)
            await player.client.sit(self.room)
        await first.start(self.room)

    async def play(self) -> None:
        """Play games until this is cancelled."""
        while True:
            await asyncio.gather(*(player.play(self.room) for player in self.players))
            for player in self.players:
                await player.client.part(self.room)
            await self.start()

    async def close(self) -> None:
        """Let the people leave."""
        await asyncio.gather(*(player.client.close() for player in self.players))


async def at_once(works: list[Callable[[], Awaitable[None]]]) -> None:
    """Do all, some at the same time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(work: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await work()

    await asyncio.gather(*(one(work) for work in works))


class Figures:
    """What was measured between two moments."""

    def __init__(self, server: Server, tables: list[Table]) -> None:
        self._server = server
        self._tables = tables
        for player in self._players():
            player.gather()
            player.acts.clear()
            player.crossed = 0
        for table in tables:
            if table.lateness is not None:
                table.lateness.seconds.clear()
        self._watch = Watch(server)
        self._begun, self._cpu, self._workers = perf_counter(), server.cpu, server.workers_cpu

    def _players(self) -> list[Player]:
        return [player for table in self._tables for player in table.players]

    def lines(self) -> list[str]:
        """Return the figures in lines."""
        seconds, cpu = perf_counter() - self._begun, self._server.cpu - self._cpu
        workers, foreign = self._server.workers_cpu - self._workers, self._watch.foreign()
        for player in self._players():
            player.gather()
        took = [each for player in self._players() for each in player.acts]
        crossed = sum(player.crossed for player in self._players())
        robots = [each for table in self._tables if table.lateness for each in table.lateness.seconds]
        acts = len(took) + len(robots)
        rate, robots_rate = len(took) / seconds, len(robots) / seconds
        lines = [f"{rate:.0f} acts of people a second, acknowledged {cuts(took)}; {crossed} came too late"]
        if robots:
            lines.append(f"{robots_rate:.0f} acts of robots a second, beyond their delay {cuts(robots)}")
        cost = f"{cpu / seconds:.0%} of a core, {1000 * cpu / max(1, acts):.2f} ms an act"
        memory = f"{self._server.memory / 2**20:.0f} MB"
        lines.append(f"server: {cost}, {memory}; robots' workers {workers / seconds:.0%} of a core")
        return [*lines, foreign_line(foreign)]


def cuts(seconds: list[float]) -> str:
    """Return the median and the 99th percentile."""
    if len(seconds) < 2:
        return "too few to say"
    found = quantiles(seconds, n=100)
    return f"p50 {1000 * found[49]:.1f}, p99 {1000 * found[98]:.1f} ms"


def foreign_line(share: float) -> str:
    """Return how much of the processors other programs had; a void run is marked."""
    void = " VOID: above 10 % the figures say nothing" if share > FOREIGN_LIMIT else ""
    return f"other programs had {share:.1%} of the processors{void}"


def table_options(robot: str, robot_seconds: float) -> wire.RoomOptions:
    """Return the options of a room in which robots take the seats that people leave free."""
    return wire.RoomOptions(rules="trading", robots=(robot,), robot_seconds=robot_seconds)


async def steady(server: Server, options: argparse.Namespace, people: int) -> list[str]:
    """Let all rooms play, and measure for a while."""
    room_options = table_options(QUICK_ROBOT, 1.0)
    tables = [
        Table(server.url, number, people, options.think, room_options) for number in range(options.rooms)
    ]
    games: list[asyncio.Task[None]] = []

    async def begin(table: Table) -> None:
        await table.connect()
        await table.start()
        games.append(asyncio.create_task(table.play()))

    await at_once([lambda table=table: begin(table) for table in tables])  # type: ignore[misc]
    figures = Figures(server, tables)
    await asyncio.sleep(options.seconds)
    lines = figures.lines()
    for game in games:
        if game.done():
            game.result()  # a table that failed is an error
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    await asyncio.gather(*(table.close() for table in tables))
    each = f"{people} people each, thinking {options.think:g} s"
    return [f"{options.rooms} rooms, {each}, for {options.seconds:g} s:", *lines]


async def searches(server: Server, options: argparse.Namespace) -> list[str]:
    """Start games with searching robots until the server refuses one, then measure for a while."""
    tables: list[Table] = []
    games: list[asyncio.Task[None]] = []
    refusal = ""
    for number in range(options.rooms):
        table = Table(server.url, number, 1, options.think, table_options(options.agent, 1.0))
        await table.connect()
        try:
            await table.start()
        except RefusedError as error:
            refusal = f"{error.code}: {error}"
            await table.close()
            break
        tables.append(table)
        games.append(asyncio.create_task(table.play()))
        await asyncio.sleep(options.every)
    figures = Figures(server, tables)
    await asyncio.sleep(options.seconds)
    lines = figures.lines()
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    await asyncio.gather(*(table.close() for table in tables))
    said = f"the next was refused ({refusal})" if refusal else "none was refused"
    each = f"one person thinking {options.think:g} s and three {options.agent} robots a room"
    return [
        f"{each}, a new room every {options.every:g} s: {len(tables)} rooms play, {said};",
        f"then for {options.seconds:g} s:",
        *lines,
    ]


async def restart(server: Server, options: argparse.Namespace) -> list[str]:
    """Kill the server amid games, start it again, and wait until everybody has the game back."""
    tables = [
        Table(server.url, number, 2, options.think, table_options(QUICK_ROBOT, 1.0))
        for number in range(options.rooms)
    ]
    games: list[asyncio.Task[None]] = []

    async def begin(table: Table) -> None:
        await table.connect()
        await table.start()
        games.append(asyncio.create_task(table.play()))

    await at_once([lambda table=table: begin(table) for table in tables])  # type: ignore[misc]
    await asyncio.sleep(options.seconds)
    clients = [player.client for table in tables for player in table.players]
    before = [client.connections for client in clients]
    epochs = {
        table.room: clients[2 * number].rooms[table.room].epoch for number, table in enumerate(tables)
    }
    watch = Watch(server)
    begun = perf_counter()
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    listening = perf_counter() - begun

    async def back(client: Client, count: int, room: str) -> float:
        # Another game may have begun: then the room is another one, and newer than the restart.
        await client.until(
            lambda: (
                client.connections > count
                and (room not in client.rooms or client.rooms[room].epoch > epochs[room])
            )
        )
        return perf_counter() - begun

    rooms = [table.room for table in tables for _ in table.players]
    times = await asyncio.gather(*map(back, clients, before, rooms))
    foreign = watch.foreign()
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    await asyncio.gather(*(table.close() for table in tables))
    return [
        f"{options.rooms} games of two people and two robots, killed after {options.seconds:g} s:",
        f"listening again after {listening:.1f} s,",
        f"people back in their games after {median(times):.1f} s (median) and {max(times):.1f} s (last)",
        foreign_line(foreign),
    ]


async def connections(server: Server, options: argparse.Namespace) -> list[str]:
    """Measure the memory of connections: people who are there, then the same people watching one game."""
    watch = Watch(server)
    table = Table(server.url, 0, 1, 2.0, table_options(QUICK_ROBOT, 1.0))
    await table.connect()
    await table.start()
    empty = server.memory
    clients: list[Client] = []

    async def come(number: int) -> None:
        clients.append(await connect(server.url, f"Visitor {number}"))

    await at_once([lambda number=number: come(number) for number in range(options.people)])  # type: ignore[misc]
    await asyncio.sleep(2.0)
    idle = server.memory
    await at_once([lambda client=client: follow(client, table.room) for client in clients])  # type: ignore[misc]
    await asyncio.sleep(2.0)
    watching = server.memory
    await asyncio.gather(*(client.close() for client in clients))
    await table.close()
    each, more = ((size - base) / options.people / 1024 for size, base in ((idle, empty), (watching, idle)))
    return [
        f"{options.people} connections: {each:.1f} kB each, and {more:.1f} kB more to watch a game;",
        f"the server without them {empty / 2**20:.0f} MB",
        foreign_line(watch.foreign()),
    ]


async def follow(client: Client, room: str) -> None:
    """Watch a game."""
    await client.join(room)


SCENARIOS = {
    "people": lambda server, options: steady(server, options, 4),
    "robots": lambda server, options: steady(server, options, 1),
    "searches": searches,
    "restart": restart,
    "connections": connections,
}


def main() -> int:
    """Read the options and measure; returns 1 for a void run."""
    parser = argparse.ArgumentParser(prog="python -m catanlab.benchmarks.load")
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--rooms", type=int, default=250)
    parser.add_argument("--people", type=int, default=1000, help="connections of the scenario of that name")
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between new rooms with searches")
    parser.add_argument("--agent", default=SEARCHING_ROBOT, help="the robot of the scenario searches")
    parser.add_argument("--workers", type=int, default=1, help="processes in which robots think")
    parser.add_argument("--database", help="the URL of an empty database (default: SQLite)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'rooms.db'}"
        server = Server(database, workers=options.workers)
        try:
            lines = asyncio.run(SCENARIOS[options.scenario](server, options))
        finally:
            server.close()
    print("\n".join(lines))
    return 1 if "VOID" in lines[-1] else 0


if __name__ == "__main__":
    sys.exit(main())

"""Two games over the network at a server that is killed and started again in the middle.

    .venv/bin/python examples/online/killed_server.py

Four people play one game; a person and three robots play the other. They offer, counter and propose. The
server is `catanlab serve`; it gets SIGKILL twice in each game. Afterwards everything that it acknowledged
must be in its log, and the records must replay with dice that fit their commitment.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

import msgspec

from catanlab import read_records
from catanlab.benchmarks import ScriptedPerson
from catanlab.server import Database, check_record, wire
from catanlab.server.client import connect

HOST = "127.0.0.1"
KILLED_AT = (40, 90)
"""How many events a game has when the server is killed."""
TRADE = ("offer", "counter", "proposed")
MOST_GAMES = 5
SECONDS = 300.0


class Server:
    """`catanlab serve` on a database in a folder, in a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'rooms.db'}"
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = int(probe.getsockname()[1])
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        options = [f"--port={self.port}", f"--database={self.database}", "--workers=1"]
        command = [sys.executable, "-m", "catanlab", "serve", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        await asyncio.to_thread(self._process.stdout.readline)

    def kill(self) -> None:
        """End it with SIGKILL: it can tell nobody, and save nothing."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def record(self, room: str) -> str:
        """Return the record of a room's game."""
        with urllib.request.urlopen(f"http://{HOST}:{self.port}/records/{room}", timeout=30) as page:
            return str(page.read().decode())


class Game:
    """People at one table."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.people: list[ScriptedPerson] = []

    async def begin(self, server: Server, people: int, seed: int) -> None:
        """Make a room, sit down and start; robots take the other seats."""
        options = wire.RoomOptions(robots=("greedy",), robot_seconds=0.02, grace=600.0)
        room = ""
        for number in range(people):
            client = await connect(f"ws://{HOST}:{server.port}/ws", f"Person {seed}-{number + 1}")
            view = await (client.join(room) if room else client.create(options))
            room = view.room
            await client.sit(room, nonce=f"{seed + number:x}")
            self.people.append(ScriptedPerson(client, view, seed + number))
        await self.people[0].client.start(room)

    @property
    def room(self) -> str:
        """The room's id."""
        return self.people[0].room.room

    @property
    def events(self) -> int:
        """How many events there are."""
        return self.people[0].room.seq

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.people[0].is_over

    async def play(self) -> None:
        """Play to the end."""
        async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(person.play())

    def check(self, server: Server, database: Database) -> Counter[str]:
        """Check that nothing is missing, print a line about the game, and return what happened in it."""
        kept = database.acts(self.room)
        acts = [(person.client.person, done) for person in self.people for done in person.done]
        missing = [done.id for person, done in acts if kept.get((person, done.id)) != done.seq]
        if missing:
            raise SystemExit(f"{self.name}: acknowledged, but not in the log: {', '.join(missing)}")
        rows = database.read_rows(self.room)
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            raise SystemExit(f"{self.name}: the numbers of its events have gaps")
        record = server.record(self.room)
        [game] = read_records(record)
        found = Counter(row.kind for row in rows)
        for move in (row for row in rows if row.kind in ("moved", "taken")):
            found[str(msgspec.json.decode(move.body)["move"]).split()[0]] += 1
        print(
            f"{self.name}: {len(rows)} events, {found['offer']} offers, {found['counter']} counter-offers, "
            f"{found['proposed']} proposals, {found['deal']} taken; {len(acts)} acts acknowledged, all in "
            f"the log; {max(row.epoch for row in rows) - 1} restarts. {check_record(game)}"
        )
        return found


async def play(server: Server, game: Game, people: int, seed: int) -> Counter[str]:
    """Play a game amid kills, and return what happened in it."""
    await game.begin(server, people, seed)
    playing = asyncio.ensure_future(game.play())
    for count in KILLED_AT:
        while not playing.done() and game.events < count:
            await asyncio.sleep(0.01)
        server.kill()
        await server.start()
    await playing
    with Database(server.database) as database:
        found = game.check(server, database)
    for person in game.people:
        await person.client.close()
    return found


async def main() -> None:
    """Play until every kind of trade was met by four people, and by a person with three robots."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            for name, people in (("four people", 4), ("a person and three robots", 1)):
                found: Counter[str] = Counter()
                for number in range(MOST_GAMES):
                    found += await play(server, Game(name), people, 1000 * number + people)
                    if all(found[kind] for kind in TRADE):
                        break
                else:
                    raise SystemExit(f"{name}: {MOST_GAMES} games without {', '.join(TRADE)}")
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())

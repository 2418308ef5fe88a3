"""The speed of the log of the online game: how long an append takes until it is on the disk.

    python -m catanlab.benchmarks.log --folder /var/tmp
    python -m catanlab.benchmarks.log --database postgresql://user@host/empty

It measures, in a new SQLite database in a folder of that disk or in a database by its URL, which keeps the
rows, with rows of the usual size:

* commits one after the other: each append waits for the one before it;
* the load of many rooms: each has so many acts a second, at random times, and each act is two rows;
* full speed: every room appends its next act as soon as the last one is acknowledged;
* the rooms read again, as after a restart.

It prints the share of the CPU that other programs had meanwhile: above a tenth the times are void.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from catanlab.server.database.database import Database
from catanlab.server.database.rows import RoomRow, Row
from catanlab.server.database.writer import LogWriter

BODY = b'{"e":"moved","seat":2,"move":"settlement 19","changes":{"points":[2,3,2,4]},"seconds":3.25}'
ROWS_PER_ACT = 2


class Room:
    """A room that appends acts and keeps how long each took."""

    def __init__(self, log: LogWriter, name: str) -> None:
        self.log = log
        self.name = name
        self.seq = 0
        self.seconds: list[float] = []

    async def create(self) -> None:
        """Make the room."""
        await self.log.create_room(RoomRow(self.name, 0, True, "", "playing"))

    async def act(self) -> None:
        """Append an act and wait until it is acknowledged."""
        first = self.seq + 1
        self.seq += ROWS_PER_ACT
        rows = [
            Row(self.name, seq, 1, 0, "moved", BODY, *(("person", f"act{seq}") if seq == first else ()))
            for seq in range(first, self.seq + 1)
        ]
        start = time.perf_counter()
        await self.log.append(self.name, 1, rows)
        self.seconds.append(time.perf_counter() - start)

    async def act_often(self, until: float) -> None:
        """Append act after act."""
        while time.perf_counter() < until:
            await self.act()

    async def act_at_random(self, rate: float, until: float, chance: random.Random) -> None:
        """Append this many acts a second on average; none is left out or put off if the log is slow."""
        at = time.perf_counter()
        running: set[asyncio.Task[None]] = set()
        while (at := at + chance.expovariate(rate)) < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            # The numbers of rows go on in the order of the appends, even if several are under way.
            task = asyncio.create_task(self.act())
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)


def cpu_seconds() -> tuple[float, float]:
    """Return the CPU time of the whole machine and of this process so far; zeros where it is unknown."""
    try:
        words = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    except OSError:
        return 0.0, 0.0
    idle_and_waiting = int(words[3]) + int(words[4])
    busy = (sum(map(int, words[:8])) - idle_and_waiting) / os.sysconf("SC_CLK_TCK")
    return busy, time.process_time()


def report(
    what: str, log: LogWriter, rooms: Sequence[Room], seconds: float, commits: int, rows: int
) -> None:
    """Print rates and how long appends took, and forget the times."""
    times = sorted(each for room in rooms for each in room.seconds)
    for room in rooms:
        room.seconds.clear()
    p50, p99 = (1000 * times[int(part * (len(times) - 1))] for part in (0.5, 0.99))
    print(
        f"{what}: {len(times) / seconds:,.0f} appends, {(log.commits - commits) / seconds:,.0f} commits and"
        f" {(log.rows - rows) / seconds:,.0f} rows a second; an append took {p50:.2f} ms (p50),"
        f" {p99:.2f} ms (p99), {1000 * times[-1]:.1f} ms (most)"
    )


async def measure(options: argparse.Namespace, url: str) -> None:
    """Measure everything and print it."""
    chance = random.Random(options.seed)
    with Database(url) as database:
        async with LogWriter(database) as log:
            run_id = secrets.token_hex(4)
            rooms = [Room(log, f"{run_id}-{number}") for number in range(options.rooms)]
            await asyncio.gather(*(room.create() for room in rooms))

            async def run(what: str, acting: Sequence[Room], kind: str) -> None:
                commits, rows = log.commits, log.rows
                busy, own = cpu_seconds()
                start = time.perf_counter()
                until = start + options.seconds
                if kind == "often":
                    await asyncio.gather(*(room.act_often(until) for room in acting))
                else:
                    await asyncio.gather(
                        *(room.act_at_random(options.rate, until, chance) for room in acting)
                    )
                spent = time.perf_counter() - start
                report(what, log, acting, spent, commits, rows)
                busy_after, own_after = cpu_seconds()
                cores = os.cpu_count() or 1
                used = own_after - own
                foreign = max(0.0, busy_after - busy - used) / (spent * cores)
                print(f"    this program used {used / spent:.2f} cores, others {foreign:.0%} of the CPU")

            await run("One room, one append after the other", rooms[:1], "often")
            await run(f"{options.rooms} rooms with {options.rate:g} acts a second each", rooms, "random")
            await run(f"{options.rooms} rooms at full speed", rooms, "often")
        start = time.perf_counter()
        rows_read = sum(len(database.read_rows(room.name)) for room in rooms)
        acts_read = sum(len(database.acts(room.name)) for room in rooms)
        spent = time.perf_counter() - start
        print(f"Reading {rows_read:,} rows and {acts_read:,} acts of {len(rooms)} rooms: {spent:.2f} s")


def main() -> None:
    """Measure on the disk that the options name."""
    parser = argparse.ArgumentParser(description="Measure the log of the online game.")
    parser.add_argument(
        "--folder", help="a folder of the disk to measure (default: that for temporary files)"
    )
    parser.add_argument("--database", metavar="URL", help="a database to measure instead")
    parser.add_argument("--rooms", type=int, default=250)
    parser.add_argument("--rate", type=float, default=2.0, help="acts a second in a room")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each part takes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        asyncio.run(measure(options, options.database or f"sqlite:///{folder}/rooms.db"))


if __name__ == "__main__":
    main()

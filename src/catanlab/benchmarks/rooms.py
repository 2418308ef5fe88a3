"""How many rooms a server takes: acts a second, and how long an acknowledgement takes.

    python -m catanlab.benchmarks.rooms [--rooms 50] [--people 4] [--think 2.0] [--seconds 30]

`catanlab serve` runs in a process of its own, with a database in a folder that is removed afterwards.
Scripted people play in its rooms over the loopback; each thinks for a time drawn evenly between nothing and
twice `--think` before an act. Quick robots take the other seats. The time counts when all rooms play; a
game that ends is not followed by another.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from catanlab.benchmarks.robots import busy_seconds, resident
from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.framework.random import Random
from catanlab.server import wire
from catanlab.server.client.client import connect

HOST = "127.0.0.1"


class Server:
    """`catanlab serve` on a database of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
        self.url = f"ws://{HOST}:{port}/ws"
        options = [f"--port={port}", f"--database=sqlite:///{folder / 'rooms.db'}", "--workers=1"]
        command = [sys.executable, "-m", "catanlab", "serve", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise SystemExit("the server did not start")

    def close(self) -> None:
        """End it as Ctrl-C does."""
        self.process.terminate()
        self.process.communicate()


async def seat(url: str, people: int, think: float, seed: int) -> list[ScriptedPerson]:
    """Let people make a room, sit down and start; they do not check views: the server is measured."""
    options = wire.RoomOptions(rules="trading", robots=("greedy",), robot_seconds=0.0)
    seated: list[ScriptedPerson] = []
    room = ""
    for number in range(people):
        client = await connect(url, f"Person {number}", check_views=False)
        view = await (client.join(room) if room else client.create(options))
        room = view.room
        await client.sit(room)
        random = Random(seed + number, "play", 1)

        async def pause(random: Random = random) -> None:
            await asyncio.sleep(2 * think * random.below(1001) / 1000)

        seated.append(ScriptedPerson(client, view, seed + number, think=pause))
    await seated[0].client.start(room)
    return seated


async def measure(server: Server, rooms: int, people: int, think: float, seconds: float) -> str:
    """Play for so many seconds, and return what was measured in a line."""
    seated: list[ScriptedPerson] = []
    games: list[asyncio.Task[None]] = []
    for number in range(rooms):
        table = await seat(server.url, people, think, 10 * number)
        seated += table
        games += [asyncio.create_task(person.play()) for person in table]
    marks = [(len(person.done), len(person.refusals), person.room.updates) for person in seated]
    await asyncio.sleep(seconds)
    for game in games:
        if game.done():
            game.result()
    took = [
        done.seconds
        for person, (count, _, _) in zip(seated, marks, strict=True)
        for done in person.done[count:]
    ]
    crossed = sum(len(person.refusals) - count for person, (_, count, _) in zip(seated, marks, strict=True))
    updates = sum(person.room.updates - count for person, (_, _, count) in zip(seated, marks, strict=True))
    memory = resident(server.process.pid) / 2**20
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    await asyncio.gather(*(person.client.close() for person in seated))
    cuts = quantiles(took, n=100)
    return (
        f"{rooms} rooms, {people} people each thinking {think:g} s: {len(took) / seconds:.0f} acts/s, "
        f"{updates / seconds:.0f} updates/s; acknowledged p50 {1000 * cuts[49]:.1f}, p99 "
        f"{1000 * cuts[98]:.1f} ms; {crossed} acts crossed others'; server {memory:.0f} MB"
    )


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(prog="python -m catanlab.benchmarks.rooms")
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--people", type=int, default=4, choices=range(1, 5))
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    begun, busy, own = perf_counter(), busy_seconds(), sum(os.times()[:4])
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            line = asyncio.run(
                measure(server, options.rooms, options.people, options.think, options.seconds)
            )
        finally:
            server.close()
    print(line)
    foreign = busy_seconds() - busy - (sum(os.times()[:4]) - own)
    share = foreign / (perf_counter() - begun) / (os.cpu_count() or 1)
    print(f"other programs had {share:.0%} of the processors: above 10 % these figures say little")


if __name__ == "__main__":
    main()

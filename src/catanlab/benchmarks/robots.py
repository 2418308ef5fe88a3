"""The pool of robots of the online game: round trips, robots made anew, questions a second, memory.

    python -m catanlab.benchmarks.robots [--workers 2] [--rooms 64] [--agents greedy,thomas-trade]

A game of four `greedy` agents is played first. Then each agent is asked in a pool for every decision of one
seat, as a room would; from many rooms at once; and in rooms that it never saw before.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

from catanlab.agents.registry import make_agent
from catanlab.benchmarks.load_server import busy_seconds, resident
from catanlab.framework.game import Game
from catanlab.games.catan.game import Catan
from catanlab.server.robots.lanes import lane_of
from catanlab.server.robots.pool import RobotPool
from catanlab.server.robots.questions import Answer, Question
from catanlab.table.events import Event, Outcome, Played
from catanlab.table.table import Table

AGENTS = "greedy,thomas-trade,jsettlers-smart,uct:iterations=1000"
SEAT = 1
MOST_DECISIONS = 120
"""A whole game of a search would take minutes."""


class Course(NamedTuple):
    """A game as one seat heard it, and its decisions: how many events and moves came before each."""

    game: Game
    events: list[Event]
    decisions: list[tuple[int, int]]

    def question(self, agent: str, key: str, number: int, events: list[Event]) -> Question:
        """Return the question for a decision."""
        heard, ply = self.decisions[number]
        events += self.events[len(events) : heard]
        return Question(
            key=key, seat=SEAT, agent=agent, game=self.game, seed=1, events=events, ply=ply, seconds=30.0
        )


def course(seed: int) -> Course:
    """Play a game and return it as the seat heard it."""
    game = Catan(rules="trading", seed=seed)
    table = Table(game, [make_agent("greedy") for _ in range(4)], seed=seed)
    table.play()
    state = game.start()
    events: list[Event] = []
    decisions: list[tuple[int, int]] = []
    for event in table.events:
        if isinstance(event, Played) and event.seat == SEAT:
            decisions.append((len(events), len(events)))
        if isinstance(event, Played | Outcome):
            seen = state.seen(event.move, SEAT)
            events.append(Played(seen, event.seat) if isinstance(event, Played) else Outcome(seen))
            state.apply(event.move)
    return Course(game.sealed(), events, decisions)


async def timed(pool: RobotPool, question: Question) -> tuple[float, Answer]:
    """Return the milliseconds of a round trip, and the answer."""
    begun = perf_counter()
    answer = await pool.ask(question)
    return 1000.0 * (perf_counter() - begun), answer


async def measure(pool: RobotPool, agent: str, played: Course, rooms: int) -> str:
    """Return the figures of one agent as a row of a table."""
    count = min(len(played.decisions), MOST_DECISIONS)
    events: list[Event] = []
    trips, thoughts = [], []
    for number in range(count):
        trip, answer = await timed(pool, played.question(agent, f"{agent} alone", number, events))
        trips.append(trip)
        thoughts.append(1000.0 * answer.seconds)
    anew = []
    for room in range(10):
        trip, answer = await timed(pool, played.question(agent, f"{agent} new {room}", count - 1, []))
        assert answer.rebuilt
        anew.append(trip)
    pid = next(each.pid for each in pool.status().workers if lane_of(agent) in each.lanes)
    before = resident(pid)
    lists: list[list[Event]] = [[] for _ in range(rooms)]
    for room in range(rooms):
        await pool.ask(played.question(agent, f"{agent} {room}", 40, lists[room]))
    grown = (resident(pid) - before) / rooms

    async def play(room: int) -> None:
        for number in range(41, 41 + each):
            await pool.ask(played.question(agent, f"{agent} {room}", number, lists[room]))

    each = 3 if lane_of(agent) == "search" else 40
    begun = perf_counter()
    await asyncio.gather(*map(play, range(rooms)))
    rate = rooms * each / (perf_counter() - begun)
    budget = pool.status().budget
    pool.forget(f"{agent} alone")
    for room in range(rooms):
        pool.forget(f"{agent} {room}")
    cells = (
        f"`{agent}`",
        f"{median(thoughts):.2f} / {quantiles(thoughts, n=100)[-1]:.1f}",
        f"{median(trips):.2f} / {quantiles(trips, n=100)[-1]:.1f}",
        f"{median(a - b for a, b in zip(trips, thoughts, strict=True)):.2f}",
        f"{median(anew):.1f}",
        f"{rate:.0f} ({budget:g})",
        f"{grown / 1024:.0f}",
    )
    return f"| {' | '.join(cells)} |"


async def recovery(pool: RobotPool, played: Course) -> float:
    """Return the seconds from the end of a worker to the next answer that it owed."""
    worker = pool.status().workers[0]
    begun = perf_counter()
    os.kill(worker.pid, signal.SIGKILL)
    await pool.ask(played.question("greedy", "after", 40, []))
    return perf_counter() - begun


async def run(workers: int, rooms: int, agents: list[str], seed: int) -> None:
    """Measure all agents and print a table."""
    played = course(seed)
    begun, busy, own = perf_counter(), busy_seconds(), sum(os.times()[:4])
    async with RobotPool(workers=workers, max_wait_seconds=600.0) as pool:
        print(f"{workers} workers ready in {perf_counter() - begun:.2f} s; {len(played.events)} events")
        print("| agent | thinks, median / p99 ms | round trip | beyond thinking | anew | a second | kB |")
        print("|---|---|---|---|---|---|---|")
        for agent in agents:
            print(await measure(pool, agent, played, rooms), flush=True)
        print(f"next answer {await recovery(pool, played):.2f} s after its worker was killed")
    foreign = busy_seconds() - busy - (sum(os.times()[:4]) - own)
    share = foreign / (perf_counter() - begun) / (os.cpu_count() or 1)
    print(f"other programs had {share:.0%} of the processors: above 10 % these figures say little")


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="python -m catanlab.benchmarks.robots")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rooms", type=int, default=64)
    parser.add_argument("--agents", default=AGENTS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    asyncio.run(run(options.workers, options.rooms, options.agents.split(","), options.seed))


if __name__ == "__main__":
    main()

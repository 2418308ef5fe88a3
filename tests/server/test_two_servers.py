"""Two real server processes on one database: they are killed, paused and replaced amid games."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from tests.server.logs import url
from tests.server.players import (
    OPTIONS,
    QUICK,
    Table,
    check_acts,
    check_client,
    check_log,
    seat,
)
from tests.server.room_server import LEASE_SECONDS, KillableServer
from tests.server.test_killed_server import acknowledged, resend
from tests.server.wire.running import run, soon

from catanlab.server.client.client import connect
from catanlab.server.database.database import Database

# test_leases has the rules of several servers at every landing
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("both_databases")]

SECONDS = 300.0
SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=4")


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[KillableServer, KillableServer]]:
    """Run two servers on the database of a folder."""
    async with KillableServer(folder) as first, KillableServer(folder) as second:
        yield first, second


class Playing:
    """Tables whose people play, some of them at either server."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        games = [asyncio.ensure_future(table.play(SECONDS)) for table in tables]
        self.done = asyncio.ensure_future(asyncio.gather(*games))

    async def go_on(self, acts: int) -> None:
        """Wait for so many further acts at every table that still plays."""
        marks = [(table, acknowledged([table]) + acts) for table in self.tables]

        async def wait() -> None:
            while any(not over(table) and acknowledged([table]) < mark for table, mark in marks):
                if self.done.done():
                    await self.done
                await asyncio.sleep(0.005)

        await asyncio.wait_for(wait(), SECONDS)

    async def finish(self, folder: Path) -> None:
        """Play to the end, and check that everything that was acknowledged is in the logs, once."""
        await self.done
        assert await resend(self.tables)
        with Database(url(folder)) as database:
            for table in self.tables:
                room = check_log(database, table.room)
                check_acts(database, table)
                kept = database.acts(table.room)
                for person in table.people:
                    who = person.client.person
                    check_client(person.room, room, room.audience_of(who))
                    assert not [id for id, _ in person.refusals if (who, id) in kept]
                await table.leave()


def over(table: Table) -> bool:
    return all(person.is_over for person in table.people)


async def seat_tables(first: KillableServer, second: KillableServer, people: Sequence[int]) -> Playing:
    """Seat tables, half of them at either server, with people who came to either server."""
    tables = []
    for number, count in enumerate(people):
        here, there = (first, second) if number % 2 else (second, first)
        tables.append(await seat(here.url, SHORT, people=count, seed=60 + number, others=[there.url]))
    return Playing(tables)


def epochs(folder: Path, playing: Playing) -> list[int]:
    with Database(url(folder)) as database:
        rooms = [database.room(table.room) for table in playing.tables]
        return [room.epoch for room in rooms if room is not None]


def test_a_killed_servers_rooms_go_on_at_the_other_and_nothing_is_lost(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_servers(tmp_path) as (first, second):
            playing = await seat_tables(first, second, (3, 2))
            await playing.go_on(6)
            assert epochs(tmp_path, playing) == [1, 1]
            first.kill()
            await playing.go_on(6)
            assert sorted(epochs(tmp_path, playing)) == [1, 2]
            await first.start()
            second.kill()
            await playing.go_on(4)
            await second.start()
            await playing.finish(tmp_path)

    run(test())


def test_a_paused_server_cannot_write_when_it_wakes_and_its_people_go_to_the_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_servers(tmp_path) as (first, second):
            # An act that waits for its commit while the server is paused is refused when it wakes.
            table = await seat(first.url, SHORT, people=2, seed=5, faults=["not-committed"])
            may_act = asyncio.Event()
            may_act.set()
            for person in table.people:
                person._think = lambda: asyncio.wait_for(may_act.wait(), SECONDS)
            playing = Playing([table])
            await playing.go_on(5)
            if url(tmp_path).startswith("sqlite"):
                # Amid a commit it would keep the lock of the file; PostgreSQL ends its transaction.
                may_act.clear()
                await asyncio.sleep(0.5)
            first.signal(signal.SIGSTOP)
            await asyncio.sleep(LEASE_SECONDS + 0.5)
            before = acknowledged([table])
            async with await connect(second.url, "Wanda", delays=QUICK) as watching:
                seen = await soon(watching.join(table.room))
                assert seen.epoch == 2
                assert acknowledged([table]) == before
                first.signal(signal.SIGCONT)
                may_act.set()
                await playing.go_on(5)
                await playing.finish(tmp_path)
                await soon(watching.until(lambda: seen.seq == table.people[0].room.seq))
            assert epochs(tmp_path, playing) == [2]

    run(test())


def test_an_update_of_servers_one_after_the_other_interrupts_nobody_for_long(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_servers(tmp_path) as (first, second):
            playing = await seat_tables(first, second, (2, 2))
            for server in (first, second):
                await playing.go_on(4)
                loop = asyncio.get_running_loop()
                begun = loop.time()
                assert await server.end() == 0
                ended = loop.time()
                assert ended - begun < 6
                await playing.go_on(1)
                # The lease was given up: nobody waited until it had expired.
                assert loop.time() - ended < LEASE_SECONDS
                await server.start()
            await playing.finish(tmp_path)

    run(test())

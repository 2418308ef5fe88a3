"""Rooms whose commits fail: nobody saw what was lost, people are told, and the game goes on."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, event
from tests.server.players import (
    OPTIONS,
    check_acts,
    check_client,
    check_log,
    check_same,
    lost_acts,
    seat,
    serving,
)
from tests.server.wire.running import run, soon

from catanlab.framework.random import Random
from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.writer import LogWriter

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]

SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=5")


class Unlucky:
    """Commits that fail at random, in the writing thread: before they reach the disk, or after.

    One that fails after it reached the disk also makes the database deaf for a while, so that the writer
    cannot find out that it did.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.failures: Counter[str] = Counter()
        self.is_on = False
        self._again: set[str] = set()
        self._deaf = 0

    def __call__(self, rooms: frozenset[str], commit: Callable[[], None]) -> None:
        again = rooms & self._again
        self._again -= rooms
        if again:
            raise OSError("no commit, says the test once more")
        if self.is_on and self.random.below(30) == 0:
            if self.random.below(2):
                self.failures["before"] += 1
                self._again = set(rooms)
                raise OSError("no commit, says the test")
            self.failures["after"] += 1
            self._deaf = 1 + self.random.below(3)
            commit()
            raise OSError("no answer, says the test")
        commit()

    def listen(self, connection: Connection) -> None:
        """Fail to begin a transaction while the database is deaf."""
        if self._deaf:
            self._deaf -= 1
            raise sqlite3.OperationalError("the database is deaf, says the test")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_game_whose_commits_fail_again_and_again_loses_nothing_that_was_acknowledged(
    seed: int, tmp_path: Path
) -> None:
    unlucky = Unlucky(seed)

    def make(database: Database) -> LogWriter:
        event.listen(database.writer, "begin", unlucky.listen)
        return LogWriter(database, commit=unlucky)

    async def test() -> None:
        async with serving(tmp_path, make_writer=make) as server:
            tables = [
                await seat(
                    server.url,
                    SHORT,
                    people=people,
                    seed=seed,
                    faults=["not-committed"],
                    called=f"Of {people}",
                )
                for people in (4, 2)
            ]
            unlucky.is_on = True
            await asyncio.gather(*(table.play() for table in tables))
            unlucky.is_on = False
            database = server.hub.services.database
            lost = 0
            for table in tables:
                for person in table.people:
                    await soon(person.client.until(lambda person=person: person.is_over))
                live = await server.settled(table.room)
                rebuilt = check_log(database, table.room)
                check_same(rebuilt, live)
                check_acts(database, table)
                for person in table.people:
                    check_client(person.room, rebuilt, live.audience_of(person.client.person))
                    assert person.client.connections == 1
                lost += lost_acts(database, table)
                await table.leave()
            assert lost
            assert min(unlucky.failures["before"], unlucky.failures["after"]) > 0

    run(test())


def test_an_act_that_reached_the_disk_unnoticed_is_acknowledged_after_all(tmp_path: Path) -> None:
    unlucky = Unlucky(1)

    def make(database: Database) -> LogWriter:
        event.listen(database.writer, "begin", unlucky.listen)
        return LogWriter(database, commit=unlucky)

    async def test() -> None:
        async with serving(tmp_path, make_writer=make) as server:
            table = await seat(server.url, SHORT, people=1)
            client, view = table.people[0].client, table.people[0].room
            await soon(client.until(lambda: view.view is not None))
            epoch = view.epoch

            def once(rooms: frozenset[str], commit: Callable[[], None]) -> None:
                server.hub.services.writer._commit = unlucky
                commit()
                unlucky._deaf = 2
                raise OSError("no answer, says the test")

            server.hub.services.writer._commit = once
            act = wire.Say(id="unnoticed", room=table.room, text="I am here")
            ack = await soon(client.act(act))
            assert server.hub.services.database.acts(table.room)[client.person, "unnoticed"] == ack.seq
            await soon(client.until(lambda: view.epoch == epoch + 1))
            assert await soon(client.act(act)) == ack
            await table.leave()

    run(test())

"""A PostgreSQL server that is ended and started again: what was acknowledged is kept, and games go on."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import event
from tests.server.hubs import Bench, on_bench
from tests.server.logs import results, room_row, row, use_database
from tests.server.players import OPTIONS, Table, check_acts, check_log, check_same, lost_acts, seat, serving
from tests.server.postgres import NoPostgresError, PostgresServer, new_database
from tests.server.wire.running import eventually, run

from catanlab.server.database.database import Database
from catanlab.server.database.writer import LogWriter

pytestmark = pytest.mark.full

SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=5")


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """Return a server that the test alone uses."""
    try:
        own = PostgresServer()
    except NoPostgresError as error:
        pytest.skip(str(error))
    yield own
    own.remove()


def test_appends_fail_while_the_database_is_gone_and_go_on_afterwards(server: PostgresServer) -> None:
    rooms = [f"room{number}" for number in range(50)]
    attempts: list[object] = []

    async def test() -> None:
        with Database(new_database(server.folder)) as database:
            event.listen(database.writer, "do_connect", lambda *_: attempts.append(None))
            async with LogWriter(database) as log:
                await asyncio.gather(*(log.create_room(room_row(room), [row(1, room)]) for room in rooms))
                server.stop()
                attempts.clear()
                tried = [log.append(room, 1, [row(2, room)]) for room in rooms]
                assert await results(*tried) == [False] * len(rooms)
                # A host that is gone lets each attempt wait for seconds.
                assert len(attempts) < 10, "a connection was tried for every room"
                server.start()
                for room in rooms:
                    epoch = await log.reopen(room)
                    await log.append(room, epoch, [row(2, room, epoch=epoch)])
                    assert [found.epoch for found in database.read_rows(room)] == [1, 2]

    asyncio.run(test())


def test_a_restart_between_two_appends_is_not_even_noticed(server: PostgresServer) -> None:
    async def test() -> None:
        with Database(new_database(server.folder)) as database:
            async with LogWriter(database) as log:
                await log.create_room(room_row())
                assert database.read_rows("a") == []
                server.stop()
                server.start()
                await log.append("a", 1, [row(1)])
                assert database.read_rows("a") == [row(1)]

    asyncio.run(test())


def done(tables: Sequence[Table]) -> int:
    return sum(len(person.done) for table in tables for person in table.people)


def stuck(tables: Sequence[Table]) -> bool:
    """Return whether somebody waits for an answer, or was told that an act was lost."""
    people = [person for table in tables for person in table.people]
    return any(person.refused["not-committed"] or person.client._pending for person in people)


def test_games_go_on_after_the_database_was_gone(
    server: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    use_database(tmp_path, new_database(server.folder))

    async def test() -> None:
        async with serving(tmp_path) as running:
            faults = ["not-committed"]
            tables = [await seat(running.url, SHORT, people=2, seed=n, faults=faults) for n in range(3)]
            allowed = 0

            async def think() -> None:
                """Go no further while the database takes its time to end, or the games might end first."""
                while done(tables) >= allowed:
                    await asyncio.sleep(0.001)

            for person in (person for table in tables for person in table.people):
                person._think = think
            playing = asyncio.ensure_future(asyncio.gather(*(table.play() for table in tables)))

            def epochs() -> list[int]:
                return [running.room(table.room).epoch for table in tables]

            for _ in range(3):
                enough, before = done(tables) + 20, epochs()
                allowed = enough + 15
                await eventually(lambda enough=enough: playing.done() or done(tables) > enough)  # type: ignore[misc]
                assert not playing.done(), (playing.exception(), "the games ended before the last outage")
                await asyncio.to_thread(server.stop)
                allowed = done(tables) + 15
                await eventually(lambda: stuck(tables))
                await asyncio.to_thread(server.start)
                await eventually(lambda before=before: playing.done() or epochs() > before)  # type: ignore[misc]
            allowed = 1_000_000
            await playing
            assert max(epochs()) > 3
            database = running.hub.services.database
            for table in tables:
                live = await running.settled(table.room)
                check_same(check_log(database, table.room), live)
                check_acts(database, table)
                lost_acts(database, table)
                await table.leave()

    run(test())
    assert [record for record in caplog.records if record.exc_info] == []


def test_that_the_database_is_gone_is_said_once_and_that_it_is_back_too(
    server: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    use_database(tmp_path, new_database(server.folder))

    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        watch, listing = bench.hub.watch, bench.hub.lobby.listing
        await bench.room(ann)
        for _ in range(2):
            server.stop()
            for _ in range(3):
                await watch.look()
                await listing._look()
            server.start()
            for _ in range(2):
                await watch.look()
                await listing._look()

    on_bench(tmp_path, test)
    assert [record for record in caplog.records if record.exc_info] == []
    for what in ("looking after the lease and the rooms", "reading the rooms of other servers"):
        said = [text.removeprefix(what) for text in caplog.messages if text.startswith(what)]
        words = [each.partition(":")[0].strip() for each in said]
        assert words == ["cannot be done for now", "can be done again"] * 2


def test_what_nobody_expected_keeps_its_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(bench: Bench) -> None:
        async def hook() -> None:
            raise KeyError("nobody expected this")

        bench.hub.watch.add(hook)
        await bench.hub.watch.look()

    on_bench(tmp_path, test)
    [record] = [record for record in caplog.records if record.exc_info]
    assert "cannot look after its rooms" in record.getMessage()

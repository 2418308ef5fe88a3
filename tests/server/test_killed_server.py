"""A server that is killed amid many games: nothing that was acknowledged is lost, nothing is done twice."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from tests.server.logs import url
from tests.server.players import OPTIONS, Table, check_acts, check_client, check_log, seat
from tests.server.room_server import KillableServer
from tests.server.wire.running import run

from catanlab.server.database.database import Database

pytestmark = pytest.mark.usefixtures("both_databases")

SECONDS = 3600.0
"""Seconds within which all games must end."""


def acknowledged(tables: Sequence[Table]) -> int:
    return sum(len(person.done) for table in tables for person in table.people)


def finished(tables: Sequence[Table]) -> int:
    return sum(all(person.is_over for person in table.people) for table in tables)


async def resend(tables: Sequence[Table]) -> int:
    """Send the last acknowledged act of everybody once more: the answer must be the same."""
    count = 0
    for table in tables:
        for person in table.people:
            if person.sent is not None and person.done and person.done[-1].id == person.sent.id:
                again = await asyncio.wait_for(person.client.act(person.sent), SECONDS)
                assert again.seq == person.done[-1].seq
                count += 1
    return count


def kept_but_unanswered(folder: Path, tables: Sequence[Table]) -> dict[tuple[str, str], int]:
    """Return the acts in the log of a killed server that it had not acknowledged, with their numbers."""
    found: dict[tuple[str, str], int] = {}
    with Database(url(folder)) as database:
        for table in tables:
            pending = {
                (person.client.person, id) for person in table.people for id in person.client._pending
            }
            if pending:
                kept = database.acts(table.room)
                found |= {key: kept[key] for key in pending & kept.keys()}
    return found


async def play_amid_kills(
    folder: Path, people: Sequence[int], *, rules: str, kills: int, acts: int
) -> tuple[int, int]:
    """Play games at a server that is killed after so many further acts, so many times.

    Returns how many acts were acknowledged, and how many had reached the log when the server was killed but
    were not acknowledged yet: those are sent again, and must not be done again.
    """
    options = msgspec.structs.replace(OPTIONS, rules=rules)
    unanswered: dict[tuple[str, str], int] = {}
    async with KillableServer(folder) as server:
        tables: list[Table] = []
        for number, count in enumerate(people):
            tables.append(await seat(server.url, options, people=count, seed=100 + number))
        games = [asyncio.ensure_future(table.play(SECONDS)) for table in tables]
        playing = asyncio.ensure_future(asyncio.gather(*games))
        for _ in range(kills):
            mark = acknowledged(tables) + acts
            while acknowledged(tables) < mark and not playing.done():
                await asyncio.sleep(0.001)
            assert not playing.done(), (playing.exception(), "the games ended before the last kill")
            server.kill()
            unanswered |= kept_but_unanswered(folder, tables)
            await server.start()
        await playing
        assert await resend(tables)
    with Database(url(folder)) as database:
        for table in tables:
            room = check_log(database, table.room)
            check_acts(database, table)
            kept = database.acts(table.room)
            for person in table.people:
                who = person.client.person
                check_client(person.room, room, room.audience_of(who))
                assert not [id for id, _ in person.refusals if (who, id) in kept]
                for done in person.done:
                    assert unanswered.get((who, done.id), done.seq) == done.seq
            await table.leave()
    return acknowledged(tables), len(unanswered)


@pytest.mark.slow
@pytest.mark.full
def test_five_kills_amid_many_games_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    people = (4, 2, 1, 1)
    acts, _ = run(play_amid_kills(tmp_path, people, rules="trading,points_to_win=5", kills=5, acts=15))
    assert acts > 75


@pytest.mark.slow
def test_a_hundred_kills_amid_250_games_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    people = (4,) * 30 + (2,) * 40 + (1,) * 180
    acts, committed = run(play_amid_kills(tmp_path, people, rules="trading", kills=100, acts=150))
    assert acts > 15_000
    assert committed

"""What a continued game leaves in the database: few rows, which everything that reads a log understands."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw, structs
from sqlalchemy import insert, select, update
from tests.server.api.apis import ApiBench, checked, with_api
from tests.server.hubs import Guest
from tests.server.lobby.games import play_on
from tests.server.people.persons import PASSWORD, token_of
from tests.server.replays.longest import long_record

from catanlab.server import wire
from catanlab.server.database.check import snapshot, table_faults
from catanlab.server.database.folding import FOLDED, folded_row
from catanlab.server.database.rows import Row
from catanlab.server.database.tables import EVENTS
from catanlab.server.limits import Limits
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.log_check import log_faults

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]
UNHURRIED = Limits().changed("replays_at_once=1000", "requests_at_once=1000")
OPTIONS = {"robots": ["greedy"], "robot_seconds": 0.0}


async def continued(api: ApiBench, guest: Guest, record: str, at: int) -> str:
    """Return the room in which somebody continues a record, in seat 1."""
    body = {"id": "on", "record": record, "at": at, "seat": 1, "options": OPTIONS}
    headers = {"Authorization": f"Bearer {token_of(guest)}"}
    made: dict[str, str] = checked(await api.client.post("/api/continue", json=body, headers=headers))
    return made["room"]


def stored(api: ApiBench, room: str) -> list[Row]:
    """Return the rows of a room as the database has them."""
    columns = [EVENTS.c[name] for name in Row.__struct_fields__]
    query = select(*columns).where(EVENTS.c.room == room).order_by(EVENTS.c.seq)
    with api.database.reader.connect() as connection:
        return [Row(*found) for found in connection.execute(query)]


def faults_of(api: ApiBench) -> list[str]:
    """Return what `catanlab database check --games` finds."""
    with snapshot(api.database.url) as connection:
        return [*table_faults(connection), *log_faults(connection, games=True)]


def shown(api: ApiBench, room: str) -> list[Any]:
    """Return the history of a room in memory, for every audience."""
    there = api.bench.host(room).room
    return [there.history.after(0, audience) for audience in range(there.public + 1)]


def test_the_longest_game_is_two_rows_and_goes_on_by_its_numbers(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        ann = await api.bench.guest("Ann")
        record = long_record()
        room = await continued(api, ann, record, 5905)
        rows = stored(api, room)
        assert [(row.seq, row.kind) for row in rows] == [(1, "created"), (5905, FOLDED)]
        assert sum(len(row.body) for row in rows) < len(record) / 5
        before = shown(api, room)
        assert len(before[0]) == 5905
        await ann.do(wire.Join(room=room))
        assert ann.update.seq == 5905
        await ann.do(wire.Chat(id="c1", room=room, text="where were we?"))
        await play_on(api.bench, room, [ann], decisions=2)
        assert faults_of(api) == []
        # It leaves the memory, and comes back from those rows.
        await ann.do(wire.Part(room=room))
        api.bench.hub.rooms.unload(room)
        await api.bench.settle()
        assert room not in api.bench.hub.rooms.hosts
        await ann.do(wire.Join(room=room, seq=5905))
        assert ann.update.seq > 5905
        assert [history[:5905] for history in shown(api, room)] == before
        assert stored(api, room)[2].seq == 5906

    with_api(tmp_path, test, limits=UNHURRIED)


def test_rooms_that_were_continued_with_a_row_for_each_event_go_on(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        ann = await api.bench.guest("Ann")
        room = await continued(api, ann, long_record(40), 120)
        before = shown(api, room)
        api.bench.hub.rooms.unload(room)
        await api.bench.settle()
        plain = api.database.read_rows(room)
        with api.database.writing() as to:
            to.execute(EVENTS.delete().where(EVENTS.c.room == room))
            to.execute(insert(EVENTS), [structs.asdict(row) for row in plain])
        assert len(stored(api, room)) == 120
        assert faults_of(api) == []
        await ann.do(wire.Join(room=room))
        assert [history[:120] for history in shown(api, room)] == before

    with_api(tmp_path, test, limits=UNHURRIED)


def _events(row: Row) -> list[tuple[str, Any]]:
    return msgspec.json.decode(zlib.decompress(row.body), type=list[tuple[str, Raw]])


def _packed(events: list[tuple[str, Any]]) -> bytes:
    return zlib.compress(msgspec.json.encode(events))


def test_a_damaged_row_is_found_and_hurts_no_other_room(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        ann, bob = [await api.bench.guest(name) for name in ("Ann", "Bob")]
        room = await continued(api, ann, long_record(20), 60)
        await continued(api, bob, long_record(20), 50)
        assert faults_of(api) == []
        good = stored(api, room)[1]
        events = _events(good)
        for body, said in (
            (b"no zlib", "the events up to 60 cannot be read"),
            (good.body[:-9], "the events up to 60 cannot be read"),
            (zlib.compress(b"{}"), "the events up to 60 cannot be read"),
            (_packed(events[1:]), "event 2 is missing"),
            (_packed([*events, events[-1]]), "event 2 is missing"),
            (_packed([*events[:-1], ("moved", Raw(b"1"))]), "event 60 cannot be read"),
            (_packed([*events[:-1], ("said", events[-1][1])]), "but its row says 'said'"),
            (_packed([*events[:-1], events[-3]]), "room"),  # a move that cannot follow
        ):
            change = update(EVENTS).where(EVENTS.c.room == room, EVENTS.c.seq == 60)
            with api.database.writing() as to:
                to.execute(change.values(body=body))
            [fault] = faults_of(api)
            assert fault.startswith(f"room {room}: ")
            assert said in fault
        with api.database.writing() as to:
            to.execute(change.values(body=good.body, kind="moved"))
        faults = faults_of(api)
        assert f"room {room}: event 60 follows event 1, so there is a gap" in faults

    with_api(tmp_path, test, limits=UNHURRIED)


def test_who_is_deleted_is_deleted_from_folded_rows(tmp_path: Path) -> None:
    record = long_record(20)
    said = record.replace("\n6. ", "\nsay 1: call me under my secret address\nsay 1: I need ore\n6. ")

    async def test(api: ApiBench) -> None:
        quetzal = await api.account("Quetzal", PASSWORD)
        answer = await quetzal.post(
            "/api/continue",
            json={"id": "on", "record": said, "at": 60, "seat": 1, "options": OPTIONS},
        )
        room = checked(answer)["room"]
        before = api.database.read_rows(room)
        assert b"Quetzal" in b"".join(row.body for row in before)
        answer = await quetzal.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert answer.status_code == 204, answer.text
        after = api.database.read_rows(room)
        everything = b"".join(row.body for row in after)
        assert b"Quetzal" not in everything
        assert b"secret address" not in everything
        assert b"I need ore" in everything
        assert [row.kind for row in after] == [row.kind for row in before]
        changed = [one for one, other in zip(before, after, strict=True) if one.body != other.body]
        assert {type(log.decode(row.body)) for row in changed} == {log.Seated, log.Said}
        assert [row.kind for row in stored(api, room)] == ["created", FOLDED]
        assert faults_of(api) == []
        assert folded_row(after[1:]).body == stored(api, room)[1].body

    with_api(tmp_path, test, limits=UNHURRIED)

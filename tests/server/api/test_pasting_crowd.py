"""Many guests of one address paste games as fast as they may: what they write stays within its bound."""

from __future__ import annotations

import base64
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from tests.server.api.apis import ApiBench, checked, code_of, with_api
from tests.server.hubs import Guest
from tests.server.people.persons import token_of
from tests.server.replays.longest import long_record

from catanlab.server import wire
from catanlab.server.database.tables import CHAT, DICE, EVENTS, REPORTS, ROOMS
from catanlab.server.ledger import ROW_BYTES
from catanlab.server.limits import Limits
from catanlab.server.ports import Caller

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]
GUESTS = 30
SECONDS = 24
CROWD, NEIGHBOUR = "192.0.2.1", "198.51.100.7"
LIMITS = Limits()
OPTIONS = {"robots": ["greedy"], "robot_seconds": 0.0}


def bound() -> float:
    """Return the bytes that one address may have written by now, as the reference says."""
    return (LIMITS.rows_at_once + SECONDS * LIMITS.rows_per_second) * ROW_BYTES


def heavy_record() -> str:
    """Return a record near the largest that is read, with a statement that cannot be compressed much."""
    said = base64.b64encode(Random(1).randbytes(180_000)).decode()
    return long_record(2).replace("\n2. ", f"\nsay 1: {said}\n2. ")


def written(api: ApiBench) -> tuple[int, int]:
    """Return the rows in the database that grow by what people do, and their bytes."""
    rows = [select(func.count()).select_from(table) for table in (EVENTS, CHAT, REPORTS, ROOMS, DICE)]
    with api.database.reader.connect() as connection:
        count = sum(connection.execute(each).scalar_one() for each in rows)
        size = sum(len(body) for (body,) in connection.execute(select(EVENTS.c.body)))
        for column in (CHAT.c.text, REPORTS.c.text):
            size += sum(len(text.encode()) for (text,) in connection.execute(select(column)))
    return count, size


async def paste(browser: httpx.AsyncClient, guest: Guest, number: int, record: str) -> httpx.Response:
    """Let somebody continue a record."""
    body: dict[str, Any] = {"id": f"on{number}", "record": record, "at": 30, "seat": 1, "options": OPTIONS}
    if record == long_record():
        body["at"] = 5905
    headers = {"Authorization": f"Bearer {token_of(guest)}"}
    return await browser.post("/api/continue", json=body, headers=headers)


@pytest.mark.parametrize("kind", ["many events", "many bytes"])
def test_a_crowd_that_pastes_writes_no_more_than_its_address_may(tmp_path: Path, kind: str) -> None:
    record = long_record() if kind == "many events" else heavy_record()

    async def test(api: ApiBench) -> None:
        api.bench.services.ledger.limits = LIMITS
        crowd = [await api.bench.guest(f"G{number}", caller=Caller(CROWD)) for number in range(GUESTS)]
        ann = await api.bench.guest("Ann", caller=Caller(NEIGHBOUR))
        here, there = api.browser(address=CROWD), api.browser(address=NEIGHBOUR)
        answers: Counter[str] = Counter()
        for second in range(SECONDS):
            for number, guest in enumerate(crowd):
                answer = await paste(here, guest, second * GUESTS + number, record)
                answers["made" if answer.status_code == 200 else code_of(answer)[1]] += 1
                if answer.status_code != 200:
                    break  # the others of this second would hear the same
            api.bench.services.time += 1.0
        assert answers["too-fast"] > SECONDS / 2
        assert answers["made"] >= 5
        assert set(answers) == {"made", "too-fast"}
        rows, size = written(api)
        assert size < bound()
        assert rows < bound() / ROW_BYTES
        # Meanwhile a neighbour goes on.
        checked(await paste(there, ann, 1, long_record(20)))

    with_api(tmp_path, test)


def test_a_crowd_that_talks_and_reports_writes_no_more_either(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        bench = api.bench
        bench.services.ledger.limits = LIMITS.changed("rows_at_once=300")
        crowd = [await bench.guest(f"G{number}", caller=Caller(CROWD)) for number in range(5)]
        ann = await bench.guest("Ann", caller=Caller(NEIGHBOUR))
        room = await bench.room(crowd[0])
        for guest in (*crowd[1:], ann):
            await guest.do(wire.Join(room=room))
        before = written(api)[1]
        for number in range(40):
            for guest in crowd:
                await guest.send(wire.Chat(id=f"c{number}", room=room, text="𝄞" * 300))
        await bench.settle()
        said = written(api)[1] - before
        assert {tuple(guest.box.answers("c0")) for guest in crowd} == {("ack",)}
        assert {tuple(guest.box.answers("c39")) for guest in crowd} == {("too-fast",)}
        assert 100_000 < said < 300 * ROW_BYTES
        for guest in crowd:
            await guest.do(wire.Report(id="r", person=ann.session.person, text="loud", room=room))
            assert guest.box.answers("r") == ["too-fast"]
        # Whoever is elsewhere speaks, and the crowd plays on: moves are nobody's to refuse.
        await ann.do(wire.Chat(id="c", room=room, text="hello"))
        assert ann.box.answers("c") == ["ack"]
        bench.services.time += 5.0
        await crowd[0].do(wire.Report(id="r2", person=ann.session.person, text="loud", room=room))
        assert crowd[0].box.answers("r2") == ["ack"]

    with_api(tmp_path, test)


def test_a_rename_costs_what_it_writes(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        bench = api.bench
        ann = await bench.guest("Ann", caller=Caller(CROWD))
        for _ in range(4):
            room = await bench.room(ann)
            await ann.do(wire.Sit(id=ann.id(), room=room, seat=0))
        bench.services.ledger.limits = LIMITS.changed("rows_at_once=7")
        headers = {"Authorization": f"Bearer {token_of(ann)}"}
        browser = api.browser(address=CROWD)
        named = [
            (await browser.put("/api/me/name", json={"name": name}, headers=headers)).status_code
            for name in ("Anna", "Annabel")
        ]
        assert named == [200, 429]

    with_api(tmp_path, test)

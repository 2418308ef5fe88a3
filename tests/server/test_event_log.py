"""The log of events: one line an event, complete, and without any secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select
from tests.server.logs import Faults, url
from tests.server.players import OPTIONS, seat, serving
from tests.server.wire.running import eventually, run

from catanlab.server import wire
from catanlab.server.client.client import RefusedError, connect
from catanlab.server.database.database import Database
from catanlab.server.database.tables import DICE
from catanlab.server.database.writer import LogWriter
from catanlab.server.event_log import configure, log_event
from catanlab.server.refusals import Refused

PASSWORD = "correct horse battery staple"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged, as JSON from the lowest level on; afterwards everything is as it was."""
    root, own = logging.getLogger(), logging.getLogger("catanlab")
    before = root.handlers[:], root.level, own.level
    stream = io.StringIO()
    configure("json", "debug", stream)
    yield stream
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


def lines(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_an_event_is_one_line_with_its_fields(log: io.StringIO) -> None:
    logger = logging.getLogger("catanlab.server.test")
    log_event(logger, "room made", room="abc", epoch=1, owner=None)
    [line] = lines(log)
    assert line.pop("at")
    assert line == {
        "level": "info",
        "event": "room made",
        "logger": "catanlab.server.test",
        "room": "abc",
        "epoch": 1,
    }


def test_a_traceback_is_a_field_without_the_values_that_a_database_quotes(log: io.StringIO) -> None:
    try:
        raise ValueError("duplicate key\nDETAIL:  Key (secret)=(0123) already exists.")
    except ValueError:
        logging.getLogger("catanlab.server.test").exception("a room failed")
    [line] = lines(log)
    assert str(line["error"]).startswith("Traceback")
    assert str(line["error"]).endswith("ValueError: duplicate key")


def test_text_is_one_line_that_nobody_can_forge(log: io.StringIO) -> None:
    configure("text", "info", log)
    logger = logging.getLogger("catanlab.server.test")
    log_event(logger, "connection refused", reason="banned", address="::1\n2026 info server ended")
    log_event(logger, "unseen", level=logging.DEBUG)
    [line] = log.getvalue().splitlines()
    assert line.endswith(r"info connection refused reason=banned address=::1\n2026 info server ended")


def test_libraries_are_heard_from_warnings_on_only(log: io.StringIO) -> None:
    logging.getLogger("websockets.server").info("< TEXT the whole message")
    logging.getLogger("uvicorn.error").info("/records/room?invitation=secret")
    logging.getLogger("uvicorn.error").warning("something is wrong")
    assert [line["event"] for line in lines(log)] == ["something is wrong"]


@pytest.mark.full
@pytest.mark.usefixtures("both_databases")
def test_a_game_with_faults_leaves_no_secret_in_the_log(tmp_path: Path, log: io.StringIO) -> None:
    secrets: set[str] = {PASSWORD}
    faults = Faults()

    async def test() -> None:
        options = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=3", public=False)

        def make_writer(database: Database) -> LogWriter:
            return LogWriter(database, commit=faults)

        async with serving(tmp_path, make_writer=make_writer) as server:
            table = await seat(server.url, options, people=2, faults=["not-committed"])
            first = table.people[0].client
            secrets.add(first.invitation(table.room))
            secrets.update(person.client.token for person in table.people)
            faults.broken = {table.room: "before"}
            lost = wire.Chat(id="lost", room=table.room, text="my deepest secret")
            saying = asyncio.create_task(first.act(lost))
            await eventually(lambda: "a commit failed" in log.getvalue())
            faults.broken.clear()
            with pytest.raises(RefusedError, match="could not keep"):
                await saying
            await first.act(msgspec.structs.replace(lost, id="said"))
            await table.play()
            people = server.hub.people
            await people.set_password(first.token, PASSWORD)
            with pytest.raises(Refused, match="wrong-password"):
                await people.login(first.name, f"{PASSWORD}!")
            secrets.add((await people.login(first.name, PASSWORD)).token)
            with pytest.raises(RefusedError):
                await connect(server.url, "Eve", "a-token-that-is-no-good", attempts=1)
            await table.leave()
        secrets.update({"a-token-that-is-no-good", PASSWORD + "!", "my deepest secret"})
        with Database(url(tmp_path)) as database:
            with database.reader.connect() as connection:
                [dice] = connection.execute(select(DICE.c.secret, DICE.c.salt))
            secrets.update(dice)
            secrets.update(line.text for line in database.read_chat(table.room))
            for row in database.read_rows(table.room):
                secrets.add(bytes(row.body).decode())

    run(test())
    events = {line["event"] for line in lines(log)}
    assert {"room made", "login failed", "hello refused"} <= events
    for secret in secrets - {"", "{}"}:
        assert secret not in log.getvalue(), secret

"""Tokens, passwords and cookies are in no log, whatever goes wrong, and in no table as they are."""

import logging
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from tests.server.hubs import Bench, on_bench
from tests.server.people.persons import PASSWORD, code_of, token_of, with_quick_passwords

from catanlab.server import wire
from catanlab.server.database import people_queries as queries
from catanlab.server.database.tables import METADATA
from catanlab.server.ports import Caller

pytestmark = pytest.mark.usefixtures("both_databases")


def test_secrets_are_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("catanlab", "uvicorn", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    secrets: list[str] = [PASSWORD, "another horse"]

    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        token = token_of(ann)
        await people.set_password(token, PASSWORD)
        identity = await people.login("Ann", PASSWORD, Caller("192.0.2.1", token))
        bot = await people.make_bot(ann.session.person, "Annbot")
        secrets.extend([token, identity.token, bot.token])
        assert await code_of(people.login("Ann", "another horse")) == "wrong-password"
        for shown in (identity, bot, Caller("192.0.2.1", token)):
            assert not any(secret in f"{shown} {shown!r}" for secret in secrets)

        def fail(*_: object, **__: object) -> None:
            raise ZeroDivisionError("the database is gone")

        def fail_sql(*_: object, **__: object) -> None:
            raise OperationalError("SELECT", {"token": token}, Exception("disk full"))

        for failure in (fail, fail_sql):
            with monkeypatch.context() as patched:
                patched.setattr(queries, "by_session", failure)
                broken = await bench.guest("Ann", token)
                assert isinstance(broken.last, wire.Refused)
                secrets_shown = [secret for secret in secrets if secret in broken.last.text]
                assert not secrets_shown
        bench.services.database.reader.dispose()

    on_bench(tmp_path, test)
    assert any("failed" in record.getMessage() for record in caplog.records)
    for record in caplog.records:
        whole = f"{record.getMessage()} {record.exc_text or ''} {record.__dict__}"
        assert not [secret for secret in secrets if secret in whole], record


def test_the_database_has_neither_tokens_nor_passwords(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        bot = await people.make_bot(ann.session.person, "Annbot")
        with bench.services.database.reader.connect() as connection:
            rows = [
                str(row) for table in METADATA.sorted_tables for row in connection.execute(select(table))
            ]
        for secret in (PASSWORD, token_of(ann), bot.token):
            assert secret not in "\n".join(rows)

    on_bench(tmp_path, test)

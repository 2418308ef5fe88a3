"""`catanlab database`: tables are brought up to date, copied while a server writes, and checked."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.server.hubs import Bench, on_bench
from tests.server.logs import room_row, row, url, with_log
from tests.server.postgres import new_database, program, server_url

from catanlab.cli.main import main
from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.engines import make_engine, read_url
from catanlab.server.database.schema import newest_version, upgrade
from catanlab.server.database.writer import LogWriter

both_databases = pytest.mark.usefixtures("both_databases")
NEWEST = newest_version()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Return what runs a command and returns its code and all that it says."""

    def run(*words: object) -> tuple[int, str]:
        code = main(["database", *map(str, words)])
        out, err = capsys.readouterr()
        return code, out + err

    return run


Command = Callable[..., tuple[int, str]]


def play(folder: Path) -> None:
    """Let two people make a room, begin a game and say a word."""

    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        await ann.do(wire.Chat(id=ann.id(), room=room, text="hello"))

    on_bench(folder, test)


def spoil(folder: Path, statement: str, **values: object) -> None:
    """Change a database behind the back of the program."""
    engine = create_engine(read_url(url(folder)))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


# upgrade


@both_databases
def test_upgrade_says_from_which_version_to_which(tmp_path: Path, command: Command) -> None:
    engine = make_engine(read_url(url(tmp_path)), writes=True)
    with engine.begin() as connection:
        upgrade(connection, "0001")
    engine.dispose()
    code, said = command("upgrade", url(tmp_path))
    assert code == 0
    assert f"had version 0001 and have {NEWEST} now" in said
    assert f"have version {NEWEST} already" in command("upgrade", url(tmp_path))[1]


def test_upgrade_makes_a_new_database(tmp_path: Path, command: Command) -> None:
    assert command("upgrade", tmp_path / "new.db")[1].endswith(f": new, with tables of version {NEWEST}\n")


# backup


@pytest.mark.full
@both_databases
def test_a_copy_made_while_a_server_writes_is_sound(tmp_path: Path, command: Command) -> None:
    """Rooms are appended to all the time; the copy has each log up to some moment, without gaps."""
    copy = tmp_path / "copy"

    async def test(log: LogWriter) -> None:
        stop = asyncio.Event()

        async def fill(room: str) -> int:
            seq = 0
            while not stop.is_set():
                seq += 1
                await log.append(room, 1, [row(seq, room)])
            return seq

        filling = [asyncio.ensure_future(fill(room)) for room in "abc"]
        while log.rows < 200:
            await asyncio.sleep(0.001)
        code, said = await asyncio.to_thread(command, "backup", url(tmp_path), copy)
        stop.set()
        last = await asyncio.gather(*filling)
        assert (code, said[: len(str(copy))]) == (0, str(copy))
        with Database(restored(copy, tmp_path)) as database:
            for room, newest in zip("abc", last, strict=True):
                kept = [each.seq for each in database.read_rows(room)]
                assert kept == list(range(1, len(kept) + 1))
                assert 0 < len(kept) <= newest

    with_log(tmp_path, test, rooms="abc")
    assert copy.stat().st_mode & 0o077 == 0, "others can read it"
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy"]


def restored(copy: Path, folder: Path) -> str:
    """Return the URL of a database that is what a copy says."""
    if url(folder).startswith("sqlite"):
        return f"sqlite:///{copy}"
    new = new_database(Path(url(folder).partition("host=")[2]))
    subprocess.run([program("pg_restore"), "--dbname", new, copy], check=True)
    return new


@both_databases
def test_a_copy_never_takes_the_place_of_another_file(tmp_path: Path, command: Command) -> None:
    Database(url(tmp_path)).close()
    copy = tmp_path / "copy"
    copy.write_text("mine")
    code, said = command("backup", url(tmp_path), copy)
    assert (code, said) == (2, f"catanlab: {copy} exists already; choose another file for the copy\n")
    assert copy.read_text() == "mine"


@both_databases
def test_a_database_without_tables_is_not_copied(tmp_path: Path, command: Command) -> None:
    (tmp_path / "rooms.db").touch()
    code, said = command("backup", url(tmp_path), tmp_path / "copy")
    assert code == 2
    assert "has no games" in said
    assert not [path for path in tmp_path.iterdir() if "copy" in path.name]


@pytest.mark.parametrize("action", ["backup", "check"])
def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, command: Command, action: str) -> None:
    words = [tmp_path / "copy"] if action == "backup" else []
    code, said = command(action, tmp_path / "none.db", *words)
    assert code == 2
    assert said == f"catanlab: {tmp_path / 'none.db'} does not exist: name the database of catanlab serve\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_without_pg_dump_a_copy_is_refused_in_a_sentence(
    tmp_path: Path, postgres_url: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database(postgres_url).close()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    code, said = command("backup", postgres_url, tmp_path / "copy")
    assert (code, "made by pg_dump, which is not installed" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_copy_is_made_with_a_password_that_nobody_sees(
    tmp_path: Path, postgres: Path, postgres_url: str, command: Command
) -> None:
    Database(postgres_url).close()
    name = re.search("@/(.*)[?]", postgres_url)
    assert name is not None
    with_password = server_url(postgres, name[1], login="locked:secret")
    folder = tmp_path / "of-tester"
    folder.mkdir()
    (folder / "database").write_text(postgres_url)
    spoil(folder, "CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'secret'")
    try:
        code, said = command("backup", with_password, tmp_path / "copy")
        assert (code, "secret" in said) == (0, False)
        code, said = command("backup", with_password.replace("secret", "wrong"), tmp_path / "other")
        assert (code, "wrong" in said, "authentication failed" in said) == (2, False, True)
    finally:
        spoil(folder, "DROP ROLE locked")


# check


@both_databases
def test_a_sound_database_has_no_fault(tmp_path: Path, command: Command) -> None:
    play(tmp_path)
    code, said = command("check", url(tmp_path), "--games")
    assert code == 0, said
    assert re.search(rf"version {NEWEST}, 1 rooms, \d+ events, 1 lines of chat, 2 persons\n", said)
    assert said.endswith("No fault in tables, logs and games\n")


FAULTS = {
    "UPDATE events SET epoch = 9 WHERE seq = 2": "event 3 is of epoch 1, after one of epoch 9",
    "UPDATE rooms SET epoch = 0": "has events of epoch 1, but is in epoch 0",
    "DELETE FROM events WHERE seq = 3": "so there is a gap",
    "DELETE FROM events": "its log is empty",
    "UPDATE events SET kind = 'said' WHERE seq = 1": "event 1 is 'said', but a log begins with 'created'",
    "UPDATE events SET kind = 'said' WHERE seq = 2": "event 2 is 'seated', but its row says 'said'",
    "UPDATE events SET body = CAST('{}' AS {bytes}) WHERE seq = 2": "event 2 cannot be read",
    "UPDATE chat SET seq = 9999": "was said after event 9999, which is not there",
    "UPDATE dice SET salt = secret || secret": "the dice do not fit their commitment",
    "DELETE FROM dice": "the dice in the log are not those of the table of dice",
    "DELETE FROM persons": "it has sessions, but is not there",
    "UPDATE rooms SET status = 'over'": "its status is 'over', but by its log it is 'sleeping'",
    "UPDATE alembic_version SET version_num = '0001'": f"have version 0001, not {NEWEST}: run catanlab",
    "UPDATE alembic_version SET version_num = '9999'": "version 9999, of a newer program",
    "DROP TABLE alembic_version": "there are no tables",
    "INSERT INTO game_seats VALUES"
    " ((SELECT id FROM rooms), 1, 0, 'robot', NULL, 'R', 'greedy', 1, 0.5, false)": "belongs to no result",
}


@pytest.mark.full
@both_databases
@pytest.mark.parametrize("statement", FAULTS)
def test_a_fault_is_found(tmp_path: Path, command: Command, statement: str) -> None:
    play(tmp_path)
    kind = "BLOB" if url(tmp_path).startswith("sqlite") else "BYTEA"
    spoil(tmp_path, statement.replace("{bytes}", kind))
    code, said = command("check", url(tmp_path), "--games")
    assert code == 2
    assert FAULTS[statement] in said


def test_a_damaged_file_is_found(tmp_path: Path, command: Command) -> None:
    play(tmp_path)
    with (tmp_path / "rooms.db").open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 4)
    code, said = command("check", url(tmp_path))
    assert code == 2
    assert "damaged" in said or "malformed" in said


def test_only_the_first_faults_are_printed(tmp_path: Path, command: Command) -> None:
    async def test(log: LogWriter) -> None:
        for number in range(60):
            await log.create_room(room_row(f"room{number}"))

    with_log(tmp_path, test, rooms="")
    code, said = command("check", url(tmp_path))
    assert code == 2
    assert said.count("its log is empty") == 50
    assert said.endswith("... and 10 more\n60 faults in tables and logs\n")


def test_an_action_is_needed(command: Command) -> None:
    code, said = command()
    assert code == 2
    assert "ACTION" in said

"""The database opens up to date and durable, or says why not; what was written is read back."""

import sqlite3
import threading
from pathlib import Path

import msgspec.structs
import pytest
from alembic import command
from sqlalchemy import create_engine, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.schema import CreateIndex, CreateTable
from tests.server.logs import line, room_row, row, url, with_log

from catanlab.server.database.database import Database, DatabaseError, migration_settings
from catanlab.server.database.rows import PersonRow, RoomRow, SessionRow
from catanlab.server.database.tables import EVENTS, METADATA, ROOMS
from catanlab.server.database.writer import LogWriter

ANN = PersonRow("ann", "Ann", created_at=1, seen_at=1)
ANNS_SESSION = SessionRow("a" * 64, "ann", "session", created_at=1, seen_at=1)


def schema(path: Path, *, without: str = "alembic_version") -> dict[str, str]:
    """Return the statements that made the tables and indexes of a database, without alembic's own."""
    connection = sqlite3.connect(path)
    query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != ?"
    found = {
        name: " ".join(sql.replace('"', "").split()) for name, sql in connection.execute(query, [without])
    }
    connection.close()
    return found


def test_the_migrations_lead_to_the_tables_that_the_program_knows(tmp_path: Path) -> None:
    Database(url(tmp_path)).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'direct.db'}")
    METADATA.create_all(engine)
    engine.dispose()
    assert schema(tmp_path / "rooms.db") == schema(tmp_path / "direct.db")


def test_a_database_of_the_first_version_keeps_its_rooms_and_people(tmp_path: Path) -> None:
    engine = create_engine(url(tmp_path))
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        command.upgrade(migration_settings(connection), "0001")
        connection.exec_driver_sql(
            "INSERT INTO rooms (id, created_at, public, invitation, status, epoch)"
            " VALUES ('a', 1, 1, 'x', 'playing', 1)"
        )
        connection.exec_driver_sql(
            "INSERT INTO events (room, seq, epoch, at, kind, body)"
            " VALUES ('a', 1, 1, 1, 'created', x'7b7d')"
        )
        connection.exec_driver_sql(f"INSERT INTO persons VALUES ('ann', 'Ann', '{'a' * 64}', 1, 1)")
    engine.dispose()
    with Database(url(tmp_path)) as database:
        assert [row.kind for row in database.read_rows("a")] == ["created"]
        assert database.person_by_token("a" * 64) == msgspec.structs.replace(ANN, name_key="ann")
    assert schema(tmp_path / "rooms.db")["rooms"].count("expires") == 0


def test_migrations_that_fail_leave_nothing_behind(tmp_path: Path) -> None:
    """A table of another program is in the way of the last step."""
    path = tmp_path / "rooms.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE dice (foreign_to_us)")
    connection.close()
    with pytest.raises(DatabaseError, match="dice already exists"):
        Database(url(tmp_path))
    assert list(schema(path, without="")) == ["dice"]


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    Database(url(tmp_path)).close()
    connection = sqlite3.connect(tmp_path / "rooms.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(DatabaseError, match="does not fit this version of the program"):
        Database(url(tmp_path))


def test_several_programs_may_open_a_new_database_at_the_same_time(tmp_path: Path) -> None:
    failures: list[DatabaseError] = []
    together = threading.Barrier(4)

    def open_it() -> None:
        together.wait()
        try:
            Database(url(tmp_path)).close()
        except DatabaseError as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("rooms.db", "not the URL of a database"),
        ("sqlite://", "kept in a file"),
        ("sqlite:///:memory:", "kept in a file"),
        ("sqlite:////nowhere/at/all/rooms.db", "unable to open"),
        ("nosuch://host/rooms", "nosuch"),
    ],
)
def test_a_database_that_cannot_be_opened_is_an_error_that_says_why(bad: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=why) as caught:
        Database(bad)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(DatabaseError, match="not a database"):
        Database(url(tmp_path))
    assert path.read_text() == "Dear diary, " * 1000


def test_a_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    with Database(url(tmp_path)) as database:
        for engine in (database.writer, database.reader):
            with engine.connect() as connection:
                asked = ("journal_mode", "synchronous", "foreign_keys", "query_only")
                found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked]
            full = 2
            assert found == ["wal", full, 1, int(engine is database.reader)]


def test_readers_cannot_write(tmp_path: Path) -> None:
    with (
        Database(url(tmp_path)) as database,
        database.reader.connect() as connection,
        pytest.raises(OperationalError, match="readonly"),
    ):
        connection.exec_driver_sql("DELETE FROM events")


def test_an_event_has_a_room_and_an_act_has_a_person(tmp_path: Path) -> None:
    with Database(url(tmp_path)) as database:
        with pytest.raises(IntegrityError, match="FOREIGN KEY"), database.writing() as connection:
            connection.execute(insert(EVENTS), msgspec.structs.asdict(row(1)))
        with pytest.raises(IntegrityError, match="an_act_is_a_persons"), database.writing() as connection:
            connection.execute(insert(EVENTS), msgspec.structs.asdict(row(1, act="x")) | {"person": None})


def test_every_table_and_index_is_lawful_in_postgresql() -> None:
    dialect = postgresql.dialect()
    for table in METADATA.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert "CREATE" in str(CreateIndex(index).compile(dialect=dialect))
    locked = select(ROOMS.c.epoch).with_for_update()
    assert "FOR UPDATE" in str(locked.compile(dialect=dialect))


def test_rooms_are_found_by_status_and_in_the_order_of_their_age(tmp_path: Path) -> None:
    old = RoomRow("z", created_at=1, public=True, invitation="", status="over")
    private = RoomRow("b", created_at=2, public=False, invitation="secret", status="playing")

    async def test(log: LogWriter) -> None:
        for room in (private, old):
            await log.create_room(room)
        database = log.database
        assert database.rooms() == [old, private]
        assert database.rooms(status=["playing", "waiting"]) == [private]
        assert await log.run(database.update_status, "b", "sleeping")
        assert not await log.run(database.update_status, "nowhere", "sleeping")
        assert database.rooms(status=["playing"]) == []
        assert database.room("b") == RoomRow("b", 2, False, "secret", "sleeping")
        assert database.room("nowhere") is None

    with_log(tmp_path, test, rooms="")


def test_events_are_read_from_any_number_on(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.create_room(room_row("b"), [row(1, "b")])
        await log.append("a", 1, [row(seq) for seq in range(1, 8)])
        read = log.database.read_rows
        assert read("a", after=5) == [row(6), row(7)]
        assert read("a", after=2, limit=2) == [row(3), row(4)]
        assert read("a", after=7) == []
        assert log.database.last_seq("a") == 7

    with_log(tmp_path, test)


def test_the_last_chat_lines_are_read_in_order(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        for act in "uvwx":
            await log.append("a", 1, (), [line(act)])
        assert log.database.read_chat("a", last=2) == [line("w"), line("x")]

    with_log(tmp_path, test)


def test_a_person_is_found_by_id_and_by_the_hash_of_the_token(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        database = log.database
        await log.run(database.create_person, ANN, ANNS_SESSION)
        assert database.person("ann") == database.person_by_token("a" * 64) == ANN
        assert database.person("bob") is database.person_by_token("b" * 64) is None
        assert await log.run(lambda: database.update_person("ann", name="Anna", seen_at=7))
        assert database.person("ann") == PersonRow("ann", "Anna", 1, 7)
        assert not await log.run(lambda: database.update_person("bob", seen_at=7))

    with_log(tmp_path, test)


def test_names_of_persons_may_be_equal_but_not_their_tokens(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        database = log.database
        await log.run(database.create_person, ANN, ANNS_SESSION)
        await log.run(
            database.create_person,
            PersonRow("other", "Ann", 1, 1),
            SessionRow("b" * 64, "other", "session", 1, 1),
        )
        with pytest.raises(IntegrityError):
            await log.run(
                database.create_person,
                PersonRow("third", "Eve", 1, 1),
                SessionRow("a" * 64, "third", "session", 1, 1),
            )

    with_log(tmp_path, test)

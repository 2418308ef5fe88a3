"""The database opens up to date and durable, or says why not; what was written is read back."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import msgspec.structs
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table, create_engine, event, insert, inspect
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, InternalError, OperationalError
from tests.server.logs import line, room_row, row, url, with_log
from tests.server.postgres import program

from catanlab.server.database import people_queries, schema
from catanlab.server.database.database import Database
from catanlab.server.database.engines import make_engine, read_url
from catanlab.server.database.errors import DatabaseError
from catanlab.server.database.rows import PersonRow, RoomRow, SessionRow
from catanlab.server.database.standing import Standing
from catanlab.server.database.tables import EVENTS, METADATA
from catanlab.server.database.writer import LogWriter

both_databases = pytest.mark.usefixtures("both_databases")
ANN = PersonRow("ann", "Ann", created_at=1, seen_at=1)
ANNS_SESSION = SessionRow("a" * 64, "ann", "session", created_at=1, seen_at=1)


def tables_of(database: str) -> str:
    """Return the statements that make all tables and indexes of a database."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            return "\n".join(" ".join(sql.replace('"', "").split()) for (sql,) in found)
    command = [program("pg_dump"), "--schema-only", "--dbname", database]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(each for each in dumped.splitlines() if not each.startswith(("\\", "--")))


def change(database: str, *statements: str) -> None:
    """Do something to a database that our program does not do."""
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@both_databases
def test_the_migrations_lead_to_the_tables_that_the_program_knows(tmp_path: Path) -> None:
    Database(url(tmp_path)).close()
    migrated = tables_of(url(tmp_path))
    engine = create_engine(read_url(url(tmp_path)))
    assert set(inspect(engine).get_table_names()) == {*METADATA.tables, "alembic_version"}
    METADATA.drop_all(engine)
    METADATA.create_all(engine)
    engine.dispose()
    assert tables_of(url(tmp_path)) == migrated


@both_databases
def test_a_database_of_the_first_version_keeps_its_rooms_and_people(tmp_path: Path) -> None:
    engine = make_engine(read_url(url(tmp_path)), writes=True)
    with engine.begin() as connection:
        assert schema.upgrade(connection, "0001") is None
        connection.exec_driver_sql(
            "INSERT INTO rooms (id, created_at, public, invitation, status, epoch)"
            " VALUES ('a', 1, true, 'x', 'playing', 1)"
        )
        events = Table("events", MetaData(), autoload_with=connection)
        connection.execute(insert(events).values(("a", 1, 1, 1, "created", b"{}")))
        connection.exec_driver_sql(f"INSERT INTO persons VALUES ('ann', 'Ann', '{'a' * 64}', 1, 1)")
    engine.dispose()
    with Database(url(tmp_path)) as database:
        assert database.version_before == "0001"
        assert [row.kind for row in database.read_rows("a")] == ["created"]
        with database.reader.connect() as connection:
            found = people_queries.by_session(connection, "a" * 64, 2)
        assert found is not None
        assert found[0] == msgspec.structs.replace(ANN, name_key="ann")


@both_databases
def test_migrations_that_fail_leave_nothing_behind(tmp_path: Path) -> None:
    """A table of another program is in the way of the last step."""
    change(url(tmp_path), "CREATE TABLE dice (foreign_to_us INTEGER)")
    before = tables_of(url(tmp_path))
    with pytest.raises(DatabaseError, match=r'(?s)"?dice"? already exists$'):
        Database(url(tmp_path))
    assert tables_of(url(tmp_path)) == before


@both_databases
def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    Database(url(tmp_path)).close()
    change(url(tmp_path), "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="does not fit this version of the program"):
        Database(url(tmp_path))


@both_databases
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
        ("/nowhere/at/all/rooms.db", "unable to open"),
        ("host:rooms.db", "not the URL of a database"),
        ("sqlite://", "kept in a file"),
        ("sqlite:///:memory:", "kept in a file"),
        ("sqlite:////nowhere/at/all/rooms.db", "unable to open"),
        ("nosuch://ann:hidden@host/rooms", "not kept in nosuch"),
        ("postgresql+asyncpg://ann:hidden@host/rooms", "not kept in postgresql.asyncpg"),
        ("postgresql://ann:hidden@host", "names no database"),
        ("postgresql://ann:hidden@host:port/rooms", "not the URL of a database"),
        ("postgresql:ann:hidden@host/rooms", "not the URL of a database"),
        ("postgres://ann:hidden@127.0.0.1:1/rooms", "refused"),
        ("postgresql://ann@127.0.0.1:1/rooms?password=hidden", "refused"),
        ("postgresql://ann@127.0.0.1:1/rooms?nonsense=hidden", "invalid connection option"),
    ],
)
def test_a_database_that_cannot_be_opened_is_an_error_that_says_why(bad: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=why) as caught:
        Database(bad)
    assert "\n" not in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_without_its_driver_postgresql_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseError, match=r"needs the package psycopg.*catanlab\[server\]"):
        Database("postgresql://ann@host/rooms")


@pytest.mark.full
def test_a_wrong_password_is_not_repeated(postgres_url: str) -> None:
    change(postgres_url, "CREATE ROLE locked LOGIN PASSWORD 'right'")
    with pytest.raises(DatabaseError, match="password authentication failed") as caught:
        Database(postgres_url.replace("tester@", "locked:hidden@"))
    change(postgres_url, "DROP ROLE locked")
    assert "hidden" not in str(caught.value)


@pytest.mark.full
def test_connections_to_postgresql_are_durable_and_never_wait_for_ever(postgres_url: str) -> None:
    with Database(f"{postgres_url}&options=-c%20work_mem%3D5MB&connect_timeout=7") as database:
        for engine in (database.writer, database.reader):
            with engine.connect() as connection:
                ask = lambda name: connection.exec_driver_sql(f"SHOW {name}").scalar_one()  # noqa: E731
                assert ask("synchronous_commit") == "on"
                assert ask("transaction_isolation") == "read committed"
                assert ask("application_name") == "catanlab"
                assert ask("work_mem") == "5MB", "the options of the URL hold, too"
                assert ask("transaction_read_only") == ("on" if engine is database.reader else "off")
                for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
                    assert ask(name) != "0"
        with pytest.raises(InternalError, match="read-only"), database.reader.connect() as connection:
            connection.exec_driver_sql("DELETE FROM events")


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


@both_databases
def test_an_event_has_a_room_and_an_act_has_a_person(tmp_path: Path) -> None:
    with Database(url(tmp_path)) as database:
        with pytest.raises(IntegrityError, match=r"(?i)foreign key"), database.writing() as connection:
            connection.execute(insert(EVENTS), msgspec.structs.asdict(row(1)))
        with pytest.raises(IntegrityError, match="an_act_is_a_persons"), database.writing() as connection:
            connection.execute(insert(EVENTS), msgspec.structs.asdict(row(1, act="x")) | {"person": None})


@both_databases
def test_a_connection_that_is_in_use_when_the_database_closes_is_closed_afterwards(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    with database.reader.connect() as connection:
        used = connection.connection.driver_connection
        assert used is not None
        database.close()
        connection.exec_driver_sql("SELECT 1")
    with pytest.raises(Exception, match=r"(?i)closed"):
        used.cursor().execute("SELECT 1")


@both_databases
def test_a_connection_that_comes_back_while_the_database_closes_is_closed(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    returned = []

    def close_meanwhile(used: DBAPIConnection, _: object) -> None:
        returned.append(used)
        closing = threading.Thread(target=database.close)
        closing.start()
        closing.join()

    event.listen(database.reader, "checkin", close_meanwhile)
    assert database.room("none") is None
    (used,) = returned
    with pytest.raises(Exception, match=r"(?i)closed"):
        used.cursor().execute("SELECT 1")


@both_databases
def test_a_connection_of_a_closed_database_is_not_kept(tmp_path: Path) -> None:
    database = Database(url(tmp_path))
    database.close()
    with database.reader.connect() as connection:
        used = connection.connection.driver_connection
        assert used is not None
    with pytest.raises(Exception, match=r"(?i)closed"):
        used.cursor().execute("SELECT 1")


@both_databases
def test_rooms_are_found_by_status_and_in_the_order_of_their_age(tmp_path: Path) -> None:
    old = RoomRow("z", created_at=1, public=True, invitation="", status="over")
    private = RoomRow("b", created_at=2, public=False, invitation="secret", status="playing")

    async def test(log: LogWriter) -> None:
        for room in (private, old):
            await log.create_room(room)
        database = log.database
        assert database.rooms() == [old, private]
        assert database.rooms(status=["playing", "waiting"]) == [private]
        await log.append("b", 1, standing=Standing("sleeping"))
        assert database.rooms(status=["playing"]) == []
        assert database.room("b") == msgspec.structs.replace(private, status="sleeping", summary=b"")
        assert database.room("nowhere") is None

    with_log(tmp_path, test, rooms="")


@both_databases
def test_events_are_read_from_any_number_on(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        await log.create_room(room_row("b"), [row(1, "b")])
        await log.append("a", 1, [row(seq) for seq in range(1, 8)])
        read = log.database.read_rows
        assert read("a", after=5) == [row(6), row(7)]
        assert read("a", after=2, limit=2) == [row(3), row(4)]
        assert read("a", after=7) == []

    with_log(tmp_path, test)


@both_databases
def test_the_last_chat_lines_are_read_in_order(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        for act in "uvwx":
            await log.append("a", 1, (), [line(act)])
        assert log.database.read_chat("a", last=2) == [line("w"), line("x")]

    with_log(tmp_path, test)


@both_databases
def test_a_person_is_found_by_id_and_by_the_hash_of_the_token(tmp_path: Path) -> None:
    with Database(url(tmp_path)) as database:
        with database.writing() as connection:
            people_queries.add_person(connection, ANN)
            people_queries.add_session(connection, ANNS_SESSION)
        assert database.person("ann") == ANN
        assert database.person("bob") is None
        with database.reader.connect() as connection:
            assert people_queries.by_session(connection, "a" * 64, 2) == (ANN, ANNS_SESSION)
            assert people_queries.by_session(connection, "b" * 64, 2) is None


@both_databases
def test_names_of_persons_may_be_equal_but_not_their_tokens(tmp_path: Path) -> None:
    with Database(url(tmp_path)) as database:
        with database.writing() as connection:
            people_queries.add_session(connection, ANNS_SESSION)
            for person in ("ann", "other"):
                people_queries.add_person(connection, PersonRow(person, "Ann", 1, 1))
        with pytest.raises(IntegrityError), database.writing() as connection:
            people_queries.add_session(connection, msgspec.structs.replace(ANNS_SESSION, person="other"))


def test_the_file_names_of_migrations_are_their_versions() -> None:
    scripts = ScriptDirectory(str(Path(schema.__file__).with_name("migrations")))
    assert schema.newest_version() == scripts.get_current_head()
    assert schema.known_versions() == {step.revision for step in scripts.walk_revisions()}


@pytest.mark.full
def test_a_server_whose_tables_are_up_to_date_does_not_wait_for_alembic(tmp_path: Path) -> None:
    """It takes a quarter of the time in which a server starts."""
    made = f"sqlite:///{tmp_path}/made.db"
    Database(made).close()
    program = (
        "import sys, catanlab.server.transport.serve\n"
        "from catanlab.server.database.database import Database\n"
        f"Database({made!r}).close()\n"
        "print([name for name in ('alembic', 'mako', 'pygments') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

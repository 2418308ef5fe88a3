"""Whether the tables of a database are sound: what no constraint of theirs says is looked for here.

`rooms.log_check` looks into the events themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Select, and_, case, func, select
from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database import schema
from catanlab.server.database.engines import is_sqlite, make_engine, shown_url
from catanlab.server.database.errors import DatabaseError, reason_of
from catanlab.server.database.folding import FOLDED
from catanlab.server.database.tables import CHAT, DICE, EVENTS, GAME_SEATS, GAMES, PERSONS, ROOMS, SESSIONS
from catanlab.server.dice import Dice, DiceError

_SIZES = select(
    EVENTS.c.room,
    func.max(EVENTS.c.seq).label("last"),
    func.max(EVENTS.c.epoch).label("epoch"),
).group_by(EVENTS.c.room)


@contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """Open a database for reading, all of it as it is now whatever a server writes meanwhile.

    Nothing is changed, not even the version. Raises DatabaseError if it cannot be read.
    """
    engine = make_engine(url, writes=False)
    try:
        with engine.connect() as connection:
            if not is_sqlite(url):
                connection.execution_options(isolation_level="REPEATABLE READ")
                connection.exec_driver_sql("SET statement_timeout = 0")
                connection.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
            yield connection
    except SQLAlchemyError as error:
        raise DatabaseError(f"cannot read {shown_url(url)}: {reason_of(error)}") from error
    finally:
        engine.dispose()


def version_fault(version: str | None) -> str | None:
    """Return what is wrong with the version of the tables: in another one nothing else can be checked."""
    newest = schema.newest_version()
    if version == newest:
        return None
    if version is None:
        return "there are no tables: catanlab serve has never used this database"
    if version in schema.known_versions():
        return f"the tables have version {version}, not {newest}: run catanlab database upgrade"
    return f"the tables have version {version}, of a newer program: this one knows {newest}"


def count_rows(connection: Connection) -> dict[str, int]:
    """Return how many rooms, events and chat lines there are."""
    last = func.coalesce(func.sum(_SIZES.subquery().c.last), 0)  # a folded row has several events
    counts = {
        name: select(func.count()).select_from(table)
        for name, table in (("rooms", ROOMS), ("lines of chat", CHAT), ("persons", PERSONS))
    }
    queries = {"rooms": counts.pop("rooms"), "events": select(last), **counts}
    return {name: int(connection.execute(query).scalar_one()) for name, query in queries.items()}


def table_faults(connection: Connection) -> Iterator[str]:
    """Yield all that is wrong, a sentence each."""
    if connection.dialect.name == "sqlite":
        for (found,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if found != "ok":
                yield f"the file is damaged: {' '.join(found.split())}"
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
            yield f"row {row} of {table} refers to a row of {parent} that is not there"
    for query, sentence in _QUERIES:
        for found in connection.execute(query):
            yield sentence.format(*found)
    for room, game, commitment, secret, salt in connection.execute(
        select(DICE.c.room, DICE.c.game, DICE.c.commitment, DICE.c.secret, DICE.c.salt)
    ):
        try:
            fits = Dice(room, secret, salt).commitment == commitment
        except DiceError:
            fits = False
        if not fits:
            yield f"room {room}, game {game}: the dice do not fit their commitment"


def _queries() -> Iterator[tuple[Select[*tuple[object, ...]], str]]:
    """Yield queries whose rows are faults, each with the sentence that they fill."""
    sizes = _SIZES.subquery()
    joined = ROOMS.outerjoin(sizes, sizes.c.room == ROOMS.c.id)
    yield (
        select(ROOMS.c.id).select_from(joined).where(sizes.c.room.is_(None)),
        "room {}: its log is empty",
    )
    previous = func.lag(EVENTS.c.seq, 1, 0).over(partition_by=EVENTS.c.room, order_by=EVENTS.c.seq)
    numbers = select(EVENTS.c.room, EVENTS.c.seq, EVENTS.c.kind, previous.label("previous")).subquery()
    yield (
        # A folded row has the number of its last event; whether it has as many is seen when it is read.
        select(numbers.c.room, numbers.c.seq, numbers.c.previous).where(
            numbers.c.seq != numbers.c.previous + 1, numbers.c.kind != FOLDED
        ),
        "room {}: event {} follows event {}, so there is a gap",
    )
    yield (
        select(ROOMS.c.id, sizes.c.epoch, ROOMS.c.epoch)
        .select_from(joined)
        .where(sizes.c.epoch > ROOMS.c.epoch),
        "room {}: it has events of epoch {}, but is in epoch {}",
    )
    before = func.lag(EVENTS.c.epoch).over(partition_by=EVENTS.c.room, order_by=EVENTS.c.seq)
    epochs = select(EVENTS.c.room, EVENTS.c.seq, EVENTS.c.epoch, before.label("before")).subquery()
    yield (
        select(epochs.c.room, epochs.c.seq, epochs.c.epoch, epochs.c.before).where(
            epochs.c.epoch < epochs.c.before
        ),
        "room {}: event {} is of epoch {}, after one of epoch {}",
    )
    yield (
        select(EVENTS.c.room, EVENTS.c.seq, EVENTS.c.kind).where(
            case((EVENTS.c.seq == 1, EVENTS.c.kind != "created"), else_=EVENTS.c.kind == "created")
        ),
        "room {}: event {} is {!r}, but a log begins with 'created' and has it once",
    )
    yield (
        select(CHAT.c.room, CHAT.c.id, CHAT.c.seq)
        .select_from(CHAT.outerjoin(sizes, sizes.c.room == CHAT.c.room))
        .where(CHAT.c.seq > func.coalesce(sizes.c.last, 0)),
        "room {}: line {} of the chat was said after event {}, which is not there",
    )
    yield (
        select(SESSIONS.c.person)
        .select_from(SESSIONS.outerjoin(PERSONS, PERSONS.c.id == SESSIONS.c.person))
        .where(PERSONS.c.id.is_(None))
        .distinct(),
        "person {}: it has sessions, but is not there",
    )
    same_game = and_(GAME_SEATS.c.room == GAMES.c.room, GAME_SEATS.c.game == GAMES.c.game)
    seats = func.count(GAME_SEATS.c.seat)
    yield (
        select(GAMES.c.room, GAMES.c.game, GAMES.c.size, seats)
        .select_from(GAMES.outerjoin(GAME_SEATS, same_game))
        .group_by(GAMES.c.room, GAMES.c.game, GAMES.c.size)
        .having(seats != GAMES.c.size),
        "room {}, game {}: the result is of {} seats, and {} are there",
    )
    yield (
        select(GAME_SEATS.c.room, GAME_SEATS.c.game, GAME_SEATS.c.seat)
        .select_from(GAME_SEATS.outerjoin(GAMES, same_game))
        .where(GAMES.c.room.is_(None)),
        "room {}, game {}: seat {} belongs to no result",
    )


_QUERIES = tuple(_queries())

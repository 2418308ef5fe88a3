"""The tables of the database: what the migrations lead to, as SQLAlchemy knows it.

A change here takes a migration in `migrations/versions/`; a test compares both. The log names persons
without a foreign key: it stays whole if a person is ever deleted.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
"""All tables. Constraints have names, so that later migrations can change them on every database."""


def _id_column() -> Column[int]:
    # SQLite counts on by itself in an INTEGER alone.
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True)


ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("epoch", Integer, nullable=False),
    Column("owner", String(64), index=True),
    Column("summary", LargeBinary),
    Column("ended_at", BigInteger),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("room", String(24), ForeignKey(ROOMS.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("epoch", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("person", String(40)),
    Column("act", String(40)),
    CheckConstraint("seq >= 1", name="numbered_from_1"),
    CheckConstraint("act IS NULL OR person IS NOT NULL", name="an_act_is_a_persons"),
)
Index(
    "uq_events_act",
    EVENTS.c.room,
    EVENTS.c.person,
    EVENTS.c.act,
    unique=True,
    sqlite_where=EVENTS.c.act.is_not(None),
    postgresql_where=EVENTS.c.act.is_not(None),
)

CHAT = Table(
    "chat",
    METADATA,
    _id_column(),
    Column("room", String(24), ForeignKey(ROOMS.c.id), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("act", String(40), nullable=False),
    UniqueConstraint("room", "person", "act"),
    Index(None, "room", "id"),
)

PERSONS = Table(
    "persons",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("name_key", String(96), nullable=False, index=True, server_default=""),
    Column("kind", String(8), nullable=False, server_default="person"),
    Column("owner", String(40), index=True),
    Column("password_hash", Text),
    Column("reserved", Boolean, nullable=False, server_default=false()),
)
Index(
    "uq_persons_reserved",
    PERSONS.c.name_key,
    unique=True,
    sqlite_where=PERSONS.c.reserved,
    postgresql_where=PERSONS.c.reserved,
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
)

BANS = Table(
    "bans",
    METADATA,
    _id_column(),
    Column("person", String(40), index=True),
    Column("address", String(64), index=True),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

MUTES = Table(
    "mutes",
    METADATA,
    Column("person", String(40), primary_key=True),
    Column("muted", String(40), primary_key=True),
)

REPORTS = Table(
    "reports",
    METADATA,
    _id_column(),
    Column("at", BigInteger, nullable=False),
    Column("by", String(40), nullable=False),
    Column("about", String(40), nullable=False),
    Column("room", String(24), nullable=False),
    Column("channel", String(24), nullable=False),
    Column("text", Text, nullable=False),
    Column("state", String(8), nullable=False, index=True),
)

SERVERS = Table(
    "servers",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("url", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

ROOM_PEOPLE = Table(
    "room_people",
    METADATA,
    Column("room", String(24), ForeignKey(ROOMS.c.id), primary_key=True),
    Column("person", String(40), primary_key=True, index=True),
)

GAMES = Table(
    "games",
    METADATA,
    Column("room", String(24), ForeignKey(ROOMS.c.id), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("rules", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("experiment", String(40), nullable=False),
    Column("arm", String(40), nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False, index=True),
    Column("turns", Integer, nullable=False),
    Column("winner", Integer),
    Column("termination", String(16), nullable=False),
    Column("people", Integer, nullable=False),
    Column("rated", Boolean, nullable=False, index=True),
    Column("rating_number", Integer, unique=True),
)

GAME_SEATS = Table(
    "game_seats",
    METADATA,
    Column("room", String(24), ForeignKey(ROOMS.c.id), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("person", String(40), index=True),
    Column("name", String(40), nullable=False),
    Column("agent", Text, nullable=False),
    Column("score", Integer, nullable=False),
    Column("share", Float, nullable=False),
    Column("substituted", Boolean, nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("who", String(240), primary_key=True),
    Column("size", Integer, primary_key=True, autoincrement=False),
    Column("name", String(240), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

CHANNEL_LINES = Table(
    "channel_lines",
    METADATA,
    _id_column(),
    Column("channel", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "channel", "id"),
)

DICE = Table(
    "dice",
    METADATA,
    Column("room", String(24), ForeignKey(ROOMS.c.id), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("commitment", String(64), nullable=False, unique=True),
    Column("secret", String(16), nullable=False, unique=True),
    Column("salt", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)

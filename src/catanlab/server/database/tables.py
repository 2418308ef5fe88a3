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
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
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

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("epoch", Integer, nullable=False),
    Column("owner", String(64)),
    Column("expires", BigInteger),
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
    # SQLite counts on by itself in an INTEGER alone.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
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
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
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

"""People, bots and their sessions in the database.

Functions that write take the connection of a transaction, in the writing thread or in a program of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from typing import Any, Literal

import msgspec.structs
from sqlalchemy import Connection, delete, func, insert, or_, select, text, update

from catanlab.server.database.rows import PersonRow, SessionRow
from catanlab.server.database.tables import PERSONS, SESSIONS

MAX_VALUES = 10_000
"""The most values in one statement: databases have a limit for them."""

PERSON_COLUMNS = [PERSONS.c[name] for name in PersonRow.__struct_fields__]
SESSION_COLUMNS = [SESSIONS.c[name] for name in SessionRow.__struct_fields__]

NameState = Literal["free", "reserved", "taken"]


# Reading.


def person(connection: Connection, person: str) -> PersonRow | None:
    """Return a person or bot by id, or None."""
    found = connection.execute(select(*PERSON_COLUMNS).where(PERSONS.c.id == person)).one_or_none()
    return PersonRow(*found) if found else None


def by_session(connection: Connection, token_hash: str, now: int) -> tuple[PersonRow, SessionRow] | None:
    """Return who has a token that has not expired, and the session, or None."""
    query = (
        select(*PERSON_COLUMNS, *SESSION_COLUMNS)
        .join(SESSIONS, SESSIONS.c.person == PERSONS.c.id)
        .where(SESSIONS.c.token_hash == token_hash)
        .where(or_(SESSIONS.c.expires_at.is_(None), SESSIONS.c.expires_at > now))
    )
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    count = len(PERSON_COLUMNS)
    return PersonRow(*found[:count]), SessionRow(*found[count:])


def by_reserved_name(connection: Connection, name_key: str) -> PersonRow | None:
    """Return the person or bot that a name is reserved for, or None."""
    query = select(*PERSON_COLUMNS).where(PERSONS.c.name_key == name_key, PERSONS.c.reserved)
    found = connection.execute(query).one_or_none()
    return PersonRow(*found) if found else None


def by_name(connection: Connection, name_key: str) -> list[PersonRow]:
    """Return everybody who has or had a name, those seen last first."""
    query = select(*PERSON_COLUMNS).where(PERSONS.c.name_key == name_key)
    return [PersonRow(*found) for found in connection.execute(query.order_by(PERSONS.c.seen_at.desc()))]


def bots_of(connection: Connection, owner: str) -> list[PersonRow]:
    """Return the bots of a person that have not been revoked, the oldest first."""
    query = select(*PERSON_COLUMNS).where(PERSONS.c.owner == owner, PERSONS.c.reserved)
    ordered = query.order_by(PERSONS.c.created_at, PERSONS.c.id)
    return [PersonRow(*found) for found in connection.execute(ordered)]


def seen_last(connection: Connection, count: int) -> list[PersonRow]:
    """Return the people and bots who were seen last."""
    query = select(*PERSON_COLUMNS).order_by(PERSONS.c.seen_at.desc(), PERSONS.c.id).limit(count)
    return [PersonRow(*found) for found in connection.execute(query)]


def open_sessions(connection: Connection, token_hashes: Collection[str], now: int) -> set[str]:
    """Return those of some tokens that are still good."""
    good: set[str] = set()
    for some in _parts(token_hashes):
        query = select(SESSIONS.c.token_hash).where(
            SESSIONS.c.token_hash.in_(some),
            or_(SESSIONS.c.expires_at.is_(None), SESSIONS.c.expires_at > now),
        )
        good.update(connection.execute(query).scalars())
    return good


def names_of(connection: Connection, people: Collection[str]) -> dict[str, tuple[str, bool]]:
    """Return the names of people by their ids, and whether each is reserved."""
    names: dict[str, tuple[str, bool]] = {}
    for some in _parts(people):
        query = select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.reserved).where(PERSONS.c.id.in_(some))
        names.update((found.id, (found.name, found.reserved)) for found in connection.execute(query))
    return names


# Writing.


def lock_names(connection: Connection, *name_keys: str) -> None:
    """Let nobody else look at these names and take them until the transaction ends.

    SQLite has one transaction that writes at a time; PostgreSQL has locks by number for this.
    """
    if connection.dialect.name == "postgresql":
        for key in sorted(name_keys):
            number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big", signed=True)
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def name_state(connection: Connection, name_key: str, *, besides: str, seen_after: int) -> NameState:
    """Return whether a name is free for a person: not reserved, and no other has it who was just seen.

    Call `lock_names` first.
    """
    query = select(PERSONS.c.reserved).where(
        PERSONS.c.name_key == name_key,
        PERSONS.c.id != besides,
        or_(PERSONS.c.reserved, PERSONS.c.seen_at > seen_after),
    )
    found = connection.execute(query).scalars().all()
    if any(found):
        return "reserved"
    return "taken" if found else "free"


def add_person(connection: Connection, row: PersonRow) -> None:
    """Add a person or bot."""
    connection.execute(insert(PERSONS), msgspec.structs.asdict(row))


def add_session(connection: Connection, row: SessionRow) -> None:
    """Add a session."""
    connection.execute(insert(SESSIONS), msgspec.structs.asdict(row))


def change_person(connection: Connection, person: str, **values: Any) -> bool:
    """Change columns of a person; returns whether there is one."""
    return connection.execute(update(PERSONS).where(PERSONS.c.id == person).values(values)).rowcount == 1


def change_password(connection: Connection, person: str, before: str | None, after: str) -> bool:
    """Change the hash of a password, which reserves the name; False if another change came first."""
    same = PERSONS.c.password_hash.is_(None) if before is None else PERSONS.c.password_hash == before
    change = update(PERSONS).where(PERSONS.c.id == person, same)
    return connection.execute(change.values(password_hash=after, reserved=True)).rowcount == 1


def use_session(connection: Connection, token_hash: str, now: int, expires_at: int | None) -> None:
    """Note that a session was used."""
    change = update(SESSIONS).where(SESSIONS.c.token_hash == token_hash)
    connection.execute(change.values(seen_at=now, expires_at=expires_at))


def end_sessions(
    connection: Connection, *, person: str = "", token_hash: str = "", besides: str = ""
) -> int:
    """End one session, or all of a person besides one; returns how many there were."""
    query = delete(SESSIONS).where(SESSIONS.c.token_hash != besides)
    query = query.where(SESSIONS.c.token_hash == token_hash if token_hash else SESSIONS.c.person == person)
    return connection.execute(query).rowcount


def drop_expired(connection: Connection, now: int) -> int:
    """Forget the sessions that have expired; returns how many there were."""
    return connection.execute(delete(SESSIONS).where(SESSIONS.c.expires_at <= now)).rowcount


def note_seen(connection: Connection, people: Collection[str], now: int) -> None:
    """Note that people are here, all in one statement."""
    for some in _parts(people):
        connection.execute(update(PERSONS).where(PERSONS.c.id.in_(some)).values(seen_at=now))


def count_people(connection: Connection) -> int:
    """Return how many people and bots there are."""
    return connection.execute(select(func.count()).select_from(PERSONS)).scalar_one()


def _parts(values: Collection[str]) -> Iterator[list[str]]:
    """Cut values into parts that one statement takes."""
    ordered = list(values)
    for first in range(0, len(ordered), MAX_VALUES):
        yield ordered[first : first + MAX_VALUES]

"""Bans, mutes and reports in the database.

Functions that write take the connection of a transaction, in the writing thread or in a program of its own.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from catanlab.server.database.rows import BanRow, ReportRow
from catanlab.server.database.tables import BANS, CHANNEL_LINES, CHAT, MUTES, REPORTS

_BAN_COLUMNS = [BANS.c[name] for name in BanRow.__struct_fields__]
_REPORT_COLUMNS = [REPORTS.c[name] for name in ReportRow.__struct_fields__]


# Reading.


def bans(connection: Connection, now: int) -> list[BanRow]:
    """Return the bans that hold, the oldest first."""
    query = select(*_BAN_COLUMNS).where(or_(BANS.c.until.is_(None), BANS.c.until > now))
    return [BanRow(*found) for found in connection.execute(query.order_by(BANS.c.id))]


def muted_by(connection: Connection, person: str) -> frozenset[str]:
    """Return the people whom a person has muted."""
    return frozenset(connection.execute(select(MUTES.c.muted).where(MUTES.c.person == person)).scalars())


def reports(connection: Connection, *, state: str | None = None) -> list[ReportRow]:
    """Return all reports, or those of a state, the oldest first."""
    query = select(*_REPORT_COLUMNS).order_by(REPORTS.c.id)
    if state is not None:
        query = query.where(REPORTS.c.state == state)
    return [ReportRow(*found) for found in connection.execute(query)]


def last_lines(
    connection: Connection, *, room: str = "", channel: str = "", count: int
) -> list[tuple[int, str, str, str]]:
    """Return the last lines of a room or channel in order: time, person, name and text of each."""
    table = CHAT if room else CHANNEL_LINES
    query = select(table.c.at, table.c.person, table.c.name, table.c.text)
    query = query.where(table.c.room == room if room else table.c.channel == channel)
    found = connection.execute(query.order_by(table.c.id.desc()).limit(count)).all()
    return [(at, person, name, text) for at, person, name, text in reversed(found)]


# Writing.


def add_ban(
    connection: Connection,
    *,
    person: str | None = None,
    address: str | None = None,
    until: int | None,
    reason: str,
    at: int,
) -> int:
    """Ban a person or a network, and return the number of the ban."""
    values = {"person": person, "address": address, "until": until, "reason": reason, "at": at}
    made = connection.execute(insert(BANS).values(values).returning(BANS.c.id))
    return int(made.scalar_one())


def drop_ban(connection: Connection, ban: int) -> bool:
    """Lift a ban; returns whether there was one with this number."""
    return connection.execute(delete(BANS).where(BANS.c.id == ban)).rowcount == 1


def mute(connection: Connection, person: str, muted: str) -> None:
    """Let a person hear no more of another."""
    same = MUTES.c.person == person, MUTES.c.muted == muted
    if connection.execute(select(MUTES.c.muted).where(*same)).first() is None:
        connection.execute(insert(MUTES).values(person=person, muted=muted))


def unmute(connection: Connection, person: str, muted: str) -> None:
    """Let a person hear another again."""
    connection.execute(delete(MUTES).where(MUTES.c.person == person, MUTES.c.muted == muted))


def count_mutes(connection: Connection, person: str) -> int:
    """Return how many people a person has muted."""
    query = select(func.count()).select_from(MUTES).where(MUTES.c.person == person)
    return connection.execute(query).scalar_one()


def add_report(
    connection: Connection, *, at: int, by: str, about: str, room: str, channel: str, text: str
) -> None:
    """Keep a report."""
    values = {"at": at, "by": by, "about": about, "room": room, "channel": channel, "text": text}
    connection.execute(insert(REPORTS).values(values | {"state": "open"}))


def close_report(connection: Connection, report: int) -> bool:
    """Note that a report was dealt with; returns whether there is one with this number."""
    change = update(REPORTS).where(REPORTS.c.id == report).values(state="done")
    return connection.execute(change).rowcount == 1

"""The lists of `catanlab admin list`."""

from __future__ import annotations

import argparse

from sqlalchemy import Connection

from catanlab.cli.columns import in_columns
from catanlab.cli.control_characters import escape_control_characters
from catanlab.server.database import administration
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.database import people_queries as queries
from catanlab.server.people.bans import moment
from catanlab.server.people.reports import read_report


def listed(connection: Connection, options: argparse.Namespace, now: int) -> list[str]:
    """Return the lines of a list."""
    match options.what:
        case "rooms":
            return _rooms(connection, options.status, options.count)
        case "people":
            return _people(connection, options.count)
        case "bans":
            return _bans(connection, now)
        case _:
            return _reports(connection, None if options.all else "open")


def _rooms(connection: Connection, status: str | None, count: int) -> list[str]:
    rows: list[tuple[object, ...]] = [
        ("room", "status", "made (UTC)", "open to", "people", "events", "chat", "server")
    ]
    for room in administration.rooms(connection, status=status, count=count):
        rows.append(
            (
                room.id,
                room.status,
                _minute(room.created_at),
                "all" if room.public else "invited",
                room.people,
                room.events,
                room.lines,
                room.owner or "",
            )
        )
    return in_columns(rows, right=(4, 5, 6)) if len(rows) > 1 else ["No rooms"]


def _people(connection: Connection, count: int) -> list[str]:
    rows: list[tuple[object, ...]] = [("person", "name", "kind", "seen (UTC)", "made (UTC)", "owner")]
    for person in queries.seen_last(connection, count):
        kind: str = person.kind
        if not person.reserved:
            kind = "guest" if kind == "person" else "bot, revoked"
        seen = _minute(person.seen_at) if person.seen_at else ""
        owner = queries.person(connection, person.owner) if person.owner else None
        whose = owner.name if owner is not None else person.owner or ""
        rows.append((person.id, person.name, kind, seen, _minute(person.created_at), whose))
    lines = in_columns(rows)
    return [*lines, f"{queries.count_people(connection):,} in all"]


def _bans(connection: Connection, now: int) -> list[str]:
    rows: list[tuple[object, ...]] = [("ban", "who", "since", "until", "reason")]
    for ban in moderation.bans(connection, now):
        who = ban.address or ban.person or ""
        if ban.person is not None:
            found = queries.person(connection, ban.person)
            who = f"{found.name} ({found.id})" if found is not None else ban.person
        until = "for good" if ban.until is None else moment(ban.until)
        rows.append((ban.id, who, moment(ban.at), until, ban.reason))
    return in_columns(rows, right=(0,)) if len(rows) > 1 else ["No bans"]


def _reports(connection: Connection, state: str | None) -> list[str]:
    lines = []
    for report in moderation.reports(connection, state=state):
        about, by = (_named(connection, person) for person in (report.about, report.by))
        where = f" in room {report.room}" if report.room else ""
        where = f" in channel {report.channel}" if report.channel else where
        text = read_report(report.text)
        lines.append(
            f"{report.id}  {moment(report.at)}  {report.state}: {by} about {about}{where}: {text.text}"
        )
        lines += [f"    {moment(line.at)}  {line.name} ({line.person}): {line.text}" for line in text.lines]
    return [escape_control_characters(line) for line in lines] or ["No reports"]


def _minute(at: int) -> str:
    """Return a moment for a column whose heading says UTC."""
    return moment(at).removesuffix(" UTC")


def _named(connection: Connection, person: str) -> str:
    found = queries.person(connection, person)
    return f"{found.name} ({person})" if found is not None else person

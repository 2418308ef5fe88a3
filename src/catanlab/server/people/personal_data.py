"""All that is kept about a person: handed out as JSON, or deleted, so that games stay as they were played.

Who is deleted stays in the logs as an id that nobody has any more. The name becomes `deleted`, and what
they said becomes nothing; statements that robots understand, such as "I need ore", are moves of the game
and stay. Logs are rewritten under a new epoch: a server that has one of the rooms loads it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
import msgspec.json
import msgspec.structs
from sqlalchemy import Connection, Table, delete, or_, select, update

from catanlab.agents.negotiation.chat import understand
from catanlab.server import wire
from catanlab.server.database import people_queries as queries
from catanlab.server.database.folding import FOLDED, folded_row, unfold
from catanlab.server.database.rows import PersonRow, Row
from catanlab.server.database.tables import (
    BANS,
    CHANNEL_LINES,
    CHAT,
    EVENTS,
    GAME_SEATS,
    GAMES,
    MUTES,
    PERSONS,
    RATINGS,
    REPORTS,
    ROOM_PEOPLE,
    ROOMS,
    SESSIONS,
)
from catanlab.server.people.reports import read_report
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log

UNSAID: Final = "..."
"""What became of a statement."""

_SECRET = {"password_hash", "token_hash", "name_key"}


def export_person(connection: Connection, person: str) -> bytes:
    """Return everything that is kept about a person, as JSON; raises Refused: no-such-person."""
    found = queries.person(connection, person)
    if found is None:
        raise Refused("no-such-person")

    def rows(table: Table, column: str) -> list[dict[str, Any]]:
        return _rows(connection, table, column, person)

    games = []
    for seat in rows(GAME_SEATS, "person"):
        game = select(GAMES).where(GAMES.c.room == seat["room"], GAMES.c.game == seat["game"])
        played = connection.execute(game).mappings().one_or_none()
        games.append({**(dict(played) if played else {}), **seat})
    everything = {
        "person": _public(found),
        "has_password": found.password_hash is not None,
        "sessions": rows(SESSIONS, "person"),
        "bots": [_public(bot) for bot in _bots(connection, person)],
        "rooms": sorted(_rooms_of(connection, person)),
        "games": games,
        "ratings": rows(RATINGS, "who"),
        "chat": rows(CHAT, "person"),
        "channels": rows(CHANNEL_LINES, "person"),
        "muted": [row["muted"] for row in rows(MUTES, "person")],
        "reports": rows(REPORTS, "by"),
        "bans": rows(BANS, "person"),
    }
    return msgspec.json.format(msgspec.json.encode(everything), indent=2) + b"\n"


def forget_person(to: Connection, person: str) -> None:
    """Delete a person and their bots; raises Refused: no-such-person."""
    if queries.person(to, person) is None:
        raise Refused("no-such-person")
    for bot in _bots(to, person):
        forget_person(to, bot.id)
    _forget_in_logs(to, person)
    for table, column, text in (
        (CHAT, "person", {"text": ""}),
        (CHANNEL_LINES, "person", {"text": ""}),
        (GAME_SEATS, "person", {}),
    ):
        to.execute(update(table).where(table.c[column] == person).values(name=log.DELETED, **text))
    for table, columns in (
        (SESSIONS, ("person",)),
        (MUTES, ("person", "muted")),
        (BANS, ("person",)),
        (REPORTS, ("by", "about")),
        (RATINGS, ("who",)),
        (ROOM_PEOPLE, ("person",)),
        (PERSONS, ("id",)),
    ):
        to.execute(delete(table).where(or_(*(table.c[column] == person for column in columns))))
    _forget_in_reports(to, person)


def _bots(connection: Connection, owner: str) -> list[PersonRow]:
    """Return all bots of a person, those too that were revoked."""
    query = select(*queries.PERSON_COLUMNS).where(PERSONS.c.owner == owner)
    return [PersonRow(*found) for found in connection.execute(query)]


def _rooms_of(connection: Connection, person: str) -> set[str]:
    """Return the rooms in which a person did something."""
    rooms: set[str] = set()
    for table in (ROOM_PEOPLE, EVENTS, CHAT, GAME_SEATS):
        query = select(table.c.room).where(table.c.person == person).distinct()
        rooms.update(connection.execute(query).scalars())
    return rooms


def _forget_in_logs(to: Connection, person: str) -> None:
    waiting, done = _rooms_of(to, person), set[str]()
    while waiting:
        room = waiting.pop()
        done.add(room)
        # First, so that nobody appends to the log under the old epoch meanwhile.
        to.execute(update(ROOMS).where(ROOMS.c.id == room).values(epoch=ROOMS.c.epoch + 1))
        waiting |= _forget_in_log(to, room, person) - done
        _forget_in_summary(to, room, person)


def _forget_in_log(to: Connection, room: str, person: str) -> set[str]:
    """Take a person out of the log of a room, and return the rooms of its rematches."""
    rematches = set()
    seats: dict[int, str] = {}
    columns = [EVENTS.c[name] for name in Row.__struct_fields__]
    query = select(*columns).where(EVENTS.c.room == room).order_by(EVENTS.c.seq)
    for stored in [Row(*found) for found in to.execute(query)]:
        rows: list[Row] = []
        changed = False
        for row in unfold([stored]):
            entry = log.decode(row.body)
            if isinstance(entry, log.Seated):
                seats[entry.seat] = entry.person if entry.kind == "person" else ""
            elif isinstance(entry, log.Rematched):
                rematches.add(entry.room)
            cleaned = _without(entry, person, seats)
            if cleaned is not entry:
                row, changed = msgspec.structs.replace(row, body=log.encode(cleaned)), True
            rows.append(row)
        if changed:
            body = folded_row(rows).body if stored.kind == FOLDED else rows[0].body
            change = update(EVENTS).where(EVENTS.c.room == room, EVENTS.c.seq == stored.seq)
            to.execute(change.values(body=body))
    return rematches


def _without(entry: log.AnyEntry, person: str, seats: dict[int, str]) -> log.AnyEntry:
    """Return an entry without the name and the words of a person."""
    match entry:
        case log.Seated() | log.Returning() | log.Renamed() if entry.person == person and entry.name:
            return msgspec.structs.replace(entry, name=log.DELETED)
        case log.Said() if seats.get(entry.seat) == person and not understand(entry.text):
            return msgspec.structs.replace(entry, text=UNSAID)
        case log.Created() if person in entry.kept and entry.kept_names:
            kept = zip(entry.kept, entry.kept_names, strict=True)
            names = tuple(log.DELETED if who == person else name for who, name in kept)
            return msgspec.structs.replace(entry, kept_names=names)
    return entry


def _forget_in_summary(to: Connection, room: str, person: str) -> None:
    summary = to.execute(select(ROOMS.c.summary).where(ROOMS.c.id == room)).scalar_one_or_none()
    if summary is None:
        return
    line = msgspec.json.decode(summary, type=wire.RoomLine)
    first = select(EVENTS.c.body).where(EVENTS.c.room == room, EVENTS.c.seq == 1)
    created = log.decode(to.execute(first).scalar_one())
    made = isinstance(created, log.Created) and created.owner == person
    seats = tuple(
        msgspec.structs.replace(seat, name=log.DELETED) if seat.person == person else seat
        for seat in line.seats
    )
    maker = "" if made else line.maker
    cleaned = msgspec.json.encode(msgspec.structs.replace(line, seats=seats, maker=maker))
    to.execute(update(ROOMS).where(ROOMS.c.id == room).values(summary=cleaned))


def _forget_in_reports(to: Connection, person: str) -> None:
    """Take the lines of a person out of the reports about others."""
    query = select(REPORTS.c.id, REPORTS.c.text).where(REPORTS.c.text.contains(f'"{person}"'))
    for number, text in to.execute(query).all():
        report = read_report(text)
        lines = tuple(
            msgspec.structs.replace(line, name=log.DELETED, text="") if line.person == person else line
            for line in report.lines
        )
        cleaned = msgspec.json.encode(msgspec.structs.replace(report, lines=lines)).decode()
        to.execute(update(REPORTS).where(REPORTS.c.id == number).values(text=cleaned))


def _rows(connection: Connection, table: Table, column: str, value: str) -> list[dict[str, Any]]:
    keys = [*table.primary_key.columns]
    query = select(table).where(table.c[column] == value).order_by(*keys)
    return [_without_secrets(found.items()) for found in connection.execute(query).mappings()]


def _public(person: PersonRow) -> dict[str, Any]:
    return _without_secrets(msgspec.structs.asdict(person).items())


def _without_secrets(items: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    return {str(name): value for name, value in items if str(name) not in _SECRET}

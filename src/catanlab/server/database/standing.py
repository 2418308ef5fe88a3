"""What lists and results say of a room: its line, who has sat there, and how its game ended.

It follows from the log, and is kept beside it so that lists, "my games" and ladders need not read logs. It
is written in the transaction of the rows from which it follows; to write it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, String, bindparam, exists, insert, select, update

from catanlab.server.database.rows import GameRow, GameSeatRow
from catanlab.server.database.tables import GAME_SEATS, GAMES, ROOM_PEOPLE, ROOMS

_SUMMARY = (
    update(ROOMS)
    .where(ROOMS.c.id == bindparam("room_id"))
    .values(status=bindparam("new_status"), summary=bindparam("new_summary"))
)
_ENDED = (
    update(ROOMS)
    .where(ROOMS.c.id == bindparam("room_id"), ROOMS.c.ended_at.is_(None))
    .values(ended_at=bindparam("new_ended_at"))
)
_ROOM = bindparam("new_room", type_=String)
_PERSON = bindparam("new_person", type_=String)
# The row of the room is locked by then: nobody else adds people to it at the same time.
_PEOPLE = insert(ROOM_PEOPLE).from_select(
    ["room", "person"],
    select(_ROOM, _PERSON).where(
        ~exists().where(ROOM_PEOPLE.c.room == _ROOM, ROOM_PEOPLE.c.person == _PERSON)
    ),
)
_HAS_GAME = select(GAMES.c.room).where(GAMES.c.room == bindparam("room"), GAMES.c.game == bindparam("game"))
_INSERT_GAME, _INSERT_SEATS = insert(GAMES), insert(GAME_SEATS)


class Standing(Struct, frozen=True):
    """What is written of a room; parts that did not change are left out."""

    status: str = ""
    """The status that goes with the summary; empty for no change of both."""
    summary: bytes = b""
    """The room's line in lists, as JSON of `wire.RoomLine`."""
    people: tuple[str, ...] = ()
    """People who have sat down; those who are known already may be among them."""
    game: GameRow | None = None
    """The game, if it has ended; nothing happens if it is known already."""
    seats: tuple[GameSeatRow, ...] = ()


def write_standings(connection: Connection, standings: Sequence[tuple[str, Standing]]) -> None:
    """Write what has changed of rooms whose rows are locked, without committing it."""
    changed = [
        {"room_id": room, "new_status": standing.status, "new_summary": standing.summary}
        for room, standing in standings
        if standing.status
    ]
    if changed:
        connection.execute(_SUMMARY, changed)
    people = [
        {"new_room": room, "new_person": person}
        for room, standing in standings
        for person in standing.people
    ]
    if people:
        connection.execute(_PEOPLE, people)
    for room, standing in standings:
        if standing.game is not None:
            _write_game(connection, room, standing.game, standing.seats)


def _write_game(connection: Connection, room: str, game: GameRow, seats: Sequence[GameSeatRow]) -> None:
    connection.execute(_ENDED, {"room_id": room, "new_ended_at": game.ended_at})
    # A game that is there may be rated already, and stays as it is.
    if connection.execute(_HAS_GAME, {"room": room, "game": game.game}).first() is None:
        connection.execute(_INSERT_GAME, _values(game))
        connection.execute(_INSERT_SEATS, [_values(seat) for seat in seats])


def _values(value: Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}

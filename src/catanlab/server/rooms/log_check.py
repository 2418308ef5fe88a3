"""Whether the logs of rooms can be read, and whether the rooms can be rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import Connection, select

from catanlab.server.database.folding import unfold
from catanlab.server.database.rows import Row
from catanlab.server.database.tables import DICE, EVENTS, ROOMS
from catanlab.server.dice import Dice, check_record
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room

AT_ONCE = 1_000
"""Rows that are in memory at once, besides those of one room."""


def log_faults(connection: Connection, *, games: bool = False) -> Iterator[str]:
    """Yield what is wrong with the events of rooms: a sentence for the first fault of each room.

    With `games` every room is rebuilt, and the dice of games that are over are checked.
    """
    of_dice = select(DICE.c.room, DICE.c.secret, DICE.c.salt).where(DICE.c.game == 1)
    dice = {room: (secret, salt) for room, secret, salt in connection.execute(of_dice)}
    states = dict(map(tuple, connection.execute(select(ROOMS.c.id, ROOMS.c.status))))
    for room, rows in groupby(_all_rows(connection), key=lambda row: row.room):
        try:
            log_of_room = list(unfold(rows))
            _check_entries(log_of_room, dice.get(room))
            if games:
                _check_game(log_of_room, states.get(room, ""))
        except Exception as error:  # a damaged log may make the game do anything
            yield f"room {room}: {' '.join(str(error).split()) or type(error).__name__}"


def _all_rows(connection: Connection) -> Iterator[Row]:
    columns = [EVENTS.c[name] for name in Row.__struct_fields__]
    query = select(*columns).order_by(EVENTS.c.room, EVENTS.c.seq)
    for found in connection.execution_options(yield_per=AT_ONCE).execute(query):
        yield Row(*found)


def _check_entries(rows: Sequence[Row], kept_dice: tuple[str, str] | None) -> None:
    for number, row in enumerate(rows, 1):
        if row.seq != number:
            raise ValueError(f"event {number} is missing")
        try:
            entry = log.decode(row.body)
        except ValueError as error:
            raise ValueError(f"event {row.seq} cannot be read: {error}") from error
        if log.kind_of(entry) != row.kind:
            raise ValueError(f"event {row.seq} is {log.kind_of(entry)!r}, but its row says {row.kind!r}")
        if isinstance(entry, log.Created):
            _check_created(row.room, entry, kept_dice)


def _check_created(room: str, created: log.Created, kept_dice: tuple[str, str] | None) -> None:
    if created.room != room:
        raise ValueError(f"the log is that of room {created.room}")
    if Dice(room, created.secret, created.salt).commitment != created.commitment:
        raise ValueError("the dice in the log do not fit their commitment")
    if kept_dice != (created.secret, created.salt):
        raise ValueError("the dice in the log are not those of the table of dice")


def _check_game(rows: Sequence[Row], status: str) -> None:
    room = Room.rebuild(rows, rows[-1].epoch)
    if (room.status == "over") != (status == "over"):
        raise ValueError(f"its status is {status!r}, but by its log it is {room.status!r}")
    if room.status == "over":
        check_record(room.record())

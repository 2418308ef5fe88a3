"""One append to the log of a room, and how a transaction writes it: epoch and numbers are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from sqlalchemy import BindParameter, Connection, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from catanlab.framework.errors import ArgumentError
from catanlab.server.database.errors import (
    DiceUsedError,
    FencedError,
    LogOrderError,
    RoomExistsError,
    UnknownRoomError,
)
from catanlab.server.database.folding import FOLDED
from catanlab.server.database.rows import ChatRow, DiceRow, RoomRow, Row
from catanlab.server.database.standing import Standing, write_standings
from catanlab.server.database.tables import CHAT, DICE, EVENTS, ROOMS

# Statements are made once: that takes longer than to carry them out.
_INSERT_EVENTS, _INSERT_CHAT, _INSERT_ROOMS, _INSERT_DICE = map(insert, (EVENTS, CHAT, ROOMS, DICE))
_ROOMS: BindParameter[Any] = bindparam("rooms", expanding=True)
_EPOCHS = (
    select(ROOMS.c.id, ROOMS.c.epoch).where(ROOMS.c.id.in_(_ROOMS)).order_by(ROOMS.c.id).with_for_update()
)
_LAST = (
    select(EVENTS.c.room, func.max(EVENTS.c.seq)).where(EVENTS.c.room.in_(_ROOMS)).group_by(EVENTS.c.room)
)


class Append(Struct, frozen=True):
    """What is added to a room at once."""

    room: str
    epoch: int
    rows: tuple[Row, ...] = ()
    chat: tuple[ChatRow, ...] = ()
    dice: DiceRow | None = None
    new: RoomRow | None = None
    """The room itself, if it is to be made."""
    standing: Standing | None = None
    """What lists and results say of the room, as far as it has changed."""

    def check(self) -> None:
        """Raise ArgumentError if a part is of another room or epoch, or if numbers of rows have gaps."""
        for row in self.rows:
            if row.room != self.room or row.epoch != self.epoch:
                raise ArgumentError(f"a row of {row.room}, epoch {row.epoch}, in {self.room}, {self.epoch}")
        rooms = {line.room for line in self.chat} | ({self.dice.room} if self.dice else set())
        if not rooms <= {self.room}:
            raise ArgumentError(f"parts of {sorted(rooms)} are appended to {self.room}")
        for before, row in pairwise(self.rows):
            # The events of a folded row have the numbers before its own; reading it tells how many.
            if row.seq != before.seq + 1 and not (row.kind == FOLDED and row.seq > before.seq):
                numbers = [each.seq for each in self.rows]
                raise ArgumentError(f"the numbers of rows have no gaps: {numbers}")


def write(connection: Connection, appends: Sequence[Append], known: Mapping[str, int]) -> dict[str, int]:
    """Write appends without committing them, and return the last number of each of their rooms.

    `known` are last numbers that need not be asked for. Raises CommitFailedError or UnknownRoomError if one
    append may not be written, and SQLAlchemyError; then the transaction is of no use.
    """
    new = [append.new for append in appends if append.new is not None]
    if new:
        _insert_rooms(connection, new)
    _check_epochs(connection, appends)
    last = _check_numbers(connection, appends, known)
    dice = [append.dice for append in appends if append.dice is not None]
    if dice:
        _insert_dice(connection, dice)
    rows = [_values(row) for append in appends for row in append.rows]
    if rows:
        connection.execute(_INSERT_EVENTS, rows)
    chat = [_values(line) for append in appends for line in append.chat]
    if chat:
        connection.execute(_INSERT_CHAT, chat)
    standings = [(each.room, each.standing) for each in appends if each.standing is not None]
    if standings:
        write_standings(connection, standings)
    return last


def is_there(connection: Connection, append: Append) -> bool:
    """Return whether the append is in the database already: after a commit whose outcome is not known.

    An append is there completely or not at all; so one part of it tells. A standing alone is written again.
    """
    if append.rows:
        first, last = append.rows[0].seq, append.rows[-1].seq
        columns = [EVENTS.c[name] for name in Row.__struct_fields__]
        query = select(*columns).where(EVENTS.c.room == append.room, EVENTS.c.seq.between(first, last))
        found = connection.execute(query.order_by(EVENTS.c.seq)).all()
        return tuple(Row(*row) for row in found) == append.rows
    if append.chat:
        line = append.chat[0]
        columns = [CHAT.c[name] for name in ChatRow.__struct_fields__]
        same = CHAT.c.room == line.room, CHAT.c.person == line.person, CHAT.c.act == line.act
        return any(ChatRow(*row) == line for row in connection.execute(select(*columns).where(*same)))
    if append.dice is not None:
        columns = [DICE.c[name] for name in DiceRow.__struct_fields__]
        query = select(*columns).where(DICE.c.commitment == append.dice.commitment)
        return any(DiceRow(*row) == append.dice for row in connection.execute(query))
    if append.new is not None:
        columns = [ROOMS.c[name] for name in RoomRow.__struct_fields__]
        query = select(*columns).where(ROOMS.c.id == append.room)
        return any(RoomRow(*row) == append.new for row in connection.execute(query))
    return False


def _insert_rooms(connection: Connection, new: Sequence[RoomRow]) -> None:
    try:
        connection.execute(_INSERT_ROOMS, [_values(room) for room in new])
    except IntegrityError as error:
        raise RoomExistsError(f"a room with the id {new[0].id} is there already") from error


def _insert_dice(connection: Connection, dice: Sequence[DiceRow]) -> None:
    try:
        connection.execute(_INSERT_DICE, [_values(each) for each in dice])
    except IntegrityError as error:
        raise DiceUsedError(
            f"room {dice[0].room}: these dice were used before; draw a new secret"
        ) from error


def _check_epochs(connection: Connection, appends: Sequence[Append]) -> None:
    """Check that all rooms have the epochs of their appends, and keep it so until the commit."""
    names = {append.room for append in appends}
    epochs = dict(map(tuple, connection.execute(_EPOCHS, {"rooms": list(names)})))
    for append in appends:
        epoch = epochs.get(append.room)
        if epoch is None:
            raise UnknownRoomError(f"there is no room {append.room}")
        if epoch != append.epoch:
            raise FencedError(
                f"room {append.room} is in epoch {epoch}, not {append.epoch}: it was opened again"
            )


def _check_numbers(
    connection: Connection, appends: Sequence[Append], known: Mapping[str, int]
) -> dict[str, int]:
    """Check that the numbers of every room go on where its log ends, and return the last ones."""
    last = dict(known)
    missing = {append.room for append in appends} - last.keys()
    if missing:
        last |= dict.fromkeys(missing, 0)
        last |= dict(map(tuple, connection.execute(_LAST, {"rooms": list(missing)})))
    for append in appends:
        if append.rows:
            if append.rows[0].seq != last[append.room] + 1:
                raise LogOrderError(
                    f"room {append.room}: event {append.rows[0].seq} cannot follow {last[append.room]}"
                )
            last[append.room] = append.rows[-1].seq
    return last


def _values(value: Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}

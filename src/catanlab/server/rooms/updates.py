"""Updates of a room for one audience: what happened, and what is the case now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET, Raw

from catanlab.server import wire
from catanlab.server.database.rows import ChatRow
from catanlab.server.protocol.frames import write
from catanlab.server.rooms.pending import Follower
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.shown_view import shown_view
from catanlab.server.rooms.visible import Audience

MOST_MISSED = 500
"""A client that missed more events than this gets a fresh start instead."""
EVENTS_ON_A_PAGE = 500
"""How many events a page of the history has at the most."""
EVENTS_AT_START = 200
"""How many past events a fresh start shows."""


def beginning(room: Room, audience: Audience, seq: int, table: wire.TableInfo) -> bytes:
    """Return the first update of a connection: the events after `seq` that it missed, or a fresh start."""
    count = len(room.history)
    if 0 < seq <= count and count - seq <= MOST_MISSED:
        return update(room, audience, seq, table)
    after = max(0, count - EVENTS_AT_START)
    return update(room, audience, after, table, board=Raw(room.game.board_json()))


def update(
    room: Room, audience: Audience, after: int, table: wire.TableInfo, *, board: Raw | None = None
) -> bytes:
    """Return the events after a number, and what is the case after them; with the board a fresh start."""
    message = wire.Update(
        room=room.id,
        epoch=room.epoch,
        seq=len(room.history),
        reset=board is not None,
        seat=None if audience == room.public else audience,
        events=room.history.after(after, audience),
        view=UNSET if room.play is None else Raw(shown_view(room, audience)),
        table=table,
        board=UNSET if board is None else board,
    )
    return write(message)


def history_page(room: Room, audience: Audience, after: int) -> bytes:
    """Return the events after a number, as an audience sees them, up to a page of them."""
    return write(
        wire.HistoryPage(
            room=room.id,
            after=after,
            seat=None if audience == room.public else audience,
            events=room.history.after(after, audience, most=EVENTS_ON_A_PAGE),
        )
    )


def chat_lines(room: Room, rows: Sequence[ChatRow]) -> bytes:
    """Return what was said in a room."""
    lines = tuple(
        wire.ChatLine(seq=row.seq, at=row.at, person=row.person, name=row.name, text=row.text)
        for row in rows
    )
    return write(wire.ChatLines(room=room.id, lines=lines))


def chat_frames(
    room: Room, rows: Sequence[ChatRow], followers: Iterable[Follower]
) -> list[tuple[Follower, bytes]]:
    """Return what was said, for each connection without the lines of people whom it has muted."""
    frames = []
    whole = b""
    for follower in followers:
        heard = [row for row in rows if row.person not in follower.muted] if follower.muted else rows
        if len(heard) == len(rows) > 0:
            whole = whole or chat_lines(room, rows)
            frames.append((follower, whole))
        elif heard:
            frames.append((follower, chat_lines(room, heard)))
    return frames


def counting(room: Room, audience: Audience) -> bytes:
    """Return what counting cards tells an audience; only while a game is on or over."""
    counted = Raw(room.view_of(audience).counting_json())
    return write(wire.Counting(room=room.id, seq=len(room.history), counting=counted))

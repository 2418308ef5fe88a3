"""Endpoints about games that are over: replays, statistics, reasons, and playing on from a position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from catanlab.server.api import bodies
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint
from catanlab.server.database import room_list
from catanlab.server.database.database import Database
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.ledger import CREATE_COST, Payer
from catanlab.server.people.addresses import network_of
from catanlab.server.refusals import Refused
from catanlab.server.replays import shapes
from catanlab.server.replays.continuing import Beginning, Player, beginning_of, options_for, play_on
from catanlab.server.replays.frames import check_length, make_replay
from catanlab.server.replays.pasted import read_pasted
from catanlab.server.replays.statistics import make_statistics
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.invitation import is_same
from catanlab.server.rooms.open_rooms import room_made_by
from catanlab.server.rooms.options import robot_of
from catanlab.table.record import Record

T = TypeVar("T")
RECORD_BYTES: Final = 600_000
"""The largest body with a record: of its text every line end takes two bytes."""
CHAT_LINES: Final = 5_000
"""How many lines of chat a replay has at the most: the last ones."""
EVENTS_AT_ONCE: Final = 1_000
"""The events of a game that is seen again that cost one token: time and bytes grow with them."""


class _Log(NamedTuple):
    """The log of a game that is to be repeated."""

    rows: Sequence[Row]
    record: Record | None = None
    """The record from which the log was made."""


# What is worked out in another thread.


def _of_room(database: Database, room: str) -> _Log:
    return _Log(database.read_rows(room))


def _of_record(text: str) -> _Log:
    pasted = read_pasted(text)
    return _Log(pasted.rows, pasted.record)


def _replay(found: _Log, chat: Sequence[ChatRow], eyes: shapes.Eyes) -> bytes:
    record = found.record
    replay = make_replay(found.rows, chat, eyes, cut=record is not None and record.cut)
    return msgspec.json.encode(replay if record is None else structs.replace(replay, room=""))


def _statistics(found: _Log) -> bytes:
    statistics = make_statistics(found.rows, found.record)
    return msgspec.json.encode(statistics if found.record is None else structs.replace(statistics, room=""))


def _reason(rows: list[Row], seq: int) -> shapes.Reason:
    created = log.decode(rows[0].body)
    entry = log.decode(rows[seq - 1].body) if 1 <= seq <= len(rows) else None
    if not isinstance(entry, log.Moved):
        raise Refused("no-such-move")
    is_told = isinstance(created, log.Created) and created.options.reasons
    if not is_told or not (entry.reason or entry.explanation):
        raise Refused("no-reason", "This move came without a reason.")
    return shapes.Reason(
        seq=seq,
        seat=entry.seat,
        move=entry.move,
        reason=entry.reason,
        full_reason=entry.explanation,
    )


# Handlers.


async def get_replay(context: Context, call: Call) -> bytes:
    """Return a whole game through somebody's eyes."""
    room = await _finished(context, call, call.path.room, call.query.invitation)
    database = context.hub.services.database

    def show(found: _Log) -> bytes:
        return _replay(found, database.read_chat(room, last=CHAT_LINES), call.query.eyes)

    return await _work(context, call, lambda: _of_room(database, room), show)


async def post_replay(context: Context, call: Call) -> bytes:
    """Return the same of a record."""
    body: bodies.PastedReplay = call.body
    return await _work(
        context, call, lambda: _of_record(body.record), lambda found: _replay(found, (), body.eyes)
    )


async def get_game_statistics(context: Context, call: Call) -> bytes:
    """Return what happened in a game, counted."""
    room = await _finished(context, call, call.path.room, call.query.invitation)
    database = context.hub.services.database
    return await _work(context, call, lambda: _of_room(database, room), _statistics)


async def post_statistics(context: Context, call: Call) -> bytes:
    """Return the same of a record."""
    return await _work(context, call, lambda: _of_record(call.body.record), _statistics)


async def get_reason(context: Context, call: Call) -> shapes.Reason:
    """Return why a robot made a move."""
    room = await _finished(context, call, call.path.room, call.query.invitation)
    rows = await context.read(lambda database: database.read_rows(room))
    return _reason(rows, call.query.seq)


async def continue_game(context: Context, call: Call) -> shapes.Continued:
    """Make a room that goes on from a position."""
    wanted: bodies.NewContinued = call.body
    person, services = call.known, context.hub.services
    payer = Payer(person.id, network_of(call.caller.address))
    if bool(wanted.room) == bool(wanted.record):
        raise Refused("bad-request", "A game is given as a room or as a record, and not as both.")
    made = await _made_before(context, room_made_by(person.id, wanted.id))
    if made is not None:
        return made
    if wanted.room:
        await _finished(context, call, wanted.room, wanted.invitation)
    # One token was taken with the request.
    if not services.ledger.spend("acts", payer, CREATE_COST - 1, services.now()):
        raise Refused("too-fast")

    def read() -> _Log:
        return _of_room(services.database, wanted.room) if wanted.room else _of_record(wanted.record)

    def begin(found: _Log) -> Beginning:
        return beginning_of(found.rows, wanted.at, room=wanted.room)

    beginning = await _work(context, call, read, begin)
    seats = range(beginning.game.seats)
    if wanted.seat not in seats:
        raise Refused("no-such-seat")
    options = options_for(beginning, wanted.options)
    robots = [robot_of(options, number) for number in seats if number != wanted.seat]
    if not services.pool.admits(robots, payer.network):
        raise Refused("robots-busy")
    player = Player(person.id, person.name, wanted.seat, wanted.nonce, person.kind == "bot")
    rooms = context.hub.rooms
    host = await rooms.create_continued(
        person.id,
        wanted.id,
        options,
        game=beginning.game,
        continues=beginning.continues,
        then=play_on(beginning, player),
        network=payer.network,
    )
    rooms.left(host)
    return shapes.Continued(room=host.room.id, invitation=host.room.invitation)


async def _made_before(context: Context, room: str) -> shapes.Continued | None:
    """Return the room that the same request has made before."""
    found = await context.read(lambda database: database.room(room))
    return None if found is None else shapes.Continued(room=room, invitation=found.invitation)


async def _finished(context: Context, call: Call, room: str, invitation: str) -> str:
    """Return a room whose game is over and that is open to the caller; raises Refused."""
    door = await context.read(room_list.door, room, call.person.id if call.person else "")
    if door is None or door.status == "closed":
        raise Refused("no-such-room")
    if not (door.public or door.is_known or is_same(invitation, door.invitation)):
        raise Refused("no-such-room")
    if door.status != "over":
        raise Refused("not-over")
    return room


async def _work(context: Context, call: Call, read: Callable[[], _Log], repeat: Callable[[_Log], T]) -> T:
    """Read a log and repeat its game in another thread: one after the other, and not many for one address.

    A long game costs more than one token; that is known when it is read, which is an eighth of the work.
    """
    services = context.hub.services
    payer = Payer(network=network_of(call.caller.address))
    if not services.ledger.spend("replays", payer, 1, services.now()):
        raise Refused("too-fast")
    async with context.repeating:
        found = await asyncio.to_thread(read)
        check_length(len(found.rows))
        more = (len(found.rows) - 1) // EVENTS_AT_ONCE
        if more > 0 and not services.ledger.spend("replays", payer, more, services.now()):
            raise Refused("too-fast", "The game is long: wait a little before you see it again.")
        return await asyncio.to_thread(repeat, found)


_GROUP = "Games seen again"
_OF_A_ROOM = ("no-such-room", "not-over", "too-long")
_OF_A_RECORD = ("bad-record", "too-long")
ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/replay",
        name="getReplay",
        group=_GROUP,
        summary="A game that is over, event by event, through somebody's eyes",
        text="Every frame is an `update` of the WebSocket, with what a seat could know by counting. "
        "Through the eyes of a seat there is only what it knew then. A room that is not public takes its "
        "invitation, or a seat that one has held there; so do the other pages of a room.",
        parts=bodies.RoomPart,
        query=bodies.ReplayQuery,
        answer=shapes.Replay,
        codes=(*_OF_A_ROOM, "no-such-seat"),
        packed=True,
        handler=get_replay,
    ),
    Endpoint(
        method="POST",
        path="/api/replay",
        name="postReplay",
        group=_GROUP,
        summary="The same of a record",
        text="The record is one of Catan from its beginning, finished or not.",
        body=bodies.PastedReplay,
        body_bytes=RECORD_BYTES,
        answer=shapes.Replay,
        codes=(*_OF_A_RECORD, "no-such-seat"),
        packed=True,
        handler=post_replay,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/statistics",
        name="getGameStatistics",
        group=_GROUP,
        summary="What happened in a game that is over, counted, and the check of its dice",
        parts=bodies.RoomPart,
        query=bodies.Invitation,
        answer=shapes.GameStatistics,
        codes=_OF_A_ROOM,
        packed=True,
        handler=get_game_statistics,
    ),
    Endpoint(
        method="POST",
        path="/api/statistics",
        name="postStatistics",
        group=_GROUP,
        summary="The same of a record",
        body=bodies.Pasted,
        body_bytes=RECORD_BYTES,
        answer=shapes.GameStatistics,
        codes=_OF_A_RECORD,
        packed=True,
        handler=post_statistics,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/reason",
        name="getReason",
        group=_GROUP,
        summary="Why a robot made a move, in full, after the end of the game",
        text="Robots note their reasons with their moves; before the end they stay in the log.",
        parts=bodies.RoomPart,
        query=bodies.ReasonQuery,
        answer=shapes.Reason,
        codes=("no-such-room", "not-over", "no-such-move", "no-reason"),
        handler=get_reason,
    ),
    Endpoint(
        method="POST",
        path="/api/continue",
        name="continueGame",
        group=_GROUP,
        summary="Play on from a position of a game that is over, against robots",
        text="It makes a room with the game up to that event, which one joins over the WebSocket. Its dice "
        "are new and committed to. It is not public, not rated, and in no list of games.",
        who="somebody",
        body=bodies.NewContinued,
        body_bytes=RECORD_BYTES,
        answer=shapes.Continued,
        codes=(
            *_OF_A_ROOM,
            "bad-record",
            "bad-options",
            "no-such-seat",
            "no-such-move",
            "not-begun",
            "game-over",
            "robots-busy",
            "too-many-rooms",
        ),
        handler=continue_game,
    ),
)
"""The endpoints of this module."""

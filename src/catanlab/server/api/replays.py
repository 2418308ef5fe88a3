"""Endpoints about games that are over: replays, statistics, reasons, and playing on from a position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from msgspec import structs

from catanlab.server.api import bodies
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint
from catanlab.server.database import room_list
from catanlab.server.database.database import Database
from catanlab.server.database.rows import Row
from catanlab.server.ledger import CREATE_COST, Payer
from catanlab.server.people.addresses import network_of
from catanlab.server.refusals import Refused
from catanlab.server.replays import shapes
from catanlab.server.replays.continuing import Beginning, Player, beginning_of, options_for, play_on
from catanlab.server.replays.frames import make_replay
from catanlab.server.replays.pasted import read_pasted
from catanlab.server.replays.statistics import make_statistics
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.invitation import is_same
from catanlab.server.rooms.open_rooms import room_made_by
from catanlab.server.rooms.options import robot_of

T = TypeVar("T")
RECORD_BYTES: Final = 600_000
"""The largest body with a record: of its text every line end takes two bytes."""
CHAT_LINES: Final = 5_000
"""How many lines of chat a replay has at the most: the last ones."""

# What is worked out in another thread.


def _replay(database: Database, room: str, eyes: shapes.Eyes) -> bytes:
    chat = database.read_chat(room, last=CHAT_LINES)
    return msgspec.json.encode(make_replay(database.read_rows(room), chat, eyes))


def _statistics(database: Database, room: str) -> bytes:
    return msgspec.json.encode(make_statistics(database.read_rows(room)))


def _pasted_replay(text: str, eyes: shapes.Eyes) -> bytes:
    pasted = read_pasted(text)
    replay = make_replay(pasted.rows, (), eyes, cut=pasted.record.cut)
    return msgspec.json.encode(structs.replace(replay, room=""))


def _pasted_statistics(text: str) -> bytes:
    pasted = read_pasted(text)
    return msgspec.json.encode(structs.replace(make_statistics(pasted.rows, pasted.record), room=""))


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


def _beginning(database: Database, wanted: bodies.NewContinued) -> Beginning:
    if wanted.room:
        return beginning_of(database.read_rows(wanted.room), wanted.at, room=wanted.room)
    return beginning_of(read_pasted(wanted.record).rows, wanted.at, room="")


# Handlers.


async def get_replay(context: Context, call: Call) -> bytes:
    """Return a whole game through somebody's eyes."""
    room = await _finished(context, call, call.path.room, call.query.invitation)
    return await _work(context, call, lambda: _replay(_database(context), room, call.query.eyes))


async def post_replay(context: Context, call: Call) -> bytes:
    """Return the same of a record."""
    body: bodies.PastedReplay = call.body
    return await _work(context, call, lambda: _pasted_replay(body.record, body.eyes))


async def get_game_statistics(context: Context, call: Call) -> bytes:
    """Return what happened in a game, counted."""
    room = await _finished(context, call, call.path.room, call.query.invitation)
    return await _work(context, call, lambda: _statistics(_database(context), room))


async def post_statistics(context: Context, call: Call) -> bytes:
    """Return the same of a record."""
    return await _work(context, call, lambda: _pasted_statistics(call.body.record))


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
    beginning = await _work(context, call, lambda: _beginning(_database(context), wanted))
    seats = range(beginning.game.seats)
    if wanted.seat not in seats:
        raise Refused("no-such-seat")
    options = options_for(beginning, wanted.options)
    robots = [robot_of(options, number) for number in seats if number != wanted.seat]
    if not services.pool.admits(robots):
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


async def _work(context: Context, call: Call, work: Callable[[], T]) -> T:
    """Repeat a game in another thread: one after the other, and not many for one address."""
    now = context.hub.services.now()
    if not context.replays.take(network_of(call.caller.address), 1, now):
        raise Refused("too-fast")
    async with context.repeating:
        return await asyncio.to_thread(work)


def _database(context: Context) -> Database:
    return context.hub.services.database


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

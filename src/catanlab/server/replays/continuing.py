"""Playing on from a position of a game that is over: its events become the beginning of a new room's log.

The new room has dice of its own, and commits to them before anybody sees it. They decide from the position
on; what was taken over is in the log as it happened, and the record says how many moves and outcomes that
are. So the room loads from its log, and robots and bots follow it, like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.boards import read_board
from catanlab.server import wire
from catanlab.server.database.rows import Row
from catanlab.server.refusals import Refused
from catanlab.server.replays.frames import check_length
from catanlab.server.rooms import acts
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import make_game
from catanlab.server.rooms.room import Room

_STEPS = (log.Moved, log.Taken, log.Outcome)


class Beginning(Struct, frozen=True):
    """What a new game takes over from another."""

    game: Catan
    options: wire.RoomOptions
    """Those of the other room."""
    continues: wire.Continues
    entries: tuple[log.AnyEntry, ...]


class Player(Struct, frozen=True):
    """Who plays on, and in which seat."""

    person: str
    name: str
    seat: int
    nonce: str = ""
    bot: bool = False


def beginning_of(rows: Sequence[Row], seq: int, *, room: str) -> Beginning:
    """Return what happened up to the event of a number; raises Refused: no-such-move, game-over, too-long.

    `room` is the room of the log, empty for a record.
    """
    check_length(len(rows))
    created = log.decode(rows[0].body)
    assert isinstance(created, log.Created)
    if not 1 <= seq <= len(rows):
        raise Refused("no-such-move")
    entries: list[log.AnyEntry] = []
    plies = 0
    begun = False
    for row in rows:
        entry = log.decode(row.body)
        # A proposal lapses with the move before it, whichever event is shown.
        if row.seq > seq and not (isinstance(entry, log.Withdrawn) and entry.lapsed):
            if row.seq == seq + 1 and isinstance(entry, log.Ended):
                raise Refused("game-over")
            break
        if isinstance(entry, log.Ended):
            raise Refused("game-over")
        begun = begun or isinstance(entry, log.Started)
        plies += isinstance(entry, _STEPS)
        kept = _kept(entry)
        if kept is not None:
            entries.append(kept)
    if not begun:
        raise Refused("not-begun")
    return Beginning(
        game=make_game(created.options, 0).on(read_board(created.board)),
        options=created.options,
        continues=wire.Continues(room=room, ply=plies),
        entries=tuple(entries),
    )


def _kept(entry: log.AnyEntry) -> log.AnyEntry | None:
    """Return an entry as a new log has it: what happened in the game, without the people of then."""
    match entry:
        case log.Moved():
            return log.Moved(seat=entry.seat, move=entry.move)
        case log.Taken():
            return log.Taken(seat=entry.seat, proposer=entry.proposer, move=entry.move)
        case log.Outcome() | log.Withdrawn():
            return entry
        case log.Proposed():
            return log.Proposed(seat=entry.seat, deal=entry.deal)
        case log.Said():
            return log.Said(seat=entry.seat, text=entry.text)
        case log.Asked():
            return log.Said(seat=entry.seat, text=entry.text)
        case log.Replied() if entry.text:
            return log.Said(seat=entry.seat, text=entry.text)
    return None


def options_for(beginning: Beginning, wanted: wire.RoomOptions) -> wire.RoomOptions:
    """Return the options of the new room: the game's own rules and board, and nobody else's table."""
    then = beginning.options
    return structs.replace(wanted, rules=then.rules, board=then.board, public=False)


def play_on(beginning: Beginning, player: Player) -> Callable[[Room], None]:
    """Return what begins a new room: its seats, its start, and all that was taken over."""

    def begin(room: Room) -> None:
        room.emit(
            log.Seated(
                seat=player.seat,
                kind="person",
                person=player.person,
                name=player.name,
                nonce=player.nonce,
                bot=player.bot,
            )
        )
        acts.start(room, player.person)  # robots take the other seats
        for entry in beginning.entries:
            if isinstance(entry, log.Moved | log.Taken):
                entry = structs.replace(entry, bank=room.clocks.banks[entry.seat])
            room.emit(entry)

    return begin

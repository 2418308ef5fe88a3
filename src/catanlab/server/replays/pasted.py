"""Records as logs: the text of a record becomes the entries that a room with this game would have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from catanlab.framework.errors import CatanlabError, GameError, RecordError
from catanlab.framework.notation import Notation
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.text.boards import board_text
from catanlab.games.catan.text.rules import rules_to_text
from catanlab.server import dice, wire
from catanlab.server.database.rows import Row
from catanlab.server.refusals import Refused
from catanlab.server.replays.frames import MOST_EVENTS, check_length
from catanlab.server.robots.levels import robot_spec
from catanlab.server.robots.names import AGENT_HEADER, robot_face
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import one_sentence
from catanlab.server.rooms.room import followed
from catanlab.server.rooms.visible import spoken
from catanlab.table.events import Ended, Event, Incident, Outcome, Played, Proposed, Said, Seated, Withdrawn
from catanlab.table.play import Play
from catanlab.table.record import Comment, Record, find_notation
from catanlab.table.record_reader import read_records

_DIGITS = re.compile(r"[0-9a-f]+")
_NAME_LENGTH = 80
"""The longest name that is shown: whenever a seat changes, a replay has the names of all of them again."""


class PastedGame(Struct, frozen=True):
    """A record that was read, and its log."""

    record: Record
    rows: tuple[Row, ...]


def read_pasted(text: str) -> PastedGame:
    """Read a text with one record of Catan from its beginning; raises Refused with what is wrong."""
    try:
        records = read_records(text=text, find=_only_catan)
    except RecordError as error:
        more = len(error.problems) - 1
        others = f" ({more} more)" if more else ""
        raise Refused("bad-record", f"{_clipped(str(error.problems[0]))}{others}") from None
    if len(records) != 1:
        raise Refused("bad-record", f"the text has {len(records)} records; paste one")
    record = records[0]
    if record.start is not None:
        raise Refused("bad-record", "the record starts from a position, not from the beginning")
    check_length(len(record.entries))
    try:
        entries = list(_entries(record))
    except CatanlabError as error:
        raise Refused("bad-record", one_sentence(error)) from None
    rows = tuple(
        Row(room="record", seq=seq, epoch=1, at=0, kind=log.kind_of(entry), body=log.encode(entry))
        for seq, entry in enumerate(entries, 1)
    )
    if len(rows) > MOST_EVENTS:
        check_length(len(rows))
    return PastedGame(record, rows)


def _clipped(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:297]}..."


def _only_catan(name: str) -> Notation:
    if name != "catan":
        raise GameError(f"only games of catan can be shown, not of {name[:40]!r}")
    return find_notation(name)


def _entries(record: Record) -> Iterator[log.AnyEntry]:
    """Yield the log of a record. What follows by itself comes from the game, not from the record."""
    game = record.game
    assert isinstance(game, Catan)
    yield _created(record, game)
    names = record.agents or tuple(f"Seat {seat}" for seat in range(game.seats))
    for seat, name in enumerate(names):
        yield _seated(seat, name, record.headers.get(f"{AGENT_HEADER}{seat}", ""))
    yield log.Started(nonces=_nonces(record), chance=record.chance)
    play = Play(game, spectators=False)
    entries = record.entries
    for number, event in enumerate(entries):
        if isinstance(event, Comment) or (isinstance(event, Withdrawn) and event.lapsed):
            continue
        after = entries[number + 1] if number + 1 < len(entries) else None
        step = play.replay(event)
        yield _entry(event, after.text if isinstance(after, Comment) else "")
        for each in step.followed:
            yield followed(each)


def _entry(event: Event, remark: str) -> log.AnyEntry:
    match event:
        case Played():
            move = CatanMove(event.move)
            if move.kind == MoveKind.DEAL:
                proposer = move.seat
                assert proposer is not None
                return log.Taken(
                    seat=event.seat, proposer=proposer, move=spoken(move), seconds=event.seconds
                )
            return log.Moved(seat=event.seat, move=spoken(move), seconds=event.seconds, explanation=remark)
        case Outcome():
            return log.Outcome(move=spoken(event.move))
        case Said():
            return log.Said(seat=event.seat, text=event.text)
        case Seated():
            return _seated(event.seat, event.name)
        case Proposed():
            return log.Proposed(seat=event.seat, deal=event.deal)
        case Withdrawn():
            return log.Withdrawn(seat=event.seat)
        case Incident():
            return log.Incident(seat=event.seat, kind=event.kind, text=event.text)
        case Ended():
            raise TypeError("a record has no entry for its end")


def _seated(seat: int, name: str, agent: str = "") -> log.Seated:
    """Return who sits there: a robot if the record has its spec or it is called like an agent."""
    shown = name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"
    try:
        spec = robot_spec(agent or name)
    except CatanlabError:
        return log.Seated(seat=seat, kind="person", name=shown)
    return log.Seated(seat=seat, kind="robot", name=shown, agent=spec, face=robot_face(seat))


def _created(record: Record, game: Catan) -> log.Created:
    headers = record.headers
    ply = headers.get(dice.CONTINUES_PLY, "")
    continues = None
    if re.fullmatch(r"[0-9]{1,6}", ply):
        continues = wire.Continues(room=headers.get(dice.CONTINUES_ROOM, "")[:24], ply=int(ply))
    return log.Created(
        room="record",
        options=wire.RoomOptions(rules=rules_to_text(game.rules)),
        board=board_text(game.board),
        secret=_digits(headers.get(dice.SECRET, ""), dice.SECRET_DIGITS),
        salt=_digits(headers.get(dice.SALT, ""), dice.SALT_DIGITS),
        commitment=_digits(headers.get(dice.COMMITMENT, ""), dice.COMMITMENT_DIGITS),
        owner="",
        invitation="",
        continues=continues,
    )


def _digits(text: str, count: int) -> str:
    """Return digits of this number; zeros stand for what a record does not say."""
    return text if len(text) == count and _DIGITS.fullmatch(text) else "0" * count


def _nonces(record: Record) -> tuple[str, ...]:
    seats = record.game.seats
    nonces = tuple(record.headers.get(dice.NONCES, "").split(","))
    is_valid = all(re.fullmatch(rf"[0-9a-f]{{0,{dice.MAX_NONCE_DIGITS}}}", nonce) for nonce in nonces)
    return nonces if len(nonces) == seats and is_valid else ("",) * seats

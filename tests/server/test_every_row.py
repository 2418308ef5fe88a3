"""A server that is killed after any row of a game's log goes on with the same game and the same dice."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.players import OPTIONS, histories, seat, serving, views
from tests.server.wire.running import run

from catanlab.server.database.database import Database
from catanlab.server.database.rows import Row
from catanlab.server.database.writer import LogWriter
from catanlab.server.hub.hub import Hub
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.visible import spoken
from catanlab.table.events import Outcome
from catanlab.table.play import Play

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]


@dataclass
class Moment:
    """A room after one of its commits."""

    rows: int
    state: dict[str, Any]


def state_of(room: Room) -> dict[str, Any]:
    """Return everything that a room is."""
    play = room.play
    return {
        "views": views(room),
        "proposals": dict(room.proposals),
        "chosen": dict(room.chosen),
        "reasons": dict(room.reasons),
        "seating": msgspec.json.encode([room.seating.seats, room.seating.homes]),
        "banks": list(room.clocks.banks),
        "owing": room.owing(),
        "heard": [len(heard) for heard in room.heard],
        "events": play and len(play.events),
        "decision": play and (play.decision, play.deciders, play.is_over, play.is_chance),
        "statements": play and [play.statements_left(number) for number in range(room.game.seats)],
        "dice": play and dict(play.chance.counts),
    }


class WatchingWriter(LogWriter):
    """A writer that notes what a room is with every commit."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.hub: Hub | None = None
        self.moments: list[Moment] = []

    def append(self, room: str, *arguments: Any, **named: Any) -> "asyncio.Future[None]":
        assert self.hub is not None
        now = self.hub.rooms.hosts[room].room
        self.moments.append(Moment(len(now.history), state_of(now)))
        return super().append(room, *arguments, **named)


async def watched_game(folder: Path, rules: str) -> tuple[list[Row], list[Moment], Room]:
    """Play a game, and return its log, what the room was at every commit, and what it is at the end."""
    writers: list[WatchingWriter] = []

    def make(database: Database) -> WatchingWriter:
        writers.append(WatchingWriter(database))
        return writers[0]

    async with serving(folder, make_writer=make) as server:
        writers[0].hub = server.hub
        options = msgspec.structs.replace(OPTIONS, rules=rules)
        table = await seat(server.url, options, people=4, seed=7)
        await table.play()
        await table.leave()
        rows = server.hub.services.database.read_rows(table.room)
        return rows, writers[0].moments, server.room(table.room)


def go_on(play: Play, rows: list[Row], *, outcomes: int) -> int:
    """Make the moves of a log; chance decides by itself, and must decide what it did then."""
    met = 0
    for row in rows:
        entry = log.decode(row.body)
        match entry:
            case log.Moved():
                play.move(entry.seat, entry.move)
            case log.Taken():
                play.take(entry.seat, entry.proposer)
            case log.Proposed():
                play.propose(entry.seat, entry.deal)
            case log.Withdrawn() if not entry.lapsed:
                play.withdraw(entry.seat)
            case log.Outcome():
                drawn = play.draw().event
                assert isinstance(drawn, Outcome)
                assert spoken(drawn.move) == entry.move
                met += 1
                if met == outcomes:
                    break
    return met


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", ["trading,points_to_win=4", pytest.param("trading", marks=pytest.mark.slow)]
)
def test_a_room_killed_after_any_commit_is_the_same_room_with_the_same_dice(
    rules: str, tmp_path: Path
) -> None:
    rows, moments, room = run(watched_game(tmp_path, rules))
    assert room.play is not None
    assert room.play.is_over
    assert {row.kind for row in rows} >= {"moved", "outcome", "proposed"}
    done = {(row.person, row.act): row.seq for row in rows if row.act is not None}
    whole = [room.history.after(0, audience) for audience in range(room.public + 1)]
    boundaries = 0
    for number, moment in enumerate(moments):
        if number + 1 < len(moments) and moments[number + 1].rows == moment.rows:
            continue  # chat, or a change of status: no event
        boundaries += 1
        rebuilt = Room.rebuild(rows[: moment.rows], 2)
        assert histories(rebuilt) == [msgspec.json.encode(events[: moment.rows]) for events in whole]
        rebuilt.present = room.present
        assert state_of(rebuilt) == moment.state
        assert rebuilt.done == {key: seq for key, seq in done.items() if seq <= moment.rows}
        if rebuilt.play is not None and not rebuilt.play.is_over:
            last = boundaries % 20 == 0
            met = go_on(rebuilt.play, rows[moment.rows :], outcomes=10_000 if last else 2)
            assert met or not [row for row in rows[moment.rows :] if row.kind == "outcome"]
            if last:
                assert rebuilt.play.result == room.play.result
    # A row follows a commit or stands within one: there is no other place to be killed at.
    assert boundaries > 40
    assert moments[-1].rows == len(rows)

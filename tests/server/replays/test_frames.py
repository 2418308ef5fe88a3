"""Replays of real games: what a seat saw then, and what was true."""

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.server.replays.played import Witness, plain, replay_of, whole_game, without_moves

from catanlab.games.catan.engine.state import CatanState
from catanlab.server import wire
from catanlab.server.protocol import view_types
from catanlab.server.protocol.frames import read_server_message
from catanlab.server.refusals import Refused
from catanlab.server.replays import shapes
from catanlab.server.replays.frames import MOST_EVENTS, make_replay
from catanlab.server.rooms import log_entries as log

pytestmark = pytest.mark.full
RULES = ("trading", "base")
SEATS: tuple[shapes.Eyes, ...] = ("0", "1", "2", "3")


@pytest.mark.parametrize("rules", RULES)
def test_a_seat_sees_again_to_the_byte_what_it_was_sent(rules: str) -> None:
    driven = whole_game(rules)
    for seat, eyes in enumerate(SEATS):
        frames = replay_of(driven, eyes).frames
        by_seq = {frame.seq: frame for frame in frames}
        events = plain([event for frame in frames for event in frame.events])
        live = [(seq, sent) for (seq, audience), sent in driven.sent.items() if audience == seat]
        assert len(live) > 150
        for seq, sent in live:
            assert bytes(by_seq[seq].view) == without_moves(sent.view)
            assert bytes(by_seq[seq].counting) == sent.counting
            first = seq - len(sent.events)
            assert events[first:seq] == sent.events


@pytest.mark.parametrize("rules", RULES)
def test_frames_are_updates_without_gaps(rules: str) -> None:
    driven = whole_game(rules)
    replay = replay_of(driven, "1")
    first = replay.frames[0]
    assert first.reset
    assert plain(first.board) == json.loads(driven.room.game.board_json())
    assert [event.seq for frame in replay.frames for event in frame.events] == [
        *range(1, len(driven.rows) + 1)
    ]
    assert all(frame.seq == frame.events[-1].seq for frame in replay.frames)
    assert all(len(frame.events) == 1 for frame in replay.frames[1:])
    for frame in replay.frames:
        update = plain(frame)
        for name in ("ply", "counting", "reason", "full_reason"):
            update.pop(name, None)
        message = read_server_message(msgspec.json.encode(update))
        assert isinstance(message, wire.Update)
        view_types.check_update(message)
        assert update["view"]["legal"] is None
    assert [frame.ply for frame in replay.frames] == plies(driven)


def plies(driven: Witness) -> list[int]:
    """Return the moves and outcomes after the start and after each later event."""
    found = [0]
    entries = [log.decode(row.body) for row in driven.rows]
    start = next(i for i, entry in enumerate(entries) if isinstance(entry, log.Started))
    for entry in entries[start + 1 :]:
        found.append(found[-1] + isinstance(entry, log.Moved | log.Outcome | log.Taken))
    return found


@pytest.mark.parametrize("rules", RULES)
def test_everything_shows_the_true_hands_and_cards(rules: str) -> None:
    driven = whole_game(rules)
    record = driven.room.record()
    states: list[CatanState] = list(record.states())  # type: ignore[arg-type]
    drawn = 0
    for frame in replay_of(driven).frames:
        position = states[frame.ply].position
        view = plain(frame.view)
        assert view["seat"] is None
        for shown, true in zip(view["seats"], position.seats, strict=True):
            assert shown["hand"] == list(true.certain)
            held = [a + b for a, b in zip(shown["cards"], shown["bought"], strict=True)]
            assert held == list(true.cards)
            assert shown["points"]["total"] == true.points
        [*_, last] = plain(frame.events)
        event = last.get("event", {})
        if event.get("e") == "outcome":
            assert "?" not in event["move"]
            drawn += "drawn" in event.get("changes", {})
            if "theft" in event.get("changes", {}):
                assert event["changes"]["theft"]["card"] is not None
            if "drawn" in event.get("changes", {}):
                assert event["changes"]["drawn"]["card"] is not None
        if event.get("e") == "chosen":
            assert event["cards"]
    assert drawn


def test_through_the_eyes_of_a_seat_nothing_hidden_is_shown() -> None:
    driven = whole_game()
    hidden = {"theft": 0, "drawn": 0, "chosen": 0}
    for seat, eyes in enumerate(SEATS):
        replay = replay_of(driven, eyes)
        assert not any(frame.full_reason for frame in replay.frames)
        for frame in replay.frames:
            view = plain(frame.view)
            for other, shown in enumerate(view["seats"]):
                if other != seat:
                    assert (shown["hand"], shown["cards"], shown["bought"]) == (None, None, None)
            for numbered in plain(frame.events):
                event: dict[str, Any] = numbered.get("event", {})
                if event.get("e") == "chosen" and event["seat"] != seat:
                    assert "cards" not in event
                    hidden["chosen"] += 1
                changes = event.get("changes", {})
                if "theft" in changes and seat not in (changes["theft"]["by"], changes["theft"]["from"]):
                    assert changes["theft"]["card"] is None
                    hidden["theft"] += 1
                if "drawn" in changes and seat != changes["drawn"]["seat"]:
                    assert changes["drawn"]["card"] is None
                    hidden["drawn"] += 1
    assert all(hidden.values())


def test_reasons_are_told_in_public_words_through_a_seat_and_in_full_with_everything() -> None:
    driven = whole_game()
    moves = {
        row.seq: entry
        for row in driven.rows
        if isinstance(entry := log.decode(row.body), log.Moved) and entry.explanation
    }
    assert len(moves) > 20
    for eyes in ("everything", "0", "2"):
        frames = {frame.seq: frame for frame in replay_of(driven, eyes).frames}  # type: ignore[arg-type]
        for seq, entry in moves.items():
            assert frames[seq].reason == entry.reason
            assert frames[seq].full_reason == (entry.explanation if eyes == "everything" else "")


def test_a_replay_tells_who_sat_where_who_won_and_what_was_said() -> None:
    driven = whole_game()
    replay = replay_of(driven)
    room = driven.room
    ended = room.course.ended
    assert ended is not None
    assert [seat.occupant.name for seat in replay.seats] == ["ann", "bob", "Bolt", "Cog"]
    assert replay.winner == ended.winner
    assert [seat.score for seat in replay.seats] == list(ended.scores)
    assert [seat.won for seat in replay.seats].index(True) == ended.winner
    assert (replay.termination, replay.turns) == ("finished", room.position.turn_number)
    [line] = replay.chat
    assert line.text == "good luck, all of you"
    assert 0 < line.seq < len(driven.rows)
    kinds = {event["event"]["e"] for frame in replay.frames for event in plain(frame.events)}
    assert {"said", "asked", "replied", "proposed", "withdrawn", "ended"} <= kinds


def test_the_table_comes_where_it_has_changed() -> None:
    driven = whole_game()
    frames = replay_of(driven, "0").frames
    tables = [(frame.seq, frame.table) for frame in frames if frame.table is not msgspec.UNSET]
    assert tables[0][0] == frames[0].seq
    assert tables[-1][1].status == "over"
    assert all(before != after for (_, before), (_, after) in pairwise(tables))
    [proposal] = [row.seq for row in driven.rows if row.kind == "proposed"][:1]
    shown = next(table for seq, table in tables if seq == proposal)
    assert [open_one.seat for open_one in shown.proposals] == [1]
    assert all(seat.connected for _, table in tables for seat in table.seats)


def test_the_invitation_to_a_rematch_is_not_shown() -> None:
    driven = whole_game()
    last = driven.rows[-1]
    made = log.Rematched(room="next", invitation="secret-of-the-next-room")
    row = msgspec.structs.replace(last, seq=last.seq + 1, kind="rematched", body=log.encode(made))
    replay = make_replay([*driven.rows, row], (), "everything")
    assert plain(replay.frames[-1].events) == [{"seq": row.seq}]
    assert b"secret-of-the-next-room" not in msgspec.json.encode(replay)


def test_eyes_that_nobody_has_and_games_without_end_are_refused() -> None:
    three = whole_game("base,players=3")
    with pytest.raises(Refused) as refused:
        replay_of(three, "3")
    assert refused.value.code == "no-such-seat"
    with pytest.raises(Refused) as refused:
        make_replay([three.rows[0]] * (MOST_EVENTS + 1), (), "0")
    assert refused.value.code == "too-long"

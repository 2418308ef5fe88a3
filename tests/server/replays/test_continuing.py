"""Playing on from a position: the new room is a room like any other, and says where it comes from."""

import msgspec
import pytest
from tests.server.replays.continued import ContinuedRoom
from tests.server.replays.played import OPTIONS, Witness, plain, whole_game
from tests.server.rooms import play_on

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.server.dice import DiceError, check_record
from catanlab.server.refusals import Refused
from catanlab.server.replays import continuing
from catanlab.server.replays.frames import make_replay
from catanlab.server.replays.pasted import read_pasted
from catanlab.server.replays.statistics import make_statistics
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.shown_view import shown_view
from catanlab.server.rooms.table_info import table_info
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records

pytestmark = pytest.mark.full
STEPS = (log.Moved, log.Taken, log.Outcome)


def seq_of(driven: Witness, ply: int) -> int:
    """Return the event of a move or outcome."""
    steps = [row.seq for row in driven.rows if row.kind in ("moved", "taken", "outcome")]
    return steps[ply - 1]


@pytest.mark.parametrize("rules", ["trading", "jsettlers"])
def test_the_new_game_begins_as_the_other_one_was_and_goes_on_by_its_own_dice(rules: str) -> None:
    old = whole_game(rules)
    half = len(old.play.moves) // 2
    new = ContinuedRoom(old.rows, seq_of(old, half))
    assert new.room.continues == wire.Continues(room="old", ply=half)
    assert new.play.moves[:half] == old.play.moves[:half]
    assert not new.room.options.public
    kinds = [seat.kind for seat in new.room.seating.seats]
    assert kinds == ["robot", "robot", "person", "robot"]
    new.play_out()
    record = new.room.record()
    assert record.headers["ContinuesRoom"] == "old"
    assert record.headers["ContinuesPly"] == str(half)
    since = [move for move, event in zip(record.moves, outcomes(record), strict=True) if event][
        sum(outcomes(record)[:half]) :
    ]
    verdict = check_record(record)
    assert verdict is not None
    assert f"continues the game of room old after {half} moves" in verdict
    assert f"all {len(since)} outcomes since" in verdict
    [read] = read_records(record.text)
    assert check_record(read) == verdict
    check = make_statistics(new.rows).check
    assert (check.verdict, check.outcomes) == ("right", len(since))
    assert check.continues == wire.Continues(room="old", ply=half)


def outcomes(record: Record) -> list[bool]:
    """Return for each move of a record whether chance decided it."""
    found = []
    state = record.game.start()
    for move in record.moves:
        found.append(state.is_chance)
        state.apply(move)
    return found


def test_a_record_that_claims_to_have_taken_over_more_or_less_is_found_out() -> None:
    old = whole_game()
    new = ContinuedRoom(old.rows, seq_of(old, 200))
    new.play_out()
    text = new.room.record().text
    for wrong in ("0", "100", "100000", "-1", "x"):
        [changed] = read_records(text.replace('[ContinuesPly "200"]', f'[ContinuesPly "{wrong}"]'))
        with pytest.raises(DiceError):
            check_record(changed)
    # Whoever changes an outcome after the beginning is found out as before.
    [record] = read_records(text)
    state = record.game.start()
    forged = Record(record.game, headers=record.headers, seed=record.seed)
    done = False
    for ply, move in enumerate(record.moves):
        played = move
        if not done and ply >= 200 and state.is_chance and move.text.startswith("dice"):
            other = "dice 4" if move.text != "dice 4" else "dice 5"
            played, done = record.game.move_type.parse(other), True
        try:
            state.apply(played)
        except CatanlabError:
            break  # the game went another way
        forged.take(played)
    forged.cut = True
    with pytest.raises(DiceError, match="but the seed gives"):
        check_record(forged)


def test_everybody_can_follow_the_new_room_from_its_events() -> None:
    old = whole_game()
    new = ContinuedRoom(old.rows, seq_of(old, 150), seat=1)
    room = new.room
    for audience in range(room.public + 1):
        seat = None if audience == room.public else audience
        rebuilt = SeatGame(room.options, seat)
        rebuilt.take(room.history.after(0, audience))
        rebuilt.check(shown_view(room, audience))
    created = plain(room.history.after(0, 0))[0]["event"]
    assert created["continues"] == {"room": "old", "ply": 150}
    # What robots have heard is what their seat saw in the other game.
    assert [str(event.move) for event in new.room.heard[3] if hasattr(event, "move")][:150] == [
        str(event.move) for event in old.room.heard[3] if hasattr(event, "move")
    ][:150]


def test_the_new_room_loads_from_its_log_wherever_it_began() -> None:
    old = whole_game()
    for ply in (1, 16, 17, 40, 99, 180, len(old.play.moves) - 1):
        new = ContinuedRoom(old.rows, seq_of(old, ply))
        again = new.rebuilt()
        assert again.play is not None
        assert again.play.moves == new.play.moves
        assert again.play.chance.counts == new.play.chance.counts
        for audience in range(again.public + 1):
            assert shown_view(again, audience) == shown_view(new.room, audience)
            assert plain(again.history.after(0, audience)) == plain(new.room.history.after(0, audience))
        assert again.continues == new.room.continues


def test_what_was_taken_over_can_be_told_from_what_came_after_it() -> None:
    old = whole_game()
    new = ContinuedRoom(old.rows, seq_of(old, 99))
    taken = len(new.room.history)
    new.now += 1.0
    play_on(new, until=lambda: len(new.room.history) > taken + 20)
    assert table_info(new.room, 0.0).taken_over == taken
    assert new.rebuilt().taken_over == taken
    assert table_info(old.room, 0.0).taken_over == 0


def test_every_event_is_a_beginning() -> None:
    old = whole_game("jsettlers")
    started = next(row.seq for row in old.rows if row.kind == "started")
    ended = next(row.seq for row in old.rows if row.kind == "ended")
    for seq in [*range(started, ended - 1, 11), ended - 2]:
        new = ContinuedRoom(old.rows, seq, seat=seq % 4)
        assert new.room.running_game().deciders, seq
        if seq % 5 == 0:
            few = len(new.play.moves) + 6
            play_on(new, until=lambda: len(new.play.moves) >= few, most=200)  # noqa: B023


def test_cards_that_were_being_discarded_can_be_discarded_again() -> None:
    old = whole_game("base")
    chosen = next(row.seq for row in old.rows if row.kind == "chosen")
    new = ContinuedRoom(old.rows, chosen)
    assert new.room.position.phase.name == "DISCARDING"
    play_on(new, until=lambda: new.room.position.phase.name != "DISCARDING")


def test_open_proposals_go_on_and_talk_is_heard() -> None:
    old = whole_game()
    proposed = next(row.seq for row in old.rows if row.kind == "proposed")
    new = ContinuedRoom(old.rows, proposed)
    assert list(new.room.proposals) == [1]
    kinds = [row.kind for row in new.rows]
    assert kinds.count("said") >= 3  # what was said, asked and answered
    assert "asked" not in kinds
    private = [
        log.decode(row.body) for row in new.rows if row.kind in ("moved", "said", "proposed", "taken")
    ]
    assert not any(getattr(entry, "words", "") or getattr(entry, "explanation", "") for entry in private)


def test_a_record_can_be_continued_and_a_continued_game_again() -> None:
    old = whole_game()
    pasted = read_pasted(old.room.record().text)
    at = next(row.seq for row in pasted.rows if row.kind == "outcome")
    new = ContinuedRoom(list(pasted.rows), at + 40, source="")
    new.play_out()
    assert "continues a record after" in str(check_record(new.room.record()))
    third = ContinuedRoom(new.rows, len(new.rows) - 30, source="new", seed=11)
    third.play_out()
    record = third.room.record()
    assert "continues the game of room new after" in str(check_record(record))
    again = read_pasted(record.text)
    replay = make_replay(again.rows, (), "0")
    assert replay.continues == third.room.continues


def test_what_is_no_position_of_a_game_that_goes_on_is_refused() -> None:
    old = whole_game()
    ended = next(row.seq for row in old.rows if row.kind == "ended")
    for seq, code in (
        (0, "no-such-move"),
        (len(old.rows) + 1, "no-such-move"),
        (1, "not-begun"),
        (ended - 1, "game-over"),
        (ended, "game-over"),
        (len(old.rows), "game-over"),
    ):
        with pytest.raises(Refused) as refused:
            continuing.beginning_of(old.rows, seq, room="old")
        assert refused.value.code == code, seq


def test_clocks_begin_anew() -> None:
    old = whole_game()
    pace = wire.Pace(bank=77.0)
    beginning = continuing.beginning_of(old.rows, seq_of(old, 120), room="old")
    options = continuing.options_for(beginning, msgspec.structs.replace(OPTIONS, pace=pace))
    room, _ = Room.create(
        "r1",
        options,
        owner="ann",
        act="go on",
        now=0.0,
        at=0,
        game=beginning.game,
        continues=beginning.continues,
        then=continuing.play_on(beginning, continuing.Player("ann", "ann", 0)),
    )
    assert room.clocks.banks == [77.0] * 4


def test_proposals_lapse_with_the_move_before_wherever_the_game_is_continued() -> None:
    old = whole_game()
    lapsed = next(
        row.seq
        for row in old.rows
        if isinstance(entry := log.decode(row.body), log.Withdrawn) and entry.lapsed
    )
    assert old.rows[lapsed - 2].kind in ("moved", "outcome", "taken")
    for seq in (lapsed - 1, lapsed):
        new = ContinuedRoom(old.rows, seq)
        assert not new.room.proposals
        assert dict(new.play.proposals) == {}
        assert [row.kind for row in new.rows].count("withdrawn") >= 1
    before = ContinuedRoom(old.rows, lapsed - 2)
    assert 1 in before.room.proposals

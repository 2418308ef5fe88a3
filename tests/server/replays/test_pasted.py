"""Pasted records: the same games again, and one clear sentence for anything else."""

import re

import msgspec
import pytest
from tests.server.replays.played import plain, replay_of, whole_game

from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.server.refusals import Refused
from catanlab.server.replays import shapes
from catanlab.server.replays.frames import make_replay
from catanlab.server.replays.pasted import read_pasted
from catanlab.server.replays.statistics import make_statistics
from catanlab.table.record import Record

pytestmark = pytest.mark.full
EYES: tuple[shapes.Eyes, ...] = ("everything", "0", "2")


def refusal_of(text: str) -> str:
    with pytest.raises(Refused) as refused:
        read_pasted(text)
    assert refused.value.code == "bad-record"
    assert "\n" not in refused.value.text
    return refused.value.text


def steps_of(replay: shapes.Replay) -> list[object]:
    """Return the views of a replay by ply, and its moves and outcomes with what followed from them."""
    views = {frame.ply: bytes(frame.view) for frame in replay.frames}
    counted = {frame.ply: plain(frame).get("counting") for frame in replay.frames}
    events = [
        {name: value for name, value in event.items() if name not in ("words", "late")}
        for frame in replay.frames
        for event in (numbered.get("event", {}) for numbered in plain(frame.events))
        if event.get("e") in ("moved", "outcome", "proposed", "withdrawn", "started", "ended", "created")
    ]
    return [views, counted, events]


@pytest.mark.parametrize("rules", ["trading", "base,players=3"])
def test_a_record_that_is_downloaded_and_pasted_gives_the_same_frames(rules: str) -> None:
    driven = whole_game(rules)
    pasted = read_pasted(driven.room.record().text)
    for eyes in EYES:
        again = make_replay(pasted.rows, (), eyes)
        assert steps_of(again) == steps_of(replay_of(driven, eyes))
        assert again.winner == driven.room.course.ended.winner  # type: ignore[union-attr]
        assert again.termination == "finished"
        assert [seat.occupant.name for seat in again.seats] == [
            seat.name for seat in driven.room.course.starters
        ]
    assert make_replay(pasted.rows, (), "0").frames[0].epoch == 1


@pytest.mark.parametrize("rules", ["trading", "base,players=3"])
def test_and_the_same_statistics(rules: str) -> None:
    driven = whole_game(rules)
    pasted = read_pasted(driven.room.record().text)
    again, once = plain(make_statistics(pasted.rows, pasted.record)), plain(make_statistics(driven.rows))
    for statistics in (again, once):
        for name in ("room", "started_at", "ended_at"):
            statistics.pop(name, None)
        for part in (*statistics["standings"], *statistics["awards"], statistics["won"]):
            part.pop("seq")
        for seat in statistics["seats"]:
            # A record has the discards, but not when they were chosen.
            seat.pop("decisions"), seat.pop("seconds")
    assert again == once


def test_the_reasons_in_a_record_are_shown_with_everything() -> None:
    driven = whole_game()
    told = {frame.ply: frame.full_reason for frame in replay_of(driven).frames}
    pasted = read_pasted(driven.room.record().text)
    again = {frame.ply: frame.full_reason for frame in make_replay(pasted.rows, (), "everything").frames}
    assert any(told.values())
    # A comment follows a move that a seat made; what was written for an outcome is not there.
    assert {ply: " ".join(text.split()) for ply, text in told.items() if text} == {
        ply: " ".join(text.split()) for ply, text in again.items() if text
    }
    assert not any(frame.full_reason for frame in make_replay(pasted.rows, (), "1").frames)


def test_a_record_that_stops_early_is_shown_as_far_as_it_goes() -> None:
    driven = whole_game()
    whole = driven.room.record()
    part = Record(whole.game, agents=whole.agents)
    for move in whole.moves[:100]:
        part.take(move)
    pasted = read_pasted(part.text)
    replay = make_replay(pasted.rows, (), "1")
    assert (replay.winner, replay.termination) == (None, "unfinished")
    assert replay.frames[-1].ply == 100
    statistics = make_statistics(pasted.rows, pasted.record)
    assert (statistics.won, statistics.plies, statistics.check.verdict) == (None, 100, "unknown")


def test_what_is_wrong_is_said_in_one_sentence_with_its_line() -> None:
    text = whole_game("base").room.record().text
    lines = text.split("\n")
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("1. "))
    damaged = "\n".join([*lines[: first - 1], lines[first - 1].replace("1. ", "1. 0:city7 ", 1)])
    assert refusal_of(damaged).startswith(f"line {first}")
    assert refusal_of("") == "line 1: there is no record here"
    assert "line 1" in refusal_of("Dear all, here is my game")
    assert "2 records" in refusal_of(f"{text}\n{text}")
    assert "only games of catan" in refusal_of(Record(Gomoku(size=3, line=3)).text)
    game = Catan(board="beginner")
    start = game.start().apply("settlement 10")
    assert "position" in refusal_of(Record(game, start=start).text)
    long = refusal_of(text.replace('[Rules "', '[Rules "' + "x" * 5000))
    assert len(long) <= 330


def test_a_game_without_end_is_not_shown() -> None:
    game = Catan(board="beginner")
    record = Record(game)
    state = game.start()
    while len(record) < 6_100:
        move = "dice 12" if state.is_chance else None
        if move is None:
            legal = [each.text for each in state.legal_moves]
            move = next((text for text in ("roll", "end turn") if text in legal), legal[0])
        record.add(move)
        state.apply(move)
    with pytest.raises(Refused) as refused:
        read_pasted(record.text)
    assert refused.value.code == "too-long"


def test_headers_that_say_nonsense_about_the_dice_do_no_harm() -> None:
    text = whole_game("base,points_to_win=4").room.record().text
    for name in ("DiceSecret", "DiceSalt", "DiceCommitment", "DiceNonces", "Room"):
        value = text.partition(f'[{name} "')[2].partition('"')[0]
        for wrong in ("é" * 64, value + "0"):
            pasted = read_pasted(text.replace(f'[{name} "{value}"]', f'[{name} "{wrong}"]'))
            replay = make_replay(pasted.rows, (), "everything")
            assert msgspec.json.encode(replay)
            assert make_statistics(pasted.rows, pasted.record).check.verdict == "wrong"


def test_long_names_that_come_again_and_again_make_no_large_replay() -> None:
    text = whole_game("base,players=3").room.record().text
    head, _, moves = text.partition("\n\n")
    head = re.sub(r'\[Seat1 "[^"]*"\]', f'[Seat1 "{"x" * 100_000}"]', head)
    many = "sit 0: Ann\nsit 0: Bea\n" * 50
    replay = make_replay(read_pasted(f"{head}\n\n{many}{moves}").rows, (), "everything")
    assert len(msgspec.json.encode(replay)) < 4_000_000
    assert max(len(seat.occupant.name) for seat in replay.seats) == 80

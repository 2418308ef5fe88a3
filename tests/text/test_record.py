"""Records: what is added is kept, written, and played again exactly."""

import os
import stat
from pathlib import Path

import pytest
from fuzz.seeds import random_record as wordy_record
from tests.text.games import any_rules, random_record, walk

from catanlab.framework.errors import ArgumentError, IllegalMoveError, MoveTextError, RecordError
from catanlab.framework.moves import OVER, Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.table.agent import Agent, Explanation
from catanlab.table.events import Ended, Incident, Outcome, Played, Said
from catanlab.table.random_agent import RandomAgent
from catanlab.table.record import Comment, Record
from catanlab.table.record_reader import read_records
from catanlab.table.record_writer import record_text, result_text, write_records
from catanlab.table.table import Table


def read_one(text, **options):
    [record] = read_records(text, **options)
    return record


def games():
    yield from (Catan(rules=any_rules(number), seed=number) for number in range(8))
    yield from (Gomoku(), Gomoku(size=5, line=4), Sos(), Sos(switches=7, komi=0, seed=4))


def test_a_record_of_every_game_is_read_back_and_replays():
    for seed, game in enumerate(games()):
        record = random_record(game, seed, agents=["x"] * game.seats)
        again = read_one(record.text)
        assert again.text == record.text
        assert again.moves == record.moves
        assert again.entries == record.entries
        assert (again.agents, again.seed, again.result) == (record.agents, seed, record.result)
        end = again.replay()
        assert end.is_over
        assert end.returns == list(record.result.shares)
        if isinstance(game, Catan):
            assert end == record.replay()
            assert (again.game.rules, again.game.board) == (game.rules, game.board)


def test_words_times_and_incidents_are_read_back():
    for seed, game in enumerate(games()):
        record = wordy_record(game, seed, 200)
        again = read_one(record.text)
        assert again.entries == record.entries
        assert again.headers == record.headers
        assert again.text == record.text


def test_a_record_written_out_in_full_is_read_back():
    for seed, game in enumerate(games()):
        record = wordy_record(game, seed, 150)
        long = record_text(record, long=True)
        assert read_one(long).text == record.text
        assert read_one(long.replace(",\n", "\n")).moves == record.moves


def test_states_come_in_order_and_are_copies():
    record = random_record(Catan(rules=Rules.trading(), seed=2), 2, 300)
    states = list(record.states())
    assert len(states) == len(record) + 1 == 301
    assert states[0] == record.game.start()
    assert states[-1] == record.replay()
    assert states[123] == record.state_at(123)
    states[123].apply(record.moves[123])
    assert states[123] == states[124]
    for ply in (-1, 302, 1.5):
        with pytest.raises(ArgumentError):
            record.state_at(ply)


@pytest.mark.parametrize("rules", ["trading", "jsettlers", "szita"])
def test_the_view_at_a_ply_is_what_the_observer_had(rules):
    game = Catan(rules=Rules.named(rules).replace(players=3, points_to_win=4), seed=5)
    record = random_record(game, 5)
    again = read_one(record.text)
    observers = [again.game.observer(seat) for seat in range(3)]
    for ply, (state, move) in enumerate(walk(again.game.start(), 5)):
        if move is None:
            for observer in observers:
                observer.finish(state.position.winner)
                assert again.view_at(ply, observer.seat) == observer.view()
            break
        if ply % 60 == 0:
            for observer in observers:
                assert again.view_at(ply, observer.seat) == observer.view()
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))


def test_nothing_random_is_needed_to_replay(monkeypatch):
    text = random_record(Catan(rules=Rules.trading(), seed=9), 9).text
    wrong = text.replace('[Seed "9"]', '[Seed "10"]')
    import catanlab.games.catan.game as module

    def forbidden(*_):
        raise AssertionError("a source of chance was asked for")

    monkeypatch.setattr(module, "Random", forbidden)
    monkeypatch.setattr(module, "make_board", forbidden)
    assert read_one(text).replay() == read_one(wrong).replay()


def test_a_record_may_start_from_a_position():
    start = random_record(Catan(rules=Rules.trading(), seed=3), 3, 200).replay()
    record = Record(start.game, start=start)
    for _, move in walk(start.copy(), 4):
        if move is None or len(record) == 60:
            break
        record.add(move)
    again = read_one(record.text)
    assert '[Position "' in record.text
    assert '[Rules "' not in record.text
    assert again.start == start
    assert again.replay() == record.replay()
    assert again.text == record.text
    with pytest.raises(RecordError, match="starts from a position"):
        again.view_at(1, 0)


# Adding.


def test_only_what_can_happen_is_added():
    record = Record(Gomoku(size=3, line=3))
    record.add("b2")
    with pytest.raises(IllegalMoveError):
        record.add("b2")
    with pytest.raises(MoveTextError):
        record.add("z9")
    with pytest.raises(RecordError, match="seat 0 made a move, but seat 1 is to move"):
        record.add(Played(record.game.move_type.parse("a1"), 0))
    with pytest.raises(RecordError, match="chance decided, but seat 1 is to move"):
        record.add(Outcome(record.game.move_type.parse("a1")))
    with pytest.raises(RecordError, match="seconds"):
        record.add(Played(record.game.move_type.parse("a1"), 1, float("nan")))
    with pytest.raises(RecordError, match="is not a seat"):
        record.add(Said(2, "hello"))
    assert len(record) == len(record.entries) == 1
    with pytest.raises(RecordError, match="agents are named"):
        Record(record.game, agents=["alone"])


def test_a_fallback_must_be_what_is_played():
    record = Record(Gomoku(size=3, line=3))
    move = record.game.move_type.parse("a1")
    record.add(Incident(0, "late", "2 s", move))
    with pytest.raises(RecordError, match="the fallback was a1, but b2 was played"):
        record.add(Played(record.game.move_type.parse("b2"), 0))
    assert "incident 0 late: 2 s" in record.text  # as long as the move is missing
    record.add(Played(move, 0))
    assert "fallback 0 late: 2 s" in record.text
    assert read_one(record.text).entries == record.entries


def test_an_explanation_becomes_a_comment_and_time_is_kept_to_the_millisecond():
    record = Record(Gomoku(size=3, line=3))
    record.add(Played(record.game.move_type.parse("a1"), 0, 0.12345, Explanation("a {corner}\n")))
    assert "1. 0:a1 ~0.123 {a {corner\\}}" in record.text
    assert record.entries[1] == Comment("a {corner}")
    assert read_one(record.text).entries == record.entries


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "}",
        "\\",
        "\\}",
        "a\nb\rc",
        '[Game "x"]',
        "\ud800",
        "say 1: x",
        "é 🎲",
        "\\n",
        "a\u2028b\x85\x0c",
    ],
)
def test_any_text_survives(text):
    record = Record(Gomoku(size=3, line=3), agents=[text, "b"], headers={"Event": text})
    record.add(Said(1, text))
    record.add("a1")
    record.add(Incident(0, "raised", text))
    record.comment(text)
    record.add("a2")
    again = read_one(record.text)
    assert again.entries == record.entries
    assert again.text == record.text
    expected = text.encode("utf-8", "replace").decode()
    assert again.headers["Event"] == again.agents[0] == expected


@pytest.mark.parametrize("name", ["Format", "Game", "Options", "Result", "Seat1", "Two words", "", "ß"])
def test_headers_of_the_format_cannot_be_given_otherwise(name):
    record = Record(Gomoku(), headers={name: "x"})
    with pytest.raises(RecordError, match="further header"):
        record.text  # noqa: B018


# A table's game.


class FailingAgent(Agent):
    """Raises now and then, explains itself, and talks."""

    name = "failing"
    asked = 0

    def choose(self, view, deadline):
        self.asked += 1
        if self.asked % 5 == 2:
            raise ValueError("no\nplan")
        return "nonsense" if self.asked % 5 == 4 else view.legal_moves[-1]

    def explain(self):
        return Explanation("it was the last one")

    def say(self, view):
        return ["I want ore"] if view.turn % 4 == 0 else []


def test_the_record_of_a_table_has_everything_and_resumes():
    game = Catan(rules=Rules.trading().replace(players=3), seed=1)
    agents = [FailingAgent(), RandomAgent(), RandomAgent()]
    table = Table(game, agents, seed=11, max_turns=15)
    table.play()
    record = Record.of_table(table, headers={"Event": "test"})
    again = read_one(record.text)
    assert again.termination == "cut"
    assert again.result == table.result
    assert again.replay() == table.state
    assert [type(event) for event in again.events if not isinstance(event, Ended)] == [
        type(event) for event in table.events if not isinstance(event, Ended)
    ]
    incidents = [event for event in again.events if isinstance(event, Incident)]
    assert incidents == table.incidents
    assert any(incident.fallback is not None for incident in incidents)
    for seat in range(3):
        assert again.view_at(len(again), seat) == table.view(seat)
    resumed = Table.resume(game, [FailingAgent(), RandomAgent(), RandomAgent()], again.events, seed=11)
    assert resumed.state == table.state
    assert resumed.moves == again.moves
    resumed.close()


# A game from elsewhere.


class Countdown(PlainGame):
    """One seat counts down, in words that a record cannot hold."""

    name = "countdown"
    summary = "for the test"
    seats = 1

    class Word(Move):
        groups = ("count",)

        @classmethod
        def parse(cls, text):
            if text.startswith("take ") and text.endswith(", please"):
                return cls(int(text[5]))
            raise MoveTextError(f"{text!r} is not a count")

        @property
        def text(self):
            return f"take {int(self)}, please"

    move_type = Word

    def first_position(self):
        return Count(5)


class Count(Position):
    def __init__(self, left):
        self.left = left

    def to_move(self):
        return 0 if self.left else OVER

    def legal(self):
        return [number for number in (1, 2) if number <= self.left]

    def apply(self, move):
        self.left -= move

    def returns(self):
        return (1.0,)

    def turn(self):
        return 5 - self.left

    def copy(self):
        return Count(self.left)


def test_a_game_from_elsewhere_is_recorded_too():
    from catanlab.framework.notation import GivenNotation

    record = random_record(Countdown(), 1)
    assert "1. 0:#" in record.text
    again = read_one(record.text, find=lambda name: GivenNotation(Countdown()))
    assert again.moves == record.moves
    assert again.text == record.text
    assert (
        read_one(record_text(record, long=True), find=lambda name: GivenNotation(Countdown())).text
        == record.text
    )
    with pytest.raises(RecordError, match="unknown game 'countdown'"):
        read_records(record.text)


# Files.


def test_several_records_stand_in_one_file(tmp_path):
    records = [random_record(game, seed, 50) for seed, game in enumerate(games())]
    path = tmp_path / "games.txt"
    write_records(records, path)
    assert [record.text for record in read_records(path)] == [record.text for record in records]
    assert read_records(path.read_bytes())[0].moves == records[0].moves


def test_records_without_moves_stand_in_one_file_too(tmp_path):
    records = [Record(game, seed=seed) for seed, game in enumerate(games())]
    records.insert(3, random_record(Gomoku(), 1, 5))
    path = tmp_path / "games.txt"
    write_records(records, path)
    assert [record.text for record in read_records(path)] == [record.text for record in records]


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "game.txt"
    record = random_record(Gomoku(size=3, line=3), 1)
    record.write(path)
    first = path.read_text()
    path.chmod(0o640)

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the disk is full"):
        random_record(Sos(), 2).write(path)
    assert path.read_text() == first
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    random_record(Sos(), 2).write(str(path))
    assert read_records(path)[0].game == Sos()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match="nowhere"):
        record.write(tmp_path / "nowhere" / "game.txt")
    with pytest.raises(OSError, match="nothing"):
        read_records(Path(tmp_path, "nothing"))


def test_records_are_small():
    """200 games were looked at: a mean of 5.9 kB, the longest 16 kB."""
    sizes = [len(random_record(Catan(seed=seed), seed).text) for seed in range(10)]
    assert max(sizes) < 20_000
    assert sum(sizes) / len(sizes) < 8_000


@pytest.mark.full
def test_records_of_200_games_are_small():
    sizes = []
    for seed in range(200):
        record = Record(Catan(seed=seed), agents=["random"] * 4, seed=seed)
        for _, move in walk(record.game.start(), seed, by_group=False):
            if move is not None:
                record.take(move)
        sizes.append(len(record.text.encode()))
    assert max(sizes) < 20_000


def test_shares_of_the_win_as_text():
    assert result_text(None) == "*"
    assert result_text([1.0, 0.0]) == "1-0"
    assert result_text([1 / 3] * 3) == "1/3-1/3-1/3"


def test_the_views_of_a_record_have_no_seed() -> None:
    record = random_record(Catan(seed=8), 8)
    first, later = record.view_at(3, 0), record.view_at(9, 1)
    assert record.game.seed == 8
    assert first.game.seed is None
    assert first.game is later.game, "so that one state serves to sample from all of them"
    assert first.game.board == record.game.board

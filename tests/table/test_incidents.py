"""Agents that raise, are late or answer nonsense: the game goes on by a fallback move, and says so."""

import math

import numpy as np
import pytest
from tests.table.players import Cheat, Crash, First, Slow

from catanlab import Catan, Rules
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku, GomokuMove
from catanlab.games.sos import SosMove
from catanlab.table.clock import FakeClock
from catanlab.table.events import Incident, Played
from catanlab.table.table import Table

BOARD = Gomoku(size=3, line=3)


def play_against(agent, **options):
    table = Table(BOARD, [agent, First()], **options)
    end = table.play()
    assert end.termination == "finished"
    state = BOARD.start()
    for move in table.moves:
        state.apply(move)
    return table


def own_moves(table, seat=0):
    return [event.move for event in table.events if isinstance(event, Played) and event.seat == seat]


class Weird:
    """Has no repr and no index."""

    def __repr__(self):
        raise RuntimeError("no repr either")


class Word(str):
    """A text that is not quite a str."""


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (None, "nonsense", "NoneType None"),
        (True, "nonsense", "bool True"),
        (1.0, "nonsense", "float 1.0"),
        ([0], "nonsense", "list"),
        (Weird(), "nonsense", "Weird"),
        ("", "nonsense", "not a move"),
        ("castle long", "nonsense", "not a move"),
        ("a" * 10_000, "nonsense", "10000 characters"),
        (Word("z9"), "nonsense", "not a move"),
        (10**5000, "nonsense", "bits"),
        (-(10**5000), "nonsense", "bits"),
        (2**64 - 1, "illegal", "no move has this number"),
        (2**63 - 1, "illegal", "the columns of the board are"),
        (-1, "illegal", "no move has this number"),
        ("s19", "illegal", "the columns of the board are"),
        (GomokuMove.parse("h8"), "illegal", "the columns of the board are"),
        (CatanMove.parse("roll"), "nonsense", "another game"),
        (SosMove(0), "nonsense", "another game"),
    ],
    ids=lambda value: str(value)[:20] if not isinstance(value, Weird | int) else type(value).__name__,
)
def test_what_is_no_legal_move_is_replaced(answer, kind, words):
    table = play_against(Cheat(answer))
    assert len(table.incidents) == len(own_moves(table)) > 0
    for incident, move in zip(table.incidents, own_moves(table), strict=True):
        assert (incident.seat, incident.kind) == (0, kind)
        assert words in incident.text
        assert incident.text.isprintable()
        assert len(incident.text) <= 300
        assert incident.fallback == move


@pytest.mark.parametrize("answer", ["A1 ", 0, np.int64(0), GomokuMove(0)])
def test_a_move_may_be_its_text_its_number_or_itself(answer):
    table = Table(BOARD, [Cheat(answer), First()])
    table.step()
    assert (table.moves, table.incidents) == ([GomokuMove(0)], [])


@pytest.mark.parametrize("error", [RuntimeError, SystemExit, RecursionError, AssertionError])
def test_an_error_is_an_incident_and_the_game_goes_on(error):
    table = play_against(Crash("choose", error))
    assert {incident.kind for incident in table.incidents} == {"raised"}
    assert table.incidents[0].text == f"{error.__name__}: I fell over in choose"


@pytest.mark.parametrize("where", ["hear", "say", "explain"])
def test_an_error_beside_the_move_leaves_the_move_as_it_is(where):
    table = play_against(Crash(where), explain=True)
    assert all(incident.kind == "raised" for incident in table.incidents)
    assert all(incident.fallback is None for incident in table.incidents)
    assert len(table.incidents) >= len(own_moves(table))
    assert own_moves(table) == own_moves(play_against(First()))


def test_what_an_agent_raises_when_it_leaves_does_no_harm():
    assert play_against(Crash("close")).incidents == []


def test_an_agent_that_cannot_start_is_retired_at_once():
    table = play_against(Crash("start"))
    assert [incident.kind for incident in table.incidents] == ["raised", "retired"]
    assert "I fell over in start" in table.incidents[0].text


def test_a_late_answer_does_not_count():
    clock = FakeClock()
    table = play_against(Slow(clock, 2.5), clock=clock, move_seconds=2.0)
    assert {incident.kind for incident in table.incidents} == {"late"}
    assert table.incidents[0].text == "2.5 s, but 2 s were allowed"
    assert [event.seconds for event in table.events if isinstance(event, Played)][:2] == [2.5, 0.0]


@pytest.mark.parametrize("seconds", [1.9, 2.0, 2.05])
def test_an_answer_in_time_or_within_the_grace_counts(seconds):
    clock = FakeClock()
    slow = Slow(clock, seconds)
    table = play_against(slow, clock=clock, move_seconds=2.0, grace_seconds=0.1)
    assert table.incidents == []
    assert slow.deadlines == pytest.approx([2.0] * len(slow.deadlines))


def test_without_a_limit_nobody_is_late():
    clock = FakeClock()
    slow = Slow(clock, 1e6)
    assert play_against(slow, clock=clock).incidents == []
    assert slow.deadlines[0] == math.inf


def test_a_seat_that_used_up_its_game_time_plays_by_the_fallback():
    clock = FakeClock()
    slow = Slow(clock, 1.0)
    table = Table(Gomoku(size=5, line=5), [slow, First()], clock=clock, game_seconds=3.0)
    assert table.seconds_left(0) == 3.0
    table.play()
    assert slow.deadlines == [3.0, 2.0, 1.0]
    assert table.seconds_left(0) == 0.0
    assert table.seconds_left(1) == 3.0
    assert {incident.text for incident in table.incidents} == {"no time is left for this game"}
    assert len(own_moves(table)) == 3 + len(table.incidents)


def test_after_too_many_incidents_an_agent_is_retired():
    class Counting(Cheat):
        asked = 0

        def choose(self, view, deadline):
            self.asked += 1
            return super().choose(view, deadline)

    cheat = Counting(None)
    table = Table(Gomoku(size=5, line=5), [cheat, First()], max_incidents=3)
    table.play()
    assert [incident.kind for incident in table.incidents] == ["nonsense"] * 3 + ["retired"]
    assert cheat.asked == 3
    assert len(own_moves(table)) > 3


def test_incidents_count_on_in_a_resumed_game():
    game = Gomoku(size=5, line=5)
    table = Table(game, [Cheat(None), First()], max_incidents=3)
    for _ in range(4):
        table.step()
    again = Table.resume(game, [Cheat(None), First()], table.events, max_incidents=3)
    again.play()
    assert [incident.kind for incident in again.incidents] == ["nonsense"] * 3 + ["retired"]
    last = Table.resume(game, [Cheat(None), First()], again.events[:-3], max_incidents=3)
    last.play()
    assert last.incidents == again.incidents
    assert last.moves == again.moves


def test_time_counts_on_in_a_resumed_game():
    clock = FakeClock()
    options = {"clock": clock, "game_seconds": 10.0}
    table = Table(BOARD, [Slow(clock, 3.0), First()], **options)
    table.step()
    again = Table.resume(BOARD, [Slow(clock, 3.0), First()], table.events, **options)
    assert again.seconds_left(0) == 7.0


def test_the_random_fallback_depends_on_seed_and_place_alone():
    one = play_against(Cheat(None), seed=5)
    assert one.moves == play_against(Crash(), seed=5).moves
    others = [play_against(Cheat(None), seed=seed).moves for seed in range(6, 16)]
    assert any(one.moves != other for other in others)


def test_the_first_fallback_is_the_first_move_listed():
    table = play_against(Cheat(None), fallback="first")
    assert table.moves == play_against(First()).moves


@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_a_whole_game_of_fallbacks_is_a_lawful_game(rules):
    game = Catan(seed=3, rules=Rules.named(rules).replace(max_turns=100))
    table = Table(game, [Crash(), Cheat(-5), Cheat(None), Cheat("up")], seed=3)
    assert table.play().termination == "finished"
    fallbacks = [event for event in table.events if isinstance(event, Incident)]
    assert len(fallbacks) == sum(isinstance(event, Played) for event in table.events)

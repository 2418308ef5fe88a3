"""One game of a match at a table: its row, its record, and what is said about failures."""

import numpy as np
import pytest

from catanlab.games.catan import constants
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.play_game import MAX_SENTENCES, play_at_table
from catanlab.lab.rows import CUT, FINISHED, LOST
from catanlab.table.events import Played

ROGUES = "tests.lab.rogues"


def duel(agent, **options):
    """Return a match of two seats: an agent, and one that always makes the first move."""
    return MatchPlan.match([agent, "random"], rules="players=2", **{"max_turns": 60, **options})


def test_a_row_says_what_the_record_says():
    plan = MatchPlan.match(["greedy", "random", "random"], rules="trading,players=3")
    rows, record, troubles = play_at_table(plan, 4, 1, record=True)
    played = [entry for entry in record.entries if isinstance(entry, Played)]
    groups = [move >> 54 for move in record.moves]
    assert (rows.block[0], rows.game[0], rows.ended[0], troubles) == (4, 1, FINISHED, [])
    assert tuple(rows.agent[0]) == plan.seatings[1] == (1, 0, 1)
    assert rows.moves[0] == len(record.moves)
    assert rows.turns[0] == record.turn
    assert tuple(rows.share[0]) == record.result.shares
    assert tuple(rows.points[0]) == record.result.scores
    assert rows.decisions[0].tolist() == [sum(entry.seat == seat for entry in played) for seat in range(3)]
    assert rows.thought[0] == pytest.approx(
        [sum(entry.seconds for entry in played if entry.seat == seat) for seat in range(3)], abs=0.2
    )
    assert rows.offers[0] == groups.count(constants.OFFER) > 0
    assert rows.trades[0] == groups.count(constants.CONFIRM) + groups.count(constants.TAKE_COUNTER)
    assert rows.bank_trades[0] == groups.count(constants.BANK_TRADE)
    assert not rows.errors.any()
    assert rows.seconds[0] > 0
    assert record.agents == ("random", "greedy", "random")
    assert record.seed == plan.block_seed(4)


@pytest.mark.full
@pytest.mark.parametrize("isolate", [False, True])
def test_a_game_takes_cpu_time_but_with_isolated_agents_the_time_of_a_clock(isolate):
    plan = duel(f"{ROGUES}.Sleeper:seconds=0.05", max_turns=4, isolate=isolate)
    rows, _, _ = play_at_table(plan, 0, 0)
    slept = rows.thought[0].sum()
    assert slept > 0.2
    assert (rows.seconds[0] > slept) == isolate


def test_a_game_is_the_same_with_and_without_its_record():
    plan = MatchPlan.match(["greedy", "random"], rules="trading,players=2")
    with_record, _, _ = play_at_table(plan, 0, 0, record=True)
    without, nothing, _ = play_at_table(plan, 0, 0)
    assert nothing is None
    for (name, one), (_, other) in zip(with_record.without_times(), without.without_times(), strict=True):
        assert np.array_equal(one, other), name


def test_a_game_that_is_cut_has_no_winner():
    rows, _, _ = play_at_table(duel("random:by_group=yes", max_turns=3), 0, 0)
    assert rows.ended[0] == CUT
    assert rows.turns[0] == 3
    assert not rows.share.any()


def test_failures_are_counted_and_the_first_are_reported():
    rows, _, troubles = play_at_table(duel(f"{ROGUES}.Cheat:answer=settlement 99"), 2, 1)
    assert rows.errors[0, 0] == 0
    assert rows.errors[0, 1] == rows.decisions[0, 1] > MAX_SENTENCES
    assert len(troubles) == MAX_SENTENCES + 1
    assert str(troubles[0]).startswith(
        f"{ROGUES}.Cheat:answer=settlement 99 in seat 1 of game 1 of block 2: nonsense: "
    )
    assert str(troubles[-1]).endswith(f"nonsense: {rows.errors[0, 1] - MAX_SENTENCES} times more")


@pytest.mark.parametrize("answer", ["none", "huge", "list", "long", "roll", "end turn", "-1"])
def test_whatever_a_cheat_answers_the_game_goes_on(answer):
    rows, _, troubles = play_at_table(duel(f"{ROGUES}.Cheat:answer={answer}"), 0, 0)
    assert rows.ended[0] in (FINISHED, CUT)
    assert rows.errors[0, 0] > 0
    assert rows.errors[0, 1] == 0
    assert all(len(str(trouble)) < 500 for trouble in troubles)


@pytest.mark.full
@pytest.mark.parametrize(("kind", "fails"), [("type", True), ("items", True), ("huge", False)])
def test_what_a_liar_says_is_cut_short_or_an_incident(kind, fails):
    rows, record, troubles = play_at_table(duel(f"{ROGUES}.Liar:kind={kind}"), 0, 0, record=True)
    assert bool(rows.errors[0, 0]) is fails
    assert bool(troubles) is fails
    assert len(record.text) < 200_000


def test_an_agent_that_cannot_start_is_played_by_the_fallback_and_errs_once():
    rows, _, troubles = play_at_table(duel(f"{ROGUES}.Rogue:deed=raise,where=start,seat=0"), 0, 0)
    assert rows.errors[0].tolist() == [1, 0]
    assert "raised: ZeroDivisionError" in str(troubles[0])
    assert "retired" in str(troubles[1])


def test_a_game_whose_agent_cannot_be_made_is_lost(monkeypatch):
    plan = duel("greedy")
    monkeypatch.setattr("catanlab.agents.players.greedy.agent.Greedy.__init__", lambda self: 1 / 0)
    rows, record, troubles = play_at_table(plan, 3, 1, record=True)
    assert record is None
    assert rows.ended[0] == LOST
    assert rows.errors[0].tolist() == [0, 1]
    (trouble,) = troubles
    assert str(trouble).startswith(
        "greedy in seat 1 of game 1 of block 3 was not made: greedy cannot be made: Zero"
    )


def test_a_watcher_is_given_every_seat_before_its_agent_is_called():
    calls = []
    rows, _, _ = play_at_table(duel("random:by_group=yes"), 0, 0, watch=calls.append)
    made, seated, left = calls[:2], calls[2:4], calls[-2:]
    assert made == seated == left == [0, 1]
    asked = calls[4:-2]
    ends = 2  # both hear of the end, as far as they listen
    assert 0 <= asked.count(0) - rows.decisions[0, 0] <= ends
    assert 0 <= asked.count(1) - rows.decisions[0, 1] <= ends

"""What a match found, against numbers worked out by hand."""

import math

import numpy as np
import pytest

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, LOST, Rows
from catanlab.lab.summary import summarize


@pytest.fixture
def plan():
    return MatchPlan.match(["greedy", "random"], rules="players=2")


@pytest.fixture
def rows():
    """Two blocks: greedy wins both games of the first; then one game is shared and one is cut off."""
    found = Rows.empty(4, 2)
    found.block[:] = [0, 0, 1, 1]
    found.game[:] = [0, 1, 0, 1]
    found.agent[:] = [[0, 1], [1, 0], [0, 1], [1, 0]]
    found.share[:] = [[1, 0], [0, 1], [0.5, 0.5], [0, 0]]
    found.points[:] = [[10, 3], [4, 10], [8, 8], [2, 6]]
    found.ended[:] = [0, 0, 0, CUT]
    found.turns[:] = [40, 50, 60, 70]
    found.offers[:] = [1, 2, 3, 4]
    found.trades[:] = [0, 1, 0, 1]
    found.bank_trades[:] = [5, 5, 5, 6]
    found.decisions[:] = [[10, 20], [20, 10], [10, 20], [20, 10]]
    found.thought[:] = [[0.1, 0.0], [0.0, 0.1], [0.1, 0.0], [0.0, 0.1]]
    found.errors[:] = [[0, 1], [0, 0], [0, 2], [0, 0]]
    found.seconds[:] = 0.5
    return found


def test_games_are_described(rows, plan):
    summary = summarize(rows, plan)
    assert (summary.games, summary.blocks, summary.cut, summary.lost) == (4, 2, 1, 0)
    assert (summary.turns_mean, summary.rounds_mean, summary.seconds) == (55, 27.5, 2)
    assert (summary.offers_per_game, summary.accepted_per_game, summary.bank_trades_per_game) == (
        2.5,
        0.5,
        5.25,
    )


def test_agents_are_described(rows, plan):
    greedy, random = summarize(rows, plan).agents
    assert (greedy.spec, greedy.games, greedy.wins, greedy.win_rate) == ("greedy", 4, 2.5, 0.625)
    assert greedy.vp_mean == 8.5
    assert greedy.vp_sd == pytest.approx(math.sqrt((1.5**2 + 1.5**2 + 0.5**2 + 2.5**2) / 3))
    assert greedy.seat_win_rates == (0.75, 0.5)
    assert greedy.decision_ms_mean == pytest.approx(10)
    assert (greedy.errors, random.errors) == (0, 3)
    assert random.wins == 0.5
    assert random.decision_ms_mean == 0
    assert 0 <= greedy.ci95[0] < 0.625 < greedy.ci95[1] <= 1


def test_an_agent_in_several_seats_plays_several_games():
    plan = MatchPlan.match(["greedy", "random", "random"], rules="players=3")
    rows = Rows.empty(3, 3)
    rows.agent[:] = plan.seatings
    rows.share[:] = [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
    greedy, random = summarize(rows, plan).agents
    assert (greedy.games, greedy.wins) == (3, 2)
    assert (random.games, random.wins) == (6, 1)
    assert random.seat_win_rates == (0.5, 0, 0)


def test_a_seat_never_had_has_no_rate():
    plan = MatchPlan.match(["random", "random"], rules="players=2")
    rows = Rows.empty(1, 2)
    rows.ended[:] = LOST
    summary = summarize(rows, plan)
    assert summary.lost == 1
    assert summary.agents[0].win_rate == 0
    gauntlet = MatchPlan.gauntlet("greedy", ["random"], rules="players=2")
    rows.agent[:] = [[0, 1]]
    assert summarize(rows, gauntlet).agents[0].seat_win_rates == (0, None)


def test_the_keys_are_those_that_are_promised(rows, plan):
    found = summarize(rows, plan).to_dict()
    promised = (
        "games blocks rounds_mean turns_mean seconds offers_per_game accepted_per_game bank_trades_per_game"
    )
    assert set(promised.split()) | {"agents"} <= set(found)
    of_agent = "spec games wins win_rate ci95 vp_mean vp_sd seat_win_rates decision_ms_mean errors"
    assert set(found["agents"][0]) == {*of_agent.split(), "parity", "no_verdict", "failed_games"}


def test_intervals_widen_with_what_blocks_have_in_common(plan):
    alike, mixed = Rows.empty(400, 2), Rows.empty(400, 2)
    for rows in (alike, mixed):
        rows.block[:] = np.arange(400) // 2
        rows.agent[:] = [[0, 1], [1, 0]] * 200
    wins = np.repeat(np.arange(200) % 2, 2)  # greedy wins all of a block, or nothing
    alike.share[:] = [[w, 1 - w] if i % 2 == 0 else [1 - w, w] for i, w in enumerate(wins)]
    mixed.share[:] = [[1, 0]] * 400  # the first seat always wins: one each
    widths = [np.diff(summarize(rows, plan).agents[0].ci95)[0] for rows in (alike, mixed)]
    assert widths[0] > 1.3 * widths[1]


def test_lost_games_have_no_points(rows, plan):
    rows.ended[3] = LOST
    rows.points[3] = 0
    greedy, _ = summarize(rows, plan).agents
    assert greedy.vp_mean == pytest.approx((10 + 10 + 8) / 3)
    assert greedy.games == 4

"""Where a summary says who is stronger, and where it says nothing because the games cannot."""

import numpy as np
import pytest

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.rows import Rows
from catanlab.lab.statistics import Blocks, wilson_over_blocks
from catanlab.lab.summary import agent_blocks, summarize

TIES = "roelofs,max_rounds=60"
"""Rules by which many a game is shared by three."""


def test_shares_of_ties_are_no_spread():
    plan = MatchPlan.match(["random"] * 4, rules=TIES)
    rows = play_natively(plan, range(200))
    assert (rows.share == 1 / 3).any()
    blocks = agent_blocks(rows, 0)
    assert set(blocks.wins.tolist()) == {1.0}
    assert blocks.standard_error == 0


def test_sums_of_parts_that_differ_by_rounding_are_alike():
    wins = [0.7 + 0.2 + 0.1, 1.0]
    assert wins[0] != wins[1]
    blocks = Blocks(wins * 20, 4)
    assert blocks.standard_error == 0
    assert wilson_over_blocks(blocks).width == pytest.approx(
        wilson_over_blocks(Blocks([1.0] * 40, 4)).width
    )


def test_an_agent_that_met_only_itself_has_no_verdict():
    plan = MatchPlan.match(["random"] * 4, rules=TIES)
    (agent,) = summarize(play_natively(plan, range(50)), plan).agents
    assert (agent.ci95, agent.parity, agent.no_verdict) == (None, None, "it met only itself")
    assert agent.win_rate == pytest.approx(0.25)


def test_the_same_agent_written_in_two_ways_has_no_verdict():
    plan = MatchPlan.match(["random", "random:by_group=no"], rules="players=2")
    for agent in summarize(play_natively(plan, range(50)), plan).agents:
        assert (agent.ci95, agent.parity, agent.no_verdict) == (None, None, "all agents are the same")


def test_one_block_gives_neither_interval_nor_verdict():
    plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2")
    rows = play_natively(plan, range(2))
    for agent in summarize(rows.take(rows.block == 0), plan).agents:
        assert (agent.ci95, agent.parity, agent.no_verdict) == (None, None, "one block shows no spread")
    for agent in summarize(rows, plan).agents:
        assert agent.ci95
        assert agent.parity
        assert not agent.no_verdict


def decided(winners):
    """Return blocks of two games of which greedy wins 0, 1 or 2."""
    rows = Rows.empty(2 * len(winners), 2)
    rows.block[:] = np.repeat(np.arange(len(winners)), 2)
    rows.game[:] = [0, 1] * len(winners)
    rows.agent[:] = [[0, 1], [1, 0]] * len(winners)
    rows.moves[:] = np.arange(len(rows)) + 1
    for block, won in enumerate(winners):
        rows.share[2 * block, 0 if won > 0 else 1] = 1
        rows.share[2 * block + 1, 1 if won > 1 else 0] = 1
    return rows


@pytest.mark.parametrize(
    ("winners", "parity"), [([2] * 20, "above"), ([0] * 20, "below"), ([2, 0, 1, 1] * 5, "within")]
)
def test_a_verdict_says_where_the_interval_lies(winners, parity):
    plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    assert summarize(decided(winners), plan).agents[0].parity == parity


def test_blocks_that_repeat_each_other_prove_nothing():
    plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    rows = decided([2] * 20)
    rows.moves[:] = [30, 40] * 20
    (greedy, _) = summarize(rows, plan).agents
    assert (greedy.ci95, greedy.parity) == (None, None)
    assert greedy.no_verdict.startswith("every block went alike")
    rows.moves[-1] += 1
    assert summarize(rows, plan).agents[0].parity == "above"


def test_an_agent_that_failed_in_more_than_a_hundredth_of_its_games_failed_often():
    plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    rows = decided([2, 1] * 100)
    rows.errors[[0, 2, 4, 6], 0] = 3
    greedy, random = summarize(rows, plan).agents
    assert (greedy.errors, greedy.failed_games, greedy.failed_often) == (12, 4, False)
    assert (random.errors, random.failed_games, random.failed_often) == (0, 0, False)
    rows.errors[8, 0] = 1
    assert summarize(rows, plan).agents[0].failed_often

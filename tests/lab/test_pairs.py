"""The agents of a match compared in pairs, against the comparison of two and Holm's correction."""

import pytest

from catanlab.framework.errors import StoreError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.pairs import compare_pairs
from catanlab.lab.statistics import compare, holm
from catanlab.lab.summary import agent_blocks

GROUPS = "random:by_group=yes"


def test_every_pair_is_compared_over_the_blocks_and_corrected():
    plan = MatchPlan.match(["random", GROUPS, "random:by_group=no"], rules="players=2")
    rows = play_natively(plan, range(60))
    blocks = [agent_blocks(rows, agent) for agent in range(3)]
    pairs = compare_pairs(rows, plan)
    # The first and the third are the same agent, and make no pair.
    assert [pair.agents for pair in pairs] == [("random", GROUPS), (GROUPS, "random:by_group=no")]
    assert [pair.paired for pair in pairs] == [compare(blocks[0], blocks[1]), compare(blocks[1], blocks[2])]
    assert [pair.holm for pair in pairs] == holm([pair.p_value for pair in pairs])
    assert all(pair.p_value == pair.paired.p_value for pair in pairs)
    assert pairs[0].rates == (blocks[0].rate, blocks[1].rate)


def test_a_difference_without_spread_has_the_p_value_of_the_sign_test():
    plan = MatchPlan.match(["random", GROUPS], rules="players=2")
    rows = play_natively(plan, range(5))
    rows.share[:] = rows.agent == 0
    (pair,) = compare_pairs(rows, plan)
    assert pair.paired.p_value is None
    assert pair.p_value == pair.holm == pytest.approx(0.0625)


def test_what_cannot_be_compared_is_refused():
    alone = MatchPlan.match(["random"] * 2, rules="players=2")
    with pytest.raises(StoreError, match="random met only itself"):
        compare_pairs(play_natively(alone, range(5)), alone)
    plan = MatchPlan.match(["random", GROUPS], rules="players=2")
    rows = play_natively(plan, range(1))
    with pytest.raises(StoreError, match="at least 2 finished blocks; there is 1"):
        compare_pairs(rows, plan)
    with pytest.raises(StoreError, match="there is none"):
        compare_pairs(rows.take(slice(0)), plan)

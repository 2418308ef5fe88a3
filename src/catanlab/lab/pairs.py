"""The agents of one match compared in pairs, block by block, with Holm's correction for their number."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from catanlab.framework.errors import StoreError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.statistics import Comparison, compare, holm
from catanlab.lab.summary import agent_blocks


@dataclass(frozen=True)
class AgentPair:
    """Two agents of a match over the same blocks."""

    agents: tuple[str, str]
    rates: tuple[float, float]
    """The win rate of a seat of each."""
    paired: Comparison
    p_value: float
    """By Student's t over blocks; by the sign test where all blocks differ alike."""
    holm: float
    """The p-value as it counts among all pairs."""


def compare_pairs(rows: Rows, plan: MatchPlan) -> list[AgentPair]:
    """Return every pair of the agents, in their order, from sorted rows of whole blocks.

    >>> from catanlab.lab.native import play_natively
    >>> plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2")
    >>> [pair] = compare_pairs(play_natively(plan, range(40)), plan)
    >>> pair.agents, pair.p_value == pair.holm
    (('random', 'random:by_group=yes'), True)

    The same agent under two names makes no pair. Raises StoreError if there is no pair, or if there are
    fewer than two blocks.
    """
    codes = plan.agent_codes
    pairs = [pair for pair in combinations(range(len(plan.agents)), 2) if codes[pair[0]] != codes[pair[1]]]
    if not pairs:
        raise StoreError(f"{plan.agents[0]} met only itself; a comparison takes two agents")
    count = len(np.unique(rows.block))
    if count < 2:
        raise StoreError(f"a comparison takes at least 2 finished blocks; there is {count or 'none'}")
    blocks = [agent_blocks(rows, agent) for agent in range(len(plan.agents))]
    found = [compare(blocks[first], blocks[second]) for first, second in pairs]
    p_values = [each.t_or_sign_p_value for each in found]
    return [
        AgentPair(
            agents=(plan.agents[first], plan.agents[second]),
            rates=(blocks[first].rate, blocks[second].rate),
            paired=paired,
            p_value=p_value,
            holm=corrected,
        )
        for (first, second), paired, p_value, corrected in zip(
            pairs, found, p_values, holm(p_values), strict=True
        )
    ]

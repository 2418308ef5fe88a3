"""Bandits: the regret of a tree policy until it has found the best arm (Tuma, section 5.1).

One arm wins with probability `best`, all others with `best - gap`. The regret of a pull is the gap if it
was another arm, and 0 else; it adds up over the pulls. The measure points are 4^0, 4^1, ... pulls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.arguments import fraction, whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random, check_seed
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.tree_policies.registry import read_tree_policy

Floats: TypeAlias = NDArray[np.float64]

MAX_POWER = 12


@dataclass(frozen=True, kw_only=True)
class Bandit:
    """A bandit: its arms, their win rates, and how long and how often it is played.

    >>> Bandit(power=2).pulls
    (1, 4, 16)

    Raises ArgumentError for a number that is not allowed, SeedError for an invalid seed.
    """

    arms: int = 10
    best: float = 0.5
    gap: float = 0.1
    power: int = 8
    trials: int = 10
    seed: int = 1

    def __post_init__(self) -> None:
        whole_number("arms", self.arms, 2, 1000)
        fraction("best", self.best)
        fraction("gap", self.gap)
        if self.gap > self.best:
            raise ArgumentError(f"gap is {self.gap!r}; allowed is a number up to {self.best!r}, the best")
        whole_number("power", self.power, 0, MAX_POWER)
        whole_number("trials", self.trials, 1, 100_000)
        check_seed(self.seed)

    @property
    def pulls(self) -> tuple[int, ...]:
        """The numbers of pulls after which the regret is measured."""
        return tuple(4**power for power in range(self.power + 1))


@dataclass(frozen=True)
class Curve:
    """The regret of a policy: a row for each trial, a column for each of the bandit's pulls.

    `regrets` are the sums of its losses by then; `found` says where the best arm was pulled more often
    than any other.
    """

    policy: str
    regrets: Floats
    found: NDArray[np.bool_]


def regret_curve(policy: str, bandit: Bandit) -> Curve:
    """Let a policy play all trials of a bandit; raises ArgumentError if there is no such policy.

    >>> curve = regret_curve("thompson", Bandit(power=4, trials=5))
    >>> curve.regrets.shape
    (5, 5)

    Trial i is drawn from place i of the stream "search", for every policy the same.
    """
    regrets = np.zeros((bandit.trials, len(bandit.pulls)))
    found = np.zeros(regrets.shape, np.bool_)
    for number in range(bandit.trials):
        random = Random(bandit.seed, "search", number)
        best = random.below(bandit.arms)
        win_rates = [bandit.best if arm == best else bandit.best - bandit.gap for arm in range(bandit.arms)]
        tree = OneLevelTree(read_tree_policy(policy), bandit.arms)
        done = 0
        for place, pulls in enumerate(bandit.pulls):
            tree.run(win_rates, pulls - done, random)
            done = pulls
            visits = tree.visits
            regrets[number, place] = bandit.gap * (pulls - visits[best])
            found[number, place] = visits[best] > max(v for arm, v in enumerate(visits) if arm != best)
    return Curve(policy, regrets, found)

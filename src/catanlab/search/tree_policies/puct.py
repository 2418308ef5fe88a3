"""PUCT (Rosin 2011; Silver et al. 2017): mean reward plus a bonus in proportion to the prior.

    v_i + c * p_i * sqrt(n) / (1 + n_i)

p_i is the prior of child i divided by the sum over the children that can be chosen now, so a prior over
groups of moves is conditioned on which of them are legal; without priors all are equal. A child that was
never tried is worth `fpu` (first-play urgency): so much less than its parent with `fpu_from=parent`,
exactly that with `fpu_from=fixed`.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["FPU_FROM", "Puct"]

FPU_FROM = ("parent", "fixed")


class Puct(TreePolicy):
    """Mean reward plus c * p_i * sqrt(n) / (1 + n_i)."""

    def __init__(self, c=1.0, fpu=0.0, fpu_from="parent"):
        TreePolicy.__init__(self)
        if fpu_from not in FPU_FROM:
            raise ArgumentError(f"unknown fpu_from {fpu_from!r}; allowed are {' and '.join(FPU_FROM)}")
        self.c = c
        self.fpu = fpu
        self.is_fixed = fpu_from == "fixed"

    def choose(self, tree, node, children, count, seat, random):
        best = 0
        ties = 0
        highest = -1e300
        total = 0.0
        for i in range(count):
            total += tree.priors[children[i]]
        fresh = self.fpu
        if not self.is_fixed:
            worth = tree.values[tree.seats * node + seat]
            fresh = (worth if tree.visits[node] else self.low + 0.5 * self.span) - self.fpu
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            trials = tree.available[child] if tree.available[child] else tree.visits[node]
            prior = tree.priors[child] / total if total > 0.0 else 1.0 / count
            # The first choice of all goes by the priors too.
            bonus = self.c * prior * sqrt(trials if trials > 1 else 1) / (1 + visits)
            score = (tree.values[tree.seats * child + seat] if visits else fresh) + bonus
            if score > highest:
                best = i
                highest = score
                ties = 1
            elif score == highest:
                ties += 1
                if random.pick(ties) == 0:
                    best = i
        return best

"""Bayesian UCT (Tesauro, Rajan and Segal 2010; Panousis, equations 13 and 14).

    mu_i + sqrt(2 ln n / n_i) * sigma_i

mu_i is the mean of the child's Dirichlet posterior. What sigma_i is, is the option `spread`:

reward  how much a single reward varies; the formula as Panousis printed it
none    1 (equation 13)
mean    how uncertain mu_i is; this falls with the visits by itself, and so stands without n_i
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from catanlab.search.tree_policies.base import log_count, log_trials, unvisited
    from catanlab.search.tree_policies.dirichlet import DirichletPolicy

    REWARD, NONE, MEAN = range(3)

__all__ = ["SPREADS", "BayesianUct"]

SPREADS = ("reward", "none", "mean")


class BayesianUct(DirichletPolicy):
    """Posterior mean plus a bonus by the visits and the spread."""

    def __init__(self, spread="reward", alpha=1.0, support=2, least=None, most=None):
        DirichletPolicy.__init__(self, alpha, support, least, most)
        if spread not in SPREADS:
            raise ArgumentError(f"unknown spread {spread!r}; the spreads are {', '.join(SPREADS)}")
        self.form = SPREADS.index(spread)

    def choose(self, tree, node, children, count, seat, random):
        best = unvisited(tree, children, count, random)
        if best >= 0:
            return best
        best = 0
        highest = -1e300
        log_visits = log_count(tree.visits[node])
        for i in range(count):
            child = children[i]
            self.look(tree, child)
            square = 2.0 * log_trials(tree, node, child, log_visits)
            if self.form == MEAN:
                square *= self.variance / (self.weight + 1.0)
            else:
                square /= tree.visits[child]
                if self.form == REWARD:
                    square *= self.variance
            score = self.mean + sqrt(square)
            if score > highest:
                best = i
                highest = score
        return best

"""UCT (Kocsis and Szepesvari 2006): mean reward plus a bonus for what was tried little.

    v_i + c * sqrt(ln n / n_i)

Roelofs has c = 7 for rewards up to 2, Martin c = 3; Panousis writes 2 Cp sqrt(2 ln n / n_i) with
Cp = 1/sqrt(2), which is c = 2. Children that were never tried come first, in random order.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from catanlab.search.tree_policies.base import TreePolicy, log_count, log_trials, unvisited

__all__ = ["Uct"]


class Uct(TreePolicy):
    """Mean reward plus c * sqrt(ln n / n_i)."""

    def __init__(self, c=1.0):
        TreePolicy.__init__(self)
        self.c = c

    def choose(self, tree, node, children, count, seat, random):
        best = unvisited(tree, children, count, random)
        if best >= 0:
            return best
        best = 0
        highest = -1e300
        log_visits = log_count(tree.visits[node])
        for i in range(count):
            child = children[i]
            bonus = sqrt(log_trials(tree, node, child, log_visits) / tree.visits[child])
            score = tree.values[tree.seats * child + seat] + self.c * bonus
            if score > highest:
                best = i
                highest = score
        return best

"""Progressive bias (Chaslot et al. 2008): UCT, and the prior as a bonus that fades with the visits.

    v_i + c * sqrt(ln n / n_i) + weight * prior_i / (n_i + 1)

Children that were never tried come first, those of the highest prior before the others.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from catanlab.search.tree_policies.base import TreePolicy, likeliest_unvisited, log_count, log_trials

__all__ = ["ProgressiveBias"]


class ProgressiveBias(TreePolicy):
    """UCT plus weight * prior / (n_i + 1)."""

    def __init__(self, c=1.0, weight=1.0):
        TreePolicy.__init__(self)
        self.c = c
        self.weight = weight

    def choose(self, tree, node, children, count, seat, random):
        best = likeliest_unvisited(tree, children, count, random)
        if best >= 0:
            return best
        best = 0
        highest = -1e300
        log_visits = log_count(tree.visits[node])
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            bonus = self.c * sqrt(log_trials(tree, node, child, log_visits) / visits)
            bonus += self.weight * tree.priors[child] / (visits + 1)
            score = tree.values[tree.seats * child + seat] + bonus
            if score > highest:
                best = i
                highest = score
        return best

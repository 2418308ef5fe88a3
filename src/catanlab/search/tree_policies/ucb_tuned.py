"""UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): UCB1 with a bonus that knows how much rewards vary.

    v_i + sqrt(ln n / n_i * min(1/4, V_i))
    V_i = variance of the rewards + sqrt(2 ln n / n_i)

The formula is for rewards from 0 to 1, where 1/4 is the largest variance there is; others are scaled.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import fmax, fmin, sqrt
else:
    from math import sqrt

    from catanlab.search.tree_policies.base import TreePolicy, log_count, log_trials, unvisited

    fmax, fmin = max, min

__all__ = ["UcbTuned"]


class UcbTuned(TreePolicy):
    """Mean reward plus a bonus by the visits and by the variance of the rewards."""

    def choose(self, tree, node, children, count, seat, random):
        best = unvisited(tree, children, count, random)
        if best >= 0:
            return best
        best = 0
        highest = -1e300
        log_visits = log_count(tree.visits[node])
        for i in range(count):
            child = children[i]
            value = tree.values[tree.seats * child + seat]
            mean = tree.averages[tree.seats * child + seat] if tree.has_averages else value
            ratio = log_trials(tree, node, child, log_visits) / tree.visits[child]
            variance = fmax(tree.squares[child] - mean * mean, 0.0) / (self.span * self.span)
            score = value + self.span * sqrt(ratio * fmin(0.25, variance + sqrt(2.0 * ratio)))
            if score > highest:
                best = i
                highest = score
        return best

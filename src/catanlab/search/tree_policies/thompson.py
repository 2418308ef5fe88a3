"""Thompson sampling (Thompson 1933; Tuma, chapter 5): each child draws, and the highest draw is followed.

    theta_i ~ Beta(S_i + a, F_i + b)

S_i and F_i are the wins and losses of who chose the child: its visits, shared by the mean reward, which is
scaled to [0, 1]. With posterior reshaping (Chapelle and Li 2011; Tuma, algorithm 3):

    theta_i ~ Beta((S_i + a) / phi_i, (F_i + b) / phi_i),   phi_i = sqrt(ln n / n_i)

This keeps the mean and scales the deviation by about sqrt(phi): a child with n_i < ln n is drawn from a
wider distribution, all others from a narrower one. With `floor`, phi is never below 1. Where ln n is 0, phi
is 1; and a phi above 1 is taken smaller where it would make a shape fall below 1, for the distribution
would then have its peaks at 0 and 1. Children that were never tried come first, in random order.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import fmax, fmin, sqrt
else:
    from math import sqrt

    from catanlab.search.distributions import beta
    from catanlab.search.tree_policies.base import TreePolicy, log_count, log_trials, unvisited

    fmax, fmin = max, min

__all__ = ["Thompson"]


class Thompson(TreePolicy):
    """The highest draw from the children's beta posteriors."""

    def __init__(self, reshape=False, floor=False, a=1.0, b=1.0):
        TreePolicy.__init__(self)
        for name, weight in (("a", a), ("b", b)):
            if not weight > 0:
                raise ArgumentError(f"{name} is {weight!r}; allowed is a number above 0")
        self.reshape = reshape
        self.floor = floor
        self.a = a
        self.b = b

    def choose(self, tree, node, children, count, seat, random):
        best = unvisited(tree, children, count, random)
        if best >= 0:
            return best
        best = 0
        highest = -1.0
        log_visits = log_count(tree.visits[node])
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            rate = (tree.values[tree.seats * child + seat] - self.low) / self.span
            won = visits * fmin(fmax(rate, 0.0), 1.0)
            a = won + self.a
            b = visits - won + self.b
            if self.reshape:
                phi = self.phi(log_trials(tree, node, child, log_visits), visits, fmin(a, b))
                a /= phi
                b /= phi
            draw = beta(random, a, b)
            if draw > highest:
                best = i
                highest = draw
        return best

    def phi(self, log_visits, visits, smallest):
        """Return by what the shapes are divided, the smaller of which is given."""
        phi = sqrt(log_visits / visits) if log_visits > 0.0 else 1.0
        if phi > 1.0:
            return fmax(fmin(phi, smallest), 1.0)
        return 1.0 if self.floor else phi

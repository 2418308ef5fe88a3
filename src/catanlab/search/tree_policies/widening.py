"""Progressive widening (Coulom 2007; Chaslot et al. 2008): the likeliest children, more with the visits.

    k = ceil(width_c * n ** width_a), at least 1

The k children of the highest priors may be chosen, of equal ones those that were discovered first. Among
them UCT chooses; one that was never tried comes first, the highest prior before the others.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import ceil, pow, sqrt
else:
    from math import ceil, pow, sqrt

    from catanlab.search.tree_policies.base import TreePolicy, log_count, log_trials

__all__ = ["Widening"]


class Widening(TreePolicy):
    """UCT among the k children of the highest priors."""

    def __init__(self, c=1.0, width_c=2.0, width_a=0.5):
        TreePolicy.__init__(self)
        if not width_c > 0:
            raise ArgumentError(f"width_c is {width_c!r}; allowed is a number above 0")
        if not 0 <= width_a <= 1:
            raise ArgumentError(f"width_a is {width_a!r}; allowed is a number from 0 to 1")
        self.c = c
        self.width_c = width_c
        self.width_a = width_a

    def choose(self, tree, node, children, count, seat, random):
        wide = self.wide(tree.visits[node], count)
        best = 0
        highest = -1e300
        log_visits = log_count(tree.visits[node])
        last = -1
        for _ in range(wide):
            place = self.next_likeliest(tree, children, count, last)
            last = children[place]
            visits = tree.visits[last]
            if visits == 0:
                return place
            bonus = sqrt(log_trials(tree, node, last, log_visits) / visits)
            score = tree.values[tree.seats * last + seat] + self.c * bonus
            if score > highest:
                best = place
                highest = score
        return best

    def wide(self, visits, count):
        """Return how many of so many children may be chosen."""
        wanted = ceil(self.width_c * pow(visits, self.width_a))
        if wanted >= count:
            return count
        return cython.cast(cython.int, wanted) if wanted > 1.0 else 1

    def next_likeliest(self, tree, children, count, last):
        """Return the index of the child that comes after the last one (-1: none) in order of the priors."""
        found = -1
        for i in range(count):
            child = children[i]
            prior = tree.priors[child]
            if last >= 0:
                bar = tree.priors[last]
                if prior > bar or (prior == bar and child <= last):
                    continue
            if found >= 0:
                bar = tree.priors[children[found]]
                if prior < bar or (prior == bar and child > children[found]):
                    continue
            found = i
        return found

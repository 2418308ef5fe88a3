"""Policies with an upper confidence bound: mean reward plus a bonus for children with few visits.

    uct        v_i + c * sqrt(ln n / n_i)
    ucb-tuned  v_i + sqrt(ln n / n_i * min(1/4, V_i))
    bias       v_i + c * sqrt(ln n / n_i) + weight * prior_i / (n_i + 1)
    puct       v_i + c * p_i * sqrt(n) / (1 + n_i)
    widening   uct among the k children of the highest priors

v_i is the mean reward of child i, n_i its visits, n those of the node.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import ceil, fmax, fmin, pow, sqrt
else:
    from math import ceil, pow, sqrt

    from catanlab.search.tree_policies.base import (
        TreePolicy,
        begin_choice,
        compare,
        compare_with_ties,
        likeliest_unvisited,
        log_count,
        log_trials,
        unvisited,
    )

    fmax, fmin = max, min

__all__ = ["FPU_FROM", "ProgressiveBias", "Puct", "UcbTuned", "Uct", "Widening"]

FPU_FROM = ("parent", "fixed")


class Uct(TreePolicy):
    """UCT (Kocsis and Szepesvari 2006).

        v_i + c * sqrt(ln n / n_i)

    Roelofs has c = 7 for rewards up to 2, Martin c = 3; Panousis writes 2 Cp sqrt(2 ln n / n_i) with
    Cp = 1/sqrt(2), which is c = 2. Children without visits come first, in random order.

    With `total` n counts all simulations of the tree, wherever the node is, as Martin prints it.
    """

    def __init__(self, c=1.0, total=False):
        TreePolicy.__init__(self)
        self.c = c
        self.total = total

    def choose(self, tree, node, children, count, seat, random):
        fresh = unvisited(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[0 if self.total else node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            log_n = log_visits if self.total else log_trials(tree, child, log_visits)
            bonus = sqrt(log_n / tree.visits[child])
            compare(self, i, tree.values[tree.seats * child + seat] + self.c * bonus)
        return self.best


class UcbTuned(TreePolicy):
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): the bonus depends on how much rewards vary.

        v_i + sqrt(ln n / n_i * min(1/4, V_i))
        V_i = variance of the rewards + sqrt(2 ln n / n_i)

    The formula is for rewards from 0 to 1, where 1/4 is the largest variance there is; others are scaled.
    Children without visits come first, in random order.
    """

    def choose(self, tree, node, children, count, seat, random):
        fresh = unvisited(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            value = tree.values[tree.seats * child + seat]
            mean = tree.averages[tree.seats * child + seat] if tree.has_averages else value
            ratio = log_trials(tree, child, log_visits) / tree.visits[child]
            variance = fmax(tree.squares[child] - mean * mean, 0.0) / (self.span * self.span)
            bonus = sqrt(ratio * fmin(0.25, variance + sqrt(2.0 * ratio)))
            compare(self, i, value + self.span * bonus)
        return self.best


class ProgressiveBias(TreePolicy):
    """Progressive bias (Chaslot et al. 2008): UCT, and the prior as a bonus that fades with the visits.

        v_i + c * sqrt(ln n / n_i) + weight * prior_i / (n_i + 1)

    Children without visits come first, those of the highest prior before the others.
    """

    def __init__(self, c=1.0, weight=1.0):
        TreePolicy.__init__(self)
        self.c = c
        self.weight = weight

    def choose(self, tree, node, children, count, seat, random):
        fresh = likeliest_unvisited(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            bonus = self.c * sqrt(log_trials(tree, child, log_visits) / visits)
            bonus += self.weight * tree.priors[child] / (visits + 1)
            compare(self, i, tree.values[tree.seats * child + seat] + bonus)
        return self.best


class Puct(TreePolicy):
    """PUCT (Rosin 2011; Silver et al. 2017): the bonus is in proportion to the prior.

        v_i + c * p_i * sqrt(n) / (1 + n_i)

    p_i is the prior of child i divided by the sum over the children that can be chosen now, so a prior over
    groups of moves is conditioned on which of them are legal; without priors all are equal. A child without
    visits is worth `fpu` (first-play urgency): so much less than its parent with `fpu_from=parent`, exactly
    that with `fpu_from=fixed`. Equal scores are decided at random.
    """

    def __init__(self, c=1.0, fpu=0.0, fpu_from="parent"):
        TreePolicy.__init__(self)
        if fpu_from not in FPU_FROM:
            raise ArgumentError(f"unknown fpu_from {fpu_from!r}; allowed are {' and '.join(FPU_FROM)}")
        self.c = c
        self.fpu = fpu
        self.is_fixed = fpu_from == "fixed"

    def choose(self, tree, node, children, count, seat, random):
        total = 0.0
        for i in range(count):
            total += tree.priors[children[i]]
        fresh = self.fpu
        if not self.is_fixed:
            worth = tree.values[tree.seats * node + seat]
            fresh = (worth if tree.visits[node] else self.low + 0.5 * self.span) - self.fpu
        begin_choice(self)
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            trials = tree.available[child] if tree.available[child] else tree.visits[node]
            prior = tree.priors[child] / total if total > 0.0 else 1.0 / count
            # The first choice of all goes by the priors too.
            bonus = self.c * prior * sqrt(trials if trials > 1 else 1) / (1 + visits)
            score = (tree.values[tree.seats * child + seat] if visits else fresh) + bonus
            compare_with_ties(self, i, score, random)
        return self.best


class Widening(TreePolicy):
    """Progressive widening (Coulom 2007; Chaslot et al. 2008): UCT among the likeliest children only.

        k = ceil(width_c * n ** width_a), at least 1

    The k children of the highest priors may be chosen, of equal ones those that were discovered first. A
    child without visits comes first, the highest prior before the others.
    """

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
        log_visits = log_count(tree.visits[node])
        last = -1
        begin_choice(self)
        for _ in range(wide):
            place = self.next_likeliest(tree, children, count, last)
            last = children[place]
            visits = tree.visits[last]
            if visits == 0:
                return place
            bonus = sqrt(log_trials(tree, last, log_visits) / visits)
            compare(self, place, tree.values[tree.seats * last + seat] + self.c * bonus)
        return self.best

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

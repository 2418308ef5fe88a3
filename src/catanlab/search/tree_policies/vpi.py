"""Value of perfect information (Dearden, Friedman and Russell 1998; Panousis, equations 15 to 17).

    E[q_i] + VPI_i

VPI_i is the expected gain from learning q_i, the true worth of child i: with 1 and 2 the children of
highest means, E[q_2] - q_1 where that is above 0, and for every other child q_i - E[q_1]. The distribution
of q_i is the child's Dirichlet posterior. The option `form` says how the expectation is computed:

analytic  q_i is taken as normal, of mean mu and deviation s: E[max(0, q - m)] = s phi(z) + (mu - m) Phi(z),
          z = (mu - m) / s
sampled   the mean gain of `samples` draws (Panousis: 100)

A child without visits is judged by its prior alone. Equal scores are decided at random.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import erfc, exp, sqrt
else:
    from math import erfc, exp, sqrt

    from catanlab.search.tree_policies.base import begin_choice, compare_with_ties
    from catanlab.search.tree_policies.bayes import DirichletPolicy, gamma

__all__ = ["FORMS", "Vpi", "expected_excess"]

FORMS = ("analytic", "sampled")


def excess(mean, deviation):
    """Return E[max(0, x)] of a normal variable."""
    if deviation <= 0.0:
        return mean if mean > 0.0 else 0.0
    z = mean / deviation
    density = 0.3989422804014327 * exp(-0.5 * z * z)
    return deviation * density + mean * 0.5 * erfc(-0.7071067811865476 * z)


def expected_excess(mean, deviation):
    """Return E[max(0, x)] of a normal variable.

    >>> round(expected_excess(0.0, 1.0), 6)
    0.398942
    """
    return excess(mean, deviation)


class Vpi(DirichletPolicy):
    """Posterior mean plus the value of knowing the child's true worth."""

    def __init__(self, form="analytic", samples=100, alpha=1.0, support=2, least=None, most=None):
        DirichletPolicy.__init__(self, alpha, support, least, most)
        if form not in FORMS:
            raise ArgumentError(f"unknown form {form!r}; the forms are {', '.join(FORMS)}")
        if samples < 1:
            raise ArgumentError(f"samples is {samples!r}; allowed is an integer from 1 on")
        self.is_sampled = form == "sampled"
        self.samples = samples

    def choose(self, tree, node, children, count, seat, random):
        first = -1
        best_mean = -1e300
        second_mean = -1e300
        for i in range(count):
            self.look(tree, children[i])
            if self.mean > best_mean:
                second_mean = best_mean
                best_mean = self.mean
                first = i
            elif self.mean > second_mean:
                second_mean = self.mean
        begin_choice(self)
        for i in range(count):
            self.look(tree, children[i])
            if i == first:
                gain = self.gain(tree, children[i], second_mean, -1.0, random)
            else:
                gain = self.gain(tree, children[i], best_mean, 1.0, random)
            compare_with_ties(self, i, self.mean + gain, random)
        return self.best

    def gain(self, tree, child, bar, sign, random):
        """Return the expected gain if the worth of a child is beyond the bar, above (1) or below (-1)."""
        if self.is_sampled:
            return self.sampled_gain(tree, child, bar, sign, random)
        return excess(sign * (self.mean - bar), sqrt(self.variance / (self.weight + 1.0)))

    def sampled_gain(self, tree, child, bar, sign, random):
        """Return the mean gain of draws from the child's Dirichlet posterior."""
        start = self.width * child
        top = self.support - 1
        wins = self.virtual(tree, child)
        lowest = self.lowest()
        step = self.step()
        total = 0.0
        for _ in range(self.samples):
            mass = 0.0
            moment = 0.0
            for k in range(self.support):
                weight = tree.extras[start + k] + self.alpha
                if k == top:
                    weight += wins
                share = gamma(random, weight)
                mass += share
                moment += share * k
            if mass > 0.0:
                gain = sign * (lowest + step * moment / mass - bar)
                if gain > 0.0:
                    total += gain
        return total / self.samples

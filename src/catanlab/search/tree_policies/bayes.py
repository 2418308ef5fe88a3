"""Policies with a posterior distribution of the worth of each child, and draws from such distributions.

    bayes     mu_i + sqrt(2 ln n / n_i) * sigma_i     mean and spread of a Dirichlet posterior
    thompson  theta_i ~ Beta(S_i + a, F_i + b)        a draw from a beta posterior

The normal draw is by ratio of uniforms with Leva's bounds (1992), the gamma draw by Marsaglia and Tsang
(2000), the beta draw from two gammas.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import fabs, fmax, fmin, log, pow, sqrt
else:
    from math import fabs, log, pow, sqrt

    from catanlab.search.tree_policies.base import (
        TreePolicy,
        begin_choice,
        compare,
        log_count,
        log_trials,
        unvisited,
    )

    fmax, fmin = max, min
    REWARD, EXPECTED, NONE, MEAN = range(4)

__all__ = [
    "SPREADS",
    "BayesianUct",
    "DirichletPolicy",
    "Thompson",
    "draw_beta",
    "draw_gamma",
    "draw_normal",
]

SPREADS = ("reward", "expected", "none", "mean")


class DirichletPolicy(TreePolicy):
    """A tree policy that keeps a Dirichlet distribution over the possible rewards of every node.

    The rewards are `support` equally spaced values from `least` to `most`, by default the bounds of the
    rewards. Each value has the prior weight `alpha`, and one more for each time it was the reward
    (Panousis, section 2.8.2.2.1). A reward between two values counts for both, so that the mean stays
    right. Virtual wins count for the greatest value.
    """

    def __init__(self, alpha=1.0, support=2, least=None, most=None):
        TreePolicy.__init__(self)
        if not alpha > 0:
            raise ArgumentError(f"alpha is {alpha!r}; allowed is a number above 0")
        if not 2 <= support <= 1000:
            raise ArgumentError(f"support is {support!r}; allowed is an integer from 2 to 1000")
        if least is not None and most is not None and not least < most:
            raise ArgumentError(f"the rewards from {least!r} to {most!r} are none")
        self.alpha = alpha
        self.support = support
        self.width = support
        self.updates = True
        self.keeps_rewards = True
        self.has_least = least is not None
        self.has_most = most is not None
        self.least = least if least is not None else 0.0
        self.most = most if most is not None else 0.0
        self.mean = 0.0
        self.variance = 0.0
        self.weight = 0.0

    def bound(self, low, span):
        """Set the bounds of the rewards; raises ArgumentError if none is left from `least` to `most`."""
        TreePolicy.bound(self, low, span)
        if not self.step() > 0.0:
            most = self.lowest() + self.step() * (self.support - 1)
            raise ArgumentError(f"the rewards from {self.lowest():g} to {most:g} are none")

    def lowest(self):
        """Return the least value of the support."""
        return self.least if self.has_least else self.low

    def step(self):
        """Return how far the values of the support are apart."""
        high = self.most if self.has_most else self.low + self.span
        return (high - self.lowest()) / (self.support - 1)

    def update(self, tree, node, reward):
        place = (reward - self.lowest()) / self.step()
        top = self.support - 1
        if not place > 0.0:  # this includes NaN
            place = 0.0
        elif place > top:
            place = top
        k = cython.cast(cython.int, place)
        start = self.width * node
        part = place - k
        tree.extras[start + k] += 1.0 - part
        if part > 0.0:
            tree.extras[start + k + 1] += part
        return 0

    def virtual(self, tree, node):
        """Return how many visits of a node are virtual wins."""
        seen = 0.0
        for k in range(self.support):
            seen += tree.extras[self.width * node + k]
        return tree.visits[node] - seen

    def look(self, tree, node):
        """Compute mean and variance of the next reward at a node, and the weight of what is known."""
        start = self.width * node
        seen = 0.0
        total = 0.0
        squares = 0.0
        for k in range(self.support):
            count = tree.extras[start + k]
            seen += count
            total += k * (count + self.alpha)
            squares += k * k * (count + self.alpha)
        top = self.support - 1
        wins = tree.visits[node] - seen
        total += wins * top
        squares += wins * top * top
        self.weight = tree.visits[node] + self.alpha * self.support
        place = total / self.weight
        step = self.step()
        self.mean = self.lowest() + step * place
        self.variance = step * step * (squares / self.weight - place * place)
        if self.variance < 0.0:
            self.variance = 0.0


class BayesianUct(DirichletPolicy):
    """Bayesian UCT (Tesauro, Rajan and Segal 2010; Panousis, equations 3, 4 and 14).

        mu_i + sqrt(2 ln n / n_i) * sigma_i

    mu_i is the mean of the child's Dirichlet posterior. The option `spread` says what sigma_i is:

    reward    how much a single reward varies
    expected  how uncertain mu_i is, the deviation of the posterior over the expected reward; the formula as
              Panousis prints and explains it (equations 4 and 14)
    none      1 (Bayes-UCT1, equation 3)
    mean      as expected; since this falls with the visits by itself, the formula then has no n_i

    Children without visits come first, in random order.
    """

    def __init__(self, spread="reward", alpha=1.0, support=2, least=None, most=None):
        DirichletPolicy.__init__(self, alpha, support, least, most)
        if spread not in SPREADS:
            raise ArgumentError(f"unknown spread {spread!r}; the spreads are {', '.join(SPREADS)}")
        self.form = SPREADS.index(spread)

    def choose(self, tree, node, children, count, seat, random):
        fresh = unvisited(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            self.look(tree, child)
            square = 2.0 * log_trials(tree, child, log_visits)
            if self.form != MEAN:
                square /= tree.visits[child]
            if self.form == REWARD:
                square *= self.variance
            elif self.form != NONE:
                square *= self.variance / (self.weight + 1.0)
            compare(self, i, self.mean + sqrt(square))
        return self.best


class Thompson(TreePolicy):
    """Thompson sampling (Thompson 1933; Tuma, chapter 5): the highest draw is followed.

        theta_i ~ Beta(S_i + a, F_i + b)

    S_i and F_i are the wins and losses of the seat that chose the child: its visits, split by the mean
    reward, which is scaled to [0, 1]. With posterior reshaping (Chapelle and Li 2011; Tuma, algorithm 3):

        theta_i ~ Beta((S_i + a) / phi_i, (F_i + b) / phi_i),   phi_i = sqrt(ln n / n_i)

    This keeps the mean and scales the deviation by about sqrt(phi): a child with n_i < ln n is drawn from a
    wider distribution, all others from a narrower one. With `floor`, phi is never below 1. Where ln n is 0,
    phi is 1; and a phi above 1 is reduced where it would make a shape fall below 1, since the distribution
    would then have its peaks at 0 and 1. Children without visits come first, in random order.
    """

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
        fresh = unvisited(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            rate = (tree.values[tree.seats * child + seat] - self.low) / self.span
            won = visits * fmin(fmax(rate, 0.0), 1.0)
            a = won + self.a
            b = visits - won + self.b
            if self.reshape:
                phi = self.phi(log_trials(tree, child, log_visits), visits, fmin(a, b))
                a /= phi
                b /= phi
            compare(self, i, beta(random, a, b))
        return self.best

    def phi(self, log_visits, visits, smallest):
        """Return the divisor of the shapes; `smallest` is the smaller of them."""
        phi = sqrt(log_visits / visits) if log_visits > 0.0 else 1.0
        if phi > 1.0:
            return fmax(fmin(phi, smallest), 1.0)
        return 1.0 if self.floor else phi


def normal(random):
    """Return a draw from the standard normal distribution."""
    while True:
        u = 1.0 - random.uniform()
        v = 1.7156 * (random.uniform() - 0.5)
        x = u - 0.449871
        y = fabs(v) + 0.386595
        bound = x * x + y * (0.196 * y - 0.25472 * x)
        if bound < 0.27597 or (bound <= 0.27846 and v * v <= -4.0 * log(u) * u * u):
            return v / u


def gamma(random, shape):
    """Return a draw from the gamma distribution of a positive shape, with scale 1."""
    if shape < 1.0:
        # Gamma(a) = Gamma(a + 1) * U ** (1 / a)
        return gamma(random, shape + 1.0) * pow(1.0 - random.uniform(), 1.0 / shape)
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = normal(random)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = 1.0 - random.uniform()
        square = x * x
        if u < 1.0 - 0.0331 * square * square:
            return d * v
        if log(u) < 0.5 * square + d * (1.0 - v + log(v)):
            return d * v


def beta(random, a, b):
    """Return a draw from the beta distribution of two positive shapes."""
    x = gamma(random, a)
    y = gamma(random, b)
    if x + y > 0.0:
        return x / (x + y)
    # The shapes are so small that both draws vanish: only the ends of the distribution are left.
    return 1.0 if random.uniform() * (a + b) < a else 0.0


def draw_normal(random):
    """Return a draw from the standard normal distribution.

    >>> from catanlab.framework.random import Random
    >>> draw_normal(Random(1)) == draw_normal(Random(1))
    True
    """
    return normal(random)


def draw_gamma(random, shape):
    """Return a draw from the gamma distribution with scale 1; raises ArgumentError unless shape > 0."""
    return gamma(random, checked("shape", shape))


def draw_beta(random, a, b):
    """Return a draw from the beta distribution; raises ArgumentError unless both shapes are above 0."""
    return beta(random, checked("a", a), checked("b", b))


@cython.cfunc
def checked(name, shape) -> cython.double:
    if not 0.0 < shape < 1e300:
        raise ArgumentError(f"{name} is {shape!r}; allowed is a number above 0")
    return shape

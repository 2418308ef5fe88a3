"""A Dirichlet distribution over the possible rewards of every node, for policies that need one.

The rewards are `support` equally spaced values from `least` to `most`, which are the bounds of the rewards
unless given. Each value has the weight `alpha` beforehand, and one more for each time it was the reward
(Panousis, section 2.8.2.2.1). A reward between two values counts for both, so that the mean stays right.
Visits without a simulation, which are virtual wins, count for the greatest value.
"""

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["DirichletPolicy"]


class DirichletPolicy(TreePolicy):
    """A tree policy that knows how often a node brought which reward."""

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
        self.has_least = least is not None
        self.has_most = most is not None
        self.least = least if least is not None else 0.0
        self.most = most if most is not None else 0.0
        self.mean = 0.0
        self.variance = 0.0
        self.weight = 0.0

    def bound(self, low, span):
        """Take in what the rewards are; raises ArgumentError if none is left from `least` to `most`."""
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
        if not place > 0.0:  # so is what is not a number
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
        """Return how many visits of a node were not simulations."""
        seen = 0.0
        for k in range(self.support):
            seen += tree.extras[self.width * node + k]
        return tree.visits[node] - seen

    def look(self, tree, node):
        """Work out mean and variance of the next reward at a node, and the weight of what is known."""
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

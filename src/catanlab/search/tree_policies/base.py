"""The base class of tree policies, the functions they share, and the adapter for policies in plain Python.

A policy in plain Python is any object with `choose(children, parent, random)`, which returns the index of a
child. If it has `update(child, reward)`, that is called for every node that a simulation went through, with
the reward of the seat that chose the node. Each call takes the GIL.
"""

from inspect import signature
from operator import index

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import log
else:
    from math import log

    from catanlab.search.tree import NOBODY

    # What base.pxd has inline.

    def begin_choice(policy):
        """Forget the best child of the last choice."""
        policy.best, policy.ties, policy.highest = 0, 0, -1e300

    def compare(policy, place, score):
        """Keep the child if it is better than the best so far; of equals the first stays."""
        if score > policy.highest:
            policy.best, policy.highest = place, score

    def compare_with_ties(policy, place, score, random):
        """Keep the child if it is better than the best so far; of equals a random one stays."""
        if score > policy.highest:
            policy.best, policy.highest, policy.ties = place, score, 1
        elif score == policy.highest:
            policy.ties += 1
            if random.pick(policy.ties) == 0:
                policy.best = place

    def log_trials(tree, child, log_visits):
        """Return ln n for a child: n counts how often it could be chosen, or the visits of its parent."""
        return log_count(tree.available[child]) if tree.available[child] else log_visits


__all__ = ["Branch", "PlainTreePolicy", "TreePolicy"]


class TreePolicy:
    """Chooses among the children of a node, for any seat; only `choose` must be written.

    `tree.visits[child]` counts the simulations through a child; `tree.values[tree.seats * child + seat]` is
    their mean reward for a seat; `tree.priors[child]` is the prior weight of its move. A policy that needs
    more keeps `width` numbers per node, from `tree.extras[width * child]` on, zero at first.
    """

    def __init__(self):
        self.width = 0
        self.updates = False
        self.learns = False
        self.keeps_rewards = False
        self.low = 0.0
        self.span = 1.0

    def bound(self, low, span):
        """Set the bounds of the rewards, `low` and `low + span`; called before the first choice."""
        self.low = low
        self.span = span

    def choose(self, tree, node, children, count, seat, random):
        """Return which of the `count` children the seat follows: its index in the list."""
        with cython.gil:
            raise NotImplementedError("choose")

    def update(self, tree, node, reward):
        """Learn the reward of the seat that chose the node; called after the tree's own update."""
        return 0

    def learn(self, tree, path, length, trace, rewards):
        """Learn from a whole simulation: its nodes, and the moves of the playout after them."""
        return 0


def unvisited(tree, children, count, random):
    """Return the index of a random child without visits, or -1."""
    fresh = 0
    for i in range(count):
        if tree.visits[children[i]] == 0:
            fresh += 1
    if not fresh:
        return -1
    chosen = random.pick(fresh) if fresh > 1 else 0
    for i in range(count):
        if tree.visits[children[i]] == 0:
            if chosen == 0:
                return i
            chosen -= 1
    return -1


def likeliest_unvisited(tree, children, count, random):
    """Return the index of the child with the highest prior among those without visits, or -1."""
    best = -1
    ties = 0
    for i in range(count):
        child = children[i]
        if tree.visits[child]:
            continue
        if best < 0 or tree.priors[child] > tree.priors[children[best]]:
            best = i
            ties = 1
        elif tree.priors[child] == tree.priors[children[best]]:
            ties += 1
            if random.pick(ties) == 0:
                best = i
    return best


def log_count(count):
    """Return the natural logarithm of a count, 0 for none."""
    return log(count) if count > 1 else 0.0


class Branch:
    """A node as a policy in plain Python sees it, for the seat that chooses.

    node       its number in the tree
    move       the move that leads to it
    visits     simulations through it, and virtual ones
    value      their mean reward
    spread     standard deviation of the rewards; of children only
    prior      the prior weight of its move
    available  how often it could have been chosen, where that varies; else 0
    """

    def __repr__(self):
        return f"<branch {self.node}: visits {self.visits}, value {self.value:.3f}>"


class PlainTreePolicy(TreePolicy):
    """Asks an object of plain Python."""

    def __init__(self, plain):
        TreePolicy.__init__(self)
        if not callable(getattr(plain, "choose", None)):
            raise ArgumentError(f"{type(plain).__name__} has no method choose(children, parent, random)")
        check_call(plain, "choose", "children", "parent", "random")
        self.plain = plain
        self.updates = callable(getattr(plain, "update", None))
        if self.updates:
            check_call(plain, "update", "child", "reward")

    def choose(self, tree, node, children, count, seat, random):
        with cython.gil:
            return self.ask(tree, node, children, count, seat, random)

    def ask(self, tree, node, children, count, seat, random):
        branches = [branch(tree, children[i], seat) for i in range(count)]
        answer = self.plain.choose(branches, branch(tree, node, seat), random)
        try:
            place = -1 if isinstance(answer, bool) else index(answer)
        except TypeError:
            place = -1
        if not 0 <= place < count:
            raise ArgumentError(
                f"{type(self.plain).__name__}.choose answered {answer!r}; "
                f"allowed is the index of a child, an integer from 0 to {count - 1}"
            )
        return place

    def update(self, tree, node, reward):
        with cython.gil:
            self.plain.update(branch(tree, node, tree.choosers[node]), reward)
        return 0


def check_call(plain, method, *arguments):
    """Raise ArgumentError unless the method of a plain policy takes these arguments, by their places."""
    try:
        known = signature(getattr(plain, method))
    except (TypeError, ValueError):  # a compiled method need not say what it takes
        return
    try:
        known.bind(*arguments)
    except TypeError as error:
        raise ArgumentError(
            f"{type(plain).__name__}.{method}{known} cannot be called as {method}({', '.join(arguments)}), "
            f"which a search does: {error}"
        ) from None


def branch(tree, node, seat):
    """Return a node as a policy in plain Python sees it, for a seat."""
    made = Branch()
    made.node = node
    made.move = tree.moves[node]
    made.visits = tree.visits[node]
    made.value = tree.values[tree.seats * node + seat]
    made.spread = 0.0
    if tree.choosers[node] != NOBODY:
        mean = tree.averages[tree.seats * node + seat] if tree.has_averages else made.value
        made.spread = max(tree.squares[node] - mean * mean, 0.0) ** 0.5
    made.prior = tree.priors[node]
    made.available = tree.available[node]
    return made

"""What a tree policy is, and what several of them need."""

import cython

if cython.compiled:
    from cython.cimports.libc.math import log
else:
    from math import log

    def log_trials(tree, node, child, log_visits):
        return log_count(tree.available[child]) if tree.available[child] else log_visits


__all__ = ["TreePolicy"]


class TreePolicy:
    """How seats choose in the tree; only `choose` must be written.

    `tree.visits[child]` counts the simulations through a child; `tree.values[tree.seats * child + seat]` is
    their mean reward for a seat; `tree.priors[child]` is what was thought of it beforehand. A policy that
    needs more keeps `width` numbers per node, from `tree.extras[width * child]` on, zero at first.
    """

    def __init__(self):
        self.width = 0
        self.updates = False
        self.learns = False
        self.low = 0.0
        self.span = 1.0

    def bound(self, low, span):
        """Take in that rewards lie from `low` to `low + span`; called before the first choice."""
        self.low = low
        self.span = span

    def choose(self, tree, node, children, count, seat, random):
        """Return which of the `count` children the seat follows: its index in the list."""
        with cython.gil:
            raise NotImplementedError("choose")

    def update(self, tree, node, reward):
        """Take in what the seat that chose the node got; called after the tree's own update."""
        return 0

    def learn(self, tree, path, length, trace, rewards):
        """Take in a whole simulation: its nodes, and what was chosen in the playout after them."""
        return 0


def unvisited(tree, children, count, random):
    """Return the index of a random child that no simulation went through, or -1."""
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
    """Return the index of the child with the highest prior that no simulation went through, or -1."""
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

"""Tree policies written in plain Python, and the adapter that lets the search ask them.

Such a policy is any object with `choose(children, parent, random)`, which returns the index of a child.
If it has `update(child, reward)`, that is called for every node a simulation went through, with what the
seat that chose it got. Each call takes the GIL.
"""

from operator import index

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.search.tree import NOBODY
    from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["Branch", "PlainTreePolicy"]


class Branch:
    """What a plain policy is told of a node, for the seat that chooses.

    node       its number in the tree
    move       what leads to it
    visits     simulations through it, and virtual ones
    value      their mean reward
    spread     standard deviation of the rewards; of children only
    prior      what was thought of it beforehand
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
        self.plain = plain
        self.updates = callable(getattr(plain, "update", None))

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


def branch(tree, node, seat):
    """Return what is known of a node, for a seat."""
    told = Branch()
    told.node = node
    told.move = tree.moves[node]
    told.visits = tree.visits[node]
    told.value = tree.values[tree.seats * node + seat]
    told.spread = 0.0
    if tree.choosers[node] != NOBODY:
        mean = tree.averages[tree.seats * node + seat] if tree.has_averages else told.value
        told.spread = max(tree.squares[node] - mean * mean, 0.0) ** 0.5
    told.prior = tree.priors[node]
    told.available = tree.available[node]
    return told

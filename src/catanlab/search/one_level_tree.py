"""A tree of one level: a bandit for tree policies, and a place to try one on numbers set by hand."""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.playout.games import Trace
    from catanlab.search.backup import Backup
    from catanlab.search.tree import DECISION, INNER, Tree

__all__ = ["OneLevelTree"]


class OneLevelTree:
    """Arms from which a tree policy chooses for one seat.

    >>> from catanlab import Random
    >>> from catanlab.search import make_tree_policy
    >>> tree = OneLevelTree(make_tree_policy("uct", c=1.0), arms=2)
    >>> tree.reward(0, 1.0)
    >>> tree.reward(1, 0.0)
    >>> tree.choose(Random(1))
    0

    Rewards lie from `low` to `low + span`.
    """

    def __init__(self, policy, arms, *, seats=1, seat=0, low=0.0, span=1.0):
        self.arms = whole_number("arms", arms, 1, 1_000_000)
        self.seat = whole_number("seat", seat, 0, seats - 1)
        policy.bound(low, span)
        self.policy = policy
        self.tree = Tree(seats, policy.width)
        self.backup = Backup(policy, high=low + span)
        self.path = MoveBuffer()
        self.path.items[0] = 0
        self.weights = ValueBuffer(2)
        self.weights.items[0] = self.weights.items[1] = 1.0
        self.gains = ValueBuffer(seats)
        self.trace = Trace()
        self.win_rates = ValueBuffer(arms)
        if cython.compiled:
            self.offered = cython.cast(cython.p_int, malloc(self.arms * 4))
            if self.offered == cython.NULL:
                raise MemoryError
        else:
            self.offered = [0] * self.arms
        self.tree.movers[0] = self.seat
        self.tree.stages[0] = INNER
        for arm in range(self.arms):
            self.tree.add(0, arm, self.seat, DECISION)

    def __dealloc__(self):
        if cython.compiled:
            free(self.offered)

    def set(
        self,
        arm,
        *,
        visits=None,
        value=None,
        square=None,
        prior=None,
        available=None,
        extras=None,
    ):
        """Set the facts of an arm, or of the root if the arm is None; those that are not given stay."""
        tree: Tree = self.tree
        node: cython.int = 0 if arm is None else 1 + whole_number("arm", arm, 0, self.arms - 1)
        if visits is not None:
            tree.visits[node] = visits
        if value is not None:
            tree.values[tree.seats * node + self.seat] = value
        if square is not None:
            tree.squares[node] = square
        if prior is not None:
            tree.priors[node] = prior
        if available is not None:
            tree.available[node] = available
        if extras is not None:
            if len(extras) != tree.width:
                raise ArgumentError(f"there are {len(extras)} extras; the policy keeps {tree.width}")
            for i in range(tree.width):
                tree.extras[tree.width * node + i] = extras[i]

    def facts(self, arm):
        """Return the facts of an arm, or of the root if it is None, as a dictionary."""
        return self.tree.facts(0 if arm is None else 1 + whole_number("arm", arm, 0, self.arms - 1))

    def choose(self, random, among=None):
        """Return the arm that the policy chooses, from all or from those in a list."""
        offered = range(self.arms) if among is None else among
        count: cython.int = len(offered)
        if not 1 <= count <= self.arms:
            raise ArgumentError(f"there are {count} arms to choose from; allowed are 1 to {self.arms}")
        for i in range(count):
            self.offered[i] = 1 + whole_number("arm", offered[i], 0, self.arms - 1)
        place = self.policy.choose(self.tree, 0, self.offered, count, self.seat, random)
        return offered[place]

    def reward(self, arm, value):
        """Give the tree and the policy the reward of a pulled arm, as a simulation does."""
        self.pay(self.tree, 1 + whole_number("arm", arm, 0, self.arms - 1), value)

    def run(self, win_rates, pulls, random):
        """Let the policy pull so many times, without the GIL; an arm pays 1 at its win rate, else 0."""
        if len(win_rates) != self.arms:
            raise ArgumentError(f"there are {len(win_rates)} win rates for {self.arms} arms")
        for arm in range(self.arms):
            self.win_rates.items[arm] = win_rates[arm]
        source: Random = random
        count: cython.longlong = pulls
        with cython.nogil:
            self.pull(count, source)

    def pull(self, pulls, random):
        for arm in range(self.arms):
            self.offered[arm] = 1 + arm
        for _ in range(pulls):
            arm = self.policy.choose(self.tree, 0, self.offered, self.arms, self.seat, random)
            self.pay(self.tree, 1 + arm, 1.0 if random.uniform() < self.win_rates.items[arm] else 0.0)
        return 0

    def pay(self, tree, node, value):
        """Back up the reward of the seat, from the node of an arm to the root."""
        for seat in range(tree.seats):
            self.gains.items[seat] = 0.0
        self.gains.items[self.seat] = value
        self.path.items[1] = node
        return self.backup.back_up(tree, self.path, self.weights, 2, self.gains, self.trace)

    @property
    def visits(self):
        """How often each arm was pulled."""
        return [self.tree.facts(1 + arm)["visits"] for arm in range(self.arms)]

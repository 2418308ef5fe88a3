"""MC-RAVE and UCT-RAVE (Gelly and Silver 2011): a move that is made later in a simulation counts as well.

    (1 - beta_i) * v_i + beta_i * w_i                          MC-RAVE
    (1 - beta_i) * v_i + beta_i * w_i + c * sqrt(ln n / n_i)   UCT-RAVE

w_i is the all-moves-as-first value of child i: the mean reward over the m_i simulations through its parent
in which the seat that chooses there made the move then or at any later time, in the tree or in the playout.
The option `schedule` says how its weight falls:

hand  beta_i = sqrt(k / (3 n_i + k)), with k the visits at which both values weigh the same
mse   beta_i = m_i / (n_i + m_i + 4 n_i m_i bias^2), which has the least squared error if w_i is off by
      `bias` (for rewards that are 0 or 1, equally likely)

A child of which neither is known comes first. With c = 0 one that only has w_i goes by that; with c > 0
every child is tried once.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.libc.stdlib import calloc, free
else:
    from math import sqrt

    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.playout.games import SEAT_SHIFT
    from catanlab.search.tree import GROUP_NODE
    from catanlab.search.tree_policies.base import (
        TreePolicy,
        begin_choice,
        compare_with_ties,
        log_count,
        log_trials,
        unvisited,
    )

    COUNT, MEAN = range(2)
    MULTIPLIER = 0x9E3779B97F4A7C15

__all__ = ["SCHEDULES", "Rave"]

SCHEDULES = ("hand", "mse")


class Rave(TreePolicy):
    """A blend of mean reward and all-moves-as-first value, and for c > 0 the bonus of UCT."""

    def __init__(self, k=1000.0, schedule="hand", bias=0.1, c=0.0):
        TreePolicy.__init__(self)
        if not k > 0:
            raise ArgumentError(f"k is {k!r}; allowed is a number above 0")
        if schedule not in SCHEDULES:
            raise ArgumentError(
                f"unknown schedule {schedule!r}; the schedules are {' and '.join(SCHEDULES)}"
            )
        self.width = 2
        self.learns = True
        self.k = k
        self.by_error = schedule == "mse"
        self.bias = bias
        self.c = c
        self.made = MoveSet()

    def choose(self, tree, node, children, count, seat, random):
        fresh = self.unknown(tree, children, count, random)
        if fresh >= 0:
            return fresh
        log_visits = log_count(tree.visits[node])
        begin_choice(self)
        for i in range(count):
            child = children[i]
            visits = tree.visits[child]
            beta = self.beta(visits, tree.extras[2 * child + COUNT])
            score = beta * tree.extras[2 * child + MEAN]
            score += (1.0 - beta) * tree.values[tree.seats * child + seat]
            if self.c > 0.0:
                score += self.c * sqrt(log_trials(tree, child, log_visits) / visits)
            compare_with_ties(self, i, score, random)
        return self.best

    def unknown(self, tree, children, count, random):
        """Return the index of a random child that has to be tried first, or -1."""
        if self.c > 0.0:
            return unvisited(tree, children, count, random)
        found = -1
        fresh = 0
        for i in range(count):
            if tree.visits[children[i]] == 0 and tree.extras[2 * children[i] + COUNT] == 0.0:
                fresh += 1
                if random.pick(fresh) == 0:
                    found = i
        return found

    def beta(self, visits, count):
        """Return the weight of the all-moves-as-first value, for so many visits and such simulations."""
        if count == 0.0:
            return 0.0
        if visits == 0:
            return 1.0
        if self.by_error:
            return count / (visits + count + 4.0 * visits * count * self.bias * self.bias)
        return sqrt(self.k / (3.0 * visits + self.k))

    def learn(self, tree, path, length, trace, rewards):
        self.made.clear()
        one: cython.longlong = 1
        by_group = False
        for i in range(length):
            if tree.kinds[path.items[i]] == GROUP_NODE:
                by_group = True
        for i in range(trace.length):
            made = trace.moves.items[i]
            self.made.add(made)
            if by_group:
                move = made & ((one << SEAT_SHIFT) - 1)
                self.made.add(
                    ~(((made >> SEAT_SHIFT) << SEAT_SHIFT) | (tree.group_of(move) << GROUP_SHIFT))
                )
        for step in range(length):
            # Backwards: the moves made so far are those chosen below the node.
            node = cython.cast(cython.int, path.items[length - 1 - step])
            self.credit(tree, node, rewards)
            if tree.choosers[node] >= 0:
                self.made.add(self.key(tree, node))
        return 0

    def credit(self, tree, node, rewards):
        """Credit the children of a node whose moves were made with the rewards."""
        start = tree.starts[node]
        for i in range(tree.sizes[node]):
            child = tree.links[start + i]
            if tree.choosers[child] >= 0 and self.made.has(self.key(tree, child)):
                count = tree.extras[2 * child + COUNT] + 1.0
                mean = tree.extras[2 * child + MEAN]
                tree.extras[2 * child + COUNT] = count
                tree.extras[2 * child + MEAN] = mean + (rewards.items[tree.choosers[child]] - mean) / count
        return 0

    def key(self, tree, node):
        """Return the chooser and the move of a node as one number, below 0 for a group of moves."""
        key = (cython.cast(cython.longlong, tree.choosers[node]) << SEAT_SHIFT) | tree.moves[node]
        return ~key if tree.kinds[node] == GROUP_NODE else key


class MoveSet:
    """A growing set of 64-bit numbers in an open table; each entry bears the number of its filling.

    So `clear` costs nothing: it counts the fillings up.
    """

    def __init__(self):
        if cython.compiled:
            self.build(10)
        else:
            self.members = set()

    def __dealloc__(self):
        if cython.compiled:
            free(self.keys)
            free(self.stamps)

    def clear(self):
        """Forget all members."""
        if not cython.compiled:
            self.members.clear()
            return
        self.size = 0
        self.stamp += 1

    def add(self, key):
        """Make a number a member."""
        if not cython.compiled:
            self.members.add(key)
            return 0
        place = self.place(key)
        if self.stamps[place] != self.stamp:
            if 2 * self.size >= (1 << self.bits):
                self.grow()
                place = self.place(key)
            self.keys[place] = key
            self.stamps[place] = self.stamp
            self.size += 1
        return 0

    def has(self, key):
        """Say whether a number is a member."""
        if not cython.compiled:
            return key in self.members
        return self.stamps[self.place(key)] == self.stamp

    def place(self, key):
        """Return where a number is, or the free place where it belongs."""
        mask: cython.uint = (1 << self.bits) - 1
        mixed: cython.ulonglong = cython.cast(cython.ulonglong, key) * MULTIPLIER
        place: cython.uint = cython.cast(cython.uint, mixed >> (64 - self.bits))
        while self.stamps[place] == self.stamp and self.keys[place] != key:
            place = (place + 1) & mask
        return place

    def build(self, bits):
        """Make an empty table of 2**bits places."""
        self.keys = cython.cast(cython.p_longlong, calloc(1 << bits, 8))
        self.stamps = cython.cast(cython.p_ulonglong, calloc(1 << bits, 8))
        if self.keys == cython.NULL or self.stamps == cython.NULL:
            with cython.gil:
                raise MemoryError
        self.bits = bits
        self.size = 0
        self.stamp = 1
        return 0

    def grow(self):
        """Double the table; the members stay."""
        keys = self.keys
        stamps = self.stamps
        stamp = self.stamp
        room = 1 << self.bits
        self.build(self.bits + 1)
        for i in range(room):
            if stamps[i] == stamp:
                self.add(keys[i])
        free(keys)
        free(stamps)
        return 0

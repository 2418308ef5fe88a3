"""Backup: the way up, on which a simulation tells the nodes it went through what came of it.

`average` makes a node worth the mean of its simulations, `max` what its best child is worth to who chooses
there, `mix` a blend of the two. A chance node is worth its expectation, where that is asked for. A mixed
node is worth the mean of its simulations: what is hidden decides whether chance, a seat or the end comes
next, or it is a chance node for whose outcomes a full tree has no room.
"""

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.search.tree import (
        CHANCE_NODE,
        DECISION,
        DRAWN_NODE,
        GROUP_NODE,
        LEAF,
        MIXED_NODE,
        NEW,
        NOBODY,
    )

    AVERAGE, BEST, BLEND = range(3)

__all__ = ["BACKUPS", "Backup"]

BACKUPS = ("average", "max", "mix")


class Backup:
    """Writes the results of simulations into a tree, and tells the tree policy.

    `blend` is the part of the best child in `mix`; `high` is what a virtual win is worth.
    """

    def __init__(self, tree_policy, *, kind="average", blend=0.5, expects=False, high=1.0):
        if kind not in BACKUPS:
            raise ArgumentError(f"unknown backup {kind!r}; the backups are {', '.join(BACKUPS)}")
        self.tree_policy = tree_policy
        self.kind = BACKUPS.index(kind)
        self.keeps_averages = self.kind != AVERAGE
        self.blend = 1.0 if self.kind == BEST else blend
        self.expects = expects
        self.high = high

    def back_up(self, tree, path, weights, length, gains, trace):
        """Tell the nodes of the path, from the last to the root, what each seat gained.

        What a node takes in is the gain times its weight.
        """
        seats = tree.seats
        for step in range(length):
            i = length - 1 - step
            node = cython.cast(cython.int, path.items[i])
            visits = tree.visits[node] + 1
            tree.visits[node] = visits
            if tree.stages[node] == NEW:
                tree.stages[node] = LEAF
            weight = weights.items[i]
            share = 1.0 / visits
            if tree.has_averages:
                for seat in range(seats):
                    value = tree.averages[seats * node + seat]
                    tree.averages[seats * node + seat] = (
                        value + (gains.items[seat] * weight - value) * share
                    )
            is_chance: cython.bint = tree.kinds[node] == CHANCE_NODE or tree.kinds[node] == DRAWN_NODE
            if is_chance and (step == 0 or tree.choosers[path.items[i + 1]] != NOBODY):
                tree.kinds[node] = MIXED_NODE
                is_chance = False
            if is_chance and self.expects:
                self.take_expectation(tree, node)
            elif self.kind == AVERAGE:
                for seat in range(seats):
                    value = tree.values[seats * node + seat]
                    tree.values[seats * node + seat] = value + (gains.items[seat] * weight - value) * share
            else:
                self.take_best(tree, node)
            chooser = tree.choosers[node]
            if chooser >= 0:
                reward = gains.items[chooser] * weight
                square = tree.squares[node]
                tree.squares[node] = square + (reward * reward - square) * share
                if self.tree_policy.updates:
                    self.tree_policy.update(tree, node, reward)
        if self.tree_policy.learns:
            self.tree_policy.learn(tree, path, length, trace, gains)
        return 0

    def take_best(self, tree, node):
        """Make a node worth what its best child is to who chooses there, or a blend with its mean.

        Virtual wins of the node itself count as what they are.
        """
        seats = tree.seats
        best = -1
        if (tree.kinds[node] == DECISION or tree.kinds[node] == GROUP_NODE) and tree.movers[node] >= 0:
            mover = tree.movers[node]
            for i in range(tree.sizes[node]):
                child = tree.links[tree.starts[node] + i]
                if tree.stages[child] == NEW:
                    continue
                if best < 0 or tree.values[seats * child + mover] > tree.values[seats * best + mover]:
                    best = child
        virtual = 1.0 * tree.virtual[node] / tree.visits[node]
        for seat in range(seats):
            mean = tree.averages[seats * node + seat]
            if best >= 0:
                worth = (1.0 - virtual) * tree.values[seats * best + seat]
                if seat == tree.choosers[node]:
                    worth += virtual * self.high
                mean += self.blend * (worth - mean)
            tree.values[seats * node + seat] = mean

    def take_expectation(self, tree, node):
        """Make a chance node worth the expectation over the outcomes that have come up.

        They weigh by their chances, or by how often they came up where these differ with what is hidden.
        Virtual wins of the node itself count as what they are.
        """
        seats = tree.seats
        total = 0.0
        for seat in range(seats):
            tree.values[seats * node + seat] = 0.0
        for i in range(tree.sizes[node]):
            child = tree.links[tree.starts[node] + i]
            if tree.stages[child] == NEW:
                continue
            weight = tree.priors[child] if tree.kinds[node] == CHANCE_NODE else 1.0 * tree.visits[child]
            total += weight
            for seat in range(seats):
                tree.values[seats * node + seat] += weight * tree.values[seats * child + seat]
        virtual = 1.0 * tree.virtual[node] / tree.visits[node]
        for seat in range(seats):
            if total > 0.0:
                tree.values[seats * node + seat] *= (1.0 - virtual) / total
            if seat == tree.choosers[node]:
                tree.values[seats * node + seat] += virtual * self.high

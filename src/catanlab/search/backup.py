"""The end of a simulation: the playout from a leaf, the rewards of the seats, the way back up the tree."""

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import OVER
    from catanlab.playout.evaluations import Leader
    from catanlab.playout.games import Trace, playout
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

    WIN, POINTS, MIXED, SIGNED = range(4)
    AVERAGE, BEST, BLEND = range(3)

__all__ = ["BACKUPS", "REWARDS", "Backup", "Ending", "Rewards"]

REWARDS = ("win", "points", "mixed", "signed")
BACKUPS = ("average", "max", "mix")


class Rewards:
    """Turns the last position of a simulation into a reward for each seat.

    win     the seat's share of the win
    points  its points / scale, at most 1 (Panousis: VP/10)
    mixed   X * win + Y * points / the most points of any seat (Roelofs); a win that several seats share
            counts 0, at the end of the game and, with the evaluation `Leader`, at a cut
    signed  points / scale for the seat that searches, the same with a minus for every other (Panousis)

    If the position is not over, the evaluation stands for the share of the win.
    """

    def __init__(self, name, evaluation, seat, win_weight=1.0, points_weight=1.0, scale=10.0):
        if name not in REWARDS:
            raise ArgumentError(f"unknown value {name!r}; the values are {', '.join(REWARDS)}")
        self.kind = REWARDS.index(name)
        self.evaluation = evaluation
        self.has_draws = isinstance(evaluation, Leader)
        self.seat = seat
        self.win_weight = win_weight
        self.points_weight = points_weight
        self.scale = scale
        self.low = -1.0 if self.kind == SIGNED else 0.0
        high = win_weight + points_weight if self.kind == MIXED else 1.0
        self.span = high - self.low

    def give(self, state, seats, out):
        """Write the reward of every seat."""
        out.reserve(seats)
        is_over: cython.bint = state.to_move_c() == OVER
        if self.kind == WIN or self.kind == MIXED:
            if is_over:
                state.returns_c(out)
            else:
                self.evaluation.value(state, out)
            if self.kind == WIN:
                return 0
        most = 1
        for seat in range(seats):
            most = max(most, state.score(seat))
        for seat in range(seats):
            points = state.score(seat)
            if self.kind == MIXED:
                if (is_over or self.has_draws) and out.items[seat] < 1.0:
                    out.items[seat] = 0.0
                out.items[seat] = self.win_weight * out.items[seat] + self.points_weight * points / most
            else:
                out.items[seat] = min(points / self.scale, 1.0)
                if self.kind == SIGNED and seat != self.seat:
                    out.items[seat] = -out.items[seat]
        return 0


class Ending:
    """Plays a leaf on by the playout policy, to the end or to the cut, and computes the rewards."""

    def __init__(self, policy, rewards, random, seats, cut=None, is_traced=False):
        self.policy = policy
        self.rewards = rewards
        self.random = random
        self.seats = seats
        self.cut = -1 if cut is None else cut
        self.moves = MoveBuffer()
        self.gains = ValueBuffer()
        self.trace = Trace() if is_traced else None

    def finish(self, state):
        """Play a state on and write the reward of every seat into `gains`."""
        if self.trace is not None:
            self.trace.length = 0
        if self.cut != 0 and state.to_move_c() != OVER:
            until = state.turn_c() + self.cut if self.cut > 0 else 0
            playout(state, self.random, self.moves, self.policy, until, self.trace)
        return self.rewards.give(state, self.seats, self.gains)


class Backup:
    """Writes the rewards of simulations into the nodes of a tree, and passes them to the tree policy.

    average  the value of a node is the mean of its simulations
    max      the value of its best child, to the seat that chooses there
    mix      a blend of the two; `blend` is the part of the best child

    With `expects`, the value of a chance node is its expectation instead. The value of a mixed node is the
    mean of its simulations: hidden cards decide whether chance, a seat or the end comes next, or it is a
    chance node for whose outcomes a full tree has no room. `high` is the reward of a virtual win.
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
        """Update the nodes of the path, from the last to the root, with the gains of the seats.

        The gains of a node are multiplied by its weight.
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
        """Set the value of a node to that of its best child for the seat that chooses, or to a blend.

        Virtual visits of the node itself count as what they are worth.
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
                    worth += virtual * tree.virtual_value(node, self.high)
                mean += self.blend * (worth - mean)
            tree.values[seats * node + seat] = mean

    def take_expectation(self, tree, node):
        """Set the value of a chance node to the expectation over the outcomes that have come up.

        They weigh by their probabilities, or by their visits where the probabilities depend on hidden
        cards. Virtual visits of the node itself count as what they are worth.
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
                tree.values[seats * node + seat] += virtual * tree.virtual_value(node, self.high)

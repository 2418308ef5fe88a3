"""Simulations: down the tree, a playout from where it ends, and back up; and the models of chance.

One routine for all kinds of search. A simulation begins at a position drawn by the sampler and plays its
way down, so nodes need no positions. At a node it lets chance decide (`ChanceModel`), or a seat: the moves
that can be chosen come from `candidates`, the choice from the tree policy. From a leaf the playout goes on
(`backup.Ending`), and `backup.Backup` writes the rewards into the nodes.
"""

from math import inf

import cython

from catanlab.framework.adapter import Wrapper
from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from time import monotonic as now

    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER
    from catanlab.playout.policies import UNIFORM
    from catanlab.search.backup import Backup, Ending
    from catanlab.search.candidates import Candidates
    from catanlab.search.tree import (
        CHANCE_NODE,
        DECISION,
        DRAWN_NODE,
        INNER,
        LEAF,
        MIXED_NODE,
        NEW,
        NOBODY,
        Tree,
    )

    NODES, SAMPLED, GROUPED, LITERAL, OPEN = range(5)

__all__ = ["CHANCE_MODELS", "ChanceModel", "Simulation"]

CHANCE_MODELS = ("nodes", "sampled", "grouped", "grouped-literal", "open")


class ChanceModel:
    """Lets chance decide: how outcomes stand in the tree.

    nodes            a chance node has a child for each outcome; its value is the expectation
    sampled          the same, but its value is the mean of its simulations
    grouped          no nodes for outcomes: the positions after all of them are one node, its children the
                     union (Roelofs); tree policies go by the visits of the node
    grouped-literal  grouped; rewards are also multiplied by the chance of the outcome, as printed
    open             no nodes either; tree policies go by how often a child could be chosen
    """

    def __init__(self, name, random, *, seat, masks):
        if name not in CHANCE_MODELS:
            raise ArgumentError(f"unknown chance {name!r}; the models are {', '.join(CHANCE_MODELS)}")
        self.kind = CHANCE_MODELS.index(name)
        self.merges = self.kind >= GROUPED
        self.random = random
        self.seat = seat
        self.masks = masks
        self.listed = MoveBuffer()
        self.masked = MoveBuffer()
        self.probabilities = ValueBuffer()

    def play(self, state):
        """Draw an outcome and apply it, without a node; return the factor for the rewards."""
        weight = 1.0
        state.sample(self.random, self.listed)
        outcome = self.listed.items[0]
        if self.kind == LITERAL:
            count = state.outcomes_c(self.listed, self.probabilities)
            for i in range(count):
                if self.listed.items[i] == outcome:
                    weight *= self.probabilities.items[i]
        state.apply_c(outcome)
        return weight

    def play_to_child(self, tree, state, node):
        """Draw an outcome and apply it; return its child of a node, or 0 if the tree is full."""
        if tree.kinds[node] == DECISION:
            tree.kinds[node] = CHANCE_NODE if tree.stages[node] == NEW else MIXED_NODE
        state.sample(self.random, self.listed)
        outcome = self.listed.items[0]
        seen = outcome
        if self.masks:
            state.seen_c(outcome, self.seat, self.masked)
            seen = self.masked.items[0]
        place = tree.find(node, seen, NOBODY, 0)
        is_new: cython.bint = place < 0
        if is_new and tree.count >= tree.cap:
            tree.refused += 1
            return 0
        if is_new:
            tree.stages[node] = INNER
            child = tree.add(node, seen, NOBODY, DECISION)
        else:
            child = tree.links[tree.starts[node] + place]
        if self.kind == NODES and (is_new or self.masks) and tree.kinds[node] == CHANCE_NODE:
            self.note_chance(tree, node, child, self.chance_of(state, seen))
        state.apply_c(outcome)
        return child

    def chance_of(self, state, seen):
        """Return the chance of all outcomes that look like this one to the seat."""
        total = 0.0
        count = state.outcomes_c(self.listed, self.probabilities)
        for i in range(count):
            look = self.listed.items[i]
            if self.masks:
                state.seen_c(look, self.seat, self.masked)
                look = self.masked.items[0]
            if look == seen:
                total += self.probabilities.items[i]
        return total

    def note_chance(self, tree, node, child, chance):
        """Keep the chance of an outcome; if it is not always the same, outcomes weigh by their visits."""
        total = chance
        for i in range(tree.sizes[node]):
            other = tree.links[tree.starts[node] + i]
            if other != child:
                total += tree.priors[other]
        known = tree.priors[child]
        if total > 1.0 + 1e-9 or (known > 0.0 and abs(known - chance) > 1e-9):
            tree.kinds[node] = DRAWN_NODE
        tree.priors[child] = chance


class Simulation:
    """A tree and all that its simulations need; for one thread.

    `state` is a blank one of the game, for the simulations to play on. `varies` must be set if the sampler
    does not always draw the same position. `groups` are those of the tree, where choices go `by_group`.
    """

    def __init__(
        self,
        *,
        state,
        seat,
        sampler,
        tree_policy,
        policy,
        rewards,
        random,
        tree=None,
        priors=None,
        chance="nodes",
        varies=False,
        by_group=False,
        groups=(),
        threshold=0,
        threshold_at="parent",
        expand_after=1,
        cut=None,
        backup="average",
        blend=0.5,
        cap=1_000_000,
    ):
        seats = state.seats
        high = rewards.low + rewards.span
        self.state = state
        self.plain = state.inner if isinstance(state, Wrapper) else state
        self.is_plain = self.plain is state
        self.seat = seat
        self.sampler = sampler
        self.random = random
        self.masks = varies
        self.chance = ChanceModel(chance, random, seat=seat, masks=varies)
        self.candidates = Candidates(
            state,
            random,
            priors,
            seat=seat,
            high=high,
            varies=varies or self.chance.merges,
            masks=varies,
            counts=varies or self.chance.kind == OPEN,
            tree_policy=tree_policy,
        )
        self.tree_policy = tree_policy
        self.policy = policy
        self.ending = Ending(policy, rewards, random, seats, cut, tree_policy.learns)
        self.backup = Backup(
            tree_policy, kind=backup, blend=blend, expects=self.chance.kind == NODES, high=high
        )
        has_values: cython.bint = self.candidates.has_values()
        self.tree = tree or Tree(
            seats, tree_policy.width, cap, self.backup.keeps_averages, groups, has_values
        )
        form = (self.tree.seats, self.tree.width, self.tree.has_averages, self.tree.has_virtual_values)
        if form != (seats, tree_policy.width, self.backup.keeps_averages, has_values):
            raise ArgumentError(
                "the tree does not fit the search: it was grown for other seats, tree policy, backup or "
                "priors"
            )
        tree_policy.bound(rewards.low, rewards.span)
        self.by_group = by_group
        self.threshold = threshold
        self.threshold_child = threshold_at == "child"
        self.expand_after = expand_after
        self.done = 0
        self.steps = 0
        self.deepest = 0
        self.length = 0
        self.weight = 1.0
        self.path = MoveBuffer()
        self.weights = ValueBuffer(512)
        self.listed = MoveBuffer()

    def run(self, iterations, seconds=inf):
        """Simulate so many times, or once and on until the seconds are over; return how many times it was.

        The GIL is released meanwhile.
        """
        count: cython.longlong = iterations
        made: cython.longlong = 0
        until: cython.double = now() + cython.cast(cython.double, seconds)
        with cython.nogil:
            while made < count:
                self.simulate(self.tree, self.state)
                made += 1
                if now() >= until:
                    break
        return made

    def choose_again(self, among_tried=False):
        """Return the move that the tree policy would try next at the root, as another simulation would.

        With `among_tried` it is the one of the highest selection value among those that were tried.
        """
        self.sampler.draw(self.state, self.random)
        node: cython.int = 0
        group: cython.longlong = -1
        counts: cython.bint = self.candidates.counts
        self.candidates.counts = False  # it is no simulation
        try:
            if self.by_group:
                count = self.candidates.gather_groups(self.tree, node, self.seat)
                node = self.candidates.children[self.select_again(node, count, among_tried)]
                group = self.tree.moves[node] >> GROUP_SHIFT
            count = self.candidates.gather(self.tree, node, self.seat, group)
            place = self.select_again(node, count, among_tried)
        finally:
            self.candidates.counts = counts
        return self.move_at(self.tree, place)

    def select_again(self, node, count, among_tried):
        """Return which of the candidates another simulation would choose, or the best of those tried."""
        if not among_tried:
            return self.select(self.tree, node, count, self.seat)
        count = self.candidates.keep_tried(self.tree, count)
        return self.tree_policy.choose(
            self.tree, node, self.candidates.children, count, self.seat, self.random
        )

    def simulate(self, tree, state):
        """Simulate once."""
        self.sampler.draw(state, self.random)
        self.length = 0
        self.weight = 1.0
        node: cython.int = 0
        grows: cython.bint = self.expand_after == 0
        self.enter(node)
        while True:
            mover = state.to_move_c()
            if mover == OVER:
                if self.masks:
                    tree.kinds[node] = MIXED_NODE  # with other hidden cards it may go on
                break
            if mover == CHANCE:
                if self.chance.merges:
                    self.weight *= self.chance.play(state)
                    self.weights.items[self.length - 1] = self.weight
                    continue
                child = self.chance.play_to_child(tree, state, node)
            elif node and (
                tree.stages[node] == NEW
                or (tree.stages[node] == LEAF and tree.visits[node] < self.expand_after)
            ):
                if not grows:
                    break
                grows = False  # the first new node gets its children, and one of them is entered
                child = self.decide(tree, node, mover)
            else:
                child = self.decide(tree, node, mover)
            if child == 0:
                break  # the tree is full
            node = child
            self.enter(node)
        self.ending.finish(self.plain)
        self.backup.back_up(
            tree, self.path, self.weights, self.length, self.ending.gains, self.ending.trace
        )
        self.done += 1
        self.steps += self.length
        if self.length > self.deepest:
            self.deepest = self.length
        return 0

    def enter(self, node):
        """Add a node to the path of the simulation."""
        if self.length >= self.path.capacity or self.length >= self.weights.capacity:
            self.path.reserve(2 * self.length)
            self.weights.reserve(2 * self.length)
        self.path.items[self.length] = node
        self.weights.items[self.length] = 1.0
        self.weight = 1.0
        self.length += 1
        return 0

    def decide(self, tree, node, mover):
        """Let a seat choose; play its move and return the child it leads to, or 0 if the tree is full."""
        tree.movers[node] = mover
        group: cython.longlong = -1
        if self.by_group:
            count = self.candidates.gather_groups(tree, node, mover)
            if count == 0:
                return 0
            node = self.candidates.children[self.select(tree, node, count, mover)]
            tree.movers[node] = mover
            group = tree.moves[node] >> GROUP_SHIFT
            self.enter(node)
        count = self.candidates.gather(tree, node, mover, group)
        if count == 0:
            if self.by_group:
                self.play_any(self.state, group)
            return 0
        place = self.select(tree, node, count, mover)
        child = self.candidates.children[place]
        self.state.apply_c(self.move_at(tree, place))
        return child

    def play_any(self, state, group):
        """Play a random move of a group that was chosen, where the full tree has no nodes for its moves."""
        listed = state.legal(self.listed)
        count = 0
        chosen = 0
        for i in range(listed):
            if self.tree.group_of(self.listed.items[i]) == group:
                count += 1
                if self.random.pick(count) == 0:
                    chosen = i
        return state.apply_c(self.listed.items[chosen])

    def move_at(self, tree, place):
        """Return the true move of a candidate; in the tree it may stand as the seat sees it."""
        if self.masks:
            return self.candidates.options.items[place]
        return tree.moves[self.candidates.children[place]]

    # The choice among the candidates.

    def select(self, tree, node, count, mover):
        """Return which of the candidates is chosen."""
        if count == 1:
            return 0
        if self.threshold:
            if not self.threshold_child:
                if tree.visits[node] < self.threshold:
                    return self.select_by_playout(tree, count)
            else:
                chosen = self.select_below_threshold(tree, count)
                if chosen >= 0:
                    return chosen
        return self.tree_policy.choose(tree, node, self.candidates.children, count, mover, self.random)

    def select_below_threshold(self, tree, count):
        """Return a random candidate with fewer visits than the threshold, or -1."""
        few = 0
        chosen = -1
        for i in range(count):
            if tree.visits[self.candidates.children[i]] < self.threshold:
                few += 1
                if self.random.pick(few) == 0:
                    chosen = i
        return chosen

    def select_by_playout(self, tree, count):
        """Return the choice of the playout policy; by group, or of compound moves, a random candidate."""
        if self.policy.kind != UNIFORM and not self.by_group and self.is_plain:
            self.policy.choose(self.state, self.random, self.listed)
            for i in range(count):
                if self.move_at(tree, i) == self.listed.items[0]:
                    return i
        return self.random.pick(count)

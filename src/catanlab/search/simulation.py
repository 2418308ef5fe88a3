"""Simulations: down the tree, and a playout from where it ends; what came of it is told by the backup.

One routine for all kinds of search. A simulation begins at a position drawn by the sampler and plays its
way down, so nodes need no positions. Where a node has the same moves whenever it is met, they are listed
once. Where that varies (chance without nodes, hidden cards), they are listed each time and matched with the
children, and a child counts how often it could be chosen.

Chance: `nodes` keep a child for each outcome and are worth their expectation; `sampled` ones are worth the
mean of what was drawn; `grouped` (Roelofs) and `open` have no nodes for outcomes: what follows on any of
them is one node, its children the union. `open` goes by how often a child could be chosen, `grouped` by
the visits of the node; `grouped-literal` also multiplies by the chance of the outcome, as printed.
"""

import cython

from catanlab.framework.adapter import Wrapper
from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER
    from catanlab.playout.playouts import Trace, playout
    from catanlab.playout.policies import UNIFORM
    from catanlab.search.backup import Backup
    from catanlab.search.tree import (
        CHANCE_NODE,
        DECISION,
        DRAWN_NODE,
        GROUP_NODE,
        INNER,
        LEAF,
        MIXED_NODE,
        NEW,
        NOBODY,
        Tree,
    )

    NODES, SAMPLED, GROUPED, LITERAL, OPEN = range(5)

__all__ = ["CHANCE_MODELS", "Simulation"]

CHANCE_MODELS = ("nodes", "sampled", "grouped", "grouped-literal", "open")


class Simulation:
    """A tree and all that its simulations need; for one thread.

    `state` is a blank one of the game, for the simulations to play on. `varies` must be set if the sampler
    does not always draw the same position.
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
        seeding=None,
        chance="nodes",
        varies=False,
        by_group=False,
        threshold=0,
        threshold_at="parent",
        expand_after=1,
        cut=None,
        backup="average",
        blend=0.5,
        cap=1_000_000,
    ):
        if chance not in CHANCE_MODELS:
            raise ArgumentError(f"unknown chance {chance!r}; the models are {', '.join(CHANCE_MODELS)}")
        self.state = state
        self.plain = state.inner if isinstance(state, Wrapper) else state
        self.is_plain = self.plain is state
        self.seat = seat
        self.seats = state.seats
        self.sampler = sampler
        self.tree_policy = tree_policy
        self.policy = policy
        self.rewards = rewards
        self.random = random
        self.seeding = seeding
        self.chance = CHANCE_MODELS.index(chance)
        self.backup = Backup(
            tree_policy,
            kind=backup,
            blend=blend,
            expects=self.chance == NODES,
            high=rewards.low + rewards.span,
        )
        self.tree = tree or Tree(self.seats, tree_policy.width, cap, self.backup.keeps_averages)
        form = (self.tree.seats, self.tree.width, self.tree.has_averages)
        if form != (self.seats, tree_policy.width, self.backup.keeps_averages):
            raise ArgumentError(
                "the tree does not fit the search: it was grown for other seats, tree policy or backup"
            )
        self.merges = self.chance >= GROUPED
        self.varies = varies or self.merges
        self.masks = varies
        self.counts = self.varies and (varies or self.chance == OPEN)
        self.by_group = by_group
        self.threshold = threshold
        self.threshold_child = threshold_at == "child"
        self.expand_after = expand_after
        self.cut = -1 if cut is None else cut
        self.done = 0
        self.steps = 0
        self.deepest = 0
        self.refused = 0
        self.length = 0
        self.weight = 1.0
        self.listed = MoveBuffer()
        self.options = MoveBuffer()
        self.masked = MoveBuffer()
        self.alike = MoveBuffer()
        self.path = MoveBuffer()
        self.weights = ValueBuffer(512)
        self.gains = ValueBuffer()
        self.chances = ValueBuffer()
        self.wins = ValueBuffer()
        self.trace = Trace() if tree_policy.learns else None
        tree_policy.bound(rewards.low, rewards.span)
        if not cython.compiled:
            self.candidates, self.children = [], []
            self.room = 0
        self.hold(512)

    def __dealloc__(self):
        if cython.compiled:
            free(self.candidates)

    def run(self, iterations):
        """Simulate so many times; the GIL is released meanwhile."""
        count: cython.longlong = iterations
        with cython.nogil:
            for _ in range(count):
                self.simulate(self.tree, self.state)

    def choose_again(self):
        """Return the move that the tree policy would try next at the root, as another simulation would."""
        self.sampler.draw(self.state, self.random)
        node: cython.int = 0
        group: cython.longlong = -1
        counts: cython.bint = self.counts
        self.counts = False  # it is no simulation
        try:
            if self.by_group:
                count = self.gather_groups(self.tree, node, self.seat)
                node = self.children[self.select(node, count, self.seat)]
                group = self.tree.moves[node] >> GROUP_SHIFT
            count = self.gather(self.tree, node, self.seat, group)
            place = self.select(node, count, self.seat)
        finally:
            self.counts = counts
        return self.options.items[place] if self.masks else self.tree.moves[self.children[place]]

    def simulate(self, tree, state):
        """Simulate once."""
        self.sampler.draw(state, self.random)
        self.length = 0
        self.weight = 1.0
        node: cython.int = 0
        self.enter(node)
        while True:
            mover = state.to_move_c()
            if mover == OVER:
                if self.masks:
                    tree.kinds[node] = MIXED_NODE  # in another world it may go on
                break
            if mover == CHANCE:
                if self.merges:
                    self.draw_outcome(self.state)
                    self.weights.items[self.length - 1] = self.weight
                    continue
                child = self.outcome_child(self.tree, self.state, node)
            elif node and (
                tree.stages[node] == NEW
                or (tree.stages[node] == LEAF and tree.visits[node] < self.expand_after)
            ):
                break
            else:
                child = self.decide(self.tree, node, mover)
            if child == 0:
                break  # the tree is full
            node = child
            self.enter(node)
        self.finish(self.plain)
        self.backup.back_up(tree, self.path, self.weights, self.length, self.gains, self.trace)
        self.done += 1
        self.steps += self.length
        if self.length > self.deepest:
            self.deepest = self.length
        return 0

    # Down.

    def enter(self, node):
        """Note that the simulation goes through a node."""
        if self.length >= self.path.capacity or self.length >= self.weights.capacity:
            self.path.reserve(2 * self.length)
            self.weights.reserve(2 * self.length)
        self.path.items[self.length] = node
        self.weights.items[self.length] = 1.0
        self.weight = 1.0
        self.length += 1
        return 0

    def draw_outcome(self, state):
        """Let chance decide, without a node."""
        state.sample(self.random, self.listed)
        outcome = self.listed.items[0]
        if self.chance == LITERAL:
            count = state.outcomes_c(self.listed, self.chances)
            for i in range(count):
                if self.listed.items[i] == outcome:
                    self.weight *= self.chances.items[i]
        state.apply_c(outcome)
        return 0

    def outcome_child(self, tree, state, node):
        """Let chance decide, and return the child of what it decided, or 0 if the tree is full."""
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
            self.refused += 1
            return 0
        if is_new:
            tree.stages[node] = INNER
            child = tree.add(node, seen, NOBODY, DECISION)
        else:
            child = tree.links[tree.starts[node] + place]
        if self.chance == NODES and (is_new or self.masks) and tree.kinds[node] == CHANCE_NODE:
            self.note_chance(tree, node, child, self.chance_of(state, seen))
        state.apply_c(outcome)
        return child

    def chance_of(self, state, seen):
        """Return the chance of all outcomes that look like this one to the seat."""
        total = 0.0
        count = state.outcomes_c(self.listed, self.chances)
        for i in range(count):
            look = self.listed.items[i]
            if self.masks:
                state.seen_c(look, self.seat, self.masked)
                look = self.masked.items[0]
            if look == seen:
                total += self.chances.items[i]
        return total

    def note_chance(self, tree, node, child, chance):
        """Keep the chance of an outcome; if it is not always the same, go by what is drawn from now on."""
        total = chance
        for i in range(tree.sizes[node]):
            other = tree.links[tree.starts[node] + i]
            if other != child:
                total += tree.priors[other]
        known = tree.priors[child]
        if total > 1.0 + 1e-9 or (known > 0.0 and abs(known - chance) > 1e-9):
            tree.kinds[node] = DRAWN_NODE
        tree.priors[child] = chance
        return 0

    def decide(self, tree, node, mover):
        """Let a seat choose; play its move and return the child it leads to, or 0 if the tree is full."""
        tree.movers[node] = mover
        group: cython.longlong = -1
        if self.by_group:
            count = self.gather_groups(self.tree, node, mover)
            if count == 0:
                return 0
            node = self.children[self.select(node, count, mover)]
            tree.movers[node] = mover
            group = tree.moves[node] >> GROUP_SHIFT
            self.enter(node)
        count = self.gather(self.tree, node, mover, group)
        if count == 0:
            if self.by_group:
                self.play_any(self.state, group)
            return 0
        place = self.select(node, count, mover)
        child = self.children[place]
        self.state.apply_c(self.options.items[place] if self.masks else tree.moves[child])
        return child

    def play_any(self, state, group):
        """Play a random move of a group that was chosen, where the full tree has no nodes for its moves."""
        listed = state.legal(self.listed)
        count = 0
        chosen = 0
        for i in range(listed):
            if self.listed.items[i] >> GROUP_SHIFT == group:
                count += 1
                if self.random.pick(count) == 0:
                    chosen = i
        return state.apply_c(self.listed.items[chosen])

    def select(self, node, count, mover):
        """Return which of the children that can be chosen is."""
        if count == 1:
            return 0
        if self.threshold:
            if not self.threshold_child:
                if self.tree.visits[node] < self.threshold:
                    return self.select_by_playout(count)
            else:
                chosen = self.select_below_threshold(count)
                if chosen >= 0:
                    return chosen
        return self.tree_policy.choose(self.tree, node, self.children, count, mover, self.random)

    def select_below_threshold(self, count):
        """Return a random one of the children with too few visits, or -1."""
        few = 0
        chosen = -1
        for i in range(count):
            if self.tree.visits[self.children[i]] < self.threshold:
                few += 1
                if self.random.pick(few) == 0:
                    chosen = i
        return chosen

    def select_by_playout(self, count):
        """Return the child that the playout policy takes; by group, or of compound moves, a random one."""
        if self.policy.kind != UNIFORM and not self.by_group and self.is_plain:
            self.policy.choose(self.state, self.random, self.listed)
            for i in range(count):
                move = self.options.items[i] if self.masks else self.tree.moves[self.children[i]]
                if move == self.listed.items[0]:
                    return i
        return self.random.pick(count)

    def take_all(self, tree, node):
        """Offer all children of a node for choice; return how many."""
        start = tree.starts[node]
        if cython.compiled:
            self.children = tree.links + start
        else:
            self.children = tree.links[start : start + tree.sizes[node]]
        return tree.sizes[node]

    def gather_groups(self, tree, node, mover):
        """Offer the group nodes that can be chosen; return how many."""
        if tree.stages[node] == INNER and not self.varies:
            return self.take_all(self.tree, node)
        # The first choice at a new node is not counted: so available ones add up to the visits of the node.
        counts: cython.bint = self.counts and tree.stages[node] != NEW
        is_seeded: cython.bint = False
        listed = self.state.legal(self.listed)
        self.hold(listed)
        if tree.stages[node] != INNER and node and self.is_too_many(tree, self.count_groups(listed)):
            return 0
        count: cython.int = 0
        group: cython.longlong = -1
        for i in range(listed):
            if self.listed.items[i] >> GROUP_SHIFT == group:
                continue
            group = self.listed.items[i] >> GROUP_SHIFT
            place = tree.find(node, group << GROUP_SHIFT, mover, count)
            if place >= 0:
                child = tree.links[tree.starts[node] + place]
            elif tree.count >= tree.cap and node:
                self.refused += 1
                continue
            else:
                child = tree.add(node, group << GROUP_SHIFT, mover, GROUP_NODE)
                if self.seeding is not None:
                    if not is_seeded:
                        self.seeding.seed(self.state, self.listed, listed, self.chances, self.wins)
                        is_seeded = True
                    for k in range(listed):
                        if self.listed.items[k] >> GROUP_SHIFT == group:
                            tree.priors[child] += self.chances.items[k]
            if counts:
                tree.available[child] += 1
            self.candidates[count] = child
            count += 1
        if count:
            tree.stages[node] = INNER
        self.children = self.candidates
        return count

    def gather(self, tree, node, mover, group):
        """Offer the children that can be chosen, of one group unless it is -1; return how many."""
        is_first: cython.bint = tree.stages[node] != INNER
        if not (is_first or self.varies):
            return self.take_all(self.tree, node)
        counts: cython.bint = self.counts and tree.stages[node] != NEW
        listed = self.state.legal(self.listed)
        self.hold(listed)
        is_masked: cython.bint = self.masks and mover != self.seat
        is_seeded: cython.bint = False
        at_root: cython.bint = self.is_at_root(tree, node)
        is_merging: cython.bint = False
        if is_first:
            wanted = listed if group < 0 else self.count_moves(listed, group)
            if not at_root and self.is_too_many(tree, wanted):
                return 0
            tree.make_room(node, wanted)
        hint = 0
        count: cython.int = 0
        for i in range(listed):
            move = self.listed.items[i]
            if group >= 0 and move >> GROUP_SHIFT != group:
                continue
            seen = move
            if is_masked:
                self.state.seen_c(move, self.seat, self.masked)
                seen = self.masked.items[0]
                is_merging = is_merging or seen != move
                if is_merging and self.is_merged(move, seen, count):
                    continue
            place = -1 if is_first else tree.find(node, seen, mover, hint)
            if place >= 0:
                child = tree.links[tree.starts[node] + place]
                hint = place + 1
            elif tree.count >= tree.cap and not at_root:
                self.refused += 1
                continue
            else:
                if self.seeding is not None and not is_seeded:
                    self.seeding.seed(self.state, self.listed, listed, self.chances, self.wins)
                    is_seeded = True
                child = self.new_child(self.tree, node, seen, mover, i)
                hint = tree.sizes[node]
            if counts:
                tree.available[child] += 1
            self.candidates[count] = child
            self.options.items[count] = move
            self.alike.items[count] = 1
            count += 1
        if count:
            tree.stages[node] = INNER
        self.children = self.candidates
        return count

    def count_moves(self, listed, group):
        """Return how many of the listed moves are of a group."""
        count = 0
        for i in range(listed):
            if self.listed.items[i] >> GROUP_SHIFT == group:
                count += 1
        return count

    def count_groups(self, listed):
        """Return how many groups the listed moves have, as they stand side by side."""
        count = 0
        for i in range(listed):
            if not i or self.listed.items[i] >> GROUP_SHIFT != self.listed.items[i - 1] >> GROUP_SHIFT:
                count += 1
        return count

    def is_too_many(self, tree, wanted):
        """Say whether the tree has no room for the children of a node; it gets all of them or none.

        A seat that knows the first of its moves only would be taken for one that has no others.
        """
        if tree.count + wanted <= tree.cap:
            return False
        self.refused += wanted
        return True

    def is_at_root(self, tree, node):
        """Say whether a node is the root, or the node of a group below it."""
        return node == 0 or (tree.parents[node] == 0 and tree.kinds[node] == GROUP_NODE)

    def is_merged(self, move, seen, count):
        """Say whether a move looks like one already offered; one of all alike is taken at random."""
        for i in range(count):
            if self.tree.moves[self.candidates[i]] == seen:
                alike = self.alike.items[i] + 1
                self.alike.items[i] = alike
                if self.random.pick(cython.cast(cython.int, alike)) == 0:
                    self.options.items[i] = move
                return True
        return False

    def new_child(self, tree, node, move, mover, place):
        """Add a child for the listed move at a place, with what is thought of it beforehand."""
        child = tree.add(node, move, mover, DECISION)
        if self.seeding is not None:
            tree.priors[child] = self.chances.items[place]
            wins = self.wins.items[place]
            if wins >= 1.0:
                tree.visits[child] = cython.cast(cython.int, wins)
                tree.virtual[child] = tree.visits[child]
                high = self.rewards.low + self.rewards.span
                tree.values[self.seats * child + mover] = high
                tree.squares[child] = high * high
                if tree.has_averages:
                    tree.averages[self.seats * child + mover] = high
        return child

    def hold(self, size):
        """Make room for so many moves to choose from."""
        if size > self.room:
            if cython.compiled:
                grown = cython.cast(cython.p_int, realloc(self.candidates, size * 4))
                if grown == cython.NULL:
                    with cython.gil:
                        raise MemoryError
                self.candidates = grown
            else:
                self.candidates.extend([0] * (size - self.room))
            self.room = size
        self.options.reserve(size)
        self.alike.reserve(size)
        self.chances.reserve(size)
        self.wins.reserve(size)
        return 0

    # The playout.

    def finish(self, state):
        """Play the plain state on to the end, or the cut, and work out the rewards."""
        if self.trace is not None:
            self.trace.length = 0
        if self.cut != 0 and state.to_move_c() != OVER:
            until = state.turn_c() + self.cut if self.cut > 0 else 0
            playout(state, self.random, self.listed, self.policy, until, self.trace)
        return self.rewards.give(state, self.seats, self.gains)

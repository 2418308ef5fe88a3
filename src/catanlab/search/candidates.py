"""The children that can be chosen at a node: its moves, matched with its children and added where missing.

Where a node has the same moves whenever a simulation comes by, they are listed once. Where that varies
(chance without nodes, hidden cards), they are listed each time and matched with the children, and a child
counts how often it could be chosen. Moves of other seats stand in the tree as the searching seat sees them.

Priors are weights and virtual wins that moves have before the first simulation. PUCT divides a weight by
the sum over the moves that can be chosen at the time, so that it is conditioned on them. Virtual wins
(Szita, Chaslot and Spronck 2010) are visits that were all won, given to a child when it is discovered, and
not to the nodes above it. A heuristic (Gelly and Silver 2011; Tuma, 4.4) gives it instead a value and the
number of visits that this counts for.
"""

import cython

from catanlab.framework.errors import ArgumentError
from catanlab.search.prior_checks import checked_values, checked_weights

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    from catanlab.framework.adapter import Wrapper
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.search.tree import DECISION, GROUP_NODE, INNER, NEW, SHARED_GROUPS

    PRIOR_GROUPS = 32

__all__ = ["Candidates", "GroupPriors", "HeuristicPriors", "PlainPriors", "Priors"]


class Candidates:
    """Finds the children that can be chosen in the position that a simulation has reached, in `state`.

    `varies`, `masks` and `counts` say whether the moves at a node vary, whether hidden cards make moves
    look alike, and whether children count how often they could be chosen. Virtual visits are passed to the
    `tree_policy` if it keeps rewards.
    """

    def __init__(self, state, random, priors, *, seat, high, varies, masks, counts, tree_policy=None):
        self.state = state
        self.random = random
        self.priors = priors
        self.seat = seat
        self.seats = state.seats
        self.tree_policy = tree_policy
        self.high = high
        self.varies = varies
        self.masks = masks
        self.counts = counts
        self.options = MoveBuffer()
        self.alike = MoveBuffer()
        self.listed = MoveBuffer()
        self.masked = MoveBuffer()
        self.weights = ValueBuffer()
        self.wins = ValueBuffer()
        if not cython.compiled:
            self.found, self.children = [], []
            self.room = 0
        self.hold(512)

    def __dealloc__(self):
        if cython.compiled:
            free(self.found)

    def has_values(self):
        """Say whether virtual visits may be worth something else than a win."""
        return self.priors is not None and self.priors.has_values

    def gather(self, tree, node, mover, group):
        """Offer the children that can be chosen, of one group unless it is -1; return how many."""
        is_first: cython.bint = tree.stages[node] != INNER
        if not (is_first or self.varies):
            return self.take_all(tree, node)
        counts: cython.bint = self.counts and tree.stages[node] != NEW
        listed = self.state.legal(self.listed)
        self.hold(listed)
        is_masked: cython.bint = self.masks and mover != self.seat
        has_priors: cython.bint = False
        at_root: cython.bint = self.is_at_root(tree, node)
        is_merging: cython.bint = False
        if is_first:
            wanted = listed if group < 0 else self.count_moves(tree, listed, group)
            if not at_root and self.is_too_many(tree, wanted):
                return 0
            tree.make_room(node, wanted)
        hint = 0
        count: cython.int = 0
        for i in range(listed):
            move = self.listed.items[i]
            if group >= 0 and tree.group_of(move) != group:
                continue
            seen = move
            if is_masked:
                self.state.seen_c(move, self.seat, self.masked)
                seen = self.masked.items[0]
                is_merging = is_merging or seen != move
                if is_merging and self.is_merged(tree, move, seen, count):
                    continue
            place = -1 if is_first else tree.find(node, seen, mover, hint)
            if place >= 0:
                child = tree.links[tree.starts[node] + place]
                hint = place + 1
            elif tree.count >= tree.cap and not at_root:
                tree.refused += 1
                continue
            else:
                if self.priors is not None and not has_priors:
                    self.priors.estimate(self.state, self.listed, listed, self.weights, self.wins)
                    has_priors = True
                child = self.new_child(tree, node, seen, mover, i)
                hint = tree.sizes[node]
            if counts:
                tree.available[child] += 1
            self.found[count] = child
            self.options.items[count] = move
            self.alike.items[count] = 1
            count += 1
        if count:
            tree.stages[node] = INNER
        self.children = self.found
        return count

    def gather_groups(self, tree, node, mover):
        """Offer the group nodes that can be chosen; return how many."""
        if tree.stages[node] == INNER and not self.varies:
            return self.take_all(tree, node)
        # The first choice at a new node is not counted: so available ones add up to the visits of the node.
        counts: cython.bint = self.counts and tree.stages[node] != NEW
        has_priors: cython.bint = False
        listed = self.state.legal(self.listed)
        self.hold(listed)
        if tree.stages[node] != INNER and node and self.is_too_many(tree, self.count_groups(tree, listed)):
            return 0
        count: cython.int = 0
        self.last_group = -1
        self.met = 0
        for i in range(listed):
            group: cython.longlong = tree.group_of(self.listed.items[i])
            if not self.is_new_group(group):
                continue
            place = tree.find(node, group << GROUP_SHIFT, mover, count)
            if place >= 0:
                child = tree.links[tree.starts[node] + place]
            elif tree.count >= tree.cap and node:
                tree.refused += 1
                continue
            else:
                child = tree.add(node, group << GROUP_SHIFT, mover, GROUP_NODE)
                if self.priors is not None:
                    if not has_priors:
                        self.priors.estimate(self.state, self.listed, listed, self.weights, self.wins)
                        has_priors = True
                    for k in range(listed):
                        if tree.group_of(self.listed.items[k]) == group:
                            tree.priors[child] += self.weights.items[k]
            if counts:
                tree.available[child] += 1
            self.found[count] = child
            count += 1
        if count:
            tree.stages[node] = INNER
        self.children = self.found
        return count

    def take_all(self, tree, node):
        """Offer all children of a node; return how many."""
        start = tree.starts[node]
        if cython.compiled:
            self.children = tree.links + start
        else:
            self.children = tree.links[start : start + tree.sizes[node]]
        return tree.sizes[node]

    def new_child(self, tree, node, move, mover, place):
        """Add a child for the listed move at a place, with its prior and its virtual wins."""
        child = tree.add(node, move, mover, DECISION)
        if self.priors is not None:
            tree.priors[child] = self.weights.items[place]
            wins = self.wins.items[place]
            if wins >= 1.0:
                value = self.high
                if self.priors.has_values:
                    value = self.priors.values.items[place]
                    tree.virtual_values[child] = value
                tree.visits[child] = cython.cast(cython.int, wins)
                tree.virtual[child] = tree.visits[child]
                tree.values[self.seats * child + mover] = value
                tree.squares[child] = value * value
                if tree.has_averages:
                    tree.averages[self.seats * child + mover] = value
                if (
                    self.priors.has_values
                    and self.tree_policy is not None
                    and self.tree_policy.keeps_rewards
                ):
                    for _ in range(tree.visits[child]):
                        self.tree_policy.update(tree, child, value)
        return child

    def keep_tried(self, tree, count):
        """Keep the candidates that a simulation went through, or all if there are none; return how many."""
        kept: cython.int = 0
        self.hold(count)
        for i in range(count):
            child = self.children[i]
            if tree.stages[child] != NEW:
                self.found[kept] = child
                self.options.items[kept] = self.options.items[i]
                kept += 1
        if kept:
            self.children = self.found
        return kept if kept else count

    def count_moves(self, tree, listed, group):
        """Return how many of the listed moves stand under a group."""
        count = 0
        for i in range(listed):
            if tree.group_of(self.listed.items[i]) == group:
                count += 1
        return count

    def count_groups(self, tree, listed):
        """Return how many groups the listed moves stand under."""
        count = 0
        self.last_group = -1
        self.met = 0
        for i in range(listed):
            if self.is_new_group(tree.group_of(self.listed.items[i])):
                count += 1
        return count

    def is_new_group(self, group):
        """Say whether a group is met for the first time since `last_group` was -1 and `met` was 0.

        Moves of one group stand next to each other; those of groups that share their nodes may not.
        """
        if group == self.last_group:
            return False
        self.last_group = group
        if group >= SHARED_GROUPS:
            return True
        one: cython.ulonglong = 1
        if (self.met >> group) & 1:
            return False
        self.met |= one << group
        return True

    def is_too_many(self, tree, wanted):
        """Say whether the tree has no room for the children of a node; it gets all of them or none.

        With the first of its moves only, a seat would seem to have no others.
        """
        if tree.count + wanted <= tree.cap:
            return False
        tree.refused += wanted
        return True

    def is_at_root(self, tree, node):
        """Say whether a node is the root, or the node of a group below it."""
        return node == 0 or (tree.parents[node] == 0 and tree.kinds[node] == GROUP_NODE)

    def is_merged(self, tree, move, seen, count):
        """Say whether a move looks like one already offered; of all alike a random one is offered."""
        for i in range(count):
            if tree.moves[self.found[i]] == seen:
                alike = self.alike.items[i] + 1
                self.alike.items[i] = alike
                if self.random.pick(cython.cast(cython.int, alike)) == 0:
                    self.options.items[i] = move
                return True
        return False

    def hold(self, size):
        """Make room for so many moves to choose from."""
        if size > self.room:
            if cython.compiled:
                grown = cython.cast(cython.p_int, realloc(self.found, size * 4))
                if grown == cython.NULL:
                    with cython.gil:
                        raise MemoryError
                self.found = grown
            else:
                self.found.extend([0] * (size - self.room))
            self.room = size
        self.options.reserve(size)
        self.alike.reserve(size)
        self.weights.reserve(size)
        self.wins.reserve(size)
        return 0


class Priors:
    """Gives each listed move of a position a weight and virtual wins.

    If it `has_values`, `estimate` also writes into `values` what the virtual visits of each move are worth;
    without that they are wins.
    """

    if not cython.compiled:
        has_values = False
        values = None

    def estimate(self, state, moves, count, priors, wins):
        """Write a weight and a number of virtual wins for each move; there is room for them."""
        with cython.gil:
            raise NotImplementedError("estimate")


class GroupPriors(Priors):
    """Priors by the group of a move: its weight is shared by all listed moves of the group.

    `weights` and `wins` list a number for each group; further groups weigh 1 and get no wins. If it
    `adds_up`, states must be wrappers, and a compound move gets the wins of all its moves (Martin).
    """

    def __init__(self, weights=(), wins=(), adds_up=False):
        if not cython.compiled:
            self.weights, self.virtual = [1.0] * PRIOR_GROUPS, [0.0] * PRIOR_GROUPS
        if max(len(weights), len(wins)) > PRIOR_GROUPS:
            raise ArgumentError(f"there are {PRIOR_GROUPS} groups of moves at most")
        for group in range(PRIOR_GROUPS):
            self.weights[group] = weights[group] if group < len(weights) else 1.0
            self.virtual[group] = wins[group] if group < len(wins) else 0.0
        self.adds_up = adds_up
        self.steps = MoveBuffer()

    def estimate(self, state, moves, count, priors, wins):
        sizes = cython.declare(cython.int[32])
        for group in range(PRIOR_GROUPS):
            sizes[group] = 0
        for i in range(count):
            sizes[(moves.items[i] >> GROUP_SHIFT) & 31] += 1
        for i in range(count):
            group = (moves.items[i] >> GROUP_SHIFT) & 31
            priors.items[i] = self.weights[group] / sizes[group]
            wins.items[i] = self.virtual[group]
            if self.adds_up:
                wins.items[i] = 0.0
                length = cython.cast(Wrapper, state).unfold(moves.items[i], self.steps)
                for step in range(length):
                    wins.items[i] += self.virtual[(self.steps.items[step] >> GROUP_SHIFT) & 31]
        return 0


class PlainPriors(Priors):
    """Asks a function in plain Python for the weights, under the GIL; virtual wins are those of `others`.

    `function(state, moves)` returns a number from 0 on for each of the listed moves.
    """

    def __init__(self, function, others: Priors):
        if not callable(function):
            raise ArgumentError(f"a prior is a function of a state and its moves, not {function!r}")
        self.function = function
        self.others = others

    def estimate(self, state, moves, count, priors, wins):
        self.others.estimate(state, moves, count, priors, wins)
        with cython.gil:
            move_type = state.game.move_type
            listed = [move_type(moves.items[i]) for i in range(count)]
            for i, weight in enumerate(checked_weights(self.function, state, listed)):
                priors.items[i] = weight
        return 0


class HeuristicPriors(Priors):
    """Asks a function in plain Python for a value of each move and its weight in visits, under the GIL.

    `function(state, moves)` returns a pair for each of the listed moves: its value to the seat that moves,
    in the unit of the rewards, and for how many visits it counts. Weights are those of `others`.
    """

    def __init__(self, function, others: Priors):
        if not callable(function):
            raise ArgumentError(f"a heuristic is a function of a state and its moves, not {function!r}")
        self.function = function
        self.others = others
        self.has_values = True
        self.values = ValueBuffer()

    def estimate(self, state, moves, count, priors, wins):
        self.others.estimate(state, moves, count, priors, wins)
        self.values.reserve(count)
        with cython.gil:
            move_type = state.game.move_type
            listed = [move_type(moves.items[i]) for i in range(count)]
            for i, (value, visits) in enumerate(checked_values(self.function, state, listed)):
                self.values.items[i] = value
                wins.items[i] = visits
        return 0

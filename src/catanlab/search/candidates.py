"""The children that can be chosen at a node: its moves, matched with its children and added where missing.

Where a node has the same moves whenever a simulation comes by, they are listed once. Where that varies
(chance without nodes, hidden cards), they are listed each time and matched with the children, and a child
counts how often it could be chosen. Moves of other seats stand in the tree as the searching seat sees them.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.search.tree import DECISION, GROUP_NODE, INNER, NEW

__all__ = ["Candidates"]


class Candidates:
    """Finds the children that can be chosen in the position that a simulation has reached, in `state`.

    `varies`, `masks` and `counts` say whether the moves at a node vary, whether hidden cards make moves
    look alike, and whether children count how often they could be chosen.
    """

    def __init__(self, state, random, priors, *, seat, high, varies, masks, counts):
        self.state = state
        self.random = random
        self.priors = priors
        self.seat = seat
        self.seats = state.seats
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
                tree.refused += 1
                continue
            else:
                child = tree.add(node, group << GROUP_SHIFT, mover, GROUP_NODE)
                if self.priors is not None:
                    if not has_priors:
                        self.priors.estimate(self.state, self.listed, listed, self.weights, self.wins)
                        has_priors = True
                    for k in range(listed):
                        if self.listed.items[k] >> GROUP_SHIFT == group:
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
                tree.visits[child] = cython.cast(cython.int, wins)
                tree.virtual[child] = tree.visits[child]
                tree.values[self.seats * child + mover] = self.high
                tree.squares[child] = self.high * self.high
                if tree.has_averages:
                    tree.averages[self.seats * child + mover] = self.high
        return child

    def count_moves(self, listed, group):
        """Return how many of the listed moves are of a group."""
        count = 0
        for i in range(listed):
            if self.listed.items[i] >> GROUP_SHIFT == group:
                count += 1
        return count

    def count_groups(self, listed):
        """Return how many groups the listed moves have; those of a group stand next to each other."""
        count = 0
        for i in range(listed):
            if not i or self.listed.items[i] >> GROUP_SHIFT != self.listed.items[i - 1] >> GROUP_SHIFT:
                count += 1
        return count

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

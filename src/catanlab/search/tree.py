"""The search tree: nodes are numbers, and their facts stand in flat native arrays.

Node 0 is the root. The children of a node are listed in one block of `links`. Every node keeps one value
for each seat, and each seat maximises its own. Only simulations write the counts.
"""

import cython

from catanlab.framework.errors import ArgumentError

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memset
else:
    from catanlab.framework.state import GROUP_SHIFT

    SHARED_GROUPS = 64
    NOBODY = -1
    NEW, LEAF, INNER = range(3)
    DECISION, CHANCE_NODE, GROUP_NODE, DRAWN_NODE, MIXED_NODE = range(5)

__all__ = ["Tree"]

KINDS = ("decision", "chance", "group", "chance", "mixed")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=True)
def resized(items: cython.p_void, size: cython.size_t) -> cython.p_void:
    """Return the items, moved to where so many bytes have room."""
    grown = realloc(items, size)
    if grown == cython.NULL:
        with cython.gil:
            raise MemoryError
    return grown


class Tree:
    """A tree with its root; grows by `add`.

    `groups` says, by the number of a group of moves, with which group it shares its nodes: with itself
    where it is not listed. With `has_virtual_values` virtual visits may be worth something else than a win.
    """

    def __init__(
        self, seats, width=0, cap=1_000_000, has_averages=False, groups=(), has_virtual_values=False
    ):
        self.seats = seats
        self.width = width
        self.cap = cap
        self.has_averages = has_averages
        self.has_virtual_values = has_virtual_values
        self.refused = 0
        self.count = 0
        self.room = 0
        self.linked = 0
        self.link_room = 0
        if not cython.compiled:
            self.moves, self.parents, self.visits, self.virtual, self.available = [], [], [], [], []
            self.stages, self.kinds, self.choosers, self.movers = [], [], [], []
            self.values, self.squares, self.priors, self.extras, self.averages = [], [], [], [], []
            self.virtual_values = []
            self.starts, self.sizes, self.rooms, self.links = [], [], [], []
            self.shared = [0] * SHARED_GROUPS
        for group in range(SHARED_GROUPS):
            self.shared[group] = groups[group] if group < len(groups) else group
        self.reserve(1024)
        self.add(-1, 0, NOBODY, DECISION)

    def __dealloc__(self):
        if cython.compiled:
            free(self.moves)
            free(self.parents)
            free(self.visits)
            free(self.virtual)
            free(self.available)
            free(self.stages)
            free(self.kinds)
            free(self.choosers)
            free(self.movers)
            free(self.values)
            free(self.squares)
            free(self.priors)
            free(self.extras)
            free(self.averages)
            free(self.virtual_values)
            free(self.starts)
            free(self.sizes)
            free(self.rooms)
            free(self.links)

    def reserve(self, room):
        """Make room for so many nodes."""
        wide: cython.size_t = room
        if cython.compiled:
            self.moves = cython.cast(cython.p_longlong, resized(self.moves, wide * 8))
            self.parents = cython.cast(cython.p_int, resized(self.parents, wide * 4))
            self.visits = cython.cast(cython.p_int, resized(self.visits, wide * 4))
            self.virtual = cython.cast(cython.p_int, resized(self.virtual, wide * 4))
            self.available = cython.cast(cython.p_int, resized(self.available, wide * 4))
            self.stages = cython.cast(cython.p_schar, resized(self.stages, wide))
            self.kinds = cython.cast(cython.p_schar, resized(self.kinds, wide))
            self.choosers = cython.cast(cython.p_schar, resized(self.choosers, wide))
            self.movers = cython.cast(cython.p_schar, resized(self.movers, wide))
            self.values = cython.cast(cython.p_double, resized(self.values, wide * self.seats * 8))
            self.squares = cython.cast(cython.p_double, resized(self.squares, wide * 8))
            self.priors = cython.cast(cython.p_double, resized(self.priors, wide * 8))
            if self.width:
                self.extras = cython.cast(cython.p_double, resized(self.extras, wide * self.width * 8))
            if self.has_averages:
                self.averages = cython.cast(cython.p_double, resized(self.averages, wide * self.seats * 8))
            if self.has_virtual_values:
                self.virtual_values = cython.cast(cython.p_double, resized(self.virtual_values, wide * 8))
            self.starts = cython.cast(cython.p_int, resized(self.starts, wide * 4))
            self.sizes = cython.cast(cython.p_int, resized(self.sizes, wide * 4))
            self.rooms = cython.cast(cython.p_int, resized(self.rooms, wide * 4))
        else:
            more = room - self.room
            for items in (self.moves, self.parents, self.visits, self.virtual, self.available):
                items.extend([0] * more)
            for items in (self.stages, self.kinds):
                items.extend([0] * more)
            for items in (self.choosers, self.movers, self.starts, self.sizes, self.rooms):
                items.extend([0] * more)
            for items in (self.squares, self.priors):
                items.extend([0.0] * more)
            self.values.extend([0.0] * (self.seats * more))
            self.extras.extend([0.0] * (self.width * more))
            self.averages.extend([0.0] * (self.seats * more if self.has_averages else 0))
            self.virtual_values.extend([0.0] * (more if self.has_virtual_values else 0))
        self.room = room
        return 0

    def add(self, parent, move, chooser, kind):
        """Add a child to a node, or the root to nothing; return its number."""
        node = self.count
        if node == self.room:
            self.reserve(2 * self.room)
        self.count += 1
        self.moves[node] = move
        self.parents[node] = parent
        self.visits[node] = 0
        self.virtual[node] = 0
        self.available[node] = 0
        self.stages[node] = NEW
        self.kinds[node] = kind
        self.choosers[node] = chooser
        self.movers[node] = NOBODY
        self.squares[node] = 0.0
        self.priors[node] = 0.0
        self.starts[node] = 0
        self.sizes[node] = 0
        self.rooms[node] = 0
        for i in range(self.seats * node, self.seats * (node + 1)):
            self.values[i] = 0.0
        if self.has_averages:
            for i in range(self.seats * node, self.seats * (node + 1)):
                self.averages[i] = 0.0
        if self.has_virtual_values:
            self.virtual_values[node] = 0.0
        for i in range(self.width * node, self.width * (node + 1)):
            self.extras[i] = 0.0
        if parent >= 0:
            size = self.sizes[parent]
            if size == self.rooms[parent]:
                self.make_room(parent, 2 * size if size else 4)
            self.links[self.starts[parent] + size] = node
            self.sizes[parent] = size + 1
        return node

    def make_room(self, node, room):
        """Move a node's list of children to where so many have room."""
        start = self.linked
        if start + room > self.link_room:
            wanted = max(2 * self.link_room, start + room, 1024)
            if cython.compiled:
                self.links = cython.cast(
                    cython.p_int, resized(self.links, cython.cast(cython.size_t, wanted) * 4)
                )
                memset(self.links + self.link_room, 0, (wanted - self.link_room) * 4)
            else:
                self.links.extend([0] * (wanted - self.link_room))
            self.link_room = wanted
        for i in range(self.sizes[node]):
            self.links[start + i] = self.links[self.starts[node] + i]
        self.starts[node] = start
        self.rooms[node] = room
        self.linked = start + room
        return 0

    def find(self, node, move, chooser, hint):
        """Return the place of a child among its siblings, or -1; looks at place `hint` first."""
        size = self.sizes[node]
        start = self.starts[node]
        if hint >= size:
            hint = 0
        for i in range(size):
            place = hint + i
            if place >= size:
                place -= size
            child = self.links[start + place]
            if self.moves[child] == move and self.choosers[child] == chooser:
                return place
        return -1

    def virtual_value(self, node, win):
        """Return what the virtual visits of a node are worth, which is a win unless the tree keeps it."""
        return self.virtual_values[node] if self.has_virtual_values else win

    def group_of(self, move):
        """Return the group under which a move stands in the tree."""
        group = move >> GROUP_SHIFT
        return self.shared[group] if 0 <= group < SHARED_GROUPS else group

    # For Python: results, pictures, tests.

    def children(self, node=0):
        """Return the numbers of a node's children, in the order of their discovery."""
        start: cython.int = self.starts[self._check(node)]
        return [self.links[start + i] for i in range(self.sizes[node])]

    def child(self, node, move, chooser):
        """Return the child that a chooser (-1: chance) reaches by a move, or None."""
        self._check(node)
        for child in self.children(node):
            if self.moves[child] == move and self.choosers[child] == chooser:
                return child
        return None

    def facts(self, node=0):
        """Return the facts of a node, as a dictionary."""
        self._check(node)
        seats: cython.int = self.seats
        chooser = self.choosers[node]
        kind = self.kinds[node]
        if kind == MIXED_NODE and not self.sizes[node]:
            kind = DECISION  # so far every simulation ended there
        mean = 0.0
        if chooser >= 0:
            mean = (self.averages if self.has_averages else self.values)[seats * node + chooser]
        return {
            "move": self.moves[node],
            "kind": KINDS[kind],
            "chooser": None if chooser == NOBODY else chooser,
            "visits": self.visits[node],
            "virtual": self.virtual[node],
            "available": self.available[node],
            "values": [self.values[seats * node + seat] for seat in range(seats)],
            "spread": max(self.squares[node] - mean * mean, 0.0) ** 0.5 if chooser >= 0 else 0.0,
            "prior": self.priors[node],
            "children": self.sizes[node],
            "extras": [self.extras[self.width * node + i] for i in range(self.width)],
        }

    def below(self, node):
        """Return a new tree with the node as its root and a copy of all nodes below it."""
        self._check(node)
        groups = [self.shared[group] for group in range(SHARED_GROUPS)]
        twin = Tree(self.seats, self.width, self.cap, self.has_averages, groups, self.has_virtual_values)
        twin.graft(self, node, 0)
        pairs = [(node, 0)]
        for source, target in pairs:
            for child in self.children(source):
                copy = twin.add(target, self.moves[child], self.choosers[child], self.kinds[child])
                twin.graft(self, child, copy)
                pairs.append((child, copy))
        return twin

    def graft(self, other, source, target):
        """Copy the facts of a node of another tree, except for its place."""
        self.visits[target] = other.visits[source]
        self.virtual[target] = other.virtual[source]
        self.available[target] = other.available[source]
        self.stages[target] = other.stages[source]
        self.kinds[target] = other.kinds[source]
        self.movers[target] = other.movers[source]
        self.squares[target] = other.squares[source]
        self.priors[target] = other.priors[source]
        for i in range(self.seats):
            self.values[self.seats * target + i] = other.values[self.seats * source + i]
        if self.has_averages:
            for i in range(self.seats):
                self.averages[self.seats * target + i] = other.averages[self.seats * source + i]
        if self.has_virtual_values:
            self.virtual_values[target] = other.virtual_values[source]
        for i in range(self.width):
            self.extras[self.width * target + i] = other.extras[self.width * source + i]
        return 0

    def _check(self, node):
        if not 0 <= node < self.count:
            raise ArgumentError(f"{node} is not a node from 0 to {self.count - 1}")
        return node

    def __len__(self):
        return self.count

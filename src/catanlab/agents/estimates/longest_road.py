"""The roads a seat needs for Longest Road: the searches of Thomas and of JSettlers.

Thomas, chapter 4: the search goes outward from the ends of the seat's trails. From every node of the
network it lays free edges one after another. Each adds one to the longest trail that ends there. Where it
meets the network again, the joined trail is measured, and the search goes on from every node where a longer
trail ends by now.

A robot of JSettlers keeps trails of its roads, the longest of those that share an edge, and searches
outward from both ends of each, as far as it may have to build. Where it comes to an end of another trail,
that trail is added. Of the longest roads found the first counts, even if another takes fewer pieces; which
is first depends on the order in which roads were built. An award moves only when the server says so: a seat
whose road is longer than the holder's needs no road, and a seat whose road is the longest needs one more
while nobody holds the award.
"""

import cython

from catanlab.games.catan.grid import (
    EDGE_TO_JSETTLERS,
    JSETTLERS_TO_NODE,
    NODE_TO_JSETTLERS,
    edge_between,
)

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit
    from catanlab.games.catan.constants import LONGEST_ROAD_MINIMUM
    from catanlab.games.catan.engine.roads_and_buildings import (
        longest_trail_both_ways,
        longest_trail_from,
        roads_left,
    )
    from catanlab.games.catan.grid import NODE_EDGES, NODE_NEIGHBOURS

    OUT_OF_REACH, MAX_TRAILS = 500, 32
    ENDS, EDGES_AT, NODES_AT = [0] * 144, [0] * 162, [0] * 162

__all__ = ["JSettlersRoads", "RoadFinder"]

for _edge in range(72):
    _code = EDGE_TO_JSETTLERS[_edge]
    _upright = ((_code & 0xF) + (_code >> 4)) % 2 == 0
    for _end, _step in enumerate((0x01, 0x10) if _upright else (0, 0x11)):
        ENDS[2 * _edge + _end] = JSETTLERS_TO_NODE[_code + _step]
for _node in range(54):
    _code = NODE_TO_JSETTLERS[_node]
    for _slot, _step in enumerate((-0x11, 0x11, 0x0F if (_code >> 4) % 2 == 0 else -0x0F)):
        _other = JSETTLERS_TO_NODE.get(_code + _step, -1)
        NODES_AT[3 * _node + _slot] = _other
        EDGES_AT[3 * _node + _slot] = edge_between(_node, _other) if _other >= 0 else -1


class RoadFinder:
    """The shortest way to Longest Road."""

    def __init__(self):
        if not cython.compiled:
            self.way = [0] * 15
            self.seen = [0] * 2
            self.path = [0] * 15
            self.reached = [0] * 54
        self.needed = OUT_OF_REACH

    def look(self, state, seat):
        """Return the edges to build for Longest Road, [] if it is held, None if it is out of reach."""
        needed = self.find(state, seat)
        return None if needed == OUT_OF_REACH else [self.way[i] for i in range(needed)]

    def find(self, p, seat):
        """Find the way and return how many roads it takes."""
        self.seen[0] = 0
        self.seen[1] = 0
        self.needed = OUT_OF_REACH
        if p.road_holder == seat:
            self.needed = 0
            return 0
        target = length_to_beat(p, seat)
        low = p.roads[seat * 2]
        high = p.roads[seat * 2 + 1]
        enemies = p.occupied_nodes & ~(p.settlements[seat] | p.cities[seat])
        most: cython.int = roads_left(p, seat)
        # The best found so far bounds the rest; a find must be shorter.
        self.needed = most + 1
        network = p.road_nodes[seat]
        longest: cython.int = 0
        for node in range(54):
            self.reached[node] = 0
        nodes = network & ~enemies
        while nodes:
            node = lowest_bit(nodes)
            nodes &= nodes - 1
            self.reached[node] = longest_trail_from(low, high, enemies, node)
            longest = max(longest, self.reached[node])
        # Long trails first: they find a short way, which bounds the search from the others.
        for length in range(longest, -1, -1):
            nodes = network & ~enemies
            while nodes:
                node = lowest_bit(nodes)
                nodes &= nodes - 1
                if self.reached[node] == length:
                    self._extend(p, target, node, length, 0, network, low, high, enemies)
        if self.needed > most:
            self.needed = OUT_OF_REACH
        return self.needed

    def _extend(self, p, target, node, length, used, network, low, high, enemies):
        """Lay each free edge at the node and go on from its other end; `network` has the nodes of roads."""
        if used + 1 >= self.needed:
            return
        one: cython.ulonglong = 1
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge < 0:
                break
            word = edge >> 6
            bit = one << (edge & 63)
            self.seen[word] |= bit
            laid = high if word else low
            if (p.occupied_edges[word] | laid) & bit:
                continue
            there = NODE_NEIGHBOURS[node * 3 + slot]
            self.path[used] = edge
            joins: cython.bint = (network >> there) & 1 != 0
            reached: cython.int = length + 1
            if joins:
                reached = max(reached, 1 + longest_trail_both_ways(low, high, enemies, node, there))
            if reached >= target:
                self.needed = used + 1
                for i in range(used + 1):
                    self.way[i] = self.path[i]
                return
            if (enemies >> there) & 1:
                continue
            more_low = low if word else low | bit
            more_high = high | bit if word else high
            if joins:
                self._go_on(p, target, used + 1, network, more_low, more_high, enemies)
            else:
                more_nodes = network | one << there
                self._extend(
                    p, target, there, length + 1, used + 1, more_nodes, more_low, more_high, enemies
                )

    def _go_on(self, p, target, used, network, low, high, enemies):
        """Go on after a join from every node where a longer trail ends than in the network as it is."""
        if used + 1 >= self.needed:
            return
        nodes = network & ~enemies
        while nodes:
            node = lowest_bit(nodes)
            nodes &= nodes - 1
            length: cython.int = longest_trail_from(low, high, enemies, node)
            if length > self.reached[node]:
                self._extend(p, target, node, length, used, network, low, high, enemies)


def length_to_beat(p, seat):
    """Return the length that brings Longest Road: five, or one more than the longest road on the board."""
    longest: cython.int = LONGEST_ROAD_MINIMUM - 1
    for other in range(p.ruleset.players):
        longest = max(longest, p.road_length[other])
    return longest + 1


class JSettlersRoads:
    """The roads of one seat in the order in which they were built, and the way to Longest Road."""

    def __init__(self):
        if not cython.compiled:
            self.way = [0] * 15
            self.order = [0] * 54
            self.first = [0] * MAX_TRAILS
            self.last = [0] * MAX_TRAILS
            self.length = [0] * MAX_TRAILS
            self.low = [0] * MAX_TRAILS
            self.high = [0] * MAX_TRAILS
            self.path = [0] * 15
            self.best = [0] * 15
        self.clear()

    def clear(self):
        """Forget all roads."""
        self.count = 0
        self.trails = 0
        self.needed = OUT_OF_REACH

    def copy_from(self, other):
        """Take over the roads of another."""
        self.order[:] = other.order
        self.count = other.count

    def add(self, edge):
        """Add a road that was built."""
        for end in range(2):
            node = ENDS[2 * edge + end]
            known: cython.bint = False
            for place in range(self.count):
                if self.order[place] == node:
                    known = True
            if not known:
                self.order[self.count] = node
                self.count += 1

    def find(self, p, seat):
        """Find the way and return how many roads it takes."""
        self.needed = OUT_OF_REACH
        if p.road_holder == seat:
            self.needed = 0
            return 0
        longest: cython.int = LONGEST_ROAD_MINIMUM - 1
        if p.road_holder >= 0:
            longest = p.road_length[p.road_holder]
        elif p.road_length[seat] > longest:
            longest = p.road_length[seat]
        enemies = p.occupied_nodes & ~(p.settlements[seat] | p.cities[seat])
        self.trails = 0
        for place in range(self.count):
            node = self.order[place]
            self._walk(p, seat, node, node, 0, 0, 0, enemies)
        for trail in range(self.trails):
            length: cython.int = self.length[trail]
            depth: cython.int = min(longest + 1 - length, roads_left(p, seat))
            for end in range(2):
                node = self.last[trail] if end else self.first[trail]
                self.longest = 0
                self.roads = OUT_OF_REACH
                self._search(p, node, node, length, 0, depth, 0, 0, enemies)
                if self.longest > longest and self.roads < self.needed:
                    self.needed = self.roads
                    for i in range(self.roads):
                        self.way[i] = self.best[i]
        return self.needed

    def _walk(self, p, seat, start, node, length, low, high, enemies):
        """Follow the seat's roads from a node; where they end, a trail is complete."""
        one: cython.ulonglong = 1
        ends: cython.bint = True
        if length == 0 or not (enemies >> node) & 1:
            for slot in range(3):
                edge = EDGES_AT[3 * node + slot]
                if edge < 0:
                    continue
                bit = one << (edge & 63)
                if edge < 64:
                    if not p.roads[seat * 2] & bit or low & bit:
                        continue
                    self._walk(
                        p, seat, start, NODES_AT[3 * node + slot], length + 1, low | bit, high, enemies
                    )
                else:
                    if not p.roads[seat * 2 + 1] & bit or high & bit:
                        continue
                    self._walk(
                        p, seat, start, NODES_AT[3 * node + slot], length + 1, low, high | bit, enemies
                    )
                ends = False
        if ends:
            self._keep(start, node, length, low, high)

    def _keep(self, start, end, length, low, high):
        """Keep a trail unless one that shares an edge is as long; remove shorter ones that do."""
        adds: cython.bint = True
        kept: cython.int = 0
        for trail in range(self.trails):
            if self.low[trail] & low or self.high[trail] & high:
                if self.length[trail] < length:
                    continue
                adds = False
            self.first[kept] = self.first[trail]
            self.last[kept] = self.last[trail]
            self.length[kept] = self.length[trail]
            self.low[kept] = self.low[trail]
            self.high[kept] = self.high[trail]
            kept += 1
        if adds and kept < MAX_TRAILS:
            self.first[kept] = start
            self.last[kept] = end
            self.length[kept] = length
            self.low[kept] = low
            self.high[kept] = high
            kept += 1
        self.trails = kept

    def _search(self, p, start, node, base, used, depth, low, high, enemies):
        """Lay free edges from a node on; keep the longest road, of equals the first."""
        one: cython.ulonglong = 1
        total: cython.int = base + used
        ends: cython.bint = total > 0 and (enemies >> node) & 1 != 0
        if not ends:
            for trail in range(self.trails):
                if (
                    start != self.first[trail]
                    and start != self.last[trail]
                    and (node == self.first[trail] or node == self.last[trail])
                ):
                    total += self.length[trail]
                    ends = True
                    break
        if not ends and used >= depth:
            ends = True
        if not ends:
            ends = True
            for slot in range(2, -1, -1):
                edge = EDGES_AT[3 * node + slot]
                if edge < 0 or used >= 15:
                    continue
                bit = one << (edge & 63)
                if edge < 64:
                    if (p.occupied_edges[0] | low) & bit:
                        continue
                    self.path[used] = edge
                    self._search(
                        p, start, NODES_AT[3 * node + slot], base, used + 1, depth, low | bit, high, enemies
                    )
                else:
                    if (p.occupied_edges[1] | high) & bit:
                        continue
                    self.path[used] = edge
                    self._search(
                        p, start, NODES_AT[3 * node + slot], base, used + 1, depth, low, high | bit, enemies
                    )
                ends = False
        if ends and (total > self.longest or (total == self.longest and base + used < self.roads)):
            self.longest = total
            self.roads = used
            for i in range(used):
                self.best[i] = self.path[i]

"""How many roads a seat needs for Longest Road, and which: the search outward from the ends of its trails.

Thomas, chapter 4. From every node of the network it lays free edges one after another; each adds one to the
longest trail that ends there, and where it meets the own network again the joined trail is measured.
"""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit
    from catanlab.games.catan.constants import LONGEST_ROAD_MINIMUM
    from catanlab.games.catan.engine.roads_and_buildings import (
        _longest_both_ways,
        _longest_from,
        roads_left,
    )
    from catanlab.games.catan.grid import NODE_EDGES, NODE_NEIGHBOURS

    OUT_OF_REACH = 500

__all__ = ["RoadFinder"]


class RoadFinder:
    """The shortest way to Longest Road."""

    def __init__(self):
        if not cython.compiled:
            self.way = [0] * 15
            self.seen = [0] * 2
            self.path = [0] * 15
        self.needed = OUT_OF_REACH

    def look(self, state, seat):
        """Return the edges that would bring Longest Road, [] if it is held, None if there are none."""
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
        reached = cython.declare(cython.int[54])
        if not cython.compiled:
            reached = [0] * 54
        longest: cython.int = 0
        nodes = p.road_nodes[seat] & ~enemies
        while nodes:
            node = lowest_bit(nodes)
            nodes &= nodes - 1
            reached[node] = _longest_from(low, high, enemies, node)
            longest = max(longest, reached[node])
        # Long trails first: they find a short way, and the others then need not look far.
        for length in range(longest, -1, -1):
            nodes = p.road_nodes[seat] & ~enemies
            while nodes:
                node = lowest_bit(nodes)
                nodes &= nodes - 1
                if reached[node] == length:
                    self._extend(p, seat, target, node, length, 0, low, high, enemies)
        if self.needed > most:
            self.needed = OUT_OF_REACH
        return self.needed

    def _extend(self, p, seat, target, node, length, used, low, high, enemies):
        """Lay each free edge at the node and go on from its other end."""
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
            reached: cython.int = length + 1
            if (p.road_nodes[seat] >> there) & 1:
                reached = max(reached, 1 + _longest_both_ways(low, high, enemies, node, there))
            if reached >= target:
                self.needed = used + 1
                for i in range(used + 1):
                    self.way[i] = self.path[i]
                return
            if not (enemies >> there) & 1:
                self._extend(
                    p,
                    seat,
                    target,
                    there,
                    length + 1,
                    used + 1,
                    low if word else low | bit,
                    high | bit if word else high,
                    enemies,
                )


def length_to_beat(p, seat):
    """Return how long a road must be to bring Longest Road: five, or one more than the longest there is."""
    longest: cython.int = LONGEST_ROAD_MINIMUM - 1
    for other in range(p.ruleset.players):
        longest = max(longest, p.road_length[other])
    return longest + 1

"""What a road is worth to the seat on turn: the places for settlements it leads to, and Longest Road.

Martin scores roads as he scores opening places, with the weight on room for settlements, and gives no
numbers. Here a place counts by the dots of its numbers and one: four times where the new road ends, twice
an edge further, once two edges further. A road that takes Longest Road is worth more than any place.
A road that leads to no place and does not lengthen the seat's longest road is worth nothing.
"""

import cython

if not cython.compiled:
    from catanlab.games.catan.engine.roads import build_road
    from catanlab.games.catan.grid import EDGE_NODES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS

    AWARD_WORTH = 1000

__all__ = ["Spots"]


class Spots:
    """The value of every node of one board, and of roads towards them."""

    def __init__(self, board):
        if not cython.compiled:
            self.value = [0] * 54
        for node in range(54):
            self.value[node] = 1
            for slot in range(3):
                hexagon = NODE_HEXES[node * 3 + slot]
                number: cython.int = board.numbers[hexagon] or 0 if hexagon >= 0 else 0
                if number:
                    self.value[node] += 6 - abs(7 - number)

    def worth(self, p, edge, trial):
        """Return the worth of a road at the edge, 0 if it is of no use; `trial` is room to try it."""
        seat = p.turn_seat
        found = 0
        for end in range(2):
            node = EDGE_NODES[edge * 2 + end]
            if not (p.road_nodes[seat] >> node) & 1:
                found += self.reach(p, node, 4, EDGE_NODES[edge * 2 + 1 - end])
        if found and (p.road_holder == seat or p.road_length[seat] < 4):
            return found
        trial.take_fields(p)
        build_road(trial, seat, edge)
        if trial.road_holder == seat and p.road_holder != seat:
            return found + AWARD_WORTH
        if found == 0 and trial.road_length[seat] > p.road_length[seat]:
            return 1
        return found

    def reach(self, p, node, weight, origin):
        """Return the worth of the places from a node on that the seat's roads do not touch yet."""
        seat = p.turn_seat
        if ((p.built | p.road_nodes[seat]) >> node) & 1:
            return 0
        found = 0 if (p.closed >> node) & 1 else weight * self.value[node]
        if weight == 1:
            return found
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge < 0:
                break
            there = NODE_NEIGHBOURS[node * 3 + slot]
            if there != origin and not (p.taken[edge >> 6] >> (edge & 63)) & 1:
                found += self.reach(p, there, weight // 2, node)
        return found

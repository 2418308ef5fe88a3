"""The fixed geometry of the board: 19 hexes, 54 nodes and 72 edges with stable ids, in tables."""

# Hexes and nodes are numbered row by row from the north, west to east; edges by (lower node, higher node).
# Everything follows from JSettlers' coordinates: a byte whose high digit grows to the south-east and whose
# low digit grows to the north-east, one hex being two units wide.

import math

import cython

from catanlab.framework.errors import BoardError

if not cython.compiled:
    HEXES, NODES, EDGES, PORTS = 19, 54, 72, 9
    HEX_NODES, HEX_EDGES = [-1] * 114, [-1] * 114
    NODE_HEXES, NODE_EDGES, NODE_NEIGHBOURS = [-1] * 162, [-1] * 162, [-1] * 162
    EDGE_NODES = [-1] * 144
    PORT_EDGES, PORT_NODES = [-1] * 9, [-1] * 18
    NODE_ADJACENT, NODE_EDGE_MASK, HEX_NODE_MASK = [0] * 54, [0] * 108, [0] * 19

# Steps from a hex, clockwise: to its corners from north, its sides and its neighbours from north-east.
_CORNERS = (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)
_SIDES = (0x01, 0x11, 0x10, -0x01, -0x11, -0x10)
_BESIDE = (0x02, 0x22, 0x20, -0x02, -0x22, -0x20)

_CENTRE = 0x77

# The one thing that arithmetic does not give: where the frame of the game has its ports.
_PORTS = (0x27, 0x5A, 0x9C, 0xCC, 0xC9, 0xA5, 0x72, 0x42, 0x24)


def _place(coordinate):
    """Return (row, column) of a hex or node in quarter units, growing south and east."""
    high = coordinate >> 4
    low = coordinate & 15
    if high % 2 == low % 2:
        return 3 * (high - low), high + low
    # The corners of a row of hexes zigzag: a node with an edge above it lies half a unit higher.
    return 3 * (high - low) + (-1 if high % 2 else 1), high + low - 1


def _within(rings):
    """Return the coordinates of the hexes at most so many rings around the centre, in reading order."""
    found = {_CENTRE}
    for _ in range(rings):
        found |= {place + step for place in found for step in _BESIDE}
    return tuple(sorted(found, key=_place))


def _edge(a, b):
    """Return the coordinate of the edge between two adjacent nodes."""
    return min(a, b) if abs(a - b) == 0x11 else min(a, b) - 0x01


def _index(coordinates):
    """Return the dictionary from coordinate to id."""
    return {coordinate: number for number, coordinate in enumerate(coordinates)}


def _corners(hexes):
    """Return the coordinates of all corners of the hexes, in reading order."""
    return tuple(sorted({h + step for h in hexes for step in _CORNERS}, key=_place))


def _sides(rings):
    """Return the pairs (lower node, higher node) of neighbours on the rings of nodes around hexes."""
    return tuple(sorted({tuple(sorted((ring[k], ring[k - 1]))) for ring in rings for k in range(6)}))


def _facing(port):
    """Return the place among JSettlers' hexes of a port's sea hex, and which side of it the port is."""
    for side, step in enumerate(_SIDES):
        if port - step in JSETTLERS_HEXES and port - step not in JSETTLERS_TO_HEX:
            return JSETTLERS_HEXES.index(port - step), side + 1
    raise AssertionError(f"port {port:#x} is not on the coast")


def _point(coordinate):
    """Return (x, y) of a hex or node in hex circumradii, y growing south, from the centre of the board."""
    row, column = _place(coordinate)
    return (column - _place(_CENTRE)[1]) * math.sqrt(3) / 4, row / 4


def _mask(bits):
    """Return the bit set with these bits."""
    return sum([2**bit for bit in bits])


# Generator expressions, not comprehensions: Cython 3.3 drops references to None in comprehensions nested
# at module level, and the interpreter then aborts at exit.
HEX_TO_JSETTLERS = _within(2)
JSETTLERS_TO_HEX = _index(HEX_TO_JSETTLERS)
HEX_NEIGHBOURS = tuple(
    tuple(JSETTLERS_TO_HEX[h + step] for step in _BESIDE if h + step in JSETTLERS_TO_HEX)
    for h in HEX_TO_JSETTLERS
)

NODE_TO_JSETTLERS = _corners(HEX_TO_JSETTLERS)
JSETTLERS_TO_NODE = _index(NODE_TO_JSETTLERS)
_HEX_NODES = tuple(tuple(JSETTLERS_TO_NODE[h + step] for step in _CORNERS) for h in HEX_TO_JSETTLERS)
_NODE_HEXES = tuple(tuple(h for h in range(19) if n in _HEX_NODES[h]) for n in range(54))

_EDGE_NODES = _sides(_HEX_NODES)
_EDGE_AT = _index(_EDGE_NODES)
EDGE_TO_JSETTLERS = tuple(_edge(NODE_TO_JSETTLERS[a], NODE_TO_JSETTLERS[b]) for a, b in _EDGE_NODES)
JSETTLERS_TO_EDGE = _index(EDGE_TO_JSETTLERS)
_HEX_EDGES = tuple(tuple(JSETTLERS_TO_EDGE[h + step] for step in _SIDES) for h in HEX_TO_JSETTLERS)
_NODE_EDGES = tuple(tuple(e for e in range(72) if n in _EDGE_NODES[e]) for n in range(54))
_NODE_NEIGHBOURS = tuple(tuple(sum(_EDGE_NODES[e]) - n for e in _NODE_EDGES[n]) for n in range(54))

JSETTLERS_HEXES = _within(3)
"""The coordinates of JSettlers' 37 hexes, the ring of sea included, in the order of its layout message."""

_PORT_EDGES = tuple(JSETTLERS_TO_EDGE[coordinate] for coordinate in _PORTS)
PORT_FACINGS = tuple(_facing(coordinate) for coordinate in _PORTS)
"""Per port: its sea hex (0 to 36) and the side of that hex it faces (1 north-east, clockwise to 6)."""

HEX_POINTS = tuple(_point(coordinate) for coordinate in HEX_TO_JSETTLERS)
"""Per hex: (x, y) of its centre in hex circumradii, y growing south, the centre of the board at (0, 0)."""
NODE_POINTS = tuple(_point(coordinate) for coordinate in NODE_TO_JSETTLERS)
"""Per node: (x, y) on the same scale."""


def _fill():
    """Copy the tables to the C arrays that the engine reads."""
    for h in range(19):
        HEX_NODE_MASK[h] = _mask(_HEX_NODES[h])
        for k in range(6):
            HEX_NODES[6 * h + k] = _HEX_NODES[h][k]
            HEX_EDGES[6 * h + k] = _HEX_EDGES[h][k]
    for n in range(54):
        NODE_ADJACENT[n] = _mask(_NODE_NEIGHBOURS[n])
        NODE_EDGE_MASK[2 * n] = _mask([e for e in _NODE_EDGES[n] if e < 64])
        NODE_EDGE_MASK[2 * n + 1] = _mask([e - 64 for e in _NODE_EDGES[n] if e >= 64])
        for k in range(3):
            NODE_HEXES[3 * n + k] = (*_NODE_HEXES[n], -1, -1)[k]
            NODE_EDGES[3 * n + k] = (*_NODE_EDGES[n], -1)[k]
            NODE_NEIGHBOURS[3 * n + k] = (*_NODE_NEIGHBOURS[n], -1)[k]
    for e in range(72):
        EDGE_NODES[2 * e], EDGE_NODES[2 * e + 1] = _EDGE_NODES[e]
    for p in range(9):
        PORT_EDGES[p] = _PORT_EDGES[p]
        PORT_NODES[2 * p], PORT_NODES[2 * p + 1] = _EDGE_NODES[_PORT_EDGES[p]]


_fill()


def _look_up(table, kind, number):
    """Return the row of a table, or raise BoardError for an id that is not on the board."""
    if not 0 <= number < len(table):
        raise BoardError(f"there is no {kind} {number}: the ids are 0 to {len(table) - 1}")
    return table[number]


def hex_nodes(hexagon):
    """Return the six nodes of a hex, clockwise from north."""
    return _look_up(_HEX_NODES, "hex", hexagon)


def hex_edges(hexagon):
    """Return the six edges of a hex, clockwise from north-east."""
    return _look_up(_HEX_EDGES, "hex", hexagon)


def node_hexes(node):
    """Return the one to three hexes that touch a node, ascending."""
    return _look_up(_NODE_HEXES, "node", node)


def node_edges(node):
    """Return the two or three edges that meet in a node, ascending."""
    return _look_up(_NODE_EDGES, "node", node)


def node_neighbours(node):
    """Return the nodes one edge away, in the order of node_edges."""
    return _look_up(_NODE_NEIGHBOURS, "node", node)


def edge_nodes(edge):
    """Return the two ends of an edge, the lower first."""
    return _look_up(_EDGE_NODES, "edge", edge)


def edge_between(a, b):
    """Return the edge that joins two nodes, or raise BoardError if they are not neighbours."""
    for node in (a, b):
        _look_up(_NODE_EDGES, "node", node)
    if (min(a, b), max(a, b)) not in _EDGE_AT:
        raise BoardError(f"no edge joins nodes {a} and {b}")
    return _EDGE_AT[min(a, b), max(a, b)]


def port_edge(port):
    """Return the edge on which a port lies; its two ends are the nodes that trade there."""
    return _look_up(_PORT_EDGES, "port", port)

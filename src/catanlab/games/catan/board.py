"""The board of one game: the resource and number of each hex, and the ports."""

from operator import index

import cython

from catanlab.framework.errors import BoardError
from catanlab.games.catan.constants import CLAY, ORE, RESOURCES, SHEEP, WHEAT, WOOD
from catanlab.games.catan.grid import (
    JSETTLERS_HEXES,
    JSETTLERS_TO_HEX,
    PORT_FACINGS,
    node_edges,
    node_hexes,
)

if not cython.compiled:
    from catanlab.games.catan.constants import DESERT
    from catanlab.games.catan.grid import PORT_NODES

__all__ = [
    "ANY_PORT",
    "PORT_NAMES",
    "STANDARD_NUMBERS",
    "STANDARD_PORTS",
    "STANDARD_TERRAIN",
    "TERRAIN_NAMES",
    "Board",
]

ANY_PORT = 5
"""The kind of a port that trades everything 3:1; the others are the resource they trade 2:1."""

TERRAIN_NAMES = (*RESOURCES, "desert")
PORT_NAMES = (*RESOURCES, "3:1")

STANDARD_TERRAIN = (WOOD,) * 4 + (CLAY,) * 3 + (SHEEP,) * 4 + (WHEAT,) * 4 + (ORE,) * 3 + (DESERT,)
"""The 19 hexes of the base game."""
STANDARD_NUMBERS = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)
"""The 18 number tokens of the base game."""
STANDARD_PORTS = (WOOD, CLAY, SHEEP, WHEAT, ORE) + (ANY_PORT,) * 4
"""The nine ports of the base game."""

_FIELDS = ("resources", "numbers", "ports")

# JSettlers' layout message: water, our terrains in order, and the list that its number values point into.
_WATER = 6
_TERRAIN_TO_JSETTLERS = (5, 1, 3, 4, 2, 0)
_JSETTLERS_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


@cython.cfunc
def _integer(value):
    """Return the value as an integer; -2, which is invalid in every field, if it is not one."""
    try:
        return index(value)
    except TypeError:
        return -2


@cython.cfunc
def _code(value, names):
    """Return a name's or number's number, or -2 if it is neither."""
    if isinstance(value, str):
        return names.index(value) if value in names else -2
    return _integer(value)


def _listed(values, size, what):
    """Return the values as a list of that size, or raise BoardError."""
    try:
        found = list(values)
    except TypeError:
        raise BoardError(f"the {what} of a board are a list, not {values!r}") from None
    if len(found) != size:
        raise BoardError(f"a board has {size} {what}, not {len(found)}")
    return found


def _codes(values, size, what, one, names):
    """Return names or numbers as numbers, or raise BoardError."""
    found = _listed(values, size, what)
    for place, value in enumerate(found):
        code = _code(value, names)
        if not 0 <= code <= 5:
            raise BoardError(
                f"{one} {place} cannot be {value!r}: give one of {', '.join(names)}, or 0 to 5"
            )
        found[place] = code
    return found


def _tokens(values, terrain):
    """Return the numbers, or raise BoardError unless the land and only the land has one."""
    found = _listed(values, 19, "numbers")
    for place, value in enumerate(found):
        number = _integer(value)
        if terrain[place] == DESERT:
            if number != 0:
                raise BoardError(f"hex {place} is a desert and takes 0 for its number, not {value!r}")
        elif not 2 <= number <= 12 or number == 7:
            name = TERRAIN_NAMES[terrain[place]]
            raise BoardError(f"hex {place} ({name}) takes a number from 2 to 12 except 7, not {value!r}")
        found[place] = number
    return found


def _check_counts(found, standard, what, names):
    """Raise BoardError unless the found values are the standard ones in some order."""
    if sorted(found) == list(standard):
        return
    for value in sorted(set(found) | set(standard)):
        if found.count(value) != standard.count(value):
            raise BoardError(
                f"a standard board counts {standard.count(value)} of the {what} {names[value]}, "
                f"not {found.count(value)}; standard=False allows any mix"
            )


class Board:
    """An immutable board: 19 terrains and 19 numbers by hex, 9 ports in the order of the grid.

    Terrains and ports are given by name or number, the desert's number is 0. The counts must be those of
    the base game unless `standard=False`; a desert is always needed, as the robber starts there. Raises
    BoardError if the board is invalid.
    """

    def __init__(self, resources, numbers, ports, *, standard=True):
        terrain = _codes(resources, 19, "resources", "hex", TERRAIN_NAMES)
        tokens = _tokens(numbers, terrain)
        harbours = _codes(ports, 9, "ports", "port", PORT_NAMES)
        if DESERT not in terrain:
            raise BoardError("a board needs a desert, where the robber starts")
        if standard:
            _check_counts(terrain, STANDARD_TERRAIN, "terrain", TERRAIN_NAMES)
            _check_counts([n for n in tokens if n], STANDARD_NUMBERS, "number", range(13))
            _check_counts(harbours, STANDARD_PORTS, "port", PORT_NAMES)
        self.make_room()
        for h in range(19):
            self.resource[h] = terrain[h]
            self.number[h] = tokens[h]
        for p in range(9):
            self.port[p] = harbours[p]
        self.derive()

    def make_room(self):
        """Make the lists that stand for the C arrays where there are none."""
        if not cython.compiled:
            self.resource, self.number, self.port = [0] * 19, [0] * 19, [0] * 9
            self.node_port, self.hexes_by_number = [0] * 54, [0] * 13

    def derive(self):
        """Fill the tables that follow from hexes, numbers and ports."""
        one: cython.uint = 1
        self.desert = 0
        while self.resource[self.desert] != DESERT:
            self.desert += 1
        for n in range(13):
            self.hexes_by_number[n] = 0
        for h in range(19):
            if self.number[h]:
                self.hexes_by_number[self.number[h]] |= one << h
        for n in range(54):
            self.node_port[n] = -1
        for p in range(9):
            self.node_port[PORT_NODES[2 * p]] = self.port[p]
            self.node_port[PORT_NODES[2 * p + 1]] = self.port[p]

    @property
    def resources(self):
        """The resource of each hex: 0 wood, 1 clay, 2 sheep, 3 wheat, 4 ore, 5 none (desert)."""
        return tuple([self.resource[h] for h in range(19)])

    @property
    def numbers(self):
        """The number token of each hex, 0 on a desert."""
        return tuple([self.number[h] for h in range(19)])

    @property
    def ports(self):
        """The kind of each port: 0 to 4 trades that resource 2:1, 5 trades anything 3:1."""
        return tuple([self.port[p] for p in range(9)])

    def port_at(self, node):
        """Return the kind of the port at a node, as in `ports`; -1 if there is none."""
        node_edges(node)  # refuses what is not a node
        return self.node_port[node]

    def pips(self, node):
        """Return the pips (dots) on the number tokens around a node: how many of 36 rolls pay there.

        >>> from catanlab import Catan
        >>> Catan(board="beginner").board.pips(28)
        11
        """
        found = 0
        for hexagon in node_hexes(node):
            if self.number[hexagon]:
                found += 6 - abs(7 - self.number[hexagon])
        return found

    def node_resources(self, node):
        """Return the names of the resources around a node, one for each hex except deserts.

        >>> from catanlab import Catan
        >>> Catan(board="beginner").board.node_resources(28)
        ('wheat', 'wood', 'wood')
        """
        return tuple(
            [
                RESOURCES[self.resource[hexagon]]
                for hexagon in node_hexes(node)
                if self.resource[hexagon] != DESERT
            ]
        )

    def to_dict(self):
        """Return the board as names and numbers that JSON can carry."""
        return {
            "resources": [TERRAIN_NAMES[code] for code in self.resources],
            "numbers": list(self.numbers),
            "ports": [PORT_NAMES[code] for code in self.ports],
        }

    @classmethod
    def from_dict(cls, data, *, standard=True):
        """Return the board that to_dict described."""
        if not isinstance(data, dict) or set(data) != set(_FIELDS):
            raise BoardError(f"a board is an object with the fields {', '.join(_FIELDS)}")
        return cls(data["resources"], data["numbers"], data["ports"], standard=standard)

    def to_jsettlers(self):
        """Return the 37 hex values and 37 number values of JSettlers' layout message."""
        values = [_WATER] * 37
        numbers = [-1] * 37
        for place, coordinate in enumerate(JSETTLERS_HEXES):
            if coordinate in JSETTLERS_TO_HEX:
                h = JSETTLERS_TO_HEX[coordinate]
                values[place] = _TERRAIN_TO_JSETTLERS[self.resource[h]]
                if self.number[h]:
                    numbers[place] = _JSETTLERS_NUMBERS.index(self.number[h])
        for p, (place, facing) in enumerate(PORT_FACINGS):
            kind = self.port[p]
            two_to_one = facing << 4 | _TERRAIN_TO_JSETTLERS[kind]
            values[place] = _WATER + facing if kind == ANY_PORT else two_to_one
        return values, numbers

    @classmethod
    def from_jsettlers(cls, hex_values, numbers, *, standard=True):
        """Return the board of JSettlers' layout message; its port facings follow from the grid."""
        values = _listed(hex_values, 37, "JSettlers hex values")
        tokens = _listed(numbers, 37, "JSettlers number values")
        terrain = [0] * 19
        found = [0] * 19
        for place, coordinate in enumerate(JSETTLERS_HEXES):
            if coordinate in JSETTLERS_TO_HEX:
                h = JSETTLERS_TO_HEX[coordinate]
                terrain[h] = _terrain_from(place, values[place])
                found[h] = _number_from(place, tokens[place])
        ports = [_port_from(place, values[place]) for place, _ in PORT_FACINGS]
        return cls(terrain, found, ports, standard=standard)

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented
        return (self.resources, self.numbers, self.ports) == (
            other.resources,
            other.numbers,
            other.ports,
        )

    def __hash__(self):
        return hash((self.resources, self.numbers, self.ports))

    def __reduce__(self):
        return _restore, (self.resources, self.numbers, self.ports)

    def _repr_svg_(self):
        """Return the picture that a notebook shows."""
        from catanlab.games.catan.draw import svg

        return svg(self)

    def __repr__(self):
        hexes = [f"{TERRAIN_NAMES[r]}{n or ''}" for r, n in zip(self.resources, self.numbers, strict=True)]
        rows = " / ".join([" ".join(hexes[a:b]) for a, b in ((0, 3), (3, 7), (7, 12), (12, 16), (16, 19))])
        return f"<Board {rows}, ports {' '.join([PORT_NAMES[code] for code in self.ports])}>"


def blank_board():
    """Return a board for native code to fill; `derive` then fills its tables."""
    board: Board = Board.__new__(Board)
    board.make_room()
    return board


def _terrain_from(place, value):
    """Return the terrain that JSettlers' value puts on a land hex."""
    if value not in _TERRAIN_TO_JSETTLERS:
        raise BoardError(f"JSettlers hex {place} is land and takes a value from 0 to 5, not {value!r}")
    return _TERRAIN_TO_JSETTLERS.index(value)


def _number_from(place, value):
    """Return the number that JSettlers' value puts on a land hex, 0 for none."""
    if not -1 <= _integer(value) <= 9:
        raise BoardError(f"JSettlers hex {place} takes a number value from -1 to 9, not {value!r}")
    return 0 if value == -1 else _JSETTLERS_NUMBERS[value]


def _port_from(place, value):
    """Return the kind of the port that JSettlers' value puts into a sea hex."""
    code = _integer(value)
    if _WATER < code <= _WATER + 6:
        return ANY_PORT
    if not 16 < code < 112 or not 1 <= code & 15 <= 5:
        raise BoardError(f"JSettlers hex {place} is a port, 7 to 12 or facing * 16 + kind, not {value!r}")
    return _TERRAIN_TO_JSETTLERS.index(code & 15)


def _restore(resources, numbers, ports):
    """Return a pickled board, standard or not."""
    return Board(resources, numbers, ports, standard=False)

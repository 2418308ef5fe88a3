"""The income of a seat: how many rolls a card of each resource takes, and the ratios of its trades.

Thomas, chapter 3: the probability of a resource is the sum of the probabilities in his table 3.1, in
hundredths, over the numbers that the buildings touch, a city counting twice. Its frequency is the inverse,
rounded half up. JSettlers computes it in the same way.
"""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.games.catan.constants import ANY_PORT, DESERT
    from catanlab.games.catan.grid import NODE_HEXES
    from catanlab.games.catan.hands import held

    NEVER = 55555
    HEXAGONS = 19
    HUNDREDTHS = [0] * 13

__all__ = ["Income", "hundredths"]

# Thomas, table 3.1: the probabilities of 2 to 12 in hundredths, as he rounds them.
_TABLE = (0, 0, 3, 6, 8, 11, 14, 17, 14, 11, 8, 6, 3)
for _number in range(13):
    HUNDREDTHS[_number] = _TABLE[_number]


def hundredths(number):
    """Return the probability of a number in hundredths, as Thomas' table 3.1 and JSettlers round it.

    >>> [hundredths(number) for number in (2, 5, 8)]
    [3, 11, 14]
    """
    return HUNDREDTHS[whole_number("number", number, 0, 12)]


class Income:
    """Production and ports of one seat.

    >>> income = Income.of({"wood": (4, 4), "clay": (3,), "ore": (5,), "sheep": (10,)}, ports=("wood",))
    >>> income.frequencies  # Thomas, table 3.4: wood, clay, sheep, wheat, ore
    (6, 17, 13, None, 9)
    >>> income.ratios
    (2, 4, 4, 4, 4)
    """

    def __cinit__(self):
        if not cython.compiled:
            return
        self.clear()

    def __init__(self):
        if not cython.compiled:
            self.weight = [0] * 5
            self.rolls = [0] * 5
            self.ratio = [0] * 5
            self.amount = [0] * 65
            self.clear()

    @staticmethod
    def of(numbers, *, ports=()):
        """Return the income from these numbers of each resource, and from ports: resources or "any".

        A number stands once for a settlement and twice for a city. Raises ArgumentError.
        """
        from catanlab.games.catan.constants import RESOURCES

        income: Income = Income()
        for name, touched in numbers.items():
            if name not in RESOURCES:
                raise ArgumentError(f"{name!r} is no resource; they are {', '.join(RESOURCES)}")
            resource: cython.int = RESOURCES.index(name)
            for each in touched:
                number: cython.int = whole_number("number", each, 2, 12)
                income.weight[resource] += HUNDREDTHS[number]
                income.amount[resource * 13 + number] += 1
        for name in ports:
            if name not in (*RESOURCES, "any"):
                raise ArgumentError(f"{name!r} is no port; they are any, {', '.join(RESOURCES)}")
            income.add_port(RESOURCES.index(name) if name in RESOURCES else ANY_PORT)
        income.derive()
        return income

    @property
    def frequencies(self):
        """How many rolls a card of wood, clay, sheep, wheat and ore takes; None if it never comes."""
        return tuple([None if self.rolls[r] == NEVER else self.rolls[r] for r in range(5)])

    @property
    def ratios(self):
        """How many cards of wood, clay, sheep, wheat and ore the bank takes for another."""
        return tuple([self.ratio[r] for r in range(5)])

    def cards(self, number):
        """Return how many cards of wood, clay, sheep, wheat and ore a roll of a number brings."""
        rolled: cython.int = whole_number("number", number, 2, 12)
        return tuple([self.amount[r * 13 + rolled] for r in range(5)])

    def clear(self):
        """Set production and ports to none."""
        for resource in range(5):
            self.weight[resource] = 0
            self.ratio[resource] = 4
        for i in range(65):
            self.amount[i] = 0
        self.derive()

    def copy_from(self, other):
        """Become equal to another income."""
        self.weight[:] = other.weight
        self.rolls[:] = other.rolls
        self.ratio[:] = other.ratio
        self.amount[:] = other.amount
        self.key = other.key

    def read(self, p, seat, blocked):
        """Read production and ports of a seat from a position; hex `blocked` (-1: none) pays nothing."""
        for resource in range(5):
            self.weight[resource] = 0
            self.ratio[resource] = held(p.ratio[seat], resource)
        for i in range(65):
            self.amount[i] = 0
        for hexagon in range(HEXAGONS):
            claim: cython.int = cython.cast(cython.int, (p.hex_yields[hexagon] >> (8 * seat)) & 0xFF)
            if claim == 0 or hexagon == blocked or p.ruleset.board.resource[hexagon] == DESERT:
                continue
            kind: cython.int = p.ruleset.board.resource[hexagon]
            number: cython.int = p.ruleset.board.number[hexagon]
            self.weight[kind] += claim * HUNDREDTHS[number]
            self.amount[kind * 13 + number] += claim
        self.derive()

    def add_node(self, board, node, new):
        """Add a building at a node: its hexes pay once more, and a new one, not a city, brings its port."""
        for slot in range(3):
            hexagon = NODE_HEXES[node * 3 + slot]
            if hexagon < 0 or board.resource[hexagon] == DESERT:
                continue
            kind: cython.int = board.resource[hexagon]
            number: cython.int = board.number[hexagon]
            self.weight[kind] += HUNDREDTHS[number]
            self.amount[kind * 13 + number] += 1
        if new and board.node_port[node] >= 0:
            self.add_port(board.node_port[node])
        self.derive()

    def add_port(self, port):
        """Add the ratio of a port; `derive` must follow."""
        for resource in range(5):
            if port == resource:
                self.ratio[resource] = 2
            elif port == ANY_PORT and self.ratio[resource] == 4:
                self.ratio[resource] = 3

    def derive(self):
        """Compute frequencies and key from the weights and ratios."""
        key: cython.ulonglong = 0
        for resource in range(5):
            weight = self.weight[resource]
            self.rolls[resource] = (200 + weight) // (2 * weight) if weight > 0 else NEVER
            # 33 rolls at most, or none: six bits, and two for the ratio
            code: cython.ulonglong = self.rolls[resource] if weight > 0 else 0
            key = (key << 8) | (code << 2) | (self.ratio[resource] - 2)
        self.key = key

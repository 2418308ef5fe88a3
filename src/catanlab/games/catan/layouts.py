"""The ways to lay out a board: two fixed ones, and three kinds of random ones."""

from functools import cache
from itertools import combinations

import cython

from catanlab.framework.errors import BoardError
from catanlab.framework.random import check_random
from catanlab.games.catan.board import STANDARD_NUMBERS, STANDARD_PORTS, STANDARD_TERRAIN, Board
from catanlab.games.catan.grid import HEX_NEIGHBOURS, JSETTLERS_TO_HEX

if not cython.compiled:
    from catanlab.framework.random import Random  # noqa: F401
    from catanlab.games.catan.board import blank_board
    from catanlab.games.catan.constants import DESERT

    TERRAIN, PORTS, NUMBERS, REDS, OTHERS = [0] * 19, [0] * 9, [0] * 18, [0] * 4, [0] * 14
    LETTERS, SPIRALS = [0] * 18, [0] * 114
    APART, APART_COUNT = [0] * 532, [0] * 19

__all__ = ["LAYOUTS", "beginner", "make_board", "spirals", "tournament"]

# The tokens in the order of their letters, A to R.
_LETTERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)


def make_board(layout, random):
    """Return a board of a layout named in LAYOUTS, or raise BoardError for any other name."""
    if layout == "tournament":
        return tournament()
    if layout == "beginner":
        return beginner()
    check_random(random)
    board = blank_board()
    if layout == "random":
        lay_spiral(board, random)
    elif layout == "random-numbers":
        lay_random_numbers(board, random)
    elif layout == "no-adjacent-reds":
        lay_no_adjacent_reds(board, random)
    else:
        raise BoardError(f"unknown layout {layout!r}: choose one of {', '.join(LAYOUTS)}")
    board.derive()
    return board


LAYOUTS = ("tournament", "beginner", "random", "random-numbers", "no-adjacent-reds")
"""The names that make_board knows."""


def tournament():
    """Return the fixed board, ports included, that Catanatron 3.2.1 calls its TOURNAMENT map.

    Roelofs (2012) played on a tournament board without printing it: whether it was this one is not known.
    """
    return _fixed(
        "wood 6, sheep 3, sheep 8, wheat 2, ore 4, wheat 5, wood 10, wood 5, clay 9, desert 0, ore 6, "
        "wheat 9, wheat 10, ore 11, wood 3, sheep 12, clay 8, sheep 4, clay 11",
        "3:1 sheep 3:1 3:1 clay wood 3:1 wheat ore",
    )


def beginner():
    """Return the fixed set-up for beginners that the rules of the base game print, ports included."""
    return _fixed(
        "ore 10, sheep 2, wood 9, wheat 12, clay 6, sheep 4, clay 10, wheat 9, wood 11, desert 0, wood 3, "
        "ore 8, wood 8, ore 3, wheat 4, sheep 5, clay 5, wheat 6, sheep 11",
        "3:1 wheat ore 3:1 sheep 3:1 3:1 clay wood",
    )


@cache
def _fixed(hexes, ports):
    """Return the board of a list of terrains with their numbers and a list of ports."""
    pairs = [pair.split() for pair in hexes.split(", ")]
    return Board([name for name, _ in pairs], [int(number) for _, number in pairs], ports.split())


def lay_spiral(board, random):
    """Shuffle hexes and ports, and lay the numbers along the official spiral.

    The tokens lie in the order of their letters from a random corner, counter-clockwise inwards, passing
    over the desert (Thomas, appendix B).
    """
    _lay_terrain(board, random)
    walk = 19 * random.pick(6)
    token = 0
    for step in range(19):
        h = SPIRALS[walk + step]
        if h == board.desert:
            board.number[h] = 0
        else:
            board.number[h] = LETTERS[token]
            token += 1


def lay_random_numbers(board, random):
    """Shuffle hexes, ports and numbers: each arrangement is equally likely."""
    _lay_terrain(board, random)
    numbers = cython.declare(cython.schar[18])
    _shuffle(NUMBERS, numbers, 18, random)
    token = 0
    for h in range(19):
        if h == board.desert:
            board.number[h] = 0
        else:
            board.number[h] = numbers[token]
            token += 1


def lay_no_adjacent_reds(board, random):
    """Shuffle hexes, ports and numbers, but put no 6 or 8 next to a 6 or 8.

    Hexes and ports are uniform; given them, each legal arrangement of the numbers is equally likely. That
    is what reshuffling the numbers until they fit would give, but it is drawn directly.
    """
    _lay_terrain(board, random)
    places = _red_places(board.desert, random.pick(APART_COUNT[board.desert]))
    others = cython.declare(cython.schar[14])
    reds = cython.declare(cython.schar[4])
    _shuffle(OTHERS, others, 14, random)
    _shuffle(REDS, reds, 4, random)
    red = 0
    other = 0
    for h in range(19):
        if h == board.desert:
            board.number[h] = 0
        elif (places >> h) & 1:
            board.number[h] = reds[red]
            red += 1
        else:
            board.number[h] = others[other]
            other += 1


def _red_places(desert, k):
    """Return the k-th way to choose four hexes off the desert of which no two touch."""
    i = 0
    while True:
        if not (APART[i] >> desert) & 1:
            if k == 0:
                return APART[i]
            k -= 1
        i += 1


def _lay_terrain(board, random):
    """Shuffle hexes and ports."""
    _shuffle(TERRAIN, board.resource, 19, random)
    _shuffle(PORTS, board.port, 9, random)
    board.desert = 0
    while board.resource[board.desert] != DESERT:
        board.desert += 1


def _shuffle(values, out, count, random):
    """Write the values in a uniformly random order (Fisher and Yates)."""
    for i in range(count):
        out[i] = values[i]
    last = count - 1
    while last > 0:
        other = random.pick(last + 1)
        value = out[last]
        out[last] = out[other]
        out[other] = value
        last -= 1


@cache
def spirals():
    """Return the six ways to walk all hexes from a corner, counter-clockwise inwards."""
    steps = (0x22, 0x02, -0x20, -0x22, -0x02, 0x20)  # east, then counter-clockwise
    walks = []
    for corner in range(6):
        walk = []
        for ring in (2, 1):
            at = 0x77 + ring * steps[corner]
            for side in range(6):
                for _ in range(ring):
                    walk.append(JSETTLERS_TO_HEX[at])
                    at += steps[(corner + side + 2) % 6]
        walks.append((*walk, JSETTLERS_TO_HEX[0x77]))
    return tuple(walks)


def _four_apart():
    """Return every way to choose four hexes of which no two touch."""
    touching = {(a, b) for a in range(19) for b in HEX_NEIGHBOURS[a]}
    return [four for four in combinations(range(19), 4) if touching.isdisjoint(combinations(four, 2))]


def _fill():
    """Copy the tables to the C arrays that are read while laying out."""
    reds = [number for number in STANDARD_NUMBERS if number in (6, 8)]
    others = [number for number in STANDARD_NUMBERS if number not in (6, 8)]
    for i in range(19):
        TERRAIN[i] = STANDARD_TERRAIN[i]
        APART_COUNT[i] = 0
    for i in range(9):
        PORTS[i] = STANDARD_PORTS[i]
    for i in range(18):
        NUMBERS[i] = STANDARD_NUMBERS[i]
        LETTERS[i] = _LETTERS[i]
    for i in range(14):
        OTHERS[i] = others[i]
    for i in range(4):
        REDS[i] = reds[i]
    for i, h in enumerate(h for walk in spirals() for h in walk):
        SPIRALS[i] = h
    for i, four in enumerate(_four_apart()):
        APART[i] = sum([1 << h for h in four])
        for h in range(19):
            if h not in four:
                APART_COUNT[h] += 1


_fill()

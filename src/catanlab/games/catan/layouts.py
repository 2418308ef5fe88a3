"""The ways to lay out a board: two fixed ones, and three kinds of random ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Protocol

from catanlab.framework.errors import BoardError
from catanlab.games.catan.board import STANDARD_NUMBERS, STANDARD_PORTS, STANDARD_TERRAIN, Board
from catanlab.games.catan.constants import DESERT
from catanlab.games.catan.grid import HEX_NEIGHBOURS, JSETTLERS_TO_HEX

_REDS = tuple(number for number in STANDARD_NUMBERS if number in (6, 8))
_OTHERS = tuple(number for number in STANDARD_NUMBERS if number not in (6, 8))

# The tokens in the order of their letters, A to R.
_LETTERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)


class Chooser(Protocol):
    """A source of random choices."""

    def below(self, bound: int, /) -> int:
        """Return a uniform number from 0 to bound - 1."""


def make_board(layout: str, random: Chooser) -> Board:
    """Return a board of a layout named in LAYOUTS, or raise BoardError for any other name."""
    if layout not in _MAKERS:
        raise BoardError(f"unknown layout {layout!r}: choose one of {', '.join(LAYOUTS)}")
    return _MAKERS[layout](random)


def tournament(random: Chooser) -> Board:
    """Return the fixed board, ports included, that Catanatron 3.2.1 calls its TOURNAMENT map.

    Roelofs (2012) played on a tournament board without printing it: whether it was this one is not known.
    """
    return _fixed(
        "wood 6, sheep 3, sheep 8, wheat 2, ore 4, wheat 5, wood 10, wood 5, clay 9, desert 0, ore 6, "
        "wheat 9, wheat 10, ore 11, wood 3, sheep 12, clay 8, sheep 4, clay 11",
        "3:1 sheep 3:1 3:1 clay wood 3:1 wheat ore",
    )


def beginner(random: Chooser) -> Board:
    """Return the fixed set-up for beginners that the rules of the base game print, ports included."""
    return _fixed(
        "ore 10, sheep 2, wood 9, wheat 12, clay 6, sheep 4, clay 10, wheat 9, wood 11, desert 0, wood 3, "
        "ore 8, wood 8, ore 3, wheat 4, sheep 5, clay 5, wheat 6, sheep 11",
        "3:1 wheat ore 3:1 sheep 3:1 3:1 clay wood",
    )


def spiral(random: Chooser) -> Board:
    """Return a board with shuffled hexes and ports, and the numbers along the official spiral.

    The tokens lie in the order of their letters from a random corner, counter-clockwise inwards, passing
    over the desert (Thomas, appendix B).
    """
    terrain = _shuffled(STANDARD_TERRAIN, random)
    ports = _shuffled(STANDARD_PORTS, random)
    numbers = [0] * 19
    tokens = iter(_LETTERS)
    for h in spirals()[random.below(6)]:
        if terrain[h] != DESERT:
            numbers[h] = next(tokens)
    return Board(terrain, numbers, ports)


def random_numbers(random: Chooser) -> Board:
    """Return a board with hexes, ports and numbers all shuffled: each arrangement is equally likely."""
    terrain = _shuffled(STANDARD_TERRAIN, random)
    ports = _shuffled(STANDARD_PORTS, random)
    numbers = _shuffled(STANDARD_NUMBERS, random)
    numbers.insert(terrain.index(DESERT), 0)
    return Board(terrain, numbers, ports)


def no_adjacent_reds(random: Chooser) -> Board:
    """Return a board with shuffled hexes, ports and numbers, but no 6 or 8 beside a 6 or 8.

    Hexes and ports are uniform; given them, each lawful arrangement of the numbers is equally likely. That
    is what reshuffling the numbers until they fit would give, but it is drawn directly.
    """
    terrain = _shuffled(STANDARD_TERRAIN, random)
    ports = _shuffled(STANDARD_PORTS, random)
    desert = terrain.index(DESERT)
    places = _red_places(desert)
    chosen = places[random.below(len(places))]
    numbers = _shuffled(_OTHERS, random)
    for place, number in sorted([(desert, 0), *zip(chosen, _shuffled(_REDS, random), strict=True)]):
        numbers.insert(place, number)
    return Board(terrain, numbers, ports)


@cache
def spirals() -> tuple[tuple[int, ...], ...]:
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


@cache
def _red_places(desert: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to choose four hexes off the desert of which no two touch."""
    return tuple(four for four in _four_apart() if desert not in four)


@cache
def _four_apart() -> tuple[tuple[int, ...], ...]:
    """Return every way to choose four hexes of which no two touch."""
    touching = {(a, b) for a in range(19) for b in HEX_NEIGHBOURS[a]}
    return tuple(four for four in combinations(range(19), 4) if touching.isdisjoint(combinations(four, 2)))


@cache
def _fixed(hexes: str, ports: str) -> Board:
    """Return the board of a list of terrains with their numbers and a list of ports."""
    pairs = [pair.split() for pair in hexes.split(", ")]
    return Board([name for name, _ in pairs], [int(number) for _, number in pairs], ports.split())


def _shuffled(values: Sequence[int], random: Chooser) -> list[int]:
    """Return the values in a uniformly random order (Fisher and Yates)."""
    mixed = list(values)
    below = random.below
    for last in range(len(mixed) - 1, 0, -1):
        other = below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


_MAKERS: dict[str, Callable[[Chooser], Board]] = {
    "tournament": tournament,
    "beginner": beginner,
    "random": spiral,
    "random-numbers": random_numbers,
    "no-adjacent-reds": no_adjacent_reds,
}
LAYOUTS = tuple(_MAKERS)
"""The names that make_board knows."""

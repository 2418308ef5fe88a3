"""Boards as graphs: areas, edges and vertices, who touches whom, and the names of all of them.

    hexagonal(radius=2)                      19 hexes, 72 edges, 54 corners, row by row from the north
    square(rows=8, columns=8)                64 squares named a1 to h8 from the lower left corner
    free(vertices=[...], edges=[...])        towns and the lines between them, by name

Inside the class of a game these return plans: sizes may be options of the game, so that the board itself is
made with the game. Elements are numbers from 0, sets of them are bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from catanlab.framework.declared.deferred import Deferred, resolve
from catanlab.framework.errors import GameError

KINDS = ("area", "edge", "vertex")
"""The kinds of elements of a board."""

_COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class Places(NamedTuple):
    """All elements of one kind of a board."""

    board: Graph | GraphPlan
    kind: str

    @property
    def exists(self) -> bool:
        """Whether the board has elements of this kind."""
        return self.kind in self.board.kinds


class Graph:
    """A board: its elements, which of them touch, and which are neighbours.

    >>> board = hexagonal(radius=2).make()
    >>> board.size("area"), board.size("edge"), board.size("vertex")
    (19, 72, 54)
    >>> board.touching("vertex", 0, "edge")
    (0, 1)

    Two elements of different kinds touch if one is an end, side or corner of the other. Two vertices are
    neighbours if an edge joins them, two edges if they have a vertex in common, two areas if they have an
    edge in common.
    """

    def __init__(
        self,
        edges: Sequence[tuple[int, int]],
        areas: Sequence[Sequence[int]],
        vertices: int,
        *,
        names: dict[str, Sequence[str]] | None = None,
        codes: dict[str, Sequence[int]] | None = None,
        grid: tuple[int, int] | None = None,
    ) -> None:
        self.kinds = tuple(
            kind for kind, count in (("area", areas), ("edge", edges), ("vertex", vertices)) if count
        )
        self._sizes = {"area": len(areas), "edge": len(edges), "vertex": vertices}
        self._names = names or {}
        self._codes = codes or {}
        self.grid = grid
        """Rows and columns of a board of squares; None for another board."""
        self._touching: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {}
        self._fill(edges, areas)
        self._masks = {
            pair: tuple(sum(1 << other for other in row) for row in rows)
            for pair, rows in self._touching.items()
        }
        self._near: dict[tuple[str, int, str], int] = {}

    def _fill(self, edges: Sequence[tuple[int, int]], areas: Sequence[Sequence[int]]) -> None:
        """Work out from ends and corners who touches whom."""
        ends = [tuple(sorted(edge)) for edge in edges]
        number = {edge: index for index, edge in enumerate(ends)}
        corners = [tuple(area) for area in areas]
        sides = []
        for area in corners:
            round_trip = zip(area, (*area[1:], *area[:1]), strict=True)
            found = [number[a, b] for a, b in (sorted(pair) for pair in round_trip) if (a, b) in number]
            sides.append(tuple(found))
        vertices = range(self._sizes["vertex"])
        touching = self._touching
        touching["edge", "vertex"] = tuple(ends)
        touching["area", "vertex"] = tuple(corners)
        touching["area", "edge"] = tuple(sides)
        touching["vertex", "edge"] = _reversed(ends, len(vertices))
        touching["vertex", "area"] = _reversed(corners, len(vertices))
        touching["edge", "area"] = _reversed(sides, len(ends))
        touching["vertex", "vertex"] = tuple(
            tuple(sum(ends[e]) - v for e in touching["vertex", "edge"][v]) for v in vertices
        )
        touching["edge", "edge"] = tuple(
            tuple(sorted({other for v in ends[e] for other in touching["vertex", "edge"][v]} - {e}))
            for e in range(len(ends))
        )
        touching["area", "area"] = tuple(
            tuple(sorted({other for e in sides[a] for other in touching["edge", "area"][e]} - {a}))
            for a in range(len(corners))
        )

    @property
    def areas(self) -> Places:
        """All areas."""
        return Places(self, "area")

    @property
    def edges(self) -> Places:
        """All edges."""
        return Places(self, "edge")

    @property
    def vertices(self) -> Places:
        """All vertices."""
        return Places(self, "vertex")

    def size(self, kind: str) -> int:
        """Return how many elements of a kind there are."""
        return self._sizes[kind]

    def touching(self, kind: str, element: int, other: str) -> tuple[int, ...]:
        """Return the elements of another kind that touch an element; of its own kind, its neighbours."""
        return self._touching[kind, other][element]

    def touching_masks(self, kind: str, other: str) -> tuple[int, ...]:
        """Return, for each element of a kind, the elements of another kind that touch it, as masks."""
        return self._masks[kind, other]

    def near(self, kind: str, element: int, other: str) -> int:
        """Return the elements of a kind whose placement rules may look at an element, as a mask.

        They are the element itself, what touches it, its neighbours, and what touches one of those.
        """
        key = kind, element, other
        found = self._near.get(key)
        if found is None:
            found = self._masks[kind, other][element]
            if kind == other:
                found |= 1 << element
            for between in self.kinds:
                for step in self._touching[kind, between][element]:
                    found |= self._masks[between, other][step]
            self._near[key] = found
        return found

    def name(self, kind: str, element: int) -> str:
        """Return the name of an element, its number if it has none."""
        names = self._names.get(kind)
        return names[element] if names else str(element)

    def code(self, kind: str, element: int) -> int:
        """Return the number that stands for an element in a move."""
        codes = self._codes.get(kind)
        return codes[element] if codes else element

    def step(self, area: int, rows: int, columns: int) -> int | None:
        """Return the square some rows and columns away on a square board; None off the board.

        Raises GameError if the board is not a square one.
        """
        if self.grid is None:
            raise GameError("only a square board has rows and columns")
        height, width = self.grid
        row, column = area // width + rows, area % width + columns
        return row * width + column if 0 <= row < height and 0 <= column < width else None


class GraphPlan:
    """A board to be made with the game, once the options that its size depends on are known."""

    def __init__(
        self,
        maker: Callable[..., Graph],
        kinds: tuple[str, ...],
        arguments: tuple[Any, ...],
        *,
        is_square: bool = False,
        drawn: Graph | None = None,
    ) -> None:
        self.maker = maker
        self.kinds = kinds
        self.arguments = arguments
        self.is_square = is_square
        self.drawn = drawn
        """The board itself, if it is the same in every game."""

    @property
    def areas(self) -> Places:
        """All areas of the board."""
        return Places(self, "area")

    @property
    def edges(self) -> Places:
        """All edges of the board."""
        return Places(self, "edge")

    @property
    def vertices(self) -> Places:
        """All vertices of the board."""
        return Places(self, "vertex")

    def make(self, game: object = None) -> Graph:
        """Return the board for the options of a game."""
        if self.drawn is not None:
            return self.drawn
        return self.maker(*(resolve(argument, game) for argument in self.arguments))


def hexagonal(radius: int) -> Graph:
    """Return a board of hexes: one, and `radius` rings around it.

    Hexes and corners are numbered row by row from the north and from west to east, edges by their two
    corners.
    """
    return cast(Graph, GraphPlan(_hexagonal, KINDS, (radius,)))


def square(rows: int, columns: int) -> Graph:
    """Return a board of squares, which are its areas; they are named a1, b1, ... from the lower left.

    In a move a square is `row << 8 | column`, so that its text does not depend on the size of the board.
    """
    return cast(Graph, GraphPlan(_square, KINDS, (rows, columns), is_square=True))


def free(
    *,
    vertices: Sequence[str] | int,
    edges: Sequence[tuple[str, str]] = (),
    areas: Sequence[Sequence[str]] = (),
) -> Graph:
    """Return a custom board: named vertices, edges between them, areas by their corners in order.

    >>> free(vertices=["Ys", "Avalon", "Lyonesse"], edges=[("Ys", "Avalon")]).make().name("edge", 0)
    'Ys-Avalon'

    A number of vertices, which may be an option, gives so many numbered places without edges. Raises
    GameError for an edge or area at an unknown vertex, and for a name that is given twice.
    """
    if isinstance(vertices, int | Deferred):
        return cast(Graph, GraphPlan(_numbered, ("vertex",), (vertices,)))
    arguments = (tuple(vertices), tuple(edges), tuple(tuple(area) for area in areas))
    kinds = [kind for kind, found in zip(("vertex", "edge", "area"), arguments, strict=True) if found]
    graph = _free(*arguments)  # at once, so that a mistake is reported where it stands
    return cast(Graph, GraphPlan(_free, tuple(kinds), arguments, drawn=graph))


@cache
def _hexagonal(radius: int) -> Graph:
    """Return the board of hexes; a unit is a twelfth of a row's height, half a column is one."""
    centres = [
        (row, column)
        for row in range(-radius, radius + 1)
        for column in range(-2 * radius + abs(row), 2 * radius - abs(row) + 1, 2)
    ]
    # Corners of a hex clockwise from the north: rows are three units high, a column is half a hex wide.
    steps = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))
    rings = [[(3 * row + down, column + right) for down, right in steps] for row, column in centres]
    points = sorted({point for ring in rings for point in ring})
    number = {point: index for index, point in enumerate(points)}
    areas = [[number[point] for point in ring] for ring in rings]
    edges = sorted({_pair(area[k - 1], area[k]) for area in areas for k in range(6)})
    return Graph(edges, areas, len(points))


@cache
def _square(rows: int, columns: int) -> Graph:
    width = columns + 1
    areas = []
    for row in range(rows):
        for column in range(columns):
            corner = row * width + column
            areas.append((corner, corner + 1, corner + width + 1, corner + width))
    edges = sorted({_pair(area[k - 1], area[k]) for area in areas for k in range(4)})
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    return Graph(
        edges,
        areas,
        width * (rows + 1),
        names={"area": [square_name(row, column) for row, column in squares]},
        codes={"area": [row << 8 | column for row, column in squares]},
        grid=(rows, columns),
    )


def square_name(row: int, column: int) -> str:
    """Return the name of a square by its row and column, counted from 0: a letter and a number."""
    return f"{_COLUMNS[column]}{row + 1}" if column < len(_COLUMNS) else f"{column + 1}/{row + 1}"


@cache
def _numbered(vertices: int) -> Graph:
    return Graph((), (), vertices)


def _free(
    vertices: tuple[str, ...], edges: tuple[tuple[str, str], ...], areas: tuple[tuple[str, ...], ...]
) -> Graph:
    number = {name: index for index, name in enumerate(vertices)}
    if len(number) < len(vertices):
        twice = next(name for name in vertices if vertices.count(name) > 1)
        raise GameError(f"two vertices of the board are named {twice!r}")
    for name in (*(end for edge in edges for end in edge), *(corner for area in areas for corner in area)):
        if name not in number:
            raise GameError(f"there is no vertex {name!r} on the board; it has {', '.join(vertices)}")
    pairs = [_pair(number[a], number[b]) for a, b in edges]
    if len(set(pairs)) < len(pairs) or any(a == b for a, b in pairs):
        raise GameError("an edge of the board joins two different vertices, and is given once")
    names: dict[str, Sequence[str]] = {
        "vertex": vertices,
        "edge": [f"{a}-{b}" for a, b in edges],
        "area": ["/".join(area) for area in areas],
    }
    return Graph(pairs, [[number[corner] for corner in area] for area in areas], len(vertices), names=names)


def members(mask: int) -> tuple[int, ...]:
    """Return the elements in a mask, ascending.

    >>> members(0b100101)
    (0, 2, 5)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _reversed(rows: Iterable[Iterable[int]], count: int) -> tuple[tuple[int, ...], ...]:
    """Return for each number the rows that it stands in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, row in enumerate(rows):
        for number in row:
            found[number].append(index)
    return tuple(tuple(row) for row in found)

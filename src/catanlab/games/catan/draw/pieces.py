"""The pieces of each seat, which differ in colour, shape and number: roads, settlements, cities."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.framework.markup import at, element, group, number, path, title, use, write
from catanlab.games.catan.draw.land import INK, hex_outline, hex_point, node_point
from catanlab.games.catan.draw.scene import Places, Scene
from catanlab.games.catan.grid import edge_nodes

HIGHLIGHT = "#35f0ff"


@dataclass(frozen=True)
class SeatStyle:
    """How one seat's pieces look: its colour, the ink upon it, its roofs and the stripe on its roads.

    The roof of a settlement is in places of the picture, that of a tower in steps from its western wall.
    """

    colour: str
    ink: str
    roof: str
    tower_roof: str
    stripe: str | None


# After the colours of Okabe and Ito (2008), made lighter or darker so that their greys differ as well.
STYLES = (
    SeatStyle("#cc5500", "#fff", "V-3L0-13L11-3", "l6.5-11 6.5 11", None),
    SeatStyle("#00568f", "#fff", "V-3A11 10 0 0 1 11-3", "a6.5 9 0 0 1 13 0", "none"),
    SeatStyle("#f0e442", INK, "V-11H-6V-7H-3V-11H3V-7H6V-11H11", "v-8h4v4h5v-4h4v8", "7 5"),
    SeatStyle("#dd98c0", INK, "V-13L11-4", "v-11l13 8v3", "0 7"),
)
"""The styles of seats 0 to 3: gable, dome, battlements, lean-to; plain, line, dashes, dots."""


def draw_roads(edges: tuple[int, ...], seat: int) -> str:
    """Return the roads of a seat, with its stripe."""
    style = STYLES[seat]
    lines = [_line(edge, 0.17) for edge in edges]
    parts = [path("".join(lines), stroke=INK, stroke_width=12.5)]
    for edge, line in zip(edges, lines, strict=True):
        a, b = edge_nodes(edge)
        parts.append(element("path", title(f"road {a}-{b} of seat {seat}"), d=line, class_="road"))
    if style.stripe:
        dotted = style.stripe.startswith("0")
        stripe = path(
            "".join(lines),
            stroke=style.ink,
            stroke_width=4.2 if dotted else 2.6,
            stroke_dasharray=style.stripe,
            stroke_linecap="round" if dotted else "butt",
            pointer_events="none",
        )
        parts.append(stripe)
    return group(*parts, stroke=style.colour, stroke_width=9, stroke_linecap="round")


def _line(edge: int, margin: float) -> str:
    """Return the path along an edge, without a share of it at either end."""
    (ax, ay), (bx, by) = (node_point(node) for node in edge_nodes(edge))
    dx, dy = (bx - ax) * margin, (by - ay) * margin
    return f"M{number(ax + dx)} {number(ay + dy)}L{number(bx - dx)} {number(by - dy)}"


def draw_building(node: int, seat: int, kind: str) -> str:
    """Return a settlement or city with the roof of its seat."""
    shape = (HOUSES if kind == "settlement" else HALLS)[seat]
    words = title(f"{kind} {node} of seat {seat}")
    scale = 1.05 if kind == "settlement" else 1.12
    return group(words, use(shape), class_=kind, transform=at(*node_point(node), scale))


def _house(seat: int) -> str:
    """Return the shape of a settlement around the origin."""
    style = STYLES[seat]
    return _building(f"M-11 11{style.roof}V11Z", style) + write(
        str(seat), 0, 8.5, 14, fill=style.ink, bold=True
    )


def _hall(seat: int) -> str:
    """Return the shape of a city around the origin: two towers with lit windows, a wall between them."""
    style = STYLES[seat]
    outline = f"M-21 15V-7{style.tower_roof}V-3H8V-7{style.tower_roof}V15Z"
    windows = path("M-17-4h5v6h-5zM12-4h5v6h-5z", fill="#fff6c8", stroke=INK, stroke_width=1.2)
    return _building(outline, style) + windows + write(str(seat), 0, 12, 15, fill=style.ink, bold=True)


def _building(outline: str, style: SeatStyle) -> str:
    return path(outline, stroke="#fff", stroke_width=6, stroke_linejoin="round") + path(
        outline, fill=style.colour, stroke=INK, stroke_width=2.2, stroke_linejoin="round"
    )


HOUSES = tuple(f"catanlab-settlement-{seat}" for seat in range(4))
HALLS = tuple(f"catanlab-city-{seat}" for seat in range(4))
BUILDINGS = dict(zip(HOUSES + HALLS, (*map(_house, range(4)), *map(_hall, range(4))), strict=True))
"""The shapes of the seats' settlements and cities, by their names."""


def draw_pieces(scene: Scene) -> str:
    """Return all pieces on the board: roads below, buildings above them from north to south."""
    parts = [draw_roads(owner.roads, seat) for seat, owner in enumerate(scene.seats) if owner.roads]
    buildings = [
        (node, seat, kind)
        for seat, owner in enumerate(scene.seats)
        for kind, nodes in (("settlement", owner.settlements), ("city", owner.cities))
        for node in nodes
    ]
    parts += [draw_building(node, seat, kind) for node, seat, kind in sorted(buildings)]
    return "".join(parts)


def draw_highlights(places: Places, scene: Scene) -> str:
    """Return the marks below pieces on places that are to stand out, larger where a piece stands."""
    built = {node for seat in scene.seats for node in seat.settlements + seat.cities}
    paved = {edge for seat in scene.seats for edge in seat.roads}
    marks = {7: "".join(hex_outline(0.9, *hex_point(h)) for h in places.hexes)}
    for edge in places.edges:
        width = 21 if edge in paved else 11
        marks[width] = marks.get(width, "") + _line(edge, 0.12)
    for node in places.nodes:
        width = 46 if node in built else 24
        marks[width] = marks.get(width, "") + _spot(*node_point(node))
    layers = [
        path(d, stroke=colour, stroke_width=width + rim)
        for colour, rim in ((INK, 4), (HIGHLIGHT, 0))
        for width, d in marks.items()
        if d
    ]
    return group(*layers, class_="highlight", fill="none", stroke_linecap="round") if layers else ""


def draw_ids(scene: Scene) -> str:
    """Return the numbers of all hexes and nodes, as moves are written with them."""
    built = {node for seat in scene.seats for node in seat.settlements + seat.cities}
    hexes = [(x, y + 41) for x, y in map(hex_point, range(19))]
    nodes = [(x, y + 25 * (n in built)) for n, (x, y) in enumerate(map(node_point, range(54)))]
    plates = "".join(f"M{number(x - 2)} {number(y)}h4" for x, y in hexes)
    discs = "".join(_spot(x, y) for x, y in nodes)
    return group(
        path(plates, stroke=INK, stroke_width=14),
        path(discs, stroke=INK, stroke_width=18),
        path(discs, stroke="#fff", stroke_width=16),
        group(
            *(write(str(h), x, y + 4) for h, (x, y) in enumerate(hexes)), fill="#fff", font_weight="bold"
        ),
        *(write(str(node), x, y + 3.7) for node, (x, y) in enumerate(nodes)),
        class_="ids",
        font_size=10.5,
        stroke_linecap="round",
    )


def _spot(x: float, y: float) -> str:
    """Return a path that a round cap makes a disc."""
    return f"M{number(x)} {number(y)}h0"

"""The board itself: the sea, hexes with their tokens, ports with their jetties, and the robber."""

from __future__ import annotations

from functools import cache
from math import hypot

from catanlab.framework.markup import at, element, group, number, path, title, use, write
from catanlab.games.catan.board import ANY_PORT, PORT_NAMES, TERRAIN_NAMES, Board
from catanlab.games.catan.constants import DESERT
from catanlab.games.catan.draw.emblems import SCENERY, SIGNS, TERRAIN_COLOURS
from catanlab.games.catan.grid import HEX_POINTS, NODE_POINTS, edge_nodes, node_hexes, port_edge

RADIUS = 60.0
"""From the middle of a hex to a corner, in the units of the picture."""

INK = "#222"
RED = "#b3121d"

_SEA = "#6fb0d2"
_SHALLOWS = "#97cbe3"
_SAND = "#f6ead0"
_TOKENS = {1: "#e4ddcd", 2: "#ebe3cf", 3: "#f3ead0", 4: "#fbf2d4", 5: "#fffbe6"}
_POST = "#6b4a2b"
_BADGE = "#fbf6e6"
_INSET = 0.94
_CORNERS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
_DOT = 4.8
_WAVE = "q4-4 8 0t8 0"

# Where something is written: west, east, north and south of each part of the sea that is kept calm.
_CALM = (
    (-330, 330, -330, -285),
    (-330, -165, -285, -200),
    (185, 330, -285, -225),
    (-330, -250, 110, 290),
    (265, 330, 195, 290),
)


def hex_point(hexagon: int) -> tuple[float, float]:
    """Return the middle of a hex in the picture, whose origin is the middle of the board."""
    x, y = HEX_POINTS[hexagon]
    return x * RADIUS, y * RADIUS


def node_point(node: int) -> tuple[float, float]:
    """Return the place of a node in the picture."""
    x, y = NODE_POINTS[node]
    return x * RADIUS, y * RADIUS


_LAND = tuple(hex_point(h) for h in range(19))


def hex_outline(scale: float, x: float = 0, y: float = 0) -> str:
    """Return the path of a hex of some size around a point."""
    side = RADIUS * scale
    corners = [f"{number(x + a * side)} {number(y + b * side)}" for a, b in _CORNERS]
    return f"M{'L'.join(corners)}Z"


def ways(token: int) -> int:
    """Return how many of the 36 throws of two dice give a number."""
    return 6 - abs(7 - token)


@cache
def draw_sea(width: float, top: float, height: float) -> str:
    """Return the sea, a rounded frame around the board, with a few waves."""
    left = -width / 2
    waves = []
    for row in range(int(height // 44)):
        for column in range(int(width // 66)):
            x, y = left + 26 + 66 * column + 33 * (row % 2), top + 30 + 44 * row
            if _is_open(x + 8, y) and x < -left - 26:
                waves.append(f"M{number(x)} {number(y)}{_WAVE}")
    frame = element("rect", x=left, y=top, width=width, height=height, rx=18, fill=_SEA)
    return frame + path(
        "".join(waves), fill="none", stroke="#a9d6ea", stroke_width=2, stroke_linecap="round"
    )


def _is_open(x: float, y: float) -> bool:
    """Say whether a wave can be drawn at a point: away from the land, the ports and the writing."""
    if any(west < x < east and north < y < south for west, east, north, south in _CALM):
        return False
    return all(hypot(x - hx, y - hy) > 100 for hx, hy in _LAND)


@cache
def draw_coast() -> str:
    """Return the shallow water and the sand that the hexes lie on."""
    outline = "".join(hex_outline(1, x, y) for x, y in _LAND)
    shallows = path(outline, fill=_SHALLOWS, stroke=_SHALLOWS, stroke_width=40, stroke_linejoin="round")
    return shallows + path(outline, fill=_SAND, stroke=_SAND, stroke_width=12, stroke_linejoin="round")


def draw_hex(board: Board, hexagon: int, robbed: bool) -> str:
    """Return a hex with its drawing, its token and perhaps the robber."""
    terrain, token = board.resources[hexagon], board.numbers[hexagon]
    x, y = hex_point(hexagon)
    words = f"hex {hexagon}: {TERRAIN_NAMES[terrain]}{f' {token}' if token else ''}"
    outline = hex_outline(_INSET)
    parts = [
        title(f"{words}, robber" if robbed else words),
        path(outline, fill=TERRAIN_COLOURS[terrain]),
        use(SCENERY[terrain]),
    ]
    if robbed:
        parts.append(path(outline, fill="#1c2430", fill_opacity=0.3))
    if terrain != DESERT:
        parts.append(draw_token(token, 12 if robbed else 0, 14))
    if robbed:
        parts.append(draw_robber(-22 if terrain != DESERT else -6, 12))
    return group(*parts, class_="hex", transform=at(x, y))


@cache
def draw_token(token: int, x: float, y: float) -> str:
    """Return a number token: the likelier the number, the larger, brighter and more dots it has."""
    chance = ways(token)
    ink = RED if chance == 5 else INK
    radius = 13 + 1.5 * chance
    size = 12 + 2 * chance
    span = _DOT * (chance - 1)
    # A little longer than the dots are: some renderers leave out one that lies at the very end.
    dots = f"M{number(x - span / 2)} {number(y + 7.5 + chance / 2)}h{number(span + 0.2)}"
    return group(
        element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=_TOKENS[chance],
            stroke=ink,
            stroke_width=1 + chance / 5,
        ),
        write(str(token), x, y + 3.5 + chance * 0.35, size, fill=ink, bold=True),
        path(dots, stroke=ink, stroke_width=3.4, stroke_linecap="round", stroke_dasharray=f"0 {_DOT}"),
        class_="token",
    )


def draw_robber(x: float, y: float) -> str:
    """Return the robber, a dark pawn."""
    body = "M-11 17Q-11 11-6 9Q-9-1-4-6A8 8 0 1 1 4-6Q9-1 6 9Q11 11 11 17Z"
    return path(
        body,
        transform=at(x, y),
        class_="robber",
        fill="#2b2b31",
        stroke="#fff",
        stroke_width=2,
        stroke_linejoin="round",
    )


@cache
def draw_port(port: int, kind: int) -> str:
    """Return a port: its badge out at sea and a jetty to each of its two nodes."""
    ends = edge_nodes(port_edge(port))
    (ax, ay), (bx, by) = (node_point(node) for node in ends)
    (hexagon,) = set(node_hexes(ends[0])) & set(node_hexes(ends[1]))
    hx, hy = hex_point(hexagon)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    away = hypot(mx - hx, my - hy)
    x, y = mx + (mx - hx) / away * 0.62 * RADIUS, my + (my - hy) / away * 0.62 * RADIUS
    jetties = "M{} {}L{} {}L{} {}".format(*map(number, (ax, ay, x, y, bx, by)))
    name = PORT_NAMES[kind]
    words = f"{name} port" if kind == ANY_PORT else f"{name} 2:1 port"
    badge = _BADGE if kind == ANY_PORT else TERRAIN_COLOURS[kind]
    parts = [
        title(f"{words} at nodes {ends[0]} and {ends[1]}"),
        path(jetties, fill="none", stroke=_POST, stroke_width=5.5),
        path(jetties, fill="none", stroke="#c79a67", stroke_width=3, stroke_dasharray="3 1.5"),
        element("circle", cx=x, cy=y, r=21, fill=badge, stroke=_POST, stroke_width=2.5),
    ]
    if kind == ANY_PORT:
        parts.append(write("3:1", x, y + 5.5, 16, bold=True))
    else:
        parts.append(use(SIGNS[kind], x, y - 8, scale=0.68))
        parts.append(
            element("rect", x=x - 15, y=y + 4, width=30, height=15, rx=7.5, fill=_BADGE, stroke=_POST)
        )
        parts.append(write("2:1", x, y + 16, 13, bold=True))
    return group(*parts, class_="port")

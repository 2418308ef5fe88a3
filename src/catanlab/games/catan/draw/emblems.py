"""The look of the land: a colour for each terrain, the drawing on its hex, the sign of its card."""

from __future__ import annotations

from catanlab.framework.markup import number, path
from catanlab.games.catan.board import TERRAIN_NAMES
from catanlab.games.catan.constants import RESOURCES

TERRAIN_COLOURS = ("#559460", "#d89b78", "#a6cf7c", "#f4d874", "#a6afba", "#efe4c4")
"""The ground of wood, clay, sheep, wheat, ore and desert."""

_DARK = ("#25562f", "#8a4426", "#4c6b2a", "#946408", "#566070", "#b08d4c")
_SNOW = "#fff"
_WOOL = "#fffdf5"

# Outlines in relative steps, so that one path draws as many as there are points to begin at.
_TREE = "l6 8h-3l5 8h-3l5 8h-20l5-8h-3l5-8h-3z"
_TRUNK = "h3v5h-3z"
_BRICK = "h15v7.5h-15z"
_WOOL_OUTLINE = "a5.2 5.2 0 0 1 0-8a6 6 0 0 1 9-4a6 6 0 0 1 9 2a5 5 0 0 1 1 10z"
_LEGS = "v5m9-5v5"
_GRASS = "l-4-7m4 7v-9m0 9l4-7"
_EAR = "v-16m0 4q-6-1-6-6q6 0 6 6q0-6 6-6q0 5-6 6m0-6q-6-1-6-6q6 0 6 6q0-6 6-6q0 5-6 6m0-6q-4-4 0-9q4 5 0 9"
_PEAK = "l14 24h-28z"
_CAP = "l5.4 9-3-1-2.4 3-2.4-3-3 1z"


def _each(points: tuple[tuple[float, float], ...], outline: str) -> str:
    return "".join(f"M{number(x)} {number(y)}{outline}" for x, y in points)


def _wood(*tops: tuple[float, float]) -> str:
    trunks = tuple((x - 1.5, y + 24) for x, y in tops)
    return path(_each(tops, _TREE) + _each(trunks, _TRUNK), fill=_DARK[0])


def _clay(*corners: tuple[float, float]) -> str:
    return path(_each(corners, _BRICK), fill=_DARK[1], stroke="#e9b595", stroke_width=1.2)


def _sheep(*feet: tuple[float, float]) -> str:
    legs = tuple((x - 4, y) for x, y in feet)
    bodies = tuple((x - 9, y) for x, y in feet)
    heads = tuple((x + 10, y - 9) for x, y in feet)
    return (
        path(_each(legs, _LEGS), stroke="#3c3c3c", stroke_width=2.2)
        + path(_each(bodies, _WOOL_OUTLINE), fill=_WOOL, stroke="#5f7a3c", stroke_width=1)
        + path(_each(heads, "a3.6 4.6 0 1 1 0 7a3.6 4.6 0 0 1 0-7z"), fill="#3c3c3c")
    )


def _grass(*roots: tuple[float, float]) -> str:
    return path(
        _each(roots, _GRASS), fill="none", stroke=_DARK[2], stroke_width=1.6, stroke_linecap="round"
    )


def _wheat(*roots: tuple[float, float]) -> str:
    return path(
        _each(roots, _EAR), fill=_DARK[3], stroke=_DARK[3], stroke_width=1.1, stroke_linejoin="round"
    )


def _ore(*peaks: tuple[float, float]) -> str:
    return path(
        _each(peaks, _PEAK), fill=_DARK[4], stroke="#dfe4ea", stroke_width=1, stroke_linejoin="round"
    ) + path(_each(peaks, _CAP), fill=_SNOW)


def _desert() -> str:
    dunes = _each(((-40, 6), (-36, 26), (4, 34), (-22, -22)), "q9-8 18 0q9-6 18-1")
    cactus = "M20 20V-8M20 8H12V-2M20 3H28V-8"
    return path(dunes, fill="none", stroke=_DARK[5], stroke_width=1.6, stroke_linecap="round") + path(
        cactus, fill="none", stroke="#5d7f4a", stroke_width=5, stroke_linecap="round"
    )


SIGNS = tuple(f"catanlab-{name}" for name in RESOURCES)
"""The names of the small drawings of the resources, some 30 units wide and high around the origin."""
SCENERY = tuple(f"catanlab-{name}-land" for name in TERRAIN_NAMES)
"""The names of the drawings on the hexes, around their tokens; the origin is the middle of the hex."""

_DRAWINGS = (
    _wood((0, -14)),
    _clay((-15.5, -12), (0, -12), (-7.7, -4), (-15.5, 4), (0, 4)),
    _sheep((-2, 6)),
    _wheat((0, 17)),
    _ore((-4, -13), (5, -8)),
    _wood((-19, -41), (19, -41), (0, -49), (-35, -1), (35, -1)),
    _clay(
        *((-23, -27), (-7.5, -27), (8, -27), (-15, -35), (0.5, -35), (-7.5, -43)),
        *((-45, 15), (30, 15), (-41, 7), (26, 7)),
    ),
    _grass((-36, 24), (36, 26), (-38, 0), (34, -2), (2, -40)) + _sheep((-17, -20), (15, -26)),
    _wheat((-18, -12), (0, -18), (18, -12), (-34, 26), (34, 26)),
    _ore((-14, -42), (14, -38), (0, -34), (-36, 6), (36, 6)),
    _desert(),
)
EMBLEMS = dict(zip(SIGNS + SCENERY, _DRAWINGS, strict=True))
"""The drawings by their names."""

"""The map of Routes as a picture: towns, and lines with a wagon in its colour for each card."""

from __future__ import annotations

from math import hypot

from catanlab.framework.markup import FONT, at, clean, element, group
from catanlab.games.routes_map import LINES, NAMES, PLACES

COLOUR_CODES = ("#d1495b", "#3a6ea5", "#4f8f4f", "#e0a526")
"""Red, blue, green and yellow."""

_STEP = (104.0, 124.0)
_MARGIN = 60.0
_WAGON = 12.0
_INK, _LAND = "#22313f", "#f6f3ea"


def map_svg() -> str:
    """Return the map as SVG.

    >>> map_svg().startswith("<svg")
    True
    """
    width = 6 * _STEP[0] + 2 * _MARGIN
    height = 3 * _STEP[1] + 2 * _MARGIN
    return element(
        "svg",
        element("rect", width=width, height=height, fill=_LAND),
        group(
            *(_line(a, b, price) for a, b, price in LINES),
            *(_town(name) for name in NAMES),
            font_family=FONT,
            text_anchor="middle",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=width,
        height=height,
    )


def _point(town: str) -> tuple[float, float]:
    column, row = PLACES[NAMES.index(town)]
    return _MARGIN + column * _STEP[0], _MARGIN + row * _STEP[1]


def _line(start: str, end: str, price: tuple[int, ...]) -> str:
    (x1, y1), (x2, y2) = _point(start), _point(end)
    colours = [COLOUR_CODES[colour] for colour, count in enumerate(price) for _ in range(count)]
    track = element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=_INK, stroke_width=1.2)
    length = hypot(x2 - x1, y2 - y1)
    gap = (_WAGON * 2 + 5) / length
    wagons = []
    for number, colour in enumerate(colours):
        part = 0.5 + (number - (len(colours) - 1) / 2) * gap
        place = at(x1 + part * (x2 - x1), y1 + part * (y2 - y1))
        # A wagon lies along its track: the first column of the turn is the direction of the line.
        cosine, sine = (x2 - x1) / length, (y2 - y1) / length
        turn = f"{place}matrix({cosine:.3f} {sine:.3f} {-sine:.3f} {cosine:.3f} 0 0)"
        box = element(
            "rect",
            x=-_WAGON,
            y=-_WAGON / 2,
            width=2 * _WAGON,
            height=_WAGON,
            rx=3.0,
            fill=colour,
            stroke=_INK,
            transform=turn,
        )
        wagons.append(box)
    return track + "".join(wagons)


def _town(name: str) -> str:
    x, y = _point(name)
    dot = element("circle", cx=x, cy=y, r=9.0, fill="#ffffff", stroke=_INK, stroke_width=2.0)
    label = element(
        "text",
        clean(name),
        x=x,
        y=y - 15,
        font_size=15.0,
        font_weight="bold",
        fill=_INK,
        stroke=_LAND,
        stroke_width=4.0,
        paint_order="stroke",
    )
    return dot + label

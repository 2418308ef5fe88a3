"""The panels below the board: who sits where, points, awards, how many cards, and on request which."""

from __future__ import annotations

from catanlab.framework.markup import at, element, group, path, shorten, title, use, write
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.draw.emblems import EMBLEMS, SIGNS, TERRAIN_COLOURS
from catanlab.games.catan.draw.land import INK
from catanlab.games.catan.draw.pieces import HOUSES, STYLES
from catanlab.games.catan.draw.scene import Hand, SeatScene

PAPER = "#fcfaf4"
GOLD = "#f2c230"
GREY = "#55524c"
PANEL_HEIGHT = 84.0
HAND_HEIGHT = 58.0

_BAND = 62.0
_COUNTED = tuple(f"catanlab-{name}" for name in ("cards", "development", "knights", "roads"))
_DRAWINGS = (
    path("M-8-4l8-4 6 12-8 4z", fill="#fff", stroke=INK, stroke_width=1.4)
    + path("M-2-7h9v13h-9z", fill="#fff", stroke=INK, stroke_width=1.4),
    path("M-5-7h10v14h-10z", fill=INK)
    + path("M0-4.5l1.3 2.9 3.1.3-2.3 2.1.7 3.1-2.8-1.7-2.8 1.7.7-3.1-2.3-2.1 3.1-.3z", fill="#fff"),
    path("M0-9l2.2 3v7h4v2.4h-4.6v5h-3.2v-5h-4.6v-2.4h4v-7z", fill=INK),
    path("M-8 6L8-6", stroke=INK, stroke_width=6, stroke_linecap="round")
    + path("M-8 6L8-6", stroke="#fff", stroke_width=1.5, stroke_dasharray="4 3"),
)
CARDS = tuple(f"catanlab-{name}-card" for name in RESOURCES)
ICONS = dict(zip(_COUNTED, _DRAWINGS, strict=True))
"""The signs of what is counted, by their names."""
SHAPES = ICONS | {
    CARDS[resource]: element(
        "rect", width=46, height=32, rx=6, fill=TERRAIN_COLOURS[resource], stroke="#6c675c"
    )
    + group(EMBLEMS[SIGNS[resource]], transform=at(12.5, 16, 0.58))
    for resource in range(5)
}
"""The cards and signs of the panels, by their names."""


def panel_height(seat: SeatScene) -> float:
    """Return how high a seat's panel is."""
    return PANEL_HEIGHT + (HAND_HEIGHT if seat.hand else 0)


def draw_panel(number: int, seat: SeatScene, width: float) -> str:
    """Return the panel of one seat; its origin is the corner in the north-west."""
    style = STYLES[number]
    height = panel_height(seat)
    points = "point" if seat.points == 1 else "points"
    parts = [
        title(f"{seat.name}, {seat.points} {points}"),
        element("rect", width=width, height=height, rx=12, fill=PAPER),
        path(
            f"M12 0H{_BAND:g}V{height:g}H12A12 12 0 0 1 0 {height - 12:g}V12A12 12 0 0 1 12 0Z",
            fill=style.colour,
        ),
        element(
            "rect",
            x=1,
            y=1,
            width=width - 2,
            height=height - 2,
            rx=11,
            fill="none",
            stroke=INK if seat.doing else "#a29d90",
            stroke_width=3 if seat.doing else 1.2,
        ),
        use(HOUSES[number], _BAND / 2, 22),
        write(str(seat.points), _BAND / 2, 62, 26, fill=style.ink, bold=True),
        write(points, _BAND / 2, 75, 11, fill=style.ink),
    ]
    room = 26
    if seat.doing:
        room = 17
        parts.append(_tag(seat.doing, width - 10, 8))
    parts.append(write(shorten(seat.name, room), _BAND + 12, 24, 16, bold=True, anchor="start"))
    parts.append(_counts(seat, width))
    if seat.hand:
        parts.append(_hand(seat.hand, width))
    return group(*parts, class_="seat")


def _tag(words: str, right: float, top: float) -> str:
    """Return a dark label whose right end is given."""
    width = 14 + 6.4 * len(words)
    return element("rect", x=right - width, y=top, width=width, height=20, rx=10, fill=INK) + write(
        words, right - width / 2, top + 14, 12, fill="#fff", bold=True
    )


def _counts(seat: SeatScene, width: float) -> str:
    """Return the row of counts: hand, development cards, knights, road; an award is gold."""
    shares = (0.0, 0.2, 0.42, 0.7, 1.0)
    left, room = _BAND + 6, width - _BAND - 12
    entries = (
        (seat.resource_count, "cards", False),
        (seat.card_count, "dev. cards", False),
        (seat.knights, "Largest Army" if seat.largest_army else "knights", seat.largest_army),
        (seat.road_length, "Longest Road" if seat.longest_road else "road", seat.longest_road),
    )
    parts = []
    for place, (count, label, award) in enumerate(entries):
        start, end = left + shares[place] * room, left + shares[place + 1] * room
        middle = (start + end) / 2
        if award:
            parts.append(
                element("rect", x=start + 1, y=33, width=end - start - 2, height=45, rx=8, fill=GOLD)
            )
        parts.append(use(_COUNTED[place], middle - 11, 49))
        parts.append(write(str(count), middle + 11, 55, 17, bold=True))
        parts.append(write(label, middle, 72, 10.5, fill=None if award else GREY))
    return "".join(parts)


def _hand(hand: Hand, width: float) -> str:
    """Return the cards of a hand: what is certain, or the range of what is possible."""
    left, top, step = _BAND + 10, PANEL_HEIGHT - 2, (width - _BAND - 15) / 5
    parts = []
    for resource, (least, most) in enumerate(zip(hand.least, hand.most, strict=True)):
        count = str(least) if least == most else f"{least}–{most}"
        parts.append(draw_card(resource, count, at(left + step * resource, top), faint=most == 0))
    parts.append(write(_development(hand), left, top + 49, 12, anchor="start"))
    return group(*parts, class_="hand")


def draw_card(resource: int, count: str, place: str, *, faint: bool) -> str:
    """Return a small card of a resource with its count, at the place of a transform."""
    size = {1: 15, 2: 15, 3: 12.5, 4: 10.5}.get(len(count), 8.5)
    return group(
        title(f"{count} {RESOURCES[resource]}"),
        use(CARDS[resource]),
        write(count, 34.5, 16 + 0.36 * size, size, bold=True),
        transform=place,
        opacity=0.4 if faint else None,
    )


def _development(hand: Hand) -> str:
    """Return the development cards in words."""
    held = [f"{count} × {name}" if count > 1 else name for name, count in hand.cards.items() if count]
    if hand.unknown_cards:
        held.append(f"{hand.unknown_cards} unknown")
    return shorten(", ".join(held), 44) or "no development cards"

"""The corners of the sea: the turn, the last roll, the bank and the deck."""

from __future__ import annotations

from catanlab.framework.markup import at, element, group, path, shorten, title, write
from catanlab.games.catan.draw.land import INK, RED
from catanlab.games.catan.draw.scene import Table
from catanlab.games.catan.draw.seats import draw_card

_MARGIN = 14.0


def draw_corners(table: Table, width: float, height: float) -> str:
    """Return the four corners of a board that is played on."""
    left, top = -width / 2 + _MARGIN, -height / 2 + _MARGIN
    right, bottom = -left, -top
    return group(
        _turn(table, left, top),
        _roll(table, right, top),
        _bank(table, left, bottom),
        _deck(table, right, bottom),
        class_="table",
    )


def _turn(table: Table, x: float, y: float) -> str:
    lines = [write(table.headline, x, y + 17, 20, bold=True, anchor="start")]
    lines.append(write(shorten(table.phase, 22), x, y + 35, 13, anchor="start"))
    if table.seen_by is not None:
        lines.append(write("as seen by", x, y + 55, 12, anchor="start"))
        lines.append(write(shorten(table.seen_by, 16), x, y + 70, 13, bold=True, anchor="start"))
    return "".join(lines)


def _roll(table: Table, right: float, top: float) -> str:
    if table.dice is None:
        return ""
    ink = RED if table.dice in (6, 7, 8) else INK
    return group(
        title(f"last roll: {table.dice}"),
        element("rect", x=-46, width=46, height=46, rx=9, fill="#fffdf6", stroke=INK, stroke_width=1.8),
        write(str(table.dice), -23, 32, 25, fill=ink, bold=True),
        write("rolled", -52, 28, 13, anchor="end"),
        class_="dice",
        transform=at(right, top),
    )


def _bank(table: Table, left: float, bottom: float) -> str:
    if table.bank is None:
        return write("bank without limit", left, bottom - 4, 12, anchor="start")
    top = bottom - 5 * 27
    cards = [
        draw_card(resource, str(count), at(left, top + 27 * resource, 0.8), faint=count == 0)
        for resource, count in enumerate(table.bank)
    ]
    return group(write("bank", left, top - 6, 13, anchor="start"), *cards, class_="bank")


def _deck(table: Table, right: float, bottom: float) -> str:
    star = "M0-8l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6-4.2-3.8 5.6-.6z"
    return group(
        title(f"{table.deck_size} development cards in the deck"),
        write("deck", -17, -58, 13),
        element("rect", x=-37, y=-53, width=34, height=48, rx=5, fill="#fff", stroke=INK, stroke_width=1.3),
        element(
            "rect", x=-34, y=-50, width=34, height=50, rx=5, fill="#3d4a66", stroke=INK, stroke_width=1.3
        ),
        path(star, fill="#f2c230", transform=at(-17, -37)),
        write(str(table.deck_size), -17, -9, 17, fill="#fff", bold=True),
        class_="deck",
        transform=at(right, bottom),
    )

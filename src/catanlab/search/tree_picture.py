"""The top of a search tree as a picture: self-contained SVG, the same bytes for the same result.

From left to right: the root, then the moves, outcomes and groups below it, the most visited on top. A link
is as wide as its share of all visits; a box is coloured by the value for the seat that chose the move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from catanlab.framework.arguments import whole_number
from catanlab.framework.markup import FONT, clean, element, group, path, shorten, title, write
from catanlab.search.result import Branch, SearchResult

BOX, GAP, ROW, BAR = 212, 46, 22, 18
"""Width of a box, room between columns, height of a row and of a box."""
MARGIN, HEAD, FOOT = 14, 54, 44
MOVE_LETTERS = 20
"""Letters of a move that fit into a box next to its numbers."""
INK, FAINT, LINK = "#2b2a27", "#77736a", "#cfcabd"
LOW, MIDDLE, HIGH = (240, 160, 105), (250, 246, 236), (120, 175, 225)
"""The colours of low, middle and high values, among those of the same seat that are drawn."""


@dataclass
class Box:
    """A node of the picture: what it shows, the boxes below it, and where it is."""

    branch: Branch
    column: int
    children: list[Box] = field(default_factory=list)
    y: float = 0.0

    @property
    def hidden(self) -> int:
        """How many children are not drawn."""
        return self.branch.left_out + len(self.branch.children) - len(self.children)

    def walk(self) -> Iterator[Box]:
        """Yield the box and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def tree_svg(result: SearchResult, *, rows: int = 40) -> str:
    """Return the picture of the top of a tree, cut down to this many rows; raises ArgumentError."""
    whole_number("rows", rows, 1, 10_000)
    root = _choose_boxes(result.top, rows)
    bottom = _place(root, MARGIN + HEAD)
    boxes = list(root.walk())
    shades = _Shades([_worth(box.branch, result.seat) for box in boxes if box.branch.visits])
    columns = max(box.column for box in boxes) + 1
    wide = 2 * MARGIN + max(columns * (BOX + GAP), 3 * (BOX + GAP))
    high = bottom + FOOT
    total = max(root.branch.visits, 1)
    heading = f"{result.game.title}: seat {result.seat} chooses {result.best.text}"
    counted = f"{result.iterations:,} simulations, {result.nodes:,} nodes"
    if result.trees > 1:
        counted += f", the first of {result.trees} trees"
    return element(
        "svg",
        element("title", clean(heading)),
        element("rect", width=wide, height=high, fill="#fffdf8"),
        write(shorten(heading, 80), MARGIN, MARGIN + 14, 16, bold=True),
        write(counted, MARGIN, MARGIN + 33, 12, fill=FAINT),
        group(*(_link(box, child, total) for box in boxes for child in box.children), fill="none"),
        *(_draw(box, result.seat, shades) for box in boxes),
        _legend(high - FOOT + 14, result.seat),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {round(high)}",
        width=wide,
        height=round(high),
        fill=INK,
        font_family=FONT,
        role="img",
    )


def _choose_boxes(top: Branch, rows: int) -> Box:
    """Return the root with the most visited nodes below it, as many as fit into the rows.

    A child takes one more row, unless it is the last: then it takes the row of the line that counted the
    others, or that of its parent if it is the only one.
    """
    root = Box(top, 0)
    used = 1
    waiting = [root] if top.children else []
    while waiting:
        # The parent whose next child has the most visits, the first of equals.
        parent = max(waiting, key=lambda box: box.branch.children[len(box.children)].visits)
        needed = 1 if parent.hidden > 1 else 0
        if used + needed > rows:
            break
        used += needed
        child = Box(parent.branch.children[len(parent.children)], parent.column + 1)
        parent.children.append(child)
        if len(parent.children) == len(parent.branch.children):
            waiting.remove(parent)
        if child.branch.children:
            waiting.append(child)
    return root


def _place(box: Box, top: float) -> float:
    """Put a box half-way between the first and the last below it; return where its part ends."""
    if not box.children:
        box.y = top + ROW / 2
        return top + ROW
    bottom = top
    for child in box.children:
        bottom = _place(child, bottom)
    box.y = (box.children[0].y + box.children[-1].y) / 2
    return bottom + (ROW if box.hidden else 0)


def _left(box: Box) -> float:
    return MARGIN + box.column * (BOX + GAP)


def _link(parent: Box, child: Box, total: int) -> str:
    """Draw the way to a child, as wide as its share of all visits."""
    x, to = _left(parent) + BOX, _left(child)
    middle = (x + to) / 2 + 4
    width = max(BAR * child.branch.visits / total, 1)
    d = f"M{x} {parent.y:.1f}C{middle:.0f} {parent.y:.1f} {middle:.0f} {child.y:.1f} {to} {child.y:.1f}"
    return path(d, stroke=LINK, stroke_width=min(width, BAR))


def _draw(box: Box, seat: int, shades: _Shades) -> str:
    """Draw a box with its move, visits and value, the sign of who is next, and the children left out."""
    branch, x, y = box.branch, _left(box), box.y
    judge, value = _worth(branch, seat)
    tint = shades.of(judge, value) if branch.visits else "#ffffff"
    worth = f"{value:.3f}" if branch.visits else "-"
    base = y + 4
    parts = [
        title(_describe(branch, seat)),
        element(
            "rect",
            x=x,
            y=y - BAR / 2,
            width=BOX,
            height=BAR,
            rx=4,
            fill=tint,
            stroke="#8f8a7d",
            stroke_width=0.8,
            stroke_dasharray="4 2" if branch.kind == "group" else None,
        ),
        write(shorten(_label(branch, seat), MOVE_LETTERS), x + 7, base, 11.5, bold=box.column == 0),
        write(f"{branch.visits:,}", x + BOX - 51, base, 11, fill="#4d4a43", anchor="end"),
        write(worth, x + BOX - 11, base, 11, bold=True, anchor="end"),
        _sign(branch, x + BOX, y),
    ]
    if box.hidden:
        if box.children:
            below = box.children[-1]
            end = max(one.y for one in below.walk()) + _more_rows(below) * ROW
            parts.append(write(f"and {box.hidden:,} more", _left(below) + 7, end + ROW + 4, 11, fill=FAINT))
        else:
            parts.append(write(f"+{box.hidden:,}", x + BOX + 10, base, 10, fill=FAINT))
    return group(*parts)


def _more_rows(box: Box) -> int:
    """Return how many lines about nodes that are not drawn stand below the last box of this part."""
    if not box.children:
        return 0
    return _more_rows(box.children[-1]) + (1 if box.hidden else 0)


def _sign(branch: Branch, x: float, y: float) -> str:
    """Draw who decides next: a diamond is chance, a circle a seat; nothing where it is not known."""
    if not branch.children and not branch.left_out:
        return ""
    if branch.kind == "chance":
        return path(f"M{x - 6} {y:.1f}l6 -6l6 6l-6 6z", fill="#fffdf8", stroke=INK)
    return element("circle", cx=x, cy=y, r=4.5, fill="#fffdf8", stroke=INK)


def _legend(y: float, seat: int) -> str:
    """Explain colours and signs."""
    steps = 40
    bar = [
        element("rect", x=MARGIN + 2 * i, y=y, width=2.5, height=10, fill=_tint(i / (steps - 1)))
        for i in range(steps)
    ]
    x = MARGIN + 2 * steps + 8
    values = (
        f"Visits, and the value for the seat that chose (after chance: seat {seat}), low to high among the "
        "boxes of the same seat"
    )
    signs = (
        "What comes next: a circle is a choice, a diamond chance. A dashed box is a group of moves; "
        "+3 counts what is not drawn below a box."
    )
    return group(*bar, write(values, x, y + 9, 11, fill=FAINT), write(signs, x, y + 24, 11, fill=FAINT))


def _worth(branch: Branch, seat: int) -> tuple[int, float]:
    """Return the seat that chose, or the searching one where nobody did, and the value for it."""
    judge = seat if branch.chooser is None else branch.chooser
    return judge, branch.values[judge]


def _label(branch: Branch, seat: int) -> str:
    """Return the seat and its move, as records write them; an outcome stands alone."""
    label = branch.label
    if label is None:
        return f"seat {seat} to move"
    return label if branch.chooser is None else f"{branch.chooser}:{label}"


def _describe(branch: Branch, seat: int) -> str:
    values = ", ".join(f"seat {i} {value:.3f}" for i, value in enumerate(branch.values))
    return f"{_label(branch, seat)}: {branch.visits:,} visits; {values}"


class _Shades:
    """Colours for values, from the lowest to the highest of each seat that are drawn."""

    def __init__(self, worths: list[tuple[int, float]]) -> None:
        self._values: dict[int, list[float]] = {}
        for seat, value in worths:
            self._values.setdefault(seat, []).append(value)

    def of(self, seat: int, value: float) -> str:
        """Return the colour of a value for a seat."""
        low, high = min(self._values[seat]), max(self._values[seat])
        return _tint((value - low) / (high - low) if high > low else 0.5)


def _tint(part: float) -> str:
    """Return the colour at a place between low, 0, and high, 1."""
    one, other = (LOW, MIDDLE) if part < 0.5 else (MIDDLE, HIGH)
    mixed = 2 * part - (part >= 0.5)
    return "#" + "".join(f"{round(a + (b - a) * mixed):02x}" for a, b in zip(one, other, strict=True))

"""The whole picture: the board, the corners and panels around it, and the definitions of its shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catanlab.framework.errors import PictureError
from catanlab.framework.markup import FONT, at, clean, element, group, number, shorten, write
from catanlab.games.catan.board import Board
from catanlab.games.catan.draw import seats
from catanlab.games.catan.draw.corners import draw_corners
from catanlab.games.catan.draw.emblems import EMBLEMS
from catanlab.games.catan.draw.land import INK, draw_coast, draw_hex, draw_port, draw_sea
from catanlab.games.catan.draw.pieces import BUILDINGS, draw_highlights, draw_ids, draw_pieces
from catanlab.games.catan.draw.scene import Scene, places_of, scene_of
from catanlab.games.catan.draw.seats import PAPER, draw_panel, panel_height
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.view.view import CatanView

WIDTH, SEA_HEIGHT = 660.0, 580.0
TITLE_HEIGHT, OFFER_HEIGHT, GAP = 34.0, 34.0, 8.0
SIZES = range(100, 4001)
SHAPES = EMBLEMS | BUILDINGS | seats.SHAPES
"""The shapes that a picture draws again and again; each is defined once in a picture that has it."""


def svg(
    source: CatanState | CatanView | SeenPosition | Board,
    *,
    hands: bool = False,
    ids: bool = False,
    size: int = 600,
    highlight: Iterable[CatanMove | int | str] = (),
    names: Sequence[str] | None = None,
    title: str | None = None,
    dice: int | None = None,
) -> str:
    """Return the picture of a state, a view or a bare board as SVG.

    `hands` shows the cards, a view's as far as it knows them; without it the picture holds what everybody
    at the table sees. `ids` writes the numbers of hexes and nodes. `size` is the width in pixels.
    `highlight` takes moves, whose places stand out. `names` are the names of the seats. `dice` is the last
    roll, which a view knows by itself; it is shown until the turn ends. A view may also be one that
    `read_view` has read.

    >>> from catanlab import Catan
    >>> svg(Catan(seed=1).board)[:4]
    '<svg'

    Raises PictureError for a source or option that is not allowed, MoveTextError for a highlight that is
    not a move.
    """
    if size not in SIZES:
        raise PictureError(f"size is a width from {SIZES[0]} to {SIZES[-1]} pixels, not {size!r}")
    scene = scene_of(source, hands, names, dice)
    places = places_of(highlight)
    above = TITLE_HEIGHT if title else 0.0
    sea = SEA_HEIGHT + above
    board = [
        draw_sea(WIDTH, -SEA_HEIGHT / 2 - above, sea),
        draw_coast(),
        *(draw_port(port, kind) for port, kind in enumerate(scene.board.ports)),
        *(draw_hex(scene.board, h, h == scene.robber) for h in range(19)),
        draw_highlights(places, scene),
        draw_pieces(scene),
        draw_ids(scene) if ids else "",
    ]
    if title:
        board.append(write(shorten(title, 60), 0, -SEA_HEIGHT / 2 - 6, 20, bold=True))
    if scene.table:
        board.append(draw_corners(scene.table, WIDTH, SEA_HEIGHT))
    below, bottom = _draw_below(scene, sea)
    drawn = group(*board, transform=at(WIDTH / 2, above + SEA_HEIGHT / 2)) + below
    shapes = [group(shape, id=name) for name, shape in SHAPES.items() if f'"#{name}"' in drawn]
    return element(
        "svg",
        element("title", clean(title or _describe(scene))),
        element("defs", *shapes),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(bottom)}",
        width=size,
        height=round(size * bottom / WIDTH),
        fill=INK,
        font_family=FONT,
        text_anchor="middle",
        role="img",
    )


def _describe(scene: Scene) -> str:
    """Return the title of the picture."""
    if scene.table is None:
        return "A board of Catan"
    return f"Catan: {scene.table.headline}, {scene.table.phase}"


def _draw_below(scene: Scene, top: float) -> tuple[str, float]:
    """Return the offer on the table and the panels of the seats, and where the picture ends."""
    parts = []
    if scene.table and scene.table.offer:
        offer = element("rect", width=WIDTH, height=OFFER_HEIGHT - GAP, rx=10, fill=PAPER, stroke="#a29d90")
        words = write(shorten(scene.table.offer, 80), WIDTH / 2, 18, 14)
        parts.append(group(offer, words, class_="offer", transform=at(0, top + GAP)))
        top += OFFER_HEIGHT
    wide = (WIDTH - GAP) / 2
    for place, seat in enumerate(scene.seats):
        row, column = divmod(place, 2)
        x, y = column * (wide + GAP), top + GAP + row * (panel_height(seat) + GAP)
        if column == 0 and seat is scene.seats[-1]:
            x = (WIDTH - wide) / 2
        parts.append(group(draw_panel(place, seat, wide), transform=at(x, y)))
    if scene.seats:
        rows = (len(scene.seats) + 1) // 2
        top += rows * (panel_height(scene.seats[0]) + GAP)
    return "".join(parts), top

"""The board looks as it did: pictures compared with a tolerance, and seats told apart without colour.

`CATANLAB_NEW_PICTURES=1 pytest tests/browser/board/test_board_looks.py` takes new pictures; look at them.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest
from tests.browser.board.board_page import BoardPage, board_layout, edge_ids
from tests.browser.board.conftest import Opened

PICTURES = Path(__file__).parent / "pictures"
TOLERANCE = 0.02
"""The share of the pixels that may differ: fonts are not the same everywhere."""
LAYOUT = board_layout("h9c10s8/c12o5w4h3/c11h6o11w9o6/h4s3ds2/w8s10w5/os33c3hw3")
SEATS = [
    ([47], [8, 48], [(8, 13), (27, 33), (33, 38), (38, 43), (43, 47), (47, 51), (48, 51)]),
    ([16], [24, 25, 28], [(16, 22), (19, 24), (19, 25), (22, 28)]),
    ([35, 49], [23], [(23, 29), (29, 35), (49, 52)]),
    (
        [0, 1, 2, 10, 39],
        [9],
        [(0, 4), (1, 4), (1, 5), (2, 5), (5, 9), (9, 14), (10, 14), (34, 39)],
    ),
]
STATE: dict[str, Any] = {
    "layout": LAYOUT,
    "robber": 2,
    "seats": [
        {"settlements": settlements, "cities": cities, "roads": edge_ids(LAYOUT, roads)}
        for settlements, cities, roads in SEATS
    ],
    "caption": "The board",
}
ROBBER = {
    "spots": {"hexes": [0, 1, *range(3, 19)], "victims": [28, 23]},
    "ghost": {"piece": "robber", "seat": 0},
    "chosen": {"kind": "hex", "id": 8},
}
PLACE = {
    "spots": {"nodes": [27, 38]},
    "ghost": {"piece": "settlement", "seat": 0},
    "chosen": {"kind": "node", "id": 38},
}
ROADS = {
    "spots": {"edges": edge_ids(LAYOUT, [(3, 7), (7, 12), (26, 32)])},
    "last": {"kind": "node", "id": 47},
}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "light": ({}, {}),
    "dark-robber": (ROBBER, {"root": 'data-theme="dark"'}),
    "phone-settlement": (PLACE, {"phone": True}),
    "deuteranopia-roads": (ROADS, {"root": 'class="deuteranopia"'}),
}
DIFFERENCE = """async (pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const away = Math.max(...[0, 1, 2].map((c) => Math.abs(a.data[i + c] - b.data[i + c])));
    if (away > 40) different++;
  }
  return different / (a.width * a.height);
}"""


async def difference(page: BoardPage, one: bytes, other: bytes) -> float:
    """Return the share of the pixels in which two pictures differ."""
    share: float = await page.page.evaluate(
        DIFFERENCE, [base64.b64encode(picture).decode() for picture in (one, other)]
    )
    return share


@pytest.mark.parametrize("name", CASES)
async def test_the_board_looks_as_it_did(opened: Opened, name: str) -> None:
    state, options = CASES[name]
    page = await opened(reduced_motion="reduce", **options)
    await page.set({**STATE, **state})
    picture = await page.page.locator("main").screenshot()
    kept = PICTURES / f"{name}.png"
    if os.environ.get("CATANLAB_NEW_PICTURES"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(picture)
    assert await difference(page, picture, kept.read_bytes()) < TOLERANCE


async def test_another_position_is_another_picture(opened: Opened) -> None:
    page = await opened(reduced_motion="reduce")
    await page.set({**STATE, "robber": 16, "seats": STATE["seats"][1:]})
    picture = await page.page.locator("main").screenshot()
    assert await difference(page, picture, (PICTURES / "light.png").read_bytes()) > TOLERANCE

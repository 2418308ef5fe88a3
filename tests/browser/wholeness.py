"""Whether people see controls whole: not cut off, covered or out of sight, and all of their text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tests.browser.visitor import Visitor

Size: TypeAlias = tuple[int, int]
FAULTS = """(wanted) => {
  const faults = [];
  for (const [selector, count] of Object.entries(wanted)) {
    const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    if (found.length !== count) faults.push(`${selector}: ${found.length} instead of ${count}`);
    for (const element of found) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [x, y] = [(right - left) / 4, (bottom - top) / 4].map((quarter) => Math.min(4, quarter));
      const seen = (across, down) => element.contains(document.elementFromPoint(across, down));
      const sides = [left + x, right - x];
      const covered = !sides.every((side) => seen(side, top + y) && seen(side, bottom - y));
      const name = `${selector} ${(element.ariaLabel ?? element.textContent).trim().slice(0, 30)}`;
      const place = [left, top, right, bottom].map(Math.round);
      if (covered) faults.push(`${name} is cut or covered at ${place}`);
      const parts = [...element.querySelectorAll("*")];
      if (parts.some((part) => getComputedStyle(part).position === "absolute")) continue; // over its rim
      const shortened = getComputedStyle(element).textOverflow === "ellipsis";
      const wide = element.scrollWidth > element.clientWidth + 1 && !shortened;
      if (element.clientWidth && (wide || element.scrollHeight > element.clientHeight + 1))
        faults.push(`${name} has more than its room at ${place}`);
    }
  }
  return faults;
}"""
"""What is wrong with the elements of some selectors, of which there have to be so many."""
BOARD = """() => {
  const svg = document.querySelector(".sea .board svg");
  const { x, y, width, height } = svg.viewBox.baseVal;
  const matrix = svg.getScreenCTM();
  const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
  return { across: 5 * Math.sqrt(3) * 60 * matrix.a, middle: [middle.x, middle.y] };
}"""
"""How far apart the outermost spots are, five hexes with a radius of 60, and the middle of the board."""


async def resize(visitor: Visitor, size: Size) -> None:
    """Give a window another size, and wait until the page is drawn."""
    width, height = size
    await visitor.page.set_viewport_size({"width": width, "height": height})
    await visitor.drawn()


async def check_whole(visitor: Visitor, sizes: Sequence[Size], wanted: Mapping[str, int]) -> None:
    """Check that in windows of these sizes so many elements of each selector are seen whole."""
    faults = []
    for size in sizes:
        await resize(visitor, size)
        faults += [f"{size}: {fault}" for fault in await visitor.page.evaluate(FAULTS, dict(wanted))]
    assert not faults, "\n".join(faults)


async def boards(visitor: Visitor, sizes: Sequence[Size]) -> dict[Size, dict[str, Any]]:
    """Return how large the board is, and where, in windows of these sizes."""
    shown = {}
    for size in sizes:
        await resize(visitor, size)
        shown[size] = await visitor.page.evaluate(BOARD)
    return shown

"""Columns of a table for programs: bare numbers, units in the head, and the bounds of intervals apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"(?:[+\-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+\-]?\d+)?|[+\-]?inf|nan)"
_CELL = re.compile(
    rf"(?:< )?(?P<value>{_NUMBER})(?: (?P<unit>[^\[\]\d\s]+))?"
    rf"(?: \[(?P<low>{_NUMBER}), (?P<high>{_NUMBER})\])?"
)
_LEVEL = re.compile(r" \[[^\]]+\]$")
_UNIT_OF_HEAD = re.compile(r", (points|%)$")


def csv_columns(head: str, cells: Sequence[str]) -> list[list[str]]:
    """Return a column of figures as one or several columns, each with its head first.

    >>> csv_columns("wins [95 %]", ["25.4 % [23.7, 27.3]", ""])
    [['wins (%)', '25.4', ''], ['wins low (%)', '23.7', ''], ['wins high (%)', '27.3', '']]
    >>> csv_columns("seats", ["8,000", "12"])
    [['seats', '8000', '12']]

    Where units differ, they have a column. A bound as `< 1e-300` is that number. A column with a cell that
    is no number stays as it is.
    """
    found = [_CELL.fullmatch(cell) for cell in cells]
    if any(cell and match is None for cell, match in zip(cells, found, strict=True)):
        return [[head, *cells]]
    units = {match["unit"] or "" for match in found if match}
    name = _LEVEL.sub("", head)
    is_interval = name != head or any(match and match["low"] for match in found)
    of_head = _UNIT_OF_HEAD.search(name)
    if of_head and not any(units):
        name, units = name[: of_head.start()], {of_head[1]}
    unit = f" ({min(units)})" if len(units) == 1 and any(units) else ""
    columns = [[f"{name}{unit}", *(_bare(match, "value") for match in found)]]
    if len(units) > 1:
        columns.append([f"{name} unit", *(_bare(match, "unit") for match in found)])
    if is_interval:
        for bound in ("low", "high"):
            columns.append([f"{name} {bound}{unit}", *(_bare(match, bound) for match in found)])
    return columns


def _bare(match: re.Match[str] | None, part: str) -> str:
    return (match[part] or "").replace(",", "") if match else ""

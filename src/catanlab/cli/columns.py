"""Rows of words in columns, for plain terminals and pipes."""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> list[str]:
    """Return a line for each row, columns aligned; those numbered in `right` to the right.

    >>> in_columns([("depth", "count"), (1, 54)], right=(1,))
    ['depth  count', '1         54']
    """
    words = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    lines = []
    for row in words:
        cells = [
            word.rjust(width) if place in right else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines

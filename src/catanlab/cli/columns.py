"""Tables in aligned columns, and paragraphs with an indent, for plain terminals and pipes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from string import ascii_uppercase

from catanlab.cli.control_characters import escape_control_characters

LINE_COLUMNS = 80


def in_columns(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> list[str]:
    """Return a line for each row, in aligned columns; those with an index in `right` to the right.

    >>> in_columns([("depth", "count"), (1, 54)], right=(1,))
    ['depth  count', '1         54']
    """
    words = [[escape_control_characters(str(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    lines = []
    for row in words:
        cells = [
            word.rjust(width) if place in right else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def paragraph(text: str, indent: int = 0, hanging: int = 4) -> list[str]:
    """Return a text in lines that fit a terminal; all but the first are indented further by `hanging`.

    >>> paragraph("players: Seats at the table.", indent=2)
    ['  players: Seats at the table.']
    """
    first, other = " " * indent, " " * (indent + hanging)
    return textwrap.wrap(
        text,
        LINE_COLUMNS,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )


def legend(names: Sequence[str], longest: int) -> tuple[dict[str, str], list[str]]:
    """Return what each name is called in a table, and lines that explain it: letters, if one is too long.

    >>> legend(["greedy", "uct:iterations=5000"], longest=20)
    ({'greedy': 'greedy', 'uct:iterations=5000': 'uct:iterations=5000'}, [])
    >>> legend(["greedy", "uct:iterations=5000"], longest=10)
    ({'greedy': 'A', 'uct:iterations=5000': 'B'}, ['', 'A  greedy', 'B  uct:iterations=5000'])
    """
    if max(map(len, names)) <= longest or len(names) > len(ascii_uppercase):
        return {name: name for name in names}, []
    called = dict(zip(names, ascii_uppercase, strict=False))
    return called, ["", *in_columns([(letter, name) for name, letter in called.items()])]

"""Tables of Markdown, and parts of a page between marks."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a vertical bar in a cell is escaped.

    >>> print(table(["name", "meaning"], [["a|b", "either"]]))
    | name | meaning |
    |---|---|
    | a\\|b | either |
    """
    lines = [heads, ["---"] * len(heads), *([_cell(text) for text in row] for row in rows)]
    return "\n".join(
        f"| {' | '.join(line)} |" if line[0] != "---" else "|---" * len(line) + "|" for line in lines
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def fill(page: str, name: str, content: str) -> str:
    """Return a page with new content between the marks of a name.

    >>> fill("a\\n<!-- generated: x -->\\nold\\n<!-- end -->\\nb", "x", "new")
    'a\\n<!-- generated: x -->\\n\\nnew\\n\\n<!-- end -->\\nb'

    Raises ValueError if the page has no such marks.
    """
    begin, end = mark(name), "<!-- end -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"the page has no part {begin} ... {end}")
    return f"{before}{begin}\n\n{content}\n\n{end}{after}"


def mark(name: str) -> str:
    """Return the line that begins a generated part."""
    return f"<!-- generated: {name} -->"

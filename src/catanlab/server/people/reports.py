"""What a report keeps: what was told, and the last lines that were said there."""

from __future__ import annotations

import msgspec
from msgspec import Struct

QUOTED_LINES = 20
"""How many lines of a room or channel a report keeps."""


class QuotedLine(Struct, frozen=True):
    """A line of chat."""

    at: int
    person: str
    name: str
    text: str


class ReportText(Struct, frozen=True, kw_only=True):
    """The text of a report."""

    text: str
    lines: tuple[QuotedLine, ...] = ()


def read_report(text: str) -> ReportText:
    """Return the text of a report as a value."""
    return msgspec.json.decode(text, type=ReportText)

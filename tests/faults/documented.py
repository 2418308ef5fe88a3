"""What the documentation promises: the codes of refusals, and those with which a connection closes."""

from __future__ import annotations

import re

from tests.conftest import ROOT

PROTOCOL = ROOT / "docs/reference/protocol.md"
VIEWS = ROOT / "docs/reference/views.md"
SCHEMA = ROOT / "src/catanlab/server/protocol/wire.schema.json"
_ROW = re.compile(r"^\| `([a-z-]+)` \|", re.MULTILINE)
_CLOSING = re.compile(r"^\| (\d{4}) \|", re.MULTILINE)


def refusal_codes() -> list[str]:
    """Return every code that a refusal may have: those of the server, and those of the rules."""
    return sorted({*_ROW.findall(PROTOCOL.read_text()), *_ROW.findall(VIEWS.read_text())})


def closing_codes() -> list[int]:
    """Return every code with which the server may close a connection; 1000 is a plain end."""
    return [1000, *map(int, _CLOSING.findall(PROTOCOL.read_text()))]

"""Whatever the server refuses to a person is told in the page's words."""

import re

from tests.conftest import ROOT
from tests.page.page_sources import whole_catalogue

PROGRAMS = {"hello-first", "no-stream", "not-a-bot"}
"""Only programs that speak the protocol wrongly meet these."""
OWN = {"unreachable"}
"""The page says these by itself."""


def test_every_refusal_has_a_sentence() -> None:
    protocol = (ROOT / "docs/reference/protocol.md").read_text(encoding="utf-8")
    table = protocol.split("<!-- codes -->")[1].split("<!-- /codes -->")[0]
    codes = set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE))
    told = {key.removeprefix("refused.") for key in whole_catalogue("en") if key.startswith("refused.")}
    assert told == codes - PROGRAMS | OWN

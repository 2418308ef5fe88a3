"""The page about trade explains every scheme and option."""

from pathlib import Path

import pytest

from catanlab.agents.negotiation.registry import SCHEMES, scheme_options

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/explanation/negotiation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCHEMES.names)
def test_every_scheme_and_option_is_on_the_page(name):
    assert f"| `{name}` |" in PAGE
    for option in scheme_options(name):
        rows = [line for line in PAGE.splitlines() if line.startswith(f"| `{option}` |")]
        assert len(rows) == 1, f"docs/explanation/negotiation.md does not explain {option}"
        assert name in rows[0] or "all" in rows[0]

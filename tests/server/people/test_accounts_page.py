"""docs/reference/accounts.md lists every limit; running this module as a script renews the page."""

from dataclasses import fields
from pathlib import Path

from catanlab.server.limits import Limits

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "accounts.md"
BEGIN, END = "<!-- limits -->\n", "<!-- /limits -->"


def renewed(text: str) -> str:
    """Return the page with the limits of today."""
    rows = [
        f"| `{each.name}` | {each.default:,} | {each.metadata['meaning']} |\n" for each in fields(Limits)
    ]
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert mark
    assert end
    return f"{before}{mark}| limit | default | meaning |\n|---|---|---|\n{''.join(rows)}{end}{after}"


def test_the_page_lists_every_limit() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert renewed(text) == text, "run python -m tests.server.people.test_accounts_page"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

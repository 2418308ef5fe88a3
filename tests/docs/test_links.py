"""Links between the pages work on a code host and in the site, and every page is in the index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$", flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors that a code host gives to the headings of a page."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ +(.+)$", text, flags=re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        path, _, place = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{target} does not exist"
        if place:
            assert place in anchors(file), f"{target}: the page has no such heading"


def test_the_index_has_every_page() -> None:
    listed = {
        (page.parent / target.partition("#")[0]).resolve()
        for page in (DOCS / "index.md", DOCS / "reference/python.md", DOCS / "results/theses.md")
        for target in LINK.findall(page.read_text(encoding="utf-8"))
    }
    included = {DOCS / "index.md", DOCS / "changelog.md", DOCS / "contributing.md"}
    assert {*DOCS.rglob("*.md")} - listed == included

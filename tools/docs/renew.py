"""Writes every generated part of the documentation anew: `python -m tools.docs.renew`."""

from collections.abc import Callable, Iterator
from pathlib import Path

from tools.docs import commands, options, packages, theses
from tools.docs.markdown import fill

from catanlab.games.catan.text.rule_book import rule_book_page, rule_book_picture
from catanlab.games.routes_picture import map_svg

DOCS = Path(__file__).resolve().parents[2] / "docs"
PARTS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "reference/agents.md": options.agent_parts,
    "reference/cli.md": commands.parts,
    "reference/playouts.md": options.playout_parts,
    "reference/rules.md": options.rules_parts,
    "reference/tree-policies.md": options.tree_policy_parts,
    "results/theses.md": theses.parts,
}
"""The pages with generated parts, and what generates them."""


def renewed() -> dict[Path, str]:
    """Return every page that is generated, or has generated parts, as it should be."""
    texts = {DOCS / path: text for path, text in packages.pages()}
    texts |= {
        DOCS / "reference/rule-book.md": rule_book_page(),
        DOCS / "pictures/rule-book.svg": rule_book_picture(),
        DOCS / "pictures/routes.svg": map_svg() + "\n",
    }
    for path, parts in PARTS.items():
        text = (DOCS / path).read_text(encoding="utf-8")
        for name, content in parts():
            text = fill(text, name, content)
        texts[DOCS / path] = text
    return texts


def obsolete() -> list[Path]:
    """Return the pages of packages that are no longer public."""
    present = {DOCS / path for path, _ in packages.pages()}
    return [page for page in (DOCS / "reference/python").glob("*.md") if page not in present]


def main() -> None:
    """Write what changed, and print the names of the pages."""
    for page in obsolete():
        page.unlink()
        print(f"removed {page.relative_to(DOCS)}")
    for page, text in renewed().items():
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
            print(f"wrote {page.relative_to(DOCS)}")


if __name__ == "__main__":
    main()

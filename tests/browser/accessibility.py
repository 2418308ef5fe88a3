"""What axe finds on a page: serious and critical findings fail a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Page

AXE = Path(__file__).parent / "vendor/axe-core/axe.min.js"
GRAVE = ("serious", "critical")
RUN = """async (within) => {
  const options = { resultTypes: ["violations"] };
  return (await window.axe.run(within ?? document, options)).violations;
}"""


async def check_accessibility(page: Page, within: str | None = None) -> None:
    """Fail if axe has a serious or critical finding on a page, or within the element of a selector."""
    if not await page.evaluate("() => Boolean(window.axe)"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    findings: list[dict[str, Any]] = await page.evaluate(RUN, within)
    grave = [line for finding in findings if finding["impact"] in GRAVE for line in _lines(finding)]
    assert not grave, f"axe at {page.url}:\n" + "\n".join(grave)


def _lines(finding: dict[str, Any]) -> list[str]:
    head = f"{finding['impact']} {finding['id']}: {finding['help']}"
    return [head, *(f"    {_place(node)}: {_why(node)}" for node in finding["nodes"][:6])]


def _place(node: dict[str, Any]) -> str:
    return " ".join(str(part) for part in node["target"])


def _why(node: dict[str, Any]) -> str:
    return " ".join(str(node["failureSummary"]).split())[:200]

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


async def check_in_light_dark_and_small(page: Page) -> None:
    """Check a state that is hard to reach in one window: light, dark, and in the size of a phone."""
    size = page.viewport_size
    assert size
    for dark, narrow in ((False, False), (True, False), (False, True)):
        await page.emulate_media(color_scheme="dark" if dark else "light")
        await page.set_viewport_size({"width": 360, "height": 780} if narrow else size)
        await page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        await check_accessibility(page)
    await page.set_viewport_size(size)


def _lines(finding: dict[str, Any]) -> list[str]:
    head = f"{finding['impact']} {finding['id']}: {finding['help']}"
    return [head, *(f"    {_place(node)}: {_why(node)}" for node in finding["nodes"][:6])]


def _place(node: dict[str, Any]) -> str:
    return " ".join(str(part) for part in node["target"])


def _why(node: dict[str, Any]) -> str:
    return " ".join(str(node["failureSummary"]).split())[:200]

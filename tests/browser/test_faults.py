"""Whatever goes wrong in a browser is noticed, so that the other tests can fail on it."""

import re

import pytest
from playwright.async_api import Route
from tests.browser.visitor import Visit, Visitor

POLICY = {"Content-Security-Policy": "default-src 'none'; script-src 'self'", "Content-Type": "text/html"}


async def shown(visitor: Visitor, html: str) -> list[str]:
    """Return what was noticed while a page is shown, and forget it."""

    async def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name == "page":
            await route.fulfill(body=html, headers=POLICY)
        elif name == "bad.js":
            await route.fulfill(body="throw new Error('broken')", content_type="text/javascript")
        elif name == "loud.js":
            await route.fulfill(body="console.error('loud')", content_type="text/javascript")
        elif name == "late.js":
            await route.fulfill(body="Promise.reject(new Error('late'))", content_type="text/javascript")
        else:
            await route.continue_()

    await visitor.page.route("**/*", answer)
    await visitor.page.goto(f"{visitor.address}/page")
    await visitor.page.wait_for_load_state("networkidle")
    found, visitor.faults.found = visitor.faults.found, []
    return found


@pytest.mark.parametrize(
    ("html", "what"),
    [
        ("<script src=bad.js></script>", "script: .*broken"),
        ("<script src=late.js></script>", "script: .*late"),
        ("<script src=loud.js></script>", "console: loud"),
        ("<script>1</script>", "console: .*Content Security Policy"),
        ("<p style='color: red'>", "console: .*Content Security Policy"),
        ("<script src=none.js></script>", "status 404"),
    ],
)
async def test_it_is_noticed(visit: Visit, address: str, html: str, what: str) -> None:
    found = await shown(await visit(address), f"<!doctype html><title>A page</title>{html}")
    assert any(re.match(what, fault, re.DOTALL) for fault in found), found


async def test_a_foreign_request_is_noticed(visit: Visit, address: str) -> None:
    visitor = await visit(address)
    html = "<img src=http://127.0.0.2:1/a.png>"
    await visitor.page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    await visitor.page.goto(f"{address}/page")
    await visitor.page.wait_for_load_state("networkidle")
    found, visitor.faults.found = visitor.faults.found, []
    assert "foreign request: http://127.0.0.2:1/a.png" in found


async def test_a_page_without_faults_has_none(visit: Visit, address: str) -> None:
    assert await shown(await visit(address), "<!doctype html><title>A page</title><p>Well") == []

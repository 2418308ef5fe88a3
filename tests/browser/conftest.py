"""A real server, a real browser, and people at it; a test fails on whatever its browsers complain about.

Tests are coroutines: all of a worker run in one loop, in which its chromium lives.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Playwright, async_playwright, expect
from tests.browser.arranged_server import FOLDER
from tests.browser.chromium import NoChromiumError, launch, program
from tests.browser.outcomes import Outcomes
from tests.browser.visitor import PATIENCE, Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

SECONDS = 600.0
"""Seconds after which a test has failed: the longest takes one minute, and more where much else runs."""
SLOW_SECONDS = 1800.0
"""The same for a slow one."""
LIMITS = (
    "guests_at_once=10000",
    "requests_at_once=10000",
    "connections_per_address=2000",
    "answers_per_second=10000",
)
"""All people of a session come from one address."""
FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=PATIENCE * 1000)  # Playwright itself has no more than 5 seconds of patience


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser: it is told by the fixtures."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.full)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine in the loop of the browser."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    loop = pyfuncitem.funcargs["loop"]
    assert isinstance(loop, asyncio.AbstractEventLoop)
    names = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    limit = SECONDS if pyfuncitem.get_closest_marker("slow") is None else SLOW_SECONDS
    try:
        loop.run_until_complete(asyncio.wait_for(test, limit))
    except BaseException:
        pyfuncitem.stash[FAILED] = True
        raise
    return True


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Return the loop of all tests in a browser."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@pytest.fixture(scope="session")
def browser(loop: asyncio.AbstractEventLoop) -> Iterator[Browser]:
    """Return the chromium of this worker; tests that need it are left out where there is none."""
    try:
        program()
    except NoChromiumError as error:
        pytest.skip(str(error))

    async def start() -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        return playwright, await launch(playwright)

    playwright, browser = loop.run_until_complete(start())
    yield browser
    loop.run_until_complete(browser.close())
    loop.run_until_complete(playwright.stop())


def serving(folder: Path, *options: str, **others: Any) -> ServeProcess:
    """Return a server, not started, that lets one address do much."""
    limits = [f"--limit={limit}" for limit in LIMITS]
    return ServeProcess(folder, *limits, *options, **others)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """Return the server of all tests of this worker that do not stop it."""
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def address(shared_server: ServeProcess) -> str:
    """Return the address of a server."""
    return shared_server.address


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServeProcess]:
    """Return a server that the test may kill and start again."""
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def outcomes(tmp_path: Path) -> Outcomes:
    """Return what the dice of the server will show."""
    return Outcomes(tmp_path)


@pytest.fixture
def arranged(tmp_path: Path, outcomes: Outcomes, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServeProcess]:
    """Return a server with chosen outcomes."""
    monkeypatch.setenv(FOLDER, str(outcomes.folder))
    with serving(tmp_path, module="tests.browser.arranged_server") as server:
        yield server


@pytest.fixture
def visit(
    browser: Browser, loop: asyncio.AbstractEventLoop, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Visit]:
    """Return what lets a person come by a browser of their own: `Visitor.enter` without its browser.

    When the test is over, nobody's browser may have complained about anything. What a failed test saw last
    is kept as pictures in its folder.
    """
    here: list[Visitor] = []

    async def enter(address: str, **options: Any) -> Visitor:
        visitor = await Visitor.enter(browser, address, **options)
        here.append(visitor)
        return visitor

    yield enter

    async def leave() -> None:
        for number, visitor in enumerate(here):
            if request.node.stash.get(FAILED, False) and not visitor.page.is_closed():
                picture = tmp_path / f"{number}.png"
                await visitor.page.screenshot(path=picture)
                print(f"{visitor.name} saw {picture}")
            await visitor.leave()

    faults = [f"{visitor.name}: {fault}" for visitor in here for fault in visitor.faults.found]
    loop.run_until_complete(leave())
    assert not faults, "in the browser:\n" + "\n".join(faults)

"""Fixtures of the tests that need nothing but a board."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Browser
from tests.browser.board.board_page import BoardPage

Opened: TypeAlias = Callable[..., Awaitable[BoardPage]]


@pytest.fixture(scope="session")
def shared_page(browser: Browser, loop: asyncio.AbstractEventLoop) -> Iterator[BoardPage]:
    """Return the page of all tests of this worker that want an ordinary window."""
    page = loop.run_until_complete(BoardPage.open(browser))
    yield page
    loop.run_until_complete(page.page.context.close())


@pytest.fixture
def page(shared_page: BoardPage, loop: asyncio.AbstractEventLoop) -> Iterator[BoardPage]:
    """Return a page whose board shows nothing yet; the browser may not complain."""
    loop.run_until_complete(shared_page.renew())
    shared_page.faults.clear()
    yield shared_page
    shared_page.check()


@pytest.fixture
def opened(browser: Browser, loop: asyncio.AbstractEventLoop) -> Iterator[Opened]:
    """Return what opens a page of one's own: `BoardPage.open` without its browser."""
    pages: list[BoardPage] = []

    async def enter(**options: Any) -> BoardPage:
        pages.append(await BoardPage.open(browser, **options))
        return pages[-1]

    yield enter
    for page in pages:
        loop.run_until_complete(page.page.context.close())
        page.check()

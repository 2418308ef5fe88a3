"""A table with one player in a browser, two over the protocol, and a robot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Locator, Page
from tests.browser.company import RESOURCES, Company, Member, company
from tests.browser.hands import seen
from tests.browser.visitor import Visit, Visitor

from catanlab.server import wire

OPTIONS = wire.RoomOptions(
    rules="trading,hand_limit=95", robots=("medium",), robot_seconds=0.0, robot_offers=0
)
"""Nobody discards, so that there are cards to trade."""


class AtTable:
    """Ada in her browser, Mia and Ben over the protocol, and a robot."""

    def __init__(self, company: Company, visitor: Visitor) -> None:
        self.company = company
        self.page: Page = visitor.page
        self.ada, self.mia, self.ben = company.members

    def cell(self, side: str, resource: str, within: str = ".tray") -> Locator:
        """Return the card of a resource in the tray or the counter."""
        return self.page.locator(f"{within} .cell[data-side={side}][data-resource={resource}]")

    def act(self, name: str) -> Locator:
        """Return a button by what it does."""
        return self.page.locator(f"[data-act={name}]")

    async def press(self, name: str) -> None:
        """Press a button by what it does, once that has been seen."""
        await seen(self.act(name)).click()

    def balloon(self, seat: int) -> Locator:
        """Return what a player says."""
        return self.page.locator(f".rival[data-seat='{seat}'] .balloon")

    async def draft(self, give: str, get: str) -> None:
        """Put one card on each side of the tray."""
        await seen(self.cell("give", give).locator(".more")).click()
        await seen(self.cell("get", get).locator(".more")).click()

    async def sees(self, member: Member, condition: Callable[[], bool]) -> None:
        """Wait until a player sees something."""
        await member.client.until(condition)


@asynccontextmanager
async def sitting(visit: Visit, address: str, mark: str, **options: Any) -> AsyncIterator[AtTable]:
    """Let them sit down; `mark` makes their names those of one test, `options` are those of the browser."""
    names = (f"Ada {mark}", f"Mia {mark}", f"Ben {mark}")
    async with company(address, *names, options=OPTIONS) as people:
        ada = people.room.people[0]
        visitor = await visit(address, token=ada.token, name=ada.name, **options)
        await visitor.open(people.room.path)
        yield AtTable(people, visitor)


def held(member: Member, other: Member) -> tuple[str, str] | None:
    """Return a card of one player and a different card of the other, if they have such."""
    pairs = ((mine, theirs) for mine in RESOURCES for theirs in RESOURCES if mine != theirs)
    return next((pair for pair in pairs if member.hand[pair[0]] and other.hand[pair[1]]), None)

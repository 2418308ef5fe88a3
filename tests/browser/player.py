"""A person at a table in a browser: moves in our notation become presses on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.async_api import TimeoutError as PressTimeout
from tests.browser.hands import Hands
from tests.browser.visitor import PATIENCE, Known, Visitor

MUST_PLACE = ("setup-settlement", "setup-road", "free-roads", "robbing")
CARDS = {
    "knight": "Knight",
    "road building": "Road building",
    "plenty": "Year of plenty",
    "monopoly": "Monopoly",
}


class Player:
    """Plays in one room by what a page shows; `hands` are the person's."""

    def __init__(self, visitor: Visitor, room: str, hands: type[Hands]) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.room = room
        self.hands = hands(visitor.page)

    @property
    def known(self) -> Known:
        """What the server told about the room."""
        return self.visitor.rooms.setdefault(self.room, Known())

    @property
    def view(self) -> dict[str, Any]:
        """The game as the server showed it last."""
        return self.known.view

    @property
    def legal(self) -> dict[str, Any]:
        """The moves that are open to this person."""
        return self.view.get("legal") or {}

    @property
    def must_act(self) -> bool:
        """Whether the game waits for this person; while others answer an offer of theirs, it does not."""
        offer = self.view.get("offer")
        asked = (
            self.view.get("phase") == "answering" and offer is not None and offer["by"] == self.known.seat
        )
        return bool(self.legal) and not asked

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.known.table.get("status") == "over")

    async def until(self, condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until a condition holds, asked after every frame."""
        await self.visitor.until(condition, f"{what} (phase {self.view.get('phase')})", seconds)

    async def move(self, text: str) -> bool:
        """Make a move, and wait until it was done; returns False if the question was closed meanwhile."""
        decision, seq = self.view["decision"], self.known.seq
        await self.visitor.drawn()
        self.visitor.faults.check()
        acks, refusals = self.visitor.acks, len(self.visitor.refusals)
        try:
            await self.gesture(text)
        except PressTimeout as error:
            if self.view["decision"] != decision or self.known.seq != seq:
                return False
            raise AssertionError(f"{text!r} cannot be pressed: {error}") from error
        await self.until(
            lambda: self.visitor.acks > acks or len(self.visitor.refusals) > refusals,
            f"an answer to {text!r}",
        )
        if self.visitor.refusals[refusals:]:
            refusal = self.visitor.refusals[-1]
            assert refusal["code"] == "stale-decision", f"{text!r} was refused: {refusal}"
            return False
        return True

    async def gesture(self, text: str) -> None:
        """Press what makes a move."""
        verb = text.split()[0]
        if text in ("roll", "end turn"):
            await self.hands.main()
        elif text == "buy card":
            await self.hands.build("card")
        elif text in CARDS:
            await self.play_card(text)
        elif verb in ("accept", "reject"):
            await self.hands.answer(verb)
        elif verb == "cancel":
            await self.hands.open_tray()
            await self.hands.press("#tray [data-act=cancel]")
        else:
            gestures = {
                "settlement": self._place,
                "city": self._place,
                "road": self._place,
                "robber": self._rob,
                "discard": self._discard,
                "plenty": self._choose,
                "monopoly": self._choose,
                "bank": self._trade,
                "offer": self._trade,
                "confirm": self._settle,
                "take": self._settle,
            }
            await gestures[verb](text)

    async def play_card(self, move: str) -> None:
        """Press a development card in the hand."""
        await self.hands.press(f'.developments .card[aria-label^="{CARDS[move]}"]')

    async def _place(self, text: str) -> None:
        kind, place = text.split()
        if self.view["phase"] not in MUST_PLACE:
            await self.hands.build(kind)
        if kind == "road":
            nodes = [int(node) for node in place.split("-")]
            await self.hands.spot(f"edge-{self.known.board['edges'].index(nodes)}")
        else:
            await self.hands.spot(f"node-{place}")

    async def _rob(self, text: str) -> None:
        words = text.split()
        hexagon = int(words[1])
        victims = next(place["victims"] for place in self.legal["robber"] if place["hex"] == hexagon)
        if len(victims) < 2:
            await self.hands.spot(f"hex-{hexagon}")
            return
        await self.hands.spot(f"hex-{hexagon}", confirm=False)
        await self.hands.press(f"[data-rob='{words[3]}']")

    async def _discard(self, text: str) -> None:
        for resource in text.split()[1:]:
            await self.hands.press(f".slot[data-resource={resource}] .card")
        await self.hands.main()

    async def _choose(self, text: str) -> None:
        move, *resources = text.split()
        await self.play_card(move)
        for resource in resources:
            await self.hands.press(f".choice .more.{resource}")
        await self.hands.press(".choice .acts .btn.strong")

    async def draft(self, text: str, within: str = "#tray") -> None:
        """Lay a deal such as `1 wood + 2 ore for 1 clay` into the tray, or into a counter-offer."""
        for side, cards in zip(("give", "get"), text.split(" for "), strict=True):
            for count, resource in re.findall(r"(\d+) (\w+)", cards):
                for _ in range(int(count)):
                    await self.hands.press(f"{within} [data-side={side}][data-resource={resource}] .more")

    async def _trade(self, text: str) -> None:
        verb, _, deal = text.partition(" ")
        deal, _, to = deal.partition(" to ")
        await self.hands.open_tray()
        await self.page.locator("#tray").wait_for()
        if await self.page.locator("#tray .cell.on").count():
            await self.hands.press("#tray [data-act=clear]")
            await self.page.locator("#tray .cell.on").first.wait_for(state="detached")
        await self.draft(deal)
        if to:
            await self.address(Counter(int(seat) for seat in to.split()))
        await self.hands.press(f"#tray [data-act={verb}]")

    async def address(self, seats: Counter[int]) -> None:
        """Let the offer go to these seats alone."""
        for seat in range(len(self.view["seats"])):
            toggle = self.page.locator(f"#tray .toggle[data-seat='{seat}']")
            if seat != self.known.seat and await toggle.count():
                if (await toggle.get_attribute("aria-pressed") == "true") != (seat in seats):
                    await self.hands.press(f"#tray .toggle[data-seat='{seat}']")

    async def _settle(self, text: str) -> None:
        verb, seat = text.split()
        await self.hands.press(f"li[data-seat='{seat}'] [data-act={verb}]")

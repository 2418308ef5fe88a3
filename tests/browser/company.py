"""People at one table over the protocol, who play on by themselves until a test wants to look."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.browser.outcomes import Outcomes
from tests.browser.rooms import Room, Seated

from catanlab.server import wire
from catanlab.server.client import Client, connect
from catanlab.server.client.answers import RefusedError
from catanlab.server.client.room_view import RoomView

RESOURCES = ("wood", "clay", "sheep", "wheat", "ore")


class Member:
    """One of them: a connection, its seat and what it sees."""

    def __init__(self, client: Client, view: RoomView, seat: int) -> None:
        self.client = client
        self.room = view
        self.seat = seat

    @property
    def view(self) -> dict[str, Any]:
        """The game as this seat sees it now."""
        assert self.room.view is not None
        view: dict[str, Any] = json.loads(bytes(self.room.view))
        return view

    @property
    def legal(self) -> dict[str, Any]:
        """The moves that are open to this seat."""
        return self.view["legal"] or {}

    @property
    def hand(self) -> dict[str, int]:
        """The cards of this seat by name."""
        return dict(zip(RESOURCES, self.view["seats"][self.seat]["hand"], strict=True))

    async def begun(self) -> None:
        """Wait until the game has begun."""
        await self.client.until(lambda: self.room.view is not None)

    async def move(self, move: str) -> None:
        """Make a move in answer to the question that is open now."""
        await self.client.move(self.room.room, self.view["decision"], move)

    async def act(self, message: type[Any], /, **fields: Any) -> None:
        """Do something else in the room."""
        await self.client.act(message(id=self.client.new_id(), room=self.room.room, **fields))

    def simple_move(self) -> str | None:
        """Return a move that brings the game on, null if none is to be made."""
        legal = self.legal
        edges = json.loads(bytes(self.room.board or b"{}")).get("edges", [])
        if "discard" in legal:
            cards = [
                name
                for name, count in zip(RESOURCES, legal["discard"]["hand"], strict=True)
                for _ in range(count)
            ]
            return "discard " + " ".join(cards[: legal["discard"]["owes"]])
        if "robber" in legal:
            place = legal["robber"][0]
            return f"robber {place['hex']}" + (f" from {place['victims'][0]}" if place["victims"] else "")
        if self.view["phase"] == "setup-settlement" and "settlement" in legal:
            return f"settlement {legal['settlement'][len(legal['settlement']) // 2]}"
        if self.view["phase"] == "setup-road" and "road" in legal:
            ends = edges[legal["road"][0]]
            return f"road {ends[0]}-{ends[1]}"
        return next(
            (word for word in ("reject", "cancel", "roll", "skip", "end turn") if word in legal), None
        )


class Company:
    """All of them, and the room."""

    def __init__(self, members: Sequence[Member], room: Room) -> None:
        self.members = members
        self.room = room

    async def play(self, until: Callable[[], bool]) -> None:
        """Play on until something is the case."""
        while not until():
            for member in self.members:
                if until():
                    return
                move = member.simple_move()
                if move is not None:
                    try:
                        await member.move(move)
                    except RefusedError as refused:
                        if refused.code != "stale-decision":
                            raise
                    break
            else:
                await self._next_update(until)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is the case, without playing."""
        while not condition():
            await self._next_update(condition)

    async def _next_update(self, until: Callable[[], bool]) -> None:
        """Wait until anybody sees something new."""

        async def wait(member: Member, seen: object) -> None:
            await member.client.until(lambda: until() or member.room.view is not seen)

        tasks = [asyncio.ensure_future(wait(member, member.room.view)) for member in self.members]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def on_turn(self) -> Member:
        """Whose turn it is."""
        return self.members[self.members[0].view["on_turn"]]

    async def roll(self, outcomes: Outcomes, total: int) -> None:
        """Let whoever is on turn roll; the server's outcomes are arranged."""
        member = self.on_turn
        await self.until(lambda: "roll" in member.legal)
        outcomes.plan(f"dice {total}")
        await member.move("roll")
        await self.until(lambda: bool(member.view["rolled"]))

    async def next_turn(self) -> None:
        """Let whoever is on turn end it."""
        await self.on_turn.move("end turn")
        await self.until(lambda: all(each.view["phase"] == "before-roll" for each in self.members))

    async def trading_turn(self, seat: int, holds: Callable[[], bool] = lambda: True) -> None:
        """Play on until a seat is in the main phase of its turn, may offer, and something holds."""
        member = self.members[seat]
        await self.play(lambda: member.view["phase"] == "main" and "offer" in member.legal and holds())


@asynccontextmanager
async def company(address: str, *names: str, options: wire.RoomOptions) -> AsyncIterator[Company]:
    """Make a room in which people of these names sit in order of the seats, and begin the game."""
    url = f"{address.replace('http', 'ws', 1)}/ws"
    async with AsyncExitStack() as connections:
        people = [await connections.enter_async_context(await connect(url, name)) for name in names]
        made = await people[0].create(options)
        invitation = people[0].invitation(made.room)
        members = []
        for seat, person in enumerate(people):
            view = made if seat == 0 else await person.join(made.room, invitation)
            await person.sit(made.room, seat)
            members.append(Member(person, view, seat))
        await people[0].start(made.room)
        for member in members:
            await member.begun()
        seated = tuple(Seated(person.name, person.token, seat) for seat, person in enumerate(people))
        yield Company(members, Room(made.room, invitation, seated))

"""A bot that finds its games and plays them: by invitation, in a room, in one of its own, or by quick play.

`catanlab bot` runs one. Whatever ends it, it leaves its seat first, so that a robot goes on at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire
from catanlab.server.bot_client.agent_player import AgentPlayer, RoomClosedError, report_nothing
from catanlab.server.bot_client.client import BotClient
from catanlab.server.client.client import RefusedError
from catanlab.server.client.room_view import RoomView

ALONE_SECONDS = 60.0
"""How long a bot that was invited waits alone for the game to begin."""
STAND_SECONDS = 3.0
"""How long the bot takes to leave its seat when it is stopped."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The games a bot plays, and its agent."""

    agent: str
    find: Literal["wait", "room", "create", "quick"] = "wait"
    """Whether it waits for invitations, joins the named room, makes rooms, or plays quick."""
    room: str = ""
    invitation: str = ""
    seat: int | None = None
    options: wire.RoomOptions = field(default_factory=wire.RoomOptions)
    """The options of rooms that it makes."""
    people: int = 1
    """With how many people and bots, itself among them, a room that it made begins."""
    games: int | None = 1
    """How many games it plays; None for no end."""
    seconds: float = 5.0
    pause: float | None = None
    seed: int | None = None


class BotRunner:
    """Plays a plan. `say` gets a line for each event, `warn` one for each problem."""

    def __init__(
        self,
        client: BotClient,
        plan: Plan,
        *,
        say: Callable[[str], None] = report_nothing,
        warn: Callable[[str], None] = report_nothing,
    ) -> None:
        self.client = client
        self.plan = plan
        self.results: list[wire.Ended] = []
        self._say = say
        self._warn = warn

    async def run(self) -> None:
        """Play all games; raises CatanlabError for errors that it cannot recover from."""
        plan = self.plan
        if plan.find == "wait":
            self._say(f"{self.client.name} waits for invitations")
        while plan.games is None or len(self.results) < plan.games:
            if plan.find == "wait":
                await self._accept(await self._invitation())
            else:
                await self._find()

    async def _find(self) -> None:
        client, plan = self.client, self.plan
        if plan.find == "room":
            await self._play_in(plan.room, plan.invitation, plan.seat)
        elif plan.find == "quick":
            ack = await client.act(wire.Quick(id=client.new_id(), options=plan.options))
            await self._play(client, await client.join(ack.room))
        else:
            await self._play(client, await client.create(plan.options), starts=True)

    # Invitations.

    async def _invitation(self) -> wire.Invited:
        client = self.client
        client.declines = False
        await client.be_available(True)
        try:
            return await client.invitation_to_play()
        finally:
            client.declines = True
            await client.be_available(False)

    async def _accept(self, invited: wire.Invited) -> None:
        """Play where the bot is invited; an invitation that no longer holds is forgotten.

        If somebody has the seat by now, any other is as good.
        """
        self._say(f"{invited.name} invites to room {invited.room}")
        seats = [invited.seat, None] if invited.seat is not None else [None]
        for seat in seats:
            try:
                await self._play_in(invited.room, invited.invitation, seat)
            except (RefusedError, RoomClosedError) as error:
                if error.code == "seat-taken" and seat is not None:
                    continue
                self._warn(f"the invitation to room {invited.room} came to nothing: {error}")
            return

    # Games.

    async def _play_in(self, room: str, invitation: str, seat: int | None) -> None:
        """Join a room, at the server that has it, and play there."""
        view = await self.client.join(room, invitation)
        await self._play(self.client, view, seat=seat)

    async def _play(
        self, client: BotClient, room: RoomView, *, seat: int | None = None, starts: bool = False
    ) -> None:
        """Sit down in a room, play its game to the end, and leave it."""
        plan = self.plan
        try:
            async with _seated(client, room, seat):
                where = f"room {room.room}, seat {room.seat}"
                private = client.invitation(room.room)
                self._say(f"{client.name} sits in {where}" + (f", invitation {private}" if starts else ""))
                if starts:
                    await client.until(lambda: _people(room) >= plan.people)
                    await client.start(room.room)
                elif plan.find == "wait":
                    await _begun(client, room)
                player = AgentPlayer(
                    client,
                    await client.follow(room),
                    plan.agent,
                    seconds=plan.seconds,
                    pause=plan.pause,
                    seed=plan.seed,
                    report=lambda line: self._warn(f"room {room.room}: {line}"),
                )
                result = await player.play()
            self.results.append(result)
            self._say(f"{where}: {outcome(result, room.seat)}")
        finally:
            await client.part(room.room)


@asynccontextmanager
async def _seated(client: BotClient, room: RoomView, seat: int | None) -> AsyncIterator[None]:
    """Hold a seat: it is left if the block ends before the game does; raises RefusedError."""
    try:
        await client.sit(room.room, seat)
    except RefusedError as error:
        if error.code != "already-seated":
            raise
    await client.until(lambda: room.seat is not None)
    try:
        yield
    except BaseException:
        over = room.table is not None and room.table.status == "over"
        with suppress(CatanlabError, TimeoutError):
            if not over:
                async with asyncio.timeout(STAND_SECONDS):
                    await client.act(wire.Stand(id=client.new_id(), room=room.room))
        raise


async def _begun(client: BotClient, room: RoomView) -> None:
    """Wait for the start of a game; raises RoomClosedError if everybody else leaves before it."""
    while _waits(room):
        is_alone = _others(room) == 0
        try:
            async with asyncio.timeout(ALONE_SECONDS if is_alone else None):
                await client.until(lambda alone=is_alone: not _waits(room) or (_others(room) == 0) != alone)  # type: ignore[misc]
        except TimeoutError:
            raise RoomClosedError("everybody has left") from None


def _waits(room: RoomView) -> bool:
    return room.table is None or room.table.status == "waiting"


def _others(room: RoomView) -> int:
    """Return how many people other than this seat's are there."""
    if room.table is None:
        return 0
    seated = [seat for number, seat in enumerate(room.table.seats) if number != room.seat]
    here = sum(seat.occupant.kind == "person" and seat.connected for seat in seated)
    return here + room.table.spectators


def _people(room: RoomView) -> int:
    seats = room.table.seats if room.table is not None else ()
    return sum(seat.occupant.kind == "person" for seat in seats)


def outcome(result: wire.Ended, seat: int | None) -> str:
    """Return how a game ended for a seat, in words.

    >>> ended = wire.Ended(winner=2, scores=(4, 6, 10, 5), termination="finished", secret="", salt="")
    >>> outcome(ended, 1)
    'seat 2 won with 10 points, this bot has 6'
    """
    own = "" if seat is None else f", this bot has {result.scores[seat]}"
    if result.winner is None:
        return f"nobody won{own}"
    points = result.scores[result.winner]
    if result.winner == seat:
        return f"won with {points} points"
    return f"seat {result.winner} won with {points} points{own}"

"""A client for bots: the client of the WebSocket over the HTTP of bots, with invitations and past events.

    async with await connect_bot("http://127.0.0.1:8000", token) as bot:
        invited = await bot.invitation_to_play()
        room = await bot.join(invited.room, invited.invitation)
        await bot.sit(room.room, invited.seat)

It comes back by itself when the stream breaks, and sends again what is not done. `room.view` is the JSON of
what the seat sees; `bot.follow(room)` rebuilds the game as our agents see it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import UNSET

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire
from catanlab.server.bot_client.followed_room import FollowedRoom
from catanlab.server.bot_client.http_line import RETRIES, HttpDial, http_address, server_address
from catanlab.server.client.client import DELAYS, Client, settle
from catanlab.server.client.link import Link
from catanlab.server.client.room_view import RoomView


class BotClient(Client):
    """A bot at a server; `connect_bot` makes one that was welcomed."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        delays: Sequence[float] = DELAYS,
        attempts: int | None = None,
        retries: Sequence[float] = RETRIES,
        check_views: bool = True,
    ) -> None:
        super().__init__(
            server_address(url),
            "bot",
            token,
            dial=HttpDial(token, retries=retries),
            delays=delays,
            attempts=attempts,
            check_views=check_views,
        )
        self.invitations: list[wire.Invited] = []
        """Invitations that nobody has looked at."""
        self.declines = False
        """Whether the bot declines invitations now, since it plays."""
        self._is_available = False
        self._followed: dict[str, FollowedRoom] = {}
        self._pages: dict[tuple[str, int], asyncio.Future[wire.HistoryPage]] = {}

    async def invitation_to_play(self) -> wire.Invited:
        """Wait for an invitation; raises ConnectionEndedError."""
        await self.until(lambda: bool(self.invitations))
        return self.invitations.pop(0)

    async def be_available(self, on: bool) -> None:
        """Say whether the bot waits for invitations, also after it came back; the lobby shows it."""
        self._is_available = on
        await self._send(wire.Available(on=on))

    async def decline(self, room: str) -> None:
        """Decline the invitation to a room."""
        await self._send(wire.Decline(room=room))

    async def follow(self, room: RoomView) -> FollowedRoom:
        """Return a room with the game as an agent of ours sees it; raises RebuildError."""
        followed = self._followed.get(room.room)
        if followed is None:
            followed = self._followed[room.room] = FollowedRoom(room)
        await self.catch_up(followed)
        return followed

    async def catch_up(self, followed: FollowedRoom) -> None:
        """Fetch the events that the game lacks; raises RebuildError, ConnectionEndedError."""
        while (after := followed.look()) is not None:
            followed.add(await self.history(followed.room.room, after))

    async def history(self, room: str, after: int) -> wire.HistoryPage:
        """Return the next events of a room after a number, as the bot's seat sees them."""
        self._check()
        page = self._pages.get((room, after))
        if page is None:
            page = self._pages[room, after] = asyncio.get_running_loop().create_future()
        await self._send(wire.History(room=room, after=after))
        return await asyncio.shield(page)

    async def part(self, room: str) -> None:
        """Follow a room no longer."""
        self._followed.pop(room, None)
        await super().part(room)

    # The connection.

    def _address(self, url: str) -> str:
        return http_address(url)

    async def _take_up(self, link: Link, welcome: wire.Welcome) -> None:
        self._attempts = None  # the server is there, and will be again
        await super()._take_up(link, welcome)
        if self._is_available:
            await self._send(wire.Available())
        for room, after in tuple(self._pages):
            await self._send(wire.History(room=room, after=after))

    async def _take(self, message: wire.AnyServerMessage) -> None:
        match message:
            case wire.Invited() if self.declines:
                await self.decline(message.room)
            case wire.Invited():
                self.invitations.append(message)
            case wire.Refused(code="no-such-room" | "room-closed") if (
                message.id is UNSET and message.room in self._followed and message.room not in self._joins
            ):
                self._followed[str(message.room)].is_closed = True
            case wire.HistoryPage():
                settle(self._pages.pop((message.room, message.after), None), message)
            case _:
                await super()._take(message)

    async def _update(self, update: wire.Update) -> None:
        await super()._update(update)
        followed = self._followed.get(update.room)
        if followed is not None:
            followed.look()
        if update.reset:  # the server may have forgotten what it was asked
            for room, after in tuple(self._pages):
                if room == update.room:
                    await self._send(wire.History(room=room, after=after))

    def _fail(self, error: CatanlabError) -> None:
        super()._fail(error)
        pages, self._pages = self._pages, {}
        for page in pages.values():
            settle(page, error)


async def connect_bot(
    url: str,
    token: str,
    *,
    delays: Sequence[float] = DELAYS,
    attempts: int | None = 1,
    retries: Sequence[float] = RETRIES,
    check_views: bool = True,
) -> BotClient:
    """Return a bot that the server has welcomed.

    `attempts` is how often it tries to reach a server that it has not reached before; None for as long as
    it takes. Raises AddressError, TokenError, or ConnectionEndedError if there is no server for bots.
    """
    bot = BotClient(url, token, delays=delays, attempts=attempts, retries=retries, check_views=check_views)
    try:
        await bot.until(lambda: bool(bot.person))
    except BaseException:
        await bot.close()
        raise
    return bot

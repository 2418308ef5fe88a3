"""A line that rebuilds the game from the updates that pass through it, and compares every view."""

from __future__ import annotations

from msgspec import UNSET

from catanlab.server import wire
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.server.client.client import Line, dial
from catanlab.server.protocol import frames


class RebuildingLine:
    """A line of a client that follows one room from its beginning."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.game: SeatGame | None = None
        self.compared = 0
        """How many views were compared."""

    async def send(self, message: str) -> None:
        """Send a frame."""
        await self._line.send(message)

    async def recv(self) -> str | bytes:
        """Return the next frame; raises RebuildError if it is an update with another view."""
        frame = await self._line.recv()
        message = frames.read_server_message(frame)
        if isinstance(message, wire.Update):
            self._take(message)
        return frame

    async def close(self) -> None:
        """Close the line."""
        await self._line.close()

    def _take(self, update: wire.Update) -> None:
        if self.game is None or (update.reset and update.seat != self.game.seat):
            assert update.table is not UNSET
            assert update.events[0].seq == 1, "the whole game is needed"
            self.game = SeatGame(update.table.options, update.seat)
        self.game.take(update.events)
        if update.view is not UNSET:
            self.game.check(update.view)
            self.compared += 1


class Rebuilders:
    """Makes such lines; `lines` are all of them."""

    def __init__(self) -> None:
        self.lines: list[RebuildingLine] = []

    async def dial(self, url: str) -> Line:
        """Open a line."""
        self.lines.append(RebuildingLine(await dial(url)))
        return self.lines[-1]

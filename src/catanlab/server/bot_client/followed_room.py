"""A room that a bot follows: the game is rebuilt update by update, and compared with every view."""

from __future__ import annotations

from catanlab.server import wire
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.server.client.room_view import RoomView


class FollowedRoom:
    """A room and its game as the bot's seat sees it."""

    def __init__(self, room: RoomView) -> None:
        self.room = room
        self.game: SeatGame | None = None
        self.is_closed = False
        """Whether the server has the room no longer."""
        self.compared = 0
        """How many views were compared with what the events say."""

    @property
    def is_up_to_date(self) -> bool:
        """Whether the game is known up to the last event."""
        game = self.game
        return game is not None and game.seat == self.room.seat and game.seq == self.room.seq

    def look(self) -> int | None:
        """Take what is new in the room; return the number after which events are missing, if any are.

        Raises RebuildError if the events do not make the view that came with them.
        """
        room, game = self.room, self.game
        if room.table is None:
            return None
        if game is None or game.seat != room.seat:
            # Another seat sees other cards: all that happened is needed as that seat saw it.
            game = self.game = SeatGame(room.table.options, room.seat)
        if game.seq >= room.seq:
            return None
        first = room.events[0].seq if room.events else room.seq + 1
        if first > game.seq + 1:
            return game.seq
        game.take(room.events[game.seq + 1 - first :])
        if room.view is not None:
            game.check(room.view)
            self.compared += 1
        return None

    def add(self, page: wire.HistoryPage) -> None:
        """Take a page of past events, unless the bot has another seat by now."""
        if self.game is not None and page.seat == self.game.seat:
            # What is newer than the last update comes with its own.
            self.game.take(event for event in page.events if event.seq <= self.room.seq)

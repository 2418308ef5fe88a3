"""A room as a client knows it: the updates of the server put together, and checked to have no gaps."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import UNSET, Raw

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire


class GapError(CatanlabError):
    """An update does not continue the one before it: join the room again with the last number."""

    code = "gap"


class NumberError(CatanlabError, ValueError):
    """An update whose numbers contradict each other: the server is wrong."""

    code = "bad-numbers"


@dataclass
class RoomView:
    """What a client knows of a room."""

    room: str
    seq: int = 0
    """The number of the last event that is known."""
    epoch: int = 0
    seat: int | None = None
    view: Raw | None = None
    """The game as this seat or spectator sees it; None before it begins."""
    board: Raw | None = None
    """The board of the game, which stays as it is; None before it is known."""
    table: wire.TableInfo | None = None
    events: list[wire.Numbered] = field(default_factory=list)
    """The events since the last reset, gapless."""
    chat: list[wire.ChatLine] = field(default_factory=list)
    updates: int = 0
    """How many updates were taken."""

    def take(self, update: wire.Update) -> bool:
        """Take an update; return False if it is older than what is known, such as one that was delayed.

        Raises GapError if events are missing between what is known and the update, NumberError if the
        numbers of its events do not follow each other up to its own.
        """
        numbers = [event.seq for event in update.events]
        if numbers and numbers != list(range(update.seq - len(numbers) + 1, update.seq + 1)):
            raise NumberError(f"an update of room {update.room} to {update.seq} has the events {numbers}")
        if (update.epoch, update.seq) < (self.epoch, self.seq):
            return False
        first = numbers[0] if numbers else update.seq + 1
        if update.reset:
            self.events = list(update.events)
        elif first > self.seq + 1:
            raise GapError(f"room {self.room} is known up to {self.seq}, and an update begins with {first}")
        else:
            self.events.extend(event for event in update.events if event.seq > self.seq)
        self.seq, self.epoch, self.seat = update.seq, update.epoch, update.seat
        if update.view is not UNSET:
            self.view = update.view
        elif update.reset:
            self.view = None
        if update.board is not UNSET:
            self.board = update.board
        if update.table is not UNSET:
            self.table = update.table
        self.updates += 1
        return True

    @property
    def rematch(self) -> wire.Rematched | None:
        """The room that was made last for a rematch, if there is one."""
        for numbered in reversed(self.events):
            if isinstance(numbered.event, wire.Rematched):
                return numbered.event
        return None

    def add_chat(self, lines: tuple[wire.ChatLine, ...]) -> None:
        """Add a chat line, once."""
        self.chat.extend(line for line in lines if line not in self.chat)

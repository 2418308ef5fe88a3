"""A record in words: for every ply of it the position, the turn, and the sentences."""

from __future__ import annotations

from catanlab.cli.narration.narrator import Narrator
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.table.events import Outcome, Played
from catanlab.table.record import Comment, Record


class NarratedRecord:
    """A record as a seat saw it, or with None with everything in it."""

    def __init__(self, record: Record, seat: int | None = None) -> None:
        self.record = record
        self.seat = seat
        self.turns: list[int] = []
        """For each ply the number of turns before its own; the end of the game belongs to the last turn."""
        self.lines: list[list[str]] = [[]]
        """For each ply the sentences about the move that led there, and about what came after it."""
        self._narrate()

    def at(self, ply: int) -> State | View:
        """Return the position after this many moves, or what the seat knew of it."""
        if self.seat is None:
            return self.record.state_at(ply)
        return self.record.view_at(ply, self.seat)

    def turn_start(self, turn: int) -> int:
        """Return the first ply of a turn, counted from 1; of the last turn if there are fewer."""
        return next((ply for ply, done in enumerate(self.turns) if done + 1 >= turn), len(self.turns) - 1)

    def _narrate(self) -> None:
        narrator = Narrator(self.record.game, self.seat, self.record.start)
        self.turns.append(narrator.turn_number - 1)
        for entry in self.record.entries:
            sentences = narrator.narrate(entry)
            if isinstance(entry, Played | Outcome):
                self.turns.append(narrator.turn_number - 1)
                self.lines.append([])
            elif isinstance(entry, Comment) and self.lines[-1] and self.seat is None:
                sentences = [f"    ({entry.text})"]
            self.lines[-1] += sentences

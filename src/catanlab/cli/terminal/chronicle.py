"""A record taken apart: for every place in it the position, what a seat knew, and what was told."""

from __future__ import annotations

from catanlab.cli.terminal.teller import Teller
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.table.events import Outcome, Played
from catanlab.table.record import Comment, Record


class Chronicle:
    """A record through the eyes of a seat, or with None of somebody who sees everything."""

    def __init__(self, record: Record, seat: int | None = None) -> None:
        self.record = record
        self.seat = seat
        self.turns: list[int] = []
        """For each place how many turns came before its own; the end of the game belongs to the last."""
        self.lines: list[list[str]] = [[]]
        """For each place, what is told about the move that led there, and what was said after it."""
        self._tell()

    def at(self, ply: int) -> State | View:
        """Return the position after so many moves, or what the seat knew of it."""
        if self.seat is None:
            return self.record.state_at(ply)
        return self.record.view_at(ply, self.seat)

    def turn_start(self, turn: int) -> int:
        """Return the first place of a turn, counted from 1; of the last if there are not so many."""
        return next((ply for ply, done in enumerate(self.turns) if done + 1 >= turn), len(self.turns) - 1)

    def _tell(self) -> None:
        teller = Teller(self.record.game, self.seat, self.record.start)
        self.turns.append(teller.turn_number - 1)
        for entry in self.record.entries:
            told = teller.hear(entry)
            if isinstance(entry, Played | Outcome):
                self.turns.append(teller.turn_number - 1)
                self.lines.append([])
            elif isinstance(entry, Comment) and self.lines[-1] and self.seat is None:
                told = [f"    ({entry.text})"]
            self.lines[-1] += told

"""The log of a game for one person in a seat: all sentences since the beginning of the game."""

from __future__ import annotations

from catanlab.cli.narration.narrator import Narrator
from catanlab.table.events import Outcome, Played, Said
from catanlab.table.record import Comment, Entry, Record


class PersonalLog:
    """The sentences for one person, with the reasons of agents if `explain`."""

    def __init__(self, record: Record, seat: int, title: str, explain: bool) -> None:
        self.seat = seat
        self.lines = [title] if title else []
        self._narrator = Narrator(record.game, seat, record.start)
        self._explain = explain
        self._move = ""
        """The group of the last move, until its reason comes."""
        self._narrated = False
        """Whether there was a sentence about that move."""
        self._reason = ""
        """The reason for a move, to be shown after the sentence about its outcome."""
        self.statements = 0
        """How many statements the seat has made in this turn."""
        for entry in record.entries:
            self.add(entry)

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; after the end of the game the last one."""
        return self._narrator.turn_number

    def add(self, entry: Entry) -> list[str]:
        """Add an entry of the record, and return the sentences about it as the seat sees it.

        The reason for a move that shares a sentence with its outcome comes after that sentence.
        """
        turn = self.turn_number
        lines = self._narrator.narrate(entry)
        if self.turn_number != turn:
            self.statements = 0
        self.statements += isinstance(entry, Said) and entry.seat == self.seat
        if isinstance(entry, Played):
            self._move, self._narrated, self._reason = entry.move.group, bool(lines), ""
        elif isinstance(entry, Comment) and self._explain and self._move:
            reason = f"    because: {entry.text}"
            lines = [reason] if self._narrated else []
            self._reason = "" if self._narrated or self._move == "roll" else reason
            self._move = ""
        elif isinstance(entry, Outcome):
            lines = [*lines, self._reason] if lines and self._reason else lines
            self._reason = ""
        self.lines += lines
        return lines

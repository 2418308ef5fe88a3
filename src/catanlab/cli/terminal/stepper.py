"""Stepping through a record with single keys."""

from __future__ import annotations

from typing import Protocol

from catanlab.cli.terminal.chronicle import Chronicle
from catanlab.cli.terminal.desk import Desk, LeaveError
from catanlab.cli.terminal.scene import numbered_map, scene
from catanlab.table.record import Record

HELP = (
    "Enter, n or right: forward        b, p or left: back",
    "down or N: to the next turn       up or P: to the turn before",
    "home or 0: to the start           end or $: to the end",
    "g: go to a move by its number     t: go to a turn by its number",
    "s: the next seat's eyes, after the last one everything",
    "m: the map with all numbers       q: leave",
)
KEYS = "Enter forward, b back, N/P turn, g move, t turn, s seat, m map, ? help, q quit"


class KeyReader(Protocol):
    """Where single keys come from."""

    def read(self) -> str:
        """Return a key; raises EOFError."""

    def release(self) -> None:
        """Let lines be typed again."""


class Stepper:
    """A place in a record, and the keys that change it."""

    def __init__(
        self,
        record: Record,
        desk: Desk,
        keys: KeyReader,
        *,
        seat: int | None = None,
        ply: int = 0,
    ) -> None:
        self.record = record
        self.desk = desk
        self.ply = ply
        self._keys = keys
        self._message = ""
        self._chronicles: dict[int | None, Chronicle] = {}
        self._seat = seat

    @property
    def chronicle(self) -> Chronicle:
        """The record through the eyes of the chosen seat."""
        if self._seat not in self._chronicles:
            self._chronicles[self._seat] = Chronicle(self.record, self._seat)
        return self._chronicles[self._seat]

    def run(self) -> None:
        """Show places until somebody leaves by q or Ctrl-D; Ctrl-C goes through."""
        try:
            while True:
                self._show()
                if not self.press(self._keys.read()):
                    return
        except (EOFError, LeaveError):
            self.desk.write("")
        finally:
            self._keys.release()

    def press(self, key: str) -> bool:
        """Do what a key asks for; return False if it is time to leave."""
        turns, last = self.chronicle.turns, len(self.record)
        turn = turns[self.ply] + 1
        if key in ("enter", "n", " ", "right", "f"):
            self._go(self.ply + 1)
        elif key in ("b", "p", "left"):
            self._go(self.ply - 1)
        elif key in ("N", "down"):
            self._go(self.chronicle.turn_start(turn + 1) if turn <= turns[-1] else last)
        elif key in ("P", "up"):
            start = self.chronicle.turn_start(turn)
            self._go(start if start < self.ply else self.chronicle.turn_start(turn - 1))
        elif key in ("home", "0"):
            self._go(0)
        elif key in ("end", "$"):
            self._go(last)
        elif key in ("g", "j"):
            self._go(self._ask_number("Which move", 0, last, self.ply))
        elif key == "t":
            wanted = self._ask_number("Which turn", 1, turns[-1] + 1, 0)
            self._go(self.chronicle.turn_start(wanted) if wanted else self.ply)
        elif key == "s":
            self._next_seat()
        elif key == "m":
            self.desk.write(*numbered_map(self.chronicle.at(self.ply), self.desk.lines))
            self._wait()
        elif key in ("?", "h"):
            self.desk.write("", *HELP)
            self._wait()
        elif key == "q":
            return False
        elif key == "escape":
            self._message = "Esc does nothing here; q leaves, ? lists the keys."
        else:
            self._message = "This key does nothing; ? lists the keys."
        return True

    def _go(self, ply: int) -> None:
        if ply < 0:
            self._message = "This is the start."
        elif ply > len(self.record):
            self._message = "This is the end."
        self.ply = min(max(ply, 0), len(self.record))

    def _wait(self) -> None:
        """Wait for any key, so that what was asked for can be read."""
        self.desk.console.print("Any key goes on.", end="")  # a map leaves no more than this one line
        self._keys.read()
        self.desk.write("")

    def _ask(self, prompt: str) -> str:
        self._keys.release()
        return self.desk.ask(prompt)

    def _ask_number(self, what: str, least: int, most: int, otherwise: int) -> int:
        """Return the number that is typed, or `otherwise` if there is none within the bounds."""
        word = self._ask(f"{what}, {least} to {most}, and Enter? ")
        if word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most:
            return int(word)
        if word:
            self._message = f"{word!r} is not a number from {least} to {most}."
        return otherwise

    def _next_seat(self) -> None:
        if self.record.start is not None:
            self._message = "The record starts from a position and does not say what seats had seen."
            return
        seats: list[int | None] = [None, *range(self.record.game.seats)]
        self._seat = seats[(seats.index(self._seat) + 1) % len(seats)]

    def _show(self) -> None:
        """Show the position, the last sentences that fit, and the keys."""
        desk, chronicle = self.desk, self.chronicle
        eyes = "everything" if self._seat is None else f"what seat {self._seat} knew"
        turn = chronicle.turns[self.ply] + 1
        drawn = scene(chronicle.at(self.ply), self.record.agents, desk.lines, desk.console.width)
        room = max(1, min(12, desk.console.size.height - len(drawn) - 4))
        told = [line for lines in chronicle.lines[: self.ply + 1] for line in lines]
        if desk.console.is_terminal:
            desk.console.clear()
        desk.write(f"Move {self.ply} of {len(self.record)}, turn {turn}: {eyes}", *drawn, *told[-room:])
        if self._message:
            desk.write(self._message)
        self._message = ""
        desk.write(KEYS[: desk.console.width - 1])

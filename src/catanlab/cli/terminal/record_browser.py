"""Shows a record in the terminal, and moves through it with single keys."""

from __future__ import annotations

from typing import Protocol

from catanlab.cli.narration.narrated_record import NarratedRecord
from catanlab.cli.seating import display_name
from catanlab.cli.terminal.position_screen import draw_numbered_map, draw_position
from catanlab.cli.terminal.terminal import LeaveError, Terminal
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
    """A source of single keys."""

    def read(self) -> str:
        """Return a key; raises EOFError."""

    def release(self) -> None:
        """Let lines be typed again."""


class RecordBrowser:
    """A position in a record, and the keys that move to another."""

    def __init__(
        self,
        record: Record,
        terminal: Terminal,
        keys: KeyReader,
        *,
        seat: int | None = None,
        ply: int = 0,
    ) -> None:
        self.record = record
        self.terminal = terminal
        self.ply = ply
        self._keys = keys
        self._message = ""
        self._narrated: dict[int | None, NarratedRecord] = {}
        self._seat = seat

    @property
    def narrated(self) -> NarratedRecord:
        """The record as the chosen seat saw it."""
        if self._seat not in self._narrated:
            self._narrated[self._seat] = NarratedRecord(self.record, self._seat)
        return self._narrated[self._seat]

    def run(self) -> None:
        """Show positions until the person leaves by q or Ctrl-D; Ctrl-C raises KeyboardInterrupt."""
        try:
            while True:
                self._show()
                if not self.press(self._keys.read()):
                    return
        except (EOFError, LeaveError):
            self.terminal.write("")
        finally:
            self._keys.release()

    def press(self, key: str) -> bool:
        """Obey a key; return False if it means to leave."""
        turns, last = self.narrated.turns, len(self.record)
        turn = turns[self.ply] + 1
        if key in ("enter", "n", " ", "right", "f"):
            self._go(self.ply + 1)
        elif key in ("b", "p", "left"):
            self._go(self.ply - 1)
        elif key in ("N", "down"):
            self._go(self.narrated.turn_start(turn + 1) if turn <= turns[-1] else last)
        elif key in ("P", "up"):
            start = self.narrated.turn_start(turn)
            self._go(start if start < self.ply else self.narrated.turn_start(turn - 1))
        elif key in ("home", "0"):
            self._go(0)
        elif key in ("end", "$"):
            self._go(last)
        elif key in ("g", "j"):
            self._go(self._ask_number("Which move", 0, last, self.ply))
        elif key == "t":
            wanted = self._ask_number("Which turn", 1, turns[-1] + 1, 0)
            self._go(self.narrated.turn_start(wanted) if wanted else self.ply)
        elif key == "s":
            self._next_seat()
        elif key == "m":
            self.terminal.write(*draw_numbered_map(self.narrated.at(self.ply), self.terminal.lines))
            self._wait()
        elif key in ("?", "h"):
            self.terminal.write("", *HELP)
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
        """Wait for any key, so that the map or the help can be read."""
        self.terminal.console.print("Any key goes on.", end="")  # the large map leaves one line only
        self._keys.read()
        self.terminal.write("")

    def _ask(self, prompt: str) -> str:
        self._keys.release()
        return self.terminal.ask(prompt)

    def _ask_number(self, what: str, least: int, most: int, otherwise: int) -> int:
        """Return the number that is typed, or `otherwise` if it is not within the bounds."""
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
        terminal, narrated = self.terminal, self.narrated
        shown = "everything" if self._seat is None else f"what seat {self._seat} knew"
        turn = narrated.turns[self.ply] + 1
        names = [display_name(name) for name in self.record.agents]
        drawn = draw_position(narrated.at(self.ply), names, terminal.lines, terminal.console.width)
        room = max(1, min(12, terminal.console.size.height - len(drawn) - 4))
        sentences = [line for lines in narrated.lines[: self.ply + 1] for line in lines]
        if terminal.console.is_terminal:
            terminal.console.clear()
        terminal.write(
            f"Move {self.ply} of {len(self.record)}, turn {turn}: {shown}", *drawn, *sentences[-room:]
        )
        if self._message:
            terminal.write(self._message)
        self._message = ""
        terminal.write(KEYS[: terminal.console.width - 1])

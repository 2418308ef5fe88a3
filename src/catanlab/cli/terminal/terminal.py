"""The terminal of a person: a screen to write to, and a keyboard to read lines from."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from textwrap import fill

from rich.console import Console, RenderableType
from rich.text import Text

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.terminal.board_map import ASCII, FINE, SEAT_STYLES, Lines

TALL_SCREEN_LINES = 36
"""A screen with this many lines is cleared and redrawn for each choice."""


class LeaveError(KeyboardInterrupt):
    """A person wants to leave. Like Ctrl-C it passes through the table, which catches errors of agents."""


@dataclass
class Terminal:
    """A screen and a keyboard; `read` asks for a line and raises EOFError if there are no more."""

    console: Console
    read: Callable[[str], str]
    sleep: Callable[[float], None] = time.sleep
    discard: Callable[[], None] = lambda: None
    """Discards what was typed and not read yet."""
    suggestions: list[str] = field(default_factory=list)
    """The lines that the tab key completes to."""

    @property
    def lines(self) -> Lines:
        """How roads are drawn: in ASCII unless the screen can show more."""
        return FINE if self.console.encoding.startswith("utf") else ASCII

    @property
    def is_tall(self) -> bool:
        """Whether a whole position fits on the screen with much space below it."""
        return self.console.is_terminal and self.console.size.height >= TALL_SCREEN_LINES

    def ask(self, prompt: str, *, fresh: bool = False) -> str:
        """Return the line that a person types, stripped; raises LeaveError at the end of the input.

        With `fresh` the question is a new one: what was typed before it was shown does not answer it.
        """
        if fresh:
            self.discard()
        try:
            line = self.read(prompt)
        except EOFError:
            self.write("")
            raise LeaveError from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        # The terminal may send surrogates, which cannot be written again.
        return line.encode("utf-8", "replace").decode("utf-8").strip()

    def write(self, *texts: RenderableType) -> None:
        """Write lines, with the seats in their colours and control characters escaped."""
        for text in texts:
            cropped = isinstance(text, Text) and bool(text.no_wrap)
            shown = (
                coloured(self._folded(escape_control_characters(text))) if isinstance(text, str) else text
            )
            self.console.print(
                shown, highlight=False, no_wrap=cropped, overflow="crop" if cropped else None
            )

    def write_pages(self, lines: Sequence[str]) -> str:
        """Write lines, a screen at a time; return a line typed in between, if it does not turn the page."""
        room = max(4, self.console.size.height - 2)
        rest = list(lines)
        while len(rest) > 1 and sum(map(self._height, rest)) > room:
            count = 1
            while sum(map(self._height, rest[: count + 1])) <= room:
                count += 1
            self.write(*rest[:count])
            rest = rest[count:]
            answer = self.ask(f"Enter for more, {len(rest)} lines; q for no more: ")
            if answer:
                return "" if answer.lower() in ("q", "quit") else answer
        self.write(*rest)
        return ""

    def last_lines(self, lines: Sequence[str], room: int) -> Sequence[str]:
        """Return the last of the lines that fit into this many lines of the screen."""
        start = len(lines)
        while start and sum(map(self._height, lines[start - 1 :])) <= room:
            start -= 1
        return lines[start:]

    def _height(self, line: str) -> int:
        """Return how many lines of the screen a line takes."""
        return max(1, -(-len(line) // self.console.width), self._folded(line).count("\n") + 1)

    def _folded(self, line: str) -> str:
        """Return a line, if it is too long and indented, as several lines with the same indent."""
        words = line.lstrip(" ")
        indent = line[: len(line) - len(words)]
        if not indent or len(line) <= self.console.width:
            return line
        return fill(words, self.console.width, initial_indent=indent, subsequent_indent=indent)

    def complete(self, text: str, state: int) -> str | None:
        """Return suggestion number `state` for a text, as readline asks for it."""
        found = [word for word in self.suggestions if word.startswith(text.lower().lstrip())]
        return found[state] if state < len(found) else None


def coloured(text: str) -> Text:
    """Return a sentence in which every seat has its colour."""
    sentence = Text(text)
    for seat, style in enumerate(SEAT_STYLES):
        sentence.highlight_regex(rf"[Ss]eat {seat}\b", style)
    return sentence


def find_terminal() -> Terminal | None:
    """Return the terminal of this process, or None if there is none to read from and write to."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    terminal = Terminal(Console(highlight=False), input, discard=discard_typed_ahead)
    _use_readline(terminal)
    return terminal


def discard_typed_ahead() -> None:
    """Discard what was typed at the terminal and not read yet, if the system can."""
    try:
        import termios
    except ImportError:
        return
    with suppress(termios.error, OSError, ValueError):  # the terminal may be gone
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _use_readline(terminal: Terminal) -> None:
    """Let the tab key complete moves, if there is readline."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer(terminal.complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

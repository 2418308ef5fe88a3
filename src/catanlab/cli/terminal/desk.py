"""Where a person sits: a screen to write to, and a keyboard to read lines from."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.text import Text

from catanlab.cli.terminal.board_map import ASCII, FINE, SEAT_STYLES, Lines

TALL = 36
"""Lines from which on the screen is cleared and drawn anew for each choice."""


class LeaveError(KeyboardInterrupt):
    """A person wants to leave. Like Ctrl-C it passes through the table, which catches what agents raise."""


@dataclass
class Desk:
    """A screen and a keyboard; `read` asks for a line and raises EOFError if there are no more."""

    console: Console
    read: Callable[[str], str]
    sleep: Callable[[float], None] = time.sleep
    suggestions: list[str] = field(default_factory=list)
    """What the tab key completes the line to."""

    @property
    def lines(self) -> Lines:
        """How the roads are drawn: in plain letters where the screen has nothing better."""
        return FINE if self.console.encoding.startswith("utf") else ASCII

    @property
    def is_tall(self) -> bool:
        """Whether a whole position fits on the screen with much room below it."""
        return self.console.is_terminal and self.console.size.height >= TALL

    def ask(self, prompt: str) -> str:
        """Return the line that a person types, stripped; raises LeaveError at the end of the input."""
        try:
            return self.read(prompt).strip()
        except EOFError:
            self.write("")
            raise LeaveError from None

    def write(self, *texts: RenderableType) -> None:
        """Write lines; the seats in them get their colours."""
        for text in texts:
            self.console.print(coloured(text) if isinstance(text, str) else text, highlight=False)

    def complete(self, text: str, state: int) -> str | None:
        """Return the suggestion of a number for a text, as readline wants it."""
        found = [word for word in self.suggestions if word.startswith(text.lower().lstrip())]
        return found[state] if state < len(found) else None


def coloured(text: str) -> Text:
    """Return a sentence in which every seat has its colour."""
    told = Text(text)
    for seat, style in enumerate(SEAT_STYLES):
        told.highlight_regex(rf"[Ss]eat {seat}\b", style)
    return told


def find_desk() -> Desk | None:
    """Return the terminal of this process, or None if there is none to read from and write to."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    desk = Desk(Console(highlight=False), input)
    _use_readline(desk)
    return desk


def _use_readline(desk: Desk) -> None:
    """Let the tab key complete moves; where there is no readline, lines are typed as they are."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer(desk.complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

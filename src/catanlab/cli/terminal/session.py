"""A game with people at this terminal: drives the table, narrates the game, keeps the record."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from catanlab.cli.narration.narrated_table import verdict
from catanlab.cli.narration.personal_log import PersonalLog
from catanlab.cli.terminal.human import Human
from catanlab.cli.terminal.position_screen import draw_position
from catanlab.cli.terminal.terminal import Terminal
from catanlab.framework.errors import TableError
from catanlab.framework.moves import OVER
from catanlab.games.catan.game import Catan
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.record import Comment, Entry, Record
from catanlab.table.table import Table

MAX_REASONS = 8
"""How many moves `why` explains at most."""
LOG_SENTENCES, FINAL_LOG_SENTENCES = 20, 1000
"""How many sentences `log` shows by default, during the game and after its end."""
RESUMED_SENTENCES = 8
"""How many sentences are shown when a game is resumed."""


def program() -> str:
    """Return how to start this program: by its name if the shell finds it, else by its path."""
    path = Path(sys.argv[0])
    if path.name != "catanlab" or shutil.which("catanlab"):
        return "catanlab"
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


class Session:
    """One game. `record` holds the moves before this session, and the new ones are added to it."""

    def __init__(
        self,
        table: Table,
        record: Record,
        terminal: Terminal,
        *,
        path: Path,
        title: str = "",
        explain: bool = False,
    ) -> None:
        self.table = table
        self.record = record
        self.terminal = terminal
        self.path = path
        self.names = [agent.name for agent in table.agents]
        self._explain = explain
        self._recorded = len(table.events)
        self._logs: dict[int, PersonalLog] = {}
        for seat, agent in enumerate(table.agents):
            if isinstance(agent, Human):
                agent.session = self
                self._logs[seat] = PersonalLog(record, seat, f"{title}." if title else "", explain)
        # Several people at one screen must not read what only another may know.
        self._open = len(self._logs) == 1 or not isinstance(table.game, Catan)
        self._last_person: int | None = None
        self._reasons = _recorded_reasons(record)
        self._resumed = bool(record.moves)
        self._write_title(title)

    def _write_title(self, title: str) -> None:
        """Write the title; of a resumed game also how many moves were played, and the last sentences."""
        if title:
            self.terminal.write(
                f"{title}, after {len(self.record)} moves." if self.record.moves else f"{title}."
            )
        if self._open and self.record.moves:
            self.terminal.write(*self.last_sentences(min(self._logs), RESUMED_SENTENCES))

    def play(self, pause: float = 0.0) -> Ended:
        """Play to the end; raises KeyboardInterrupt or LeaveError if somebody leaves."""
        table = self.table
        try:
            while not table.is_over:
                mover = table.state.to_move
                table.step()
                shown = self._record_events()
                if shown and pause and mover not in self._logs:
                    self.terminal.sleep(pause)
        finally:
            self._record_events()
        assert table.result is not None
        return table.result

    def _record_events(self) -> int:
        """Add new events to the record and narrate them; return how many sentences were shown."""
        shown = 0
        new = self.table.events[self._recorded :]
        self._recorded += len(new)
        for event in new:
            for entry in self._add(event):
                for log in self._logs.values():
                    lines = log.add(entry)
                    if self._open and log.seat == min(self._logs):
                        self.terminal.write(*lines)
                        shown += len(lines)
        return shown

    def _add(self, event: Event) -> list[Entry]:
        """Add an event to the record, with its reason only if wanted; return the new entries."""
        known = len(self.record.entries)
        if isinstance(event, Played) and event.explanation:
            self._reasons.append((len(self.record), event.seat, event.explanation.text))
            if not self._explain:
                event = replace(event, explanation=None)
        self.record.add(event)
        return self.record.entries[known:]

    # Commands of a person.

    def catch_up(self) -> None:
        """Show the statements since the last move, before somebody chooses."""
        self._record_events()

    def hand_over(self, seat: int) -> None:
        """Wait for the next person at a shared screen before their cards are shown."""
        last, self._last_person = self._last_person, seat
        if not self._open and last != seat:
            self.terminal.console.clear()
            self.terminal.ask(f"Seat {seat}, press Enter when only you see the screen. ")

    def last_sentences(self, seat: int, count: int) -> Sequence[str]:
        """Return the last sentences for a person."""
        lines = self._logs[seat].lines
        return lines[-count:] if count else []

    def log(self, seat: int, word: str, usual: int = LOG_SENTENCES) -> Sequence[str]:
        """Return as many of the last sentences as a word says, or why the word is invalid."""
        if not word:
            return self.last_sentences(seat, usual)
        if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word)):
            return [f"{word!r} is not how many sentences to show; log 50 shows the last 50."]
        return self.last_sentences(seat, int(word))

    def say(self, seat: int, text: str) -> Sequence[str]:
        """Make a statement to the table; return an error message, usually none."""
        try:
            heard = self.table.say(seat, text)
        except TableError as error:
            return [f"Nothing was said: {error}."]
        self._record_events()
        return [] if heard else ["You have said enough in this turn; there will be another."]

    def reasons(self, seat: int) -> Sequence[str]:
        """Return the reasons of the others for their last moves."""
        log = self.table.view(seat).log
        others = [reason for reason in self._reasons if reason[1] != seat]
        found = [f"Seat {other}, {log[ply]}: {text}" for ply, other, text in others[-MAX_REASONS:]]
        if not found and self._resumed:
            return ["The record has no reasons, it keeps them with --explain only; new ones will be shown."]
        return found or ["Nobody has given a reason yet."]

    def save_as(self, name: str) -> str:
        """Write the record so far; return a sentence that says whether it worked."""
        path = Path(name) if name else self.path
        try:
            path = path.expanduser()
            self.record.write(path)
        except OSError as error:
            return f"Cannot write {path}: {error.strerror or error}."
        except (RuntimeError, ValueError) as error:  # an unknown home folder, or an invalid name
            return f"Cannot write {name!r}: {error}."
        return f"Saved in {path}."

    def save_unfinished(self) -> str:
        """Write the record of a game that a person left; return how to resume it."""
        self._record_events()
        if not self.record.moves:
            return "Nothing was played, and nothing is saved."
        for path in (self.path, Path(tempfile.gettempdir()) / self.path.name):
            try:
                self.record.write(path)
            except OSError as error:
                self.terminal.write(f"Cannot write {path}: {error.strerror or error}.")
            else:
                return f"The game is saved. Resume it with:\n{program()} play --resume {path}"
        return "The game could not be saved."

    # The end.

    def finish(self, result: Ended) -> None:
        """Show the end of the game with all cards open, and obey the last commands."""
        terminal = self.terminal
        terminal.write(
            "", *draw_position(self.table.state, self.names, terminal.lines, terminal.console.width), ""
        )
        terminal.write(self.verdict(result))
        seat = min(self._logs)
        while True:
            line = terminal.ask("Enter leaves; log, why and save FILE still work: ")
            word, _, rest = line.partition(" ")
            if word == "log":
                terminal.write(*self.log(seat, rest.strip(), FINAL_LOG_SENTENCES))
            elif word == "why":
                terminal.write(*self.reasons(seat))
            elif word == "save":
                terminal.write(self.save_as(rest.strip()))
            else:
                return

    def verdict(self, result: Ended) -> str:
        """Return who won, in a sentence."""
        scores = ", ".join(map(str, result.scores))
        winner = f"Seat {result.winner}" if result.winner >= 0 else ""
        if result.winner in self._logs and len(self._logs) == 1:
            winner = "You"
        turn = self._logs[min(self._logs)].turn_number
        return f"{verdict(winner, result.termination == 'cut', turn)}; the points are {scores}."


def _recorded_reasons(record: Record) -> list[tuple[int, int, str]]:
    """Return the reasons in a record, each with the ply and the seat of its move."""
    found: list[tuple[int, int, str]] = []
    ply = 0
    before: Entry | None = None
    for entry in record.entries:
        if isinstance(entry, Comment) and isinstance(before, Played):
            found.append((ply - 1, before.seat, entry.text))
        ply += isinstance(entry, Played | Outcome)
        before = entry
    return found


def is_over(record: Record) -> bool:
    """Say whether the game of a record has ended."""
    return record.to_move == OVER or record.cut

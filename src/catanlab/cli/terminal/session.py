"""A game with people at this terminal: drives the table, tells what happens, keeps the record."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from catanlab.cli.commentary import verdict
from catanlab.cli.terminal.desk import Desk
from catanlab.cli.terminal.person import Human
from catanlab.cli.terminal.scene import scene
from catanlab.cli.terminal.teller import Teller
from catanlab.framework.errors import TableError
from catanlab.framework.moves import OVER
from catanlab.games.catan.game import Catan
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.record import Comment, Entry, Record
from catanlab.table.table import Table

REASONS = 8
"""How many moves `why` explains at most."""
USUAL_LOG, WHOLE_LOG = 20, 1000
"""How many sentences `log` shows, and how many after the game."""
LAST = 8
"""How many sentences tell what happened before a game is taken up again."""


def program() -> str:
    """Return how this program is called here: by its name where the shell finds it, else by its path."""
    path = Path(sys.argv[0])
    if path.name != "catanlab" or shutil.which("catanlab"):
        return "catanlab"
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


class Listener:
    """What one person has been told so far, from the beginning of the game on."""

    def __init__(self, record: Record, seat: int, title: str, explain: bool) -> None:
        self.seat = seat
        self.lines = [title] if title else []
        self._teller = Teller(record.game, seat, record.start)
        self._explain = explain
        self._move = ""
        """The group of the last move, until its reason is heard."""
        self._told = False
        self._reason = ""
        """The reason for a move that waits for its outcome to be told."""
        for entry in record.entries:
            self.hear(entry)

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; after the end of the game the last one."""
        return self._teller.turn_number

    def hear(self, entry: Entry) -> list[str]:
        """Return an entry of the record in sentences, as the seat sees it, and remember them.

        The reason for a move that is told together with its outcome comes after both.
        """
        lines = self._teller.hear(entry)
        if isinstance(entry, Played):
            self._move, self._told, self._reason = entry.move.group, bool(lines), ""
        elif isinstance(entry, Comment) and self._explain and self._move:
            reason = f"    because: {entry.text}"
            lines = [reason] if self._told else []
            self._reason = "" if self._told or self._move == "roll" else reason
            self._move = ""
        elif isinstance(entry, Outcome):
            lines = [*lines, self._reason] if lines and self._reason else lines
            self._reason = ""
        self.lines += lines
        return lines


class Session:
    """One game. `record` holds what was played before, and goes on with what is played now."""

    def __init__(
        self,
        table: Table,
        record: Record,
        desk: Desk,
        *,
        path: Path,
        title: str = "",
        explain: bool = False,
    ) -> None:
        self.table = table
        self.record = record
        self.desk = desk
        self.path = path
        self.names = [agent.name for agent in table.agents]
        self._explain = explain
        self._noted = len(table.events)
        self._listeners: dict[int, Listener] = {}
        for seat, agent in enumerate(table.agents):
            if isinstance(agent, Human):
                agent.session = self
                self._listeners[seat] = Listener(record, seat, f"{title}." if title else "", explain)
        # Several people at one screen must not read what is meant for another.
        self._open = len(self._listeners) == 1 or not isinstance(table.game, Catan)
        self._last_person: int | None = None
        self._reasons = _recorded_reasons(record)
        self._resumed = bool(record.moves)
        self._open_scene(title)

    def _open_scene(self, title: str) -> None:
        """Say what is played, and of a game that goes on how far it is and what happened last."""
        if title:
            self.desk.write(
                f"{title}, after {len(self.record)} moves." if self.record.moves else f"{title}."
            )
        if self._open and self.record.moves:
            self.desk.write(*self.told(min(self._listeners), LAST))

    def play(self, pause: float = 0.0) -> Ended:
        """Play to the end; raises KeyboardInterrupt or LeaveError if somebody leaves."""
        table = self.table
        try:
            while not table.is_over:
                mover = table.state.to_move
                table.step()
                told = self._take_notes()
                if told and pause and mover not in self._listeners:
                    self.desk.sleep(pause)
        finally:
            self._take_notes()
        assert table.result is not None
        return table.result

    def _take_notes(self) -> int:
        """Put new events into the record and tell them; return how many sentences were shown."""
        shown = 0
        new = self.table.events[self._noted :]
        self._noted += len(new)
        for event in new:
            for entry in self._enter(event):
                for listener in self._listeners.values():
                    lines = listener.hear(entry)
                    if self._open and listener.seat == min(self._listeners):
                        self.desk.write(*lines)
                        shown += len(lines)
        return shown

    def _enter(self, event: Event) -> list[Entry]:
        """Put an event into the record, its reason only if it is wanted; return what stands there now."""
        known = len(self.record.entries)
        if isinstance(event, Played) and event.explanation:
            self._reasons.append((len(self.record), event.seat, event.explanation.text))
            if not self._explain:
                event = replace(event, explanation=None)
        self.record.add(event)
        return self.record.entries[known:]

    # What people at the table ask for.

    def catch_up(self) -> None:
        """Tell what was said since the last move, before somebody chooses."""
        self._take_notes()

    def hand_over(self, seat: int) -> None:
        """Let another person take the seat at the screen before their cards are shown."""
        last, self._last_person = self._last_person, seat
        if not self._open and last != seat:
            self.desk.console.clear()
            self.desk.ask(f"Seat {seat}, press Enter when only you see the screen. ")

    def told(self, seat: int, count: int) -> Sequence[str]:
        """Return the last sentences that a person was told."""
        lines = self._listeners[seat].lines
        return lines[-count:] if count else []

    def log(self, seat: int, word: str, usual: int = USUAL_LOG) -> Sequence[str]:
        """Return as many of the last sentences as a word says, or why it says nothing."""
        if not word:
            return self.told(seat, usual)
        if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word)):
            return [f"{word!r} is not how many sentences to show; log 50 shows the last 50."]
        return self.told(seat, int(word))

    def say(self, seat: int, text: str) -> Sequence[str]:
        """Say something to the table; return what is to be told about that, usually nothing."""
        try:
            heard = self.table.say(seat, text)
        except TableError as error:
            return [f"Nothing was said: {error}."]
        self._take_notes()
        return [] if heard else ["You have said enough in this turn; there will be another."]

    def reasons(self, seat: int) -> Sequence[str]:
        """Return why the others made their last moves."""
        log = self.table.view(seat).log
        others = [reason for reason in self._reasons if reason[1] != seat]
        found = [f"Seat {other}, {log[ply]}: {text}" for ply, other, text in others[-REASONS:]]
        if not found and self._resumed:
            return ["The record has no reasons, it keeps them with --explain only; new ones will be told."]
        return found or ["Nobody has given a reason yet."]

    def save_as(self, name: str) -> str:
        """Write the record so far; return what came of it."""
        path = Path(name) if name else self.path
        try:
            path = path.expanduser()
            self.record.write(path)
        except OSError as error:
            return f"Cannot write {path}: {error.strerror or error}."
        except (RuntimeError, ValueError) as error:  # a home or a name that cannot be
            return f"Cannot write {name!r}: {error}."
        return f"Saved in {path}."

    def keep(self) -> str:
        """Write the record of a game that somebody left; return how to go on with it."""
        self._take_notes()
        if not self.record.moves:
            return "Nothing was played, and nothing is kept."
        for path in (self.path, Path(tempfile.gettempdir()) / self.path.name):
            try:
                self.record.write(path)
            except OSError as error:
                self.desk.write(f"Cannot write {path}: {error.strerror or error}.")
            else:
                return f"The game is kept. Go on with: {program()} play --resume {path}"
        return "The game could not be kept."

    # The end.

    def finish(self, result: Ended) -> None:
        """Show the end of the game with all cards open, and answer a few last questions."""
        desk = self.desk
        desk.write("", *scene(self.table.state, self.names, desk.lines, desk.console.width), "")
        desk.write(self.verdict(result))
        seat = min(self._listeners)
        while True:
            line = desk.ask("Enter leaves; log, why and save FILE still work: ")
            word, _, rest = line.partition(" ")
            if word == "log":
                desk.write(*self.log(seat, rest.strip(), WHOLE_LOG))
            elif word == "why":
                desk.write(*self.reasons(seat))
            elif word == "save":
                desk.write(self.save_as(rest.strip()))
            else:
                return

    def verdict(self, result: Ended) -> str:
        """Return who won, in a sentence."""
        scores = ", ".join(map(str, result.scores))
        winner = f"Seat {result.winner}" if result.winner >= 0 else ""
        if result.winner in self._listeners and len(self._listeners) == 1:
            winner = "You"
        turn = self._listeners[min(self._listeners)].turn_number
        return f"{verdict(winner, result.termination == 'cut', turn)}; the points are {scores}."


def _recorded_reasons(record: Record) -> list[tuple[int, int, str]]:
    """Return the reasons for moves that a record holds, each with the number of the move and its seat."""
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
    """Say whether a record needs no going on."""
    return record.to_move == OVER or record.cut

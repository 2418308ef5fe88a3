"""A game with people at this terminal: drives the table, tells what happens, keeps the record."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from catanlab.cli.terminal.desk import Desk
from catanlab.cli.terminal.person import Human
from catanlab.cli.terminal.scene import scene
from catanlab.cli.terminal.story import Moment, Story
from catanlab.framework.errors import TableError
from catanlab.framework.moves import OVER
from catanlab.games.catan.game import Catan
from catanlab.games.catan.view import CatanView
from catanlab.table.events import Ended, Event, Incident, Outcome, Played, Said
from catanlab.table.record import Comment, Record
from catanlab.table.table import Table

REASONS = 8
"""How many moves `why` explains at most."""


def program() -> str:
    """Return how this program is called here: by its name where the shell finds it, else by its path."""
    path = Path(sys.argv[0])
    if path.name != "catanlab" or shutil.which("catanlab"):
        return "catanlab"
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


class Listener:
    """What one person has been told so far."""

    def __init__(self, table: Table, seat: int, title: str) -> None:
        self.seat = seat
        self.lines = [title] if title else []
        self._table = table
        self._story = Story(table.game.board, seat) if isinstance(table.game, Catan) else None
        self._moment = self._look()

    def _look(self) -> Moment | None:
        view = self._table.view(self.seat)
        return Moment.of(view) if isinstance(view, CatanView) else None

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return "You" if seat == self.seat else f"Seat {seat}"

    def hear(self, event: Event, explain: bool) -> list[str]:
        """Return an event in sentences, as the seat sees it, and remember them."""
        lines = self._sentences(event)
        if explain and lines and isinstance(event, Played) and event.explanation:
            lines.append(f"    because: {event.explanation.text}")
        self.lines += lines
        return lines

    def _sentences(self, event: Event) -> list[str]:
        if isinstance(event, Said):
            return [f'{self.name(event.seat)}: "{event.text}"']
        if isinstance(event, Incident):
            what = " and another move was made for it" if event.fallback is not None else ""
            return [f"{self.name(event.seat)} failed ({event.kind}){what}: {event.text}."]
        if isinstance(event, Ended):
            return []
        if self._story and self._moment:
            earlier, self._moment = self._moment, self._look()
            assert self._moment is not None
            return self._story.tell(self._table.view(self.seat).log[-1], earlier, self._moment)
        if isinstance(event, Outcome):
            return [f"Chance: {event.move}."]
        return [f"{self.name(event.seat)}: {event.move}."]


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
                self._listeners[seat] = Listener(table, seat, title)
        # Several people at one screen must not read what is meant for another.
        self._open = len(self._listeners) == 1 or not isinstance(table.game, Catan)
        self._last_person: int | None = None
        if title:
            desk.write(title)

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
            self.record.add(event)
            for listener in self._listeners.values():
                lines = listener.hear(event, self._explain)
                if self._open and (len(self._listeners) == 1 or listener.seat == min(self._listeners)):
                    self.desk.write(*lines)
                    shown += len(lines)
        return shown

    # What people at the table ask for.

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
        ply = len(log)
        found: list[str] = []
        reason = ""
        for entry in reversed(self.record.entries):
            if isinstance(entry, Comment):
                reason = entry.text
            elif isinstance(entry, Played | Outcome):
                ply -= 1
                if isinstance(entry, Played) and reason and entry.seat != seat:
                    found.append(f"Seat {entry.seat}, {log[ply]}: {reason}")
                reason = ""
            if len(found) == REASONS:
                break
        return found[::-1] or ["Nobody has given a reason yet."]

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
                desk.write(*self.told(seat, 1000))
            elif word == "why":
                desk.write(*self.reasons(seat))
            elif word == "save":
                desk.write(self.save_as(rest.strip()))
            else:
                return

    def verdict(self, result: Ended) -> str:
        """Return who won, in a sentence."""
        scores = ", ".join(map(str, result.scores))
        if result.winner in self._listeners and len(self._listeners) == 1:
            who = "You win"
        elif result.winner >= 0:
            who = f"Seat {result.winner} wins"
        else:
            who = "The game was cut" if result.termination == "cut" else "The game is shared"
        turns = self.table.state.turn
        return f"{who} after {turns} turns; the points are {scores}."


def is_over(record: Record) -> bool:
    """Say whether a record needs no going on."""
    return record.to_move == OVER or record.cut

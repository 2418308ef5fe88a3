"""A game with people at this terminal: drives the table, narrates the game, keeps the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from catanlab.cli.narration.narrated_table import verdict
from catanlab.cli.narration.personal_log import PersonalLog
from catanlab.cli.terminal.human import Human
from catanlab.cli.terminal.leaving import undisturbed
from catanlab.cli.terminal.position_screen import draw_position
from catanlab.cli.terminal.saved_game import SavedGame, program
from catanlab.cli.terminal.terminal import LeaveError, Terminal
from catanlab.framework.errors import TableError
from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan.game import Catan
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.record import Comment, Entry, Record
from catanlab.table.table import Table

MAX_REASONS = 8
"""How many moves `why` explains at most."""
LOG_SENTENCES, FINAL_LOG_SENTENCES = 20, 1000
"""How many sentences `log` shows by default, during the game and after its end."""
STATEMENTS = 3
"""How many statements a seat may make in a turn."""
RESUMED_SENTENCES = 8
"""How many sentences are shown when a game is resumed."""


class Session:
    """One game. The record of `saved` holds the moves before this session; new ones are added and saved."""

    def __init__(
        self,
        table: Table,
        saved: SavedGame,
        terminal: Terminal,
        *,
        title: str = "",
        names: Sequence[str] = (),
        explain: bool = False,
    ) -> None:
        self.table = table
        self.saved = saved
        self.record = record = saved.record
        self.terminal = terminal
        self.names = names or [agent.name for agent in table.agents]
        self._explain = explain
        self._recorded = len(table.events)
        """How many events of the table are in the record."""
        self._saved = -1
        """How many of them are in its file; -1 if it is not written yet."""
        self._logs: dict[int, PersonalLog] = {}
        for seat, agent in enumerate(table.agents):
            if isinstance(agent, Human):
                agent.session = self
                self._logs[seat] = PersonalLog(record, seat, f"{title}." if title else "", explain)
        # Several people at one screen must not read what only another may know.
        self._open = len(self._logs) == 1 or not isinstance(table.game, Catan)
        self._last_person: int | None = None
        self._notices: list[str] = []
        # A screen that is cleared for each choice shows the last sentences again.
        again = RESUMED_SENTENCES if terminal.is_tall else 0
        self._decided = {seat: max(0, len(log.lines) - again) for seat, log in self._logs.items()}
        """For each person how many sentences there were at their last decision."""
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
        """Play to the end; raises KeyboardInterrupt, or LeaveError if a person leaves or is gone."""
        table = self.table
        try:
            while not table.is_over:
                mover = table.state.to_move
                table.step()
                # Without a pause the moves of agents are so quick that the next question saves them all.
                hurries = not pause and (mover not in self._logs or table.state.to_move == CHANCE)
                shown = self._record_events(save=not hurries or table.is_over)
                if shown and pause and mover not in self._logs:
                    self.terminal.sleep(pause)
        except OSError as error:
            raise LeaveError from error
        assert table.result is not None
        return table.result

    def _record_events(self, *, save: bool = True) -> int:
        """Add new events to the record and narrate them; return how many sentences were shown."""
        told = self._take_events(save=save)
        self.terminal.write(*told)
        return len(told)

    def _take_events(self, *, save: bool) -> Sequence[str]:
        """Add new events to the record, and save it if wanted; return the sentences to show."""
        told: list[str] = []
        with undisturbed():
            for event in self.table.events[self._recorded :]:
                entries = self._add(event)
                self._recorded += 1
                for entry in entries:
                    for log in self._logs.values():
                        lines = log.add(entry)
                        if self._open and log.seat == min(self._logs):
                            told += lines
            if save and self.record.moves and self._saved != self._recorded:
                self._notices += self.saved.save()
                self._saved = self._recorded if self.saved.is_saved else -1
        return told

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

    def take_notices(self) -> Sequence[str]:
        """Return what a person has not read yet about the file of the game."""
        notices, self._notices = self._notices, []
        return notices

    def note_decision(self, seat: int) -> None:
        """Remember that a person has read everything so far and decided."""
        self._decided[seat] = len(self._logs[seat].lines)

    def since_decision(self, seat: int) -> Sequence[str]:
        """Return the sentences since the last decision of a person."""
        return self._logs[seat].lines[self._decided[seat] :]

    def hand_over(self, seat: int) -> None:
        """Wait for the next person at a shared screen before their cards are shown."""
        last, self._last_person = self._last_person, seat
        if not self._open and last != seat:
            self.terminal.console.clear()
            self.terminal.ask(f"Seat {seat}, press Enter when only you see the screen. ", fresh=True)

    def last_sentences(self, seat: int, count: int) -> Sequence[str]:
        """Return the last sentences for a person."""
        lines = self._logs[seat].lines
        return lines[-count:] if count else []

    def news(self, seat: int, room: int) -> Sequence[str]:
        """Return the sentences since a person's last decision that fit into this many screen lines."""
        since = self.since_decision(seat)
        shown = self.terminal.last_lines(since, room)
        if len(shown) == len(since) or room < 2:
            return shown
        shown = self.terminal.last_lines(since, room - 1)
        return [f"({len(since) - len(shown)} lines before these; log {len(since)} shows them all)", *shown]

    def log(self, seat: int, word: str, usual: int = LOG_SENTENCES) -> Sequence[str]:
        """Return as many of the last sentences as a word says, or why the word is invalid."""
        if not word:
            return self.last_sentences(seat, usual)
        if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word)):
            return [f"{word!r} is not how many sentences to show; log 50 shows the last 50."]
        return self.last_sentences(seat, int(word))

    def say(self, seat: int, text: str) -> Sequence[str]:
        """Make a statement to the table; return what to know about it: errors, who will not answer."""
        try:
            heard = self.table.say(seat, text)
        except TableError as error:
            return [f"Nothing was said: {error}."]
        self._record_events()
        if not heard:
            return [
                f"You have said enough: {STATEMENTS} statements a turn, and there will be another turn."
            ]
        left = STATEMENTS - self._logs[seat].statements
        more = f"{left} more statement{'s' * (left != 1)}" if left else "no more statements"
        return [*self._unheard(seat, text), f"You have {more} in this turn."]

    def _unheard(self, seat: int, text: str) -> Sequence[str]:
        """Return a sentence if a statement is only for seats that do not negotiate in words."""
        others = [other for other in range(len(self.table.agents)) if other != seat]
        addressed = [other for other in others if re.search(rf"\bseat {other}\b", text.lower())]
        if any(map(self._negotiates, addressed or others)):
            return []
        if len(addressed) == 1:
            who = f"Seat {addressed[0]} does not negotiate in words"
        else:
            who = "Nobody here negotiates in words"
        return [f"{who}, so do not wait for an answer; offers are answered. --level hard seats talkers."]

    def _negotiates(self, seat: int) -> bool:
        agent = self.table.agents[seat]
        return isinstance(agent, Human) or agent.speaks

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
        path = Path(name) if name else self.saved.path
        try:
            if not name:
                return "\n".join([*self.saved.save(), f"Saved in {self.saved.path}."])
            path = path.expanduser()
            self.record.write(path)
        except OSError as error:
            return f"Cannot write {path}: {error.strerror or error}."
        except (RuntimeError, ValueError) as error:  # an unknown home folder, or an invalid name
            return f"Cannot write {name!r}: {error}."
        return f"Saved in {path}."

    @property
    def leaving(self) -> str:
        """Whether the game is saved, in a sentence for somebody who wants to leave."""
        if not self.record.moves:
            return "Nothing was played, and nothing is saved."
        return (
            f"The game is saved in {self.saved.path}." if self.saved.is_saved else "The game is not saved."
        )

    def save_unfinished(self) -> str:
        """Save the game that a person left; return how to resume it."""
        self._take_events(save=True)
        if not self.record.moves:
            return self.leaving
        problems = [line for line in self.take_notices() if line.startswith("Cannot")]
        if not self.saved.is_saved:
            return "\n".join([*problems, "The game could not be saved."])
        return "\n".join([*problems, "The game is saved. Resume it with:", self.saved.resuming])

    # The end.

    def finish(self, result: Ended) -> None:
        """Show the end of the game with all cards open, and obey the last commands."""
        terminal = self.terminal
        terminal.write(
            "", *draw_position(self.table.state, self.names, terminal.lines, terminal.console.width), ""
        )
        terminal.write(self.verdict(result))
        if self.saved.is_saved:
            path = self.saved.path
            terminal.write(f"The game is saved in {path}; {program()} replay {path} shows it again.")
        seat = min(self._logs)
        fresh = True
        while True:
            line = terminal.ask("Enter leaves; log, why and save FILE still work: ", fresh=fresh)
            fresh = False
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

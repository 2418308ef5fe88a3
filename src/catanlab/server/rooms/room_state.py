"""The state of a room: everything that follows from its log.

`absorb` changes it as an entry of the log says, whether the entry is new or was read from the log. So a
room that was rebuilt is the room that was lost.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Literal, Self

from msgspec import UNSET

from catanlab.games.catan.game import Catan
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server.database.rows import Row
from catanlab.server.dice import Dice
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.clocks import ClockKind, Clocks
from catanlab.server.rooms.course import Course
from catanlab.server.rooms.last_reasons import LastReasons
from catanlab.server.rooms.open_asks import OpenAsks
from catanlab.server.rooms.options import make_game
from catanlab.server.rooms.room_record import record_of
from catanlab.server.rooms.seating import Seating, occupant
from catanlab.server.rooms.visible import Audience, Visible
from catanlab.table.agent import Explanation
from catanlab.table.chance import CHANCE_VERSION
from catanlab.table.events import (
    Ended,
    Event,
    Incident,
    Outcome,
    Played,
    Proposed,
    Said,
    Seated,
    Withdrawn,
)
from catanlab.table.play import Play
from catanlab.table.record import Record
from catanlab.table.step import Step

Status = Literal["waiting", "playing", "sleeping", "over"]


class RoomState:
    """A room as its log tells it; `rebuild` makes one from a log."""

    def __init__(self, created: log.Created, epoch: int) -> None:
        self.id = created.room
        self.options = created.options
        self.owner = created.owner
        self.invitation = created.invitation
        self.commitment = created.commitment
        self.experiment, self.arm = created.experiment, created.arm
        self.continues = created.continues
        """The game whose first moves and outcomes this one took over."""
        self.taken_over = 0
        """The number of the last event from there: all of them came as the room was made."""
        self.epoch = epoch
        self.dice = Dice(created.room, created.secret, created.salt)
        self.nonces: tuple[str, ...] = ()
        self.chance = CHANCE_VERSION
        """The version of the streams with which the game began."""
        self.game: Catan = make_game(self.options, 0).on(read_board(created.board))
        self.play: Play | None = None
        self.seating = Seating.empty(self.game.seats, locked=created.locked)
        self.course = Course()
        self.rematches: dict[log.Rematched, int] = {}
        """The rooms that were made for a rematch, with the numbers of the events; the last may be open."""
        for number, (person, name) in enumerate(zip(created.kept, created.kept_names, strict=True)):
            if person:
                self.seating.kept[number] = person, name
        self.clocks = Clocks.new(self.options.pace, self.options.grace, self.game.seats)
        self.history = Visible(self.game.seats)
        self.present: frozenset[str] = frozenset()
        """The people who follow the room now."""
        self.chosen: dict[int, str] = {}
        """The discards that seats have chosen and that are still sealed."""
        self.chosen_late: set[int] = set()
        """The seats among them for which a robot chose, since they were out of time."""
        self.proposals: dict[int, tuple[int, str]] = {}
        """The open proposals by seat: the number of the event, and the deal."""
        self.asks = OpenAsks()
        """What was asked by the interest buttons in this turn."""
        self.called = 0
        """How often a person on turn has spoken: robots have a chance to answer each time."""
        self.reasons: dict[int, str] = {}
        """The public reason of each robot for its last move."""
        self.explanations: dict[int, str] = {}
        """The full one, which may give its hand away: for the time after the end."""
        self.last_reasons = LastReasons()
        """The public reasons for earlier moves, too."""
        self.explained: set[int] = set()
        """The moves for which a robot has given its reason: nobody fills the log by asking again."""
        self.done: dict[tuple[str, str], int] = {}
        """The acts that were done: person and id of the act, with the number of its first event."""
        self.late: set[int] = set()
        """The seats that are out of time at a decision that a robot makes for them."""
        self.heard: list[list[Event]] = [[] for _ in range(self.game.seats)]
        """Everything each seat has heard of the game, as it saw it: what a robot in that seat knows."""

    @classmethod
    def retrace(cls, rows: Iterable[Row], epoch: int) -> Iterator[tuple[Self, log.AnyEntry, Row]]:
        """Yield the room that a log tells of as it was after each entry: one object that changes.

        Raises ValueError.
        """
        room: Self | None = None
        for row in rows:
            entry = log.decode(row.body)
            if room is None:
                if not isinstance(entry, log.Created):
                    raise ValueError(f"room {row.room}: its log begins with {row.kind}")
                room = cls(entry, epoch)
            if row.seq != len(room.history) + 1:
                raise ValueError(f"room {row.room}: number {row.seq} follows {len(room.history)}")
            room.absorb(entry, row.at, None)
            if row.act is not None and row.person is not None:
                room.done[row.person, row.act] = row.seq
            yield room, entry, row

    @classmethod
    def rebuild(cls, rows: Iterable[Row], epoch: int) -> Self:
        """Return the room that a log tells of, ready to go on under a new epoch; raises ValueError."""
        last = deque(cls.retrace(rows, epoch), maxlen=1)
        if not last:
            raise ValueError("the log is empty")
        return last[0][0]

    # What is the case.

    @property
    def maker(self) -> str:
        """The name of the person who made the room; empty unless they have held a seat, or if deleted."""
        name = self.course.people.get(self.owner, "")
        return "" if name == log.DELETED else name

    @property
    def status(self) -> Status:
        """Whether the room waits for its start, plays, sleeps since nobody of it is there, or is over."""
        if self.play is None:
            return "waiting"
        if self.play.is_over:
            return "over"
        return "playing" if self.is_awake else "sleeping"

    @property
    def is_awake(self) -> bool:
        """Whether somebody is there for whom the game goes on: a spectator alone sees it sleep."""
        there = self.present
        return (
            self.owner in there
            or not there.isdisjoint(self.course.people)
            or any(person in there for person, _ in self.seating.kept.values())
        )

    def knows(self, person: str) -> bool:
        """Say whether a person made the room, has held a seat there, or has one kept for them."""
        kept = {awaited for awaited, _ in self.seating.kept.values()}
        return person == self.owner or person in self.course.people or person in kept

    @property
    def public(self) -> Audience:
        """The audience of those who hold no seat."""
        return self.history.public

    @property
    def position(self) -> CatanPosition:
        """The position as the public sees it."""
        return self.history.views[self.public].position

    @property
    def spectators(self) -> int:
        """How many people follow the room without a seat."""
        return len(self.present - {seat.person for seat in self.seating.seats if seat.kind == "person"})

    def audience_of(self, person: str) -> Audience:
        """Return through whose eyes a person sees the game."""
        seat = self.seating.audience_of(person)
        return self.public if seat is None else seat

    def view_of(self, audience: Audience) -> CatanView:
        """Return the view of an audience; only while a game is on or over."""
        return self.history.views[audience]

    def record(self) -> Record:
        """Return the record of the game, with all that checks its dice; raises Refused before the end."""
        return record_of(self)

    def robot_seed(self, seat: int) -> int:
        """Return the seed of a robot's own random numbers, which tells nothing about the dice."""
        secret = f"robot {self.dice.secret} {self.dice.salt} {seat}"
        return int.from_bytes(hashlib.sha256(secret.encode()).digest()[:7], "big")

    def running_game(self) -> Play:
        """Return the game; raises Refused unless it is going on."""
        if self.play is None:
            raise Refused("not-begun")
        if self.play.is_over:
            raise Refused("game-over")
        return self.play

    def owing(self) -> dict[int, ClockKind]:
        """Return the seats that must decide before the game goes on, and what kind of clock runs for each.

        A seat on turn whose offer is open may decide too, but it need not: others owe an answer.
        """
        play = self.play
        if play is None or play.is_over or play.is_chance:
            return {}
        phase = self.position.phase
        if phase is Phase.ANSWERING:
            return {seat: "answer" for seat in play.deciders if seat != self.position.on_turn}
        if phase is Phase.DISCARDING:
            return {seat: "discard" for seat in play.deciders if seat not in self.chosen}
        return dict.fromkeys(play.deciders, "decision")

    # Entries.

    def absorb(self, entry: log.AnyEntry, at: int, step: Step | None) -> None:
        """Change the room as an entry says, and show it; `step` is the step of the game, if it was made."""
        self._absorb(entry, at, step)
        if self.continues is not None and at == self.course.created_at:
            self.taken_over = len(self.history)

    def _absorb(self, entry: log.AnyEntry, at: int, step: Step | None) -> None:
        match entry:
            case log.Created():
                self.course.created_at = at
                other = entry.continues or UNSET
                made = wire.Created(board=entry.board, commitment=entry.commitment, continues=other)
                self.history.add(at, made)
            case log.Seated():
                self.course.seated(entry)
                self._seat(entry)
                self.history.add(
                    at,
                    wire.Seated(
                        seat=entry.seat, occupant=occupant(self.seating.seats[entry.seat]), away=entry.away
                    ),
                )
            case log.Returning():
                seat = self.seating.seats[entry.seat]
                seat.returning, seat.returning_name = entry.person, entry.name
                seat.returning_bot, seat.returning_face = entry.bot, entry.face
                is_new = self.seating.homes.get(entry.person) != entry.seat
                # From now on the person sees this hand, and may never take another seat.
                self.seating.homes[entry.person] = entry.seat
                self.course.people[entry.person] = entry.name
                seat.returning_from = self.play.decision if self.play else -1
                self.history.add(at, wire.Returning(seat=entry.seat, name=entry.name, new=is_new))
            case log.Faced():
                self.seating.seats[entry.seat].face = entry.face
                self.history.add(at, wire.Faced(seat=entry.seat, face=entry.face))
            case log.Renamed():
                self.seating.seats[entry.seat].name = entry.name
                self.course.people[entry.person] = entry.name
                self.history.add(at, wire.Renamed(seat=entry.seat, name=entry.name))
            case log.Locked():
                self.seating.seats[entry.seat].locked = entry.locked
                self.history.add(at, wire.Locked(seat=entry.seat, locked=entry.locked))
            case log.Started():
                self._start(entry)
                self.course.started(self.seating.seats, at)
                self.history.add(at, wire.Started(nonces=entry.nonces))
            case log.Moved():
                self._played(entry, at, step)
            case log.Taken():
                self._taken(entry, at, step)
            case log.Outcome():
                self._drawn(entry, at, step)
            case log.Chosen():
                self.chosen[entry.seat] = entry.cards
                if entry.late:
                    self.chosen_late.add(entry.seat)
                hidden = wire.Chosen(seat=entry.seat)
                events: list[wire.AnyEvent | None] = [hidden] * (self.public + 1)
                events[entry.seat] = wire.Chosen(seat=entry.seat, cards=entry.cards)
                self.history.add_apart(at, events)
            case log.Said():
                self._said(entry.seat, entry.text, step)
                self.history.add(at, wire.Said(seat=entry.seat, text=entry.text, words=entry.words))
            case log.Asked():
                self._said(entry.seat, entry.text, step)
                self._asked(entry, at)
            case log.Replied():
                if entry.text:
                    self._said(entry.seat, entry.text, step)
                self.asks.replied.add((entry.ask, entry.seat))
                replied = wire.Replied(
                    seat=entry.seat,
                    ask=entry.ask,
                    answer=entry.answer,
                    text=entry.text,
                    words=entry.words,
                )
                self.history.add(at, replied)
            case log.Proposed():
                self._hear(step or self._replay(Proposed(entry.seat, entry.deal)))
                self.history.add(at, wire.Proposed(seat=entry.seat, deal=entry.deal, words=entry.words))
                self.proposals[entry.seat] = len(self.history), entry.deal
            case log.Withdrawn():
                self._hear(step or self._replay(Withdrawn(entry.seat, entry.lapsed)))
                self.proposals.pop(entry.seat, None)
                self.history.add(at, wire.Withdrawn(seat=entry.seat, lapsed=entry.lapsed))
            case log.Granted():
                clock = self.clocks.running.get(entry.seat)
                if clock is not None:
                    clock.granted += entry.seconds
                self.late.discard(entry.seat)
                self.history.add(at, wire.Granted(seat=entry.seat, by=entry.by, seconds=entry.seconds))
            case log.Explained():
                of = entry.of or self.last_reasons.last.get(entry.seat, 0)  # old logs have no number
                self.explained.add(of)
                self.history.add(at, wire.Explained(seat=entry.seat, text=entry.text, of=of))
            case log.Resumed():
                self.history.add(at, wire.Resumed(epoch=entry.epoch))
            case log.Incident():
                self._hear(self._replay(Incident(entry.seat, entry.kind, entry.text)))
                self.history.add(at, wire.Incident(seat=entry.seat, kind=entry.kind))
            case log.Ended():
                ended = Ended(entry.winner, entry.shares, entry.scores, entry.termination)
                self._hear(step or self._replay(ended))
                self.course.over(entry, at)
                self._ended(entry, at)
            case log.Rematched():
                self.history.add(at, wire.Rematched(room=entry.room, invitation=entry.invitation))
                self.rematches[entry] = len(self.history)

    def _hear(self, step: Step) -> None:
        """Keep what every seat heard, for the robots that sit there or will."""
        before: Event | None = None
        for heard, event in zip(self.heard, step.seen, strict=True):
            if event is None:
                continue
            if event != before:  # most is seen alike by all seats: they share one object
                before = event
            heard.append(before)

    def _said(self, seat: int, text: str, step: Step | None) -> None:
        """Let everybody hear a statement."""
        self._hear(step or self._replay(Said(seat, text)))
        if seat == self.position.on_turn and self.seating.seats[seat].kind == "person":
            self.called += 1

    def _asked(self, entry: log.Asked, at: int) -> None:
        self.history.add(
            at,
            wire.Asked(
                seat=entry.seat,
                kind=entry.kind,
                resources=entry.resources,
                to=entry.to,
                has=entry.has,
                text=entry.text,
            ),
        )
        self.asks.see_turn(self.position.turn)
        self.asks.asked[len(self.history)] = entry

    def _replay(self, event: Event) -> Step:
        """Repeat an event of the log; raises the errors of `Play.replay` if it does not fit the game."""
        return self._game().replay(event)

    def _game(self) -> Play:
        if self.play is None:
            raise ValueError(f"room {self.id}: a game event before the start")
        return self.play

    def _seat(self, entry: log.Seated) -> None:
        seat = self.seating.seats[entry.seat]
        was_away = seat.away
        held_by = seat.name if seat.kind == "person" else seat.away_name
        seat.away_name = held_by if entry.away and held_by != log.DELETED else ""  # nobody comes back
        seat.kind, seat.person, seat.name = entry.kind, entry.person, entry.name
        seat.agent, seat.away, seat.nonce, seat.bot = entry.agent, entry.away, entry.nonce, entry.bot
        seat.face = entry.face
        seat.returning = seat.returning_name = seat.returning_face = ""
        seat.returning_bot = False
        # The seat of a person who lost the connection is kept: others get it only if a player unlocks it.
        if entry.away:
            seat.locked = True
        elif was_away:
            seat.locked = False
        if self.play is not None:
            self._hear(self._replay(Seated(entry.seat, entry.name)))
            if entry.kind == "person":
                self.seating.homes[entry.person] = entry.seat

    def _start(self, entry: log.Started) -> None:
        self.nonces, self.chance = entry.nonces, entry.chance
        self.play = Play(self.game, seed=self.dice.seed(entry.nonces))
        self.history.look(self.play)
        for number, seat in enumerate(self.seating.seats):
            if seat.kind == "person":
                self.seating.homes[seat.person] = number

    def _played(self, entry: log.Moved, at: int, step: Step | None) -> None:
        if step is None:
            explanation = Explanation(entry.explanation) if entry.explanation else None
            move = self._game().state.by(self.game.move_type.parse(entry.move), entry.seat)
            step = self._replay(Played(move, entry.seat, entry.seconds, explanation))
        self.clocks.banks[entry.seat] = entry.bank
        self.late.discard(entry.seat)
        # The reason for an earlier move is none for this one.
        self.reasons[entry.seat] = entry.reason
        self.explanations[entry.seat] = entry.explanation
        self.last_reasons.note(len(self.history) + 1, entry.seat, entry.reason)
        self._show(at, step, late=entry.late, words=entry.words)

    def _taken(self, entry: log.Taken, at: int, step: Step | None) -> None:
        move = self.game.move_type.parse(entry.move)
        step = step or self._replay(Played(move, entry.seat, entry.seconds))
        self.clocks.banks[entry.seat] = entry.bank
        self.proposals.pop(entry.proposer, None)
        self._show(at, step)

    def _drawn(self, entry: log.Outcome, at: int, step: Step | None) -> None:
        step = step or self._replay(Outcome(self.game.move_type.parse(entry.move)))
        self._show(at, step)

    def _show(self, at: int, step: Step, *, late: bool = False, words: str = "") -> None:
        """Show a move or an outcome to every audience, with what followed from it in its eyes."""
        self._hear(step)
        self.history.add_step(at, self._game(), step, late=late, words=words)
        self.asks.see_turn(self.position.turn)
        if self.position.phase is not Phase.DISCARDING:
            self.chosen.clear()
            self.chosen_late.clear()

    def _ended(self, entry: log.Ended, at: int) -> None:
        self.chosen.clear()
        self.chosen_late.clear()
        self.proposals.clear()
        self.asks = OpenAsks()
        self.explained.clear()
        self.history.look(self._game())
        self.history.add(
            at,
            wire.Ended(
                winner=None if entry.winner < 0 else entry.winner,
                scores=entry.scores,
                termination=entry.termination,
                secret=self.dice.secret,
                salt=self.dice.salt,
            ),
        )

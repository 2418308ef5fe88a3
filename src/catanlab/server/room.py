"""A room: people and robots at one game. Acts go in, entries of the log and what everybody sees come out.

A room does nothing by itself: no network, no database, no clock, no process. Whoever hosts it calls its methods with
the time, appends the rows of the batch that they return to the log, and only then shows the batch to anybody. If the
rows cannot be kept, the room is thrown away and rebuilt from the log, and nobody saw what was lost.

Everything that changes a room is an entry of the log. `_emit` makes one and absorbs it; `rebuild` absorbs those of
the log. So a room that was rebuilt is the room that was lost.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, Raw

from catanlab.framework.moves import Move
from catanlab.games.catan.game import Catan
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.text.boards import board_text, read_board
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server import log_entries as log
from catanlab.server.batch import Batch
from catanlab.server.clocks import ClockKind, Clocks
from catanlab.server.dice import Dice
from catanlab.server.options import check_options, make_game
from catanlab.server.refusals import Refused
from catanlab.server.rows import Row
from catanlab.server.seating import Seat, Seating
from catanlab.server.visible import Audience, History
from catanlab.table.agent import Explanation
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
_BY = re.compile(r" by \d$")


class Room:
    """A room; `create` makes a new one and `rebuild` one from its log."""

    def __init__(self, created: log.Created, epoch: int) -> None:
        self.id = created.room
        self.options = created.options
        self.owner = created.owner
        self.invitation = created.invitation
        self.commitment = created.commitment
        self.epoch = epoch
        self.dice = Dice(created.room, created.secret, created.salt)
        self.nonces: tuple[str, ...] = ()
        self.game: Catan = make_game(self.options, 0).on(read_board(created.board))
        self.play: Play | None = None
        self.seating = Seating.empty(self.game.seats)
        self.clocks = Clocks.new(self.options.pace, self.options.grace, self.game.seats)
        self.history = History(self.game.seats)
        self.present: frozenset[str] = frozenset()
        """The people who follow the room now."""
        self.chosen: dict[int, str] = {}
        """The discards that seats have chosen and that are still sealed."""
        self.proposals: dict[int, tuple[int, str]] = {}
        """The open proposals by seat: the number of the event, and the deal."""
        self.reasons: dict[int, str] = {}
        """The public reason of each robot for its last move."""
        self.done: dict[tuple[str, str], int] = {}
        """The acts that were done: person and id of the act, with the number of its first event."""
        self.late: set[int] = set()
        """The seats that are out of time at a decision that a robot makes for them."""
        self.heard: list[list[Event]] = [[] for _ in range(self.game.seats)]
        """Everything each seat has heard of the game, as it saw it: what a robot in that seat knows."""
        self._views: list[CatanView] = []
        self._batch: Batch | None = None

    # Making and loading.

    @classmethod
    def create(
        cls, room: str, options: wire.RoomOptions, *, owner: str, act: str, now: float, at: int
    ) -> tuple[Room, Batch]:
        """Return a new room and the batch that begins its log; raises Refused for invalid options."""
        check_options(options)
        dice = Dice.new(room)
        # The board is public: its seed has nothing to do with that of the dice.
        game = make_game(options, secrets.randbits(63))
        created = log.Created(
            room=room,
            options=options,
            board=board_text(game.board),
            secret=dice.secret,
            salt=dice.salt,
            commitment=dice.commitment,
            owner=owner,
            invitation=secrets.token_urlsafe(16),
        )
        made = cls(created, epoch=1)
        made.begin(now, at)
        made._emit(created, person=owner, act=act)
        return made, made.finish()

    @classmethod
    def rebuild(cls, rows: Iterable[Row], epoch: int) -> Room:
        """Return the room that a log tells of, ready to go on under a new epoch; raises ValueError."""
        room: Room | None = None
        for row in rows:
            entry = log.decode(row.body)
            if room is None:
                if not isinstance(entry, log.Created):
                    raise ValueError(f"room {row.room}: its log begins with {row.kind}")
                room = cls(entry, epoch)
            if row.seq != len(room.history) + 1:
                raise ValueError(f"room {row.room}: number {row.seq} follows {len(room.history)}")
            room._absorb(entry, row.at, None)
            if row.act is not None and row.person is not None:
                room.done[row.person, row.act] = row.seq
        if room is None:
            raise ValueError("the log is empty")
        return room

    # Batches: everything between `begin` and `finish` is one commit.

    def begin(self, now: float, at: int) -> None:
        """Begin a batch at this time: seconds for the clocks, milliseconds for the log."""
        self._batch = Batch(room=self.id, epoch=self.epoch, first=len(self.history) + 1, now=now, at=at)

    def finish(self) -> Batch:
        """Let everything follow that follows by itself, and return the batch."""
        batch = self.batch
        self.settle()
        batch.last = len(self.history)
        batch.status = self.status
        self._batch = None
        return batch

    @property
    def batch(self) -> Batch:
        """The batch that is being made; raises RuntimeError outside of one."""
        if self._batch is None:
            raise RuntimeError("a room changes only inside a batch")
        return self._batch

    # What is the case.

    @property
    def status(self) -> Status:
        """Whether the room waits for its start, plays, sleeps because nobody is there, or is over."""
        if self.play is None:
            return "waiting"
        if self.play.is_over:
            return "over"
        return "playing" if self.present else "sleeping"

    @property
    def public(self) -> Audience:
        """The audience of those who hold no seat."""
        return self.history.public

    @property
    def position(self) -> CatanPosition:
        """The position as the public sees it."""
        return self._views[self.public].position

    def audience_of(self, person: str) -> Audience:
        """Return through whose eyes a person sees the game."""
        seat = self.seating.audience_of(person)
        return self.public if seat is None else seat

    def view_of(self, audience: Audience) -> CatanView:
        """Return the view of an audience; only while a game is on or over."""
        return self._views[audience]

    def record(self) -> Record:
        """Return the record of the game, with what is needed to check its dice; raises Refused before the end."""
        if self.play is None or not self.play.is_over:
            raise Refused("not-over")
        names = [seat.name or "nobody" for seat in self.seating.seats]
        headers = self.dice.headers(self.nonces, revealed=True)
        record = Record(self.game, agents=names, seed=self.play.seed, headers=headers)
        for event in self.play.events:
            record.add(event)
        return record

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
        return {seat: "decision" for seat in play.deciders}

    def table(self, now: float) -> wire.TableInfo:
        """Return what is known of the room besides the game."""
        seats = []
        for number, seat in enumerate(self.seating.seats):
            left = self.clocks.left(number, now)
            seats.append(
                wire.SeatInfo(
                    occupant=occupant(seat),
                    away=seat.away,
                    connected=seat.kind != "person" or seat.person in self.present,
                    locked=seat.locked,
                    bank=round(self.clocks.banks[number], 1) if self.options.pace else UNSET,
                    left=UNSET if left is None else round(left, 1),
                )
            )
        seated = {seat.person for seat in self.seating.seats if seat.kind == "person"}
        return wire.TableInfo(
            status=self.status,
            options=self.options,
            seats=tuple(seats),
            commitment=self.commitment,
            spectators=len(self.present - seated),
            proposals=tuple(
                wire.OpenProposal(seat=seat, deal=deal, proposal=number)
                for seat, (number, deal) in sorted(self.proposals.items())
            ),
            chosen=tuple(sorted(self.chosen)),
        )

    # What follows by itself.

    def settle(self) -> None:
        """Let chance decide, open the sealed discards, give seats back, and set the clocks."""
        play = self.play
        while play is not None and not play.is_over and play.is_chance:
            step = play.draw()
            self.emit(log.Outcome(move=spoken(step.event.move)), step)  # type: ignore[union-attr]
        if play is not None and not play.is_over:
            self._open_discards(play)
            self._give_seats_back(play)
        self._set_clocks()

    def _open_discards(self, play: Play) -> None:
        """Play the sealed discards once the last seat has chosen."""
        if not self.chosen or self.owing():
            return
        players = self.game.seats
        order = [(self.position.on_turn + i) % players for i in range(players)]
        for seat, cards in [(seat, self.chosen[seat]) for seat in order if seat in self.chosen]:
            for card in cards.split():
                step = play.move(seat, f"discard {card}")
                entry = log.Moved(seat=seat, move=f"discard {card}", bank=self.clocks.banks[seat])
                self.emit(entry, step)

    def _give_seats_back(self, play: Play) -> None:
        """Seat the people who returned, where the robot's decision is made."""
        owing = self.owing()
        for number, seat in enumerate(self.seating.seats):
            if seat.returning and (number not in owing or play.decision != seat.returning_from):
                self.emit(
                    log.Seated(seat=number, kind="person", person=seat.returning, name=seat.returning_name)
                )

    def _set_clocks(self) -> None:
        owing = self.owing()
        now = self.batch.now
        self.late &= set(owing)
        self.clocks.keep_only(set(owing))
        for number, kind in owing.items():
            self.clocks.ask(number, self._game().decision, kind)
            clock, seat = self.clocks.running[number], self.seating.seats[number]
            if seat.kind == "person" and seat.person in self.present:
                clock.run(now)
            else:
                # Where nobody is there at all the room sleeps, and nobody's grace time runs.
                clock.stand(now, absent=seat.kind == "person" and bool(self.present))

    # Entries: made and absorbed.

    def emit(self, entry: log.AnyEntry, step: Step | None = None) -> None:
        """Let an entry happen, and the steps that follow from it."""
        self._emit(entry, step=step)

    def _emit(
        self, entry: log.AnyEntry, *, person: str = "", act: str = "", step: Step | None = None
    ) -> None:
        batch = self.batch
        by = batch.take_author() if not act else (person, act)
        self._absorb(entry, batch.at, step)
        seq = len(self.history)
        if by is not None:
            self.done[by] = seq
        batch.rows.append(
            Row(
                room=self.id,
                seq=seq,
                epoch=self.epoch,
                at=batch.at,
                kind=log.kind_of(entry),
                body=log.encode(entry),
                person=by[0] if by else None,
                act=by[1] if by else None,
            )
        )
        for each in step.followed if step else ():
            self._emit(_followed(each), step=each)

    def _absorb(self, entry: log.AnyEntry, at: int, step: Step | None) -> None:
        """Change the room as an entry says, and show it; `step` is what the game made of it, if it was played."""
        match entry:
            case log.Created():
                self.history.add_public(at, wire.Created(board=entry.board, commitment=entry.commitment))
            case log.Seated():
                self._seat(entry)
                self.history.add_public(
                    at,
                    wire.Seated(
                        seat=entry.seat, occupant=occupant(self.seating.seats[entry.seat]), away=entry.away
                    ),
                )
            case log.Returning():
                seat = self.seating.seats[entry.seat]
                seat.returning, seat.returning_name = entry.person, entry.name
                # From now on the person sees this hand, and may never take another seat.
                self.seating.homes[entry.person] = entry.seat
                seat.returning_from = self.play.decision if self.play else -1
                self.history.add_public(at, wire.Returning(seat=entry.seat, name=entry.name))
            case log.Locked():
                self.seating.seats[entry.seat].locked = entry.locked
                self.history.add_public(at, wire.Locked(seat=entry.seat, locked=entry.locked))
            case log.Started():
                self._start(entry)
                self.history.add_public(at, wire.Started(nonces=entry.nonces))
            case log.Moved():
                self._played(entry, at, step)
            case log.Taken():
                self._taken(entry, at, step)
            case log.Outcome():
                self._drawn(entry, at, step)
            case log.Chosen():
                self.chosen[entry.seat] = entry.cards
                hidden = wire.Chosen(seat=entry.seat)
                events: list[wire.AnyEvent | None] = [hidden] * (self.public + 1)
                events[entry.seat] = wire.Chosen(seat=entry.seat, cards=entry.cards)
                self.history.add(at, events)
            case log.Said():
                self._hear(step or self._replay(Said(entry.seat, entry.text)))
                self.history.add_public(at, wire.Said(seat=entry.seat, text=entry.text))
            case log.Proposed():
                self._hear(step or self._replay(Proposed(entry.seat, entry.deal)))
                self.history.add_public(at, wire.Proposed(seat=entry.seat, deal=entry.deal))
                self.proposals[entry.seat] = len(self.history), entry.deal
            case log.Withdrawn():
                self._hear(step or self._replay(Withdrawn(entry.seat, entry.lapsed)))
                self.proposals.pop(entry.seat, None)
                self.history.add_public(at, wire.Withdrawn(seat=entry.seat, lapsed=entry.lapsed))
            case log.Granted():
                clock = self.clocks.running.get(entry.seat)
                if clock is not None:
                    clock.granted += entry.seconds
                self.history.add_public(
                    at, wire.Granted(seat=entry.seat, by=entry.by, seconds=entry.seconds)
                )
            case log.Explained():
                self.history.add_public(at, wire.Explained(seat=entry.seat, text=entry.text))
            case log.Resumed():
                self.history.add_public(at, wire.Resumed(epoch=entry.epoch))
            case log.Incident():
                self._hear(self._replay(Incident(entry.seat, entry.kind, entry.text)))
                self.history.add_public(at, wire.Incident(seat=entry.seat, kind=entry.kind))
            case log.Ended():
                ended = Ended(entry.winner, entry.shares, entry.scores, entry.termination)
                self._hear(step or self._replay(ended))
                self._ended(entry, at)

    def _hear(self, step: Step) -> None:
        """Keep what every seat heard, for the robots that sit there or will."""
        for heard, event in zip(self.heard, step.seen, strict=True):
            if event is not None:
                heard.append(event)

    def _replay(self, event: Event) -> Step:
        """Repeat an event of the log; raises the errors of `Play.replay` if the log does not fit the game."""
        return self._game().replay(event)

    def _game(self) -> Play:
        if self.play is None:
            raise ValueError(f"room {self.id}: a game event before the start")
        return self.play

    def _seat(self, entry: log.Seated) -> None:
        seat = self.seating.seats[entry.seat]
        was_away = seat.away
        seat.kind, seat.person, seat.name = entry.kind, entry.person, entry.name
        seat.agent, seat.away, seat.nonce = entry.agent, entry.away, entry.nonce
        seat.returning = seat.returning_name = ""
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
        self.nonces = entry.nonces
        self.play = Play(self.game, seed=self.dice.seed(entry.nonces))
        self._views = [self.play.view(seat) for seat in range(self.game.seats)]
        self._views.append(self.play.view(None))
        for number, seat in enumerate(self.seating.seats):
            if seat.kind == "person":
                self.seating.homes[seat.person] = number

    def _played(self, entry: log.Moved, at: int, step: Step | None) -> None:
        move = self.game.move_type.parse(entry.move)
        if step is None:
            explanation = Explanation(entry.explanation) if entry.explanation else None
            move = self._game().state.by(move, entry.seat)
            step = self._replay(Played(move, entry.seat, entry.seconds, explanation))
        self.clocks.banks[entry.seat] = entry.bank
        self.late.discard(entry.seat)
        if entry.reason:
            self.reasons[entry.seat] = entry.reason
        self._show(at, step, entry.seat, entry.late)

    def _taken(self, entry: log.Taken, at: int, step: Step | None) -> None:
        move = self.game.move_type.parse(entry.move)
        step = step or self._replay(Played(move, entry.seat, entry.seconds))
        self.clocks.banks[entry.seat] = entry.bank
        self.proposals.pop(entry.proposer, None)
        self._show(at, step, entry.seat, False)

    def _drawn(self, entry: log.Outcome, at: int, step: Step | None) -> None:
        step = step or self._replay(Outcome(self.game.move_type.parse(entry.move)))
        self._show(at, step, None, False)

    def _show(self, at: int, step: Step, seat: int | None, late: bool) -> None:
        """Show a move or an outcome to every audience, with what followed from it in its eyes."""
        play = self._game()
        self._hear(step)
        events: list[wire.AnyEvent | None] = []
        shown: dict[tuple[str, bytes], wire.AnyEvent] = {}
        for audience, seen in enumerate((*step.seen, step.public)):
            before = self._views[audience]
            after = play.view(None if audience == self.public else audience)
            self._views[audience] = after
            move = seen.move  # type: ignore[union-attr]
            changes = bytes(after.changes(before, move))
            key = (str(move), changes)
            if key not in shown:
                raw = Raw(changes) if changes != b"{}" else UNSET
                text = spoken(move)
                shown[key] = (
                    wire.Outcome(move=text, changes=raw)
                    if seat is None
                    else wire.Moved(seat=seat, move=text, changes=raw, late=late)
                )
            events.append(shown[key])
        self.history.add(at, events)
        if self.position.phase is not Phase.DISCARDING:
            self.chosen.clear()

    def _ended(self, entry: log.Ended, at: int) -> None:
        self.chosen.clear()
        self.proposals.clear()
        self._views = [self._game().view(seat) for seat in range(self.game.seats)]
        self._views.append(self._game().view(None))
        self.history.add_public(
            at,
            wire.Ended(
                winner=None if entry.winner < 0 else entry.winner,
                scores=entry.scores,
                termination=entry.termination,
                seed=self.dice.secret,
                salt=self.dice.salt,
            ),
        )


def occupant(seat: Seat) -> wire.Occupant:
    """Return who sits in a seat, as everybody may know it."""
    if seat.kind == "person":
        return wire.Occupant(kind="person", name=seat.name, person=seat.person)
    if seat.kind == "robot":
        return wire.Occupant(kind="robot", name=seat.name, agent=seat.agent)
    return wire.Occupant(kind="nobody")


def spoken(move: Move) -> str:
    """Return the text of a move without the seat that it carries where seats decide out of order."""
    return _BY.sub("", str(move))


def _followed(step: Step) -> log.AnyEntry:
    """Return the entry for a step that followed from another: a proposal that lapsed, or the end."""
    event = step.event
    if isinstance(event, Withdrawn):
        return log.Withdrawn(seat=event.seat, lapsed=event.lapsed)
    if isinstance(event, Ended):
        return log.Ended(
            winner=event.winner, shares=event.shares, scores=event.scores, termination=event.termination
        )
    raise TypeError(f"{event!r} does not follow from another event")

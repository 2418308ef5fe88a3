"""A room: people and robots at one game. Acts go in, entries of the log and what everybody sees come out.

A room does nothing by itself: no network, no database, no clock, no process. Its host calls it with the
time, appends the rows of each batch to the log, and only then shows the batch to anybody. If the rows
cannot be kept, the room is thrown away and rebuilt from the log, and nobody saw what was lost.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.boards import board_text
from catanlab.server import wire
from catanlab.server.database.rows import Row
from catanlab.server.dice import Dice
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.batch import Batch
from catanlab.server.rooms.experiments import Assigned, Experiment
from catanlab.server.rooms.options import checked_options, make_game
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.visible import spoken
from catanlab.table.events import (
    Ended,
    Outcome,
    Played,
    Withdrawn,
)
from catanlab.table.play import Play
from catanlab.table.step import Step


class Room(RoomState):
    """A room that goes on; `create` makes a new one and `rebuild` one from its log."""

    def __init__(self, created: log.Created, epoch: int) -> None:
        super().__init__(created, epoch)
        self._batch: Batch | None = None

    @classmethod
    def create(
        cls,
        room: str,
        options: wire.RoomOptions,
        *,
        owner: str,
        act: str,
        now: float,
        at: int,
        dice: Dice | None = None,
        board_seed: int | None = None,
        experiment: Experiment | Assigned | None = None,
        locked: bool = False,
        kept: Sequence[tuple[str, str]] = (),
        game: Catan | None = None,
        continues: wire.Continues | None = None,
        then: Callable[[Room], None] | None = None,
    ) -> tuple[Room, Batch]:
        """Return a new room and the batch that begins its log; raises Refused for invalid options.

        Without `dice` and `board_seed` both are drawn, and have nothing to do with each other: the board is
        public. An experiment draws the arm of the room, or it is assigned already. With `locked` all seats
        are locked. `kept` are ids and names of the people for whom seats are kept. A room that continues a
        game is on the board of that `game`. `then` does more in the same batch.
        """
        options = checked_options(options)
        dice = dice or Dice.new(room)
        if game is None:
            game = make_game(options, secrets.randbits(63) if board_seed is None else board_seed)
        assigned = Assigned(options, "", "")
        if isinstance(experiment, Assigned):
            assigned = experiment
        elif experiment is not None:  # options that are refused above cost no arm
            assigned = experiment.assign(options)
        created = log.Created(
            room=room,
            options=assigned.options,
            board=board_text(game.board),
            secret=dice.secret,
            salt=dice.salt,
            commitment=dice.commitment,
            owner=owner,
            invitation=secrets.token_urlsafe(16),
            experiment=assigned.experiment,
            arm=assigned.arm,
            locked=locked,
            kept=tuple(person for person, _ in kept),
            kept_names=tuple(name for _, name in kept),
            continues=continues,
        )
        made = cls(created, epoch=1)
        made.begin(now, at)
        made._emit(created, person=owner, act=act)
        if then is not None:
            then(made)
        return made, made.finish()

    # Batches: everything between `begin` and `finish` is one commit.

    def begin(self, now: float, at: int) -> None:
        """Begin a batch at this time: seconds for the clocks, milliseconds for the log."""
        self._batch = Batch(room=self.id, epoch=self.epoch, first=len(self.history) + 1, now=now, at=at)

    def finish(self) -> Batch:
        """Let everything follow that follows by itself, and return the batch."""
        batch = self.batch
        self.settle()
        batch.last = len(self.history)
        self._batch = None
        return batch

    @property
    def batch(self) -> Batch:
        """The batch that is being made; raises RuntimeError outside of one."""
        if self._batch is None:
            raise RuntimeError("a room changes only inside a batch")
        return self._batch

    # What follows by itself.

    def settle(self) -> None:
        """Let chance decide, open the sealed discards, give seats back, and set the clocks."""
        play = self.play
        while play is not None and not play.is_over and play.is_chance:
            step = play.draw()
            self.emit(log.Outcome(move=move_of(step)), step)
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
                entry = log.Moved(
                    seat=seat,
                    move=f"discard {card}",
                    bank=self.clocks.banks[seat],
                    late=seat in self.chosen_late,
                )
                self.emit(entry, step)

    def _give_seats_back(self, play: Play) -> None:
        """Seat the people who returned, where the robot's decision is made."""
        owing = self.owing()
        for number, seat in enumerate(self.seating.seats):
            if seat.returning and (number not in owing or play.decision != seat.returning_from):
                self.emit(
                    log.Seated(
                        seat=number,
                        kind="person",
                        person=seat.returning,
                        name=seat.returning_name,
                        bot=seat.returning_bot,
                        face=seat.returning_face,
                    )
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
                # Where nobody is there for whom the game goes on it sleeps, and no grace time runs.
                clock.stand(now, absent=seat.kind == "person" and self.is_awake)

    # Entries.

    def emit(self, entry: log.AnyEntry, step: Step | None = None) -> None:
        """Let an entry happen, and the steps that follow from it."""
        self._emit(entry, step=step)

    def _emit(
        self, entry: log.AnyEntry, *, person: str = "", act: str = "", step: Step | None = None
    ) -> None:
        batch = self.batch
        by = batch.take_author() if not act else (person, act)
        self.absorb(entry, batch.at, step)
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
        match entry:
            case log.Faced() | log.Renamed() | log.Locked():
                batch.is_seating = True
            case log.Seated() | log.Started() | log.Ended():
                batch.is_seating = True
                if isinstance(entry, log.Seated) and entry.kind == "person":
                    batch.people.append(entry.person)
            case log.Returning():
                batch.people.append(entry.person)
        for each in step.followed if step else ():
            self._emit(followed(each), step=each)


def move_of(step: Step) -> str:
    """Return the text of the move or outcome of a step."""
    assert isinstance(step.event, Played | Outcome)
    return spoken(step.event.move)


def followed(step: Step) -> log.AnyEntry:
    """Return the entry for a step that followed from another: a proposal that lapsed, or the end."""
    event = step.event
    if isinstance(event, Withdrawn):
        return log.Withdrawn(seat=event.seat, lapsed=event.lapsed)
    if isinstance(event, Ended):
        return log.Ended(
            winner=event.winner, shares=event.shares, scores=event.scores, termination=event.termination
        )
    raise TypeError(f"{event!r} does not follow from another event")

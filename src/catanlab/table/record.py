"""The record of a game of any kind: its set-up, every move and outcome, statements and comments.

>>> from catanlab.games.gomoku import Gomoku
>>> record = Record(Gomoku(size=3, line=3), agents=("ann", "bob"))
>>> for move in ("b2", "a1", "b1", "c1", "b3"):
...     record.add(move)
>>> print(record.text, end="")
[Format "catanlab-record 1"]
[Game "gomoku"]
[Options "size=3,line=3"]
[Seat0 "ann"]
[Seat1 "bob"]
[Result "1-0"]
[Termination "finished"]
<BLANKLINE>
1. 0:b2
2. 1:a1
3. 0:b1
4. 1:c1
5. 0:b3

A record holds legal moves only, so that it always replays, without any source of chance. `record_reader`
reads records back; `docs/reference/notation.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import GameError, RecordError
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.notation import GivenNotation, Notation
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.framework.wording import one_line
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
    winner_of,
)

if TYPE_CHECKING:
    from catanlab.table.play import Play
    from catanlab.table.table import Table

MAX_NAME_CHARACTERS = 200
"""The longest name of somebody who sits down."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on the move before it, or at the beginning on the game."""

    text: str


Entry: TypeAlias = Played | Outcome | Said | Seated | Proposed | Withdrawn | Incident | Comment
"""The items of a record, in order."""


class Record:
    """A game as it was played, from its beginning or from another position.

    `agents` are the names of the agents, one for each seat; `headers` are further headers. `chance` is the
    version of the streams that the outcomes came from, see `CHANCE_VERSION`. Raises RecordError if there
    is not a name for each seat.
    """

    def __init__(
        self,
        game: Game,
        *,
        start: State | None = None,
        agents: Iterable[str] = (),
        seed: int | None = None,
        chance: int = CHANCE_VERSION,
        headers: Mapping[str, str] | None = None,
        notation: Notation | None = None,
    ) -> None:
        self.game = game
        self.agents = tuple(agents)
        if len(self.agents) not in (0, game.seats):
            raise RecordError(f"{len(self.agents)} agents are named for {game.seats} seats")
        self.seed = seed
        self.chance = chance
        self.headers = dict(headers or {})
        self.notation = notation or game_notation(game)
        self.cut = False
        """Whether the table cut the game."""
        self.entries: list[Entry] = []
        self.moves: list[Move] = []
        self._start = start.copy() if start else None
        self._state = (start or game.start()).copy()
        self._fallback: Incident | None = None
        self._proposers: set[int] = set()
        """The seats that have an open proposal."""
        self._sealed: Game | None = None

    @classmethod
    def of_table(cls, table: Table, **options: Any) -> Self:
        """Return the record of a table so far; options as for a Record."""
        names = [agent.name for agent in table.agents]
        record = cls(table.game, **{"agents": names, "seed": table.seed, **options})
        for event in table.events:
            record.add(event)
        return record

    @classmethod
    def of_play(cls, play: Play, **options: Any) -> Self:
        """Return the record of a game in progress; options as for a Record."""
        record = cls(play.game, **{"seed": play.seed, **options})
        for event in play.events:
            record.add(event)
        return record

    # Adding.

    def add(self, event: Event | Comment | Move | int | str) -> None:
        """Add the next event of a table, a comment, or a bare move or outcome.

        An explanation becomes a comment after its move. Seconds are rounded to milliseconds. Raises
        MoveTextError or IllegalMoveError, and RecordError for an invalid event; the record is then
        unchanged.
        """
        if isinstance(event, Played | Outcome):
            self._add_move(event)
        elif isinstance(event, Said | Incident | Comment):
            self._add_words(event)
        elif isinstance(event, Seated):
            self._add_seated(event)
        elif isinstance(event, Proposed | Withdrawn):
            self._add_proposal(event)
        elif isinstance(event, Ended):
            self.cut = event.termination == "cut"
        else:
            self.take(self.game.move_type.of(event))

    def take(self, move: Move) -> None:
        """Add a bare move or outcome, faster than `add`; raises IllegalMoveError."""
        state = self._state
        mover = state.mover(move)
        if mover == CHANCE:
            self._apply(move, Outcome(move))
        else:
            move = state.by(move, mover)
            self._apply(move, Played(move, mover))

    def comment(self, text: str) -> None:
        """Add a comment."""
        self.add(Comment(text))

    def _add_move(self, event: Played | Outcome) -> None:
        state, move = self._state, event.move
        remark = ""
        if isinstance(event, Played):
            if not state.is_over:
                move = self._made_by(event.seat, move)
            if self._fallback and self._fallback.fallback != move:
                raise RecordError(f"the fallback was {self._fallback.fallback}, but {move} was played")
            if not 0 <= event.seconds < 1e9:
                raise RecordError(f"{event.seconds} is not a number of seconds")
            remark = event.explanation.text if event.explanation else ""
            if event.seconds or event.explanation or move != event.move:
                event = replace(event, move=move, seconds=round(event.seconds, 3), explanation=None)
        elif not state.is_chance and not state.is_over:
            raise RecordError(f"chance decided, but {_mover(state)}")
        self._apply(move, event)
        if remark.strip():
            self._add_words(Comment(remark))

    def _made_by(self, seat: int, move: Move) -> Move:
        """Return a move as this seat makes it; raises RecordError if it is not this seat's."""
        state = self._state
        if seat not in state.deciders:
            raise RecordError(f"seat {seat} made a move, but {_mover(state)}")
        made = state.by(move, seat)
        if state.is_legal(made) and state.mover(made) != seat:
            raise RecordError(f"seat {seat} made a move, but {made} is seat {state.mover(made)}'s")
        return made

    def _apply(self, move: Move, entry: Played | Outcome) -> None:
        self._state.apply(move)
        self.moves.append(move)
        self.entries.append(entry)
        self._fallback = None
        if self._proposers and self.game.proposals:
            partner = self.game.proposals.partner(move)
            if partner is not None:
                self._proposers.discard(partner)

    def _add_words(self, event: Said | Incident | Comment) -> None:
        text = event.text.encode("utf-8", "replace").decode().strip()
        if not isinstance(event, Comment):
            self._check_seat(event.seat)
        if isinstance(event, Incident):
            event = replace(event, ply=len(self.moves), turn=self._state.turn)
            if event.fallback is not None:
                self._fallback = event
        if text or not isinstance(event, Comment):
            self.entries.append(replace(event, text=text))

    def _add_seated(self, event: Seated) -> None:
        self._check_seat(event.seat)
        name = one_line(event.name.encode("utf-8", "replace").decode(), MAX_NAME_CHARACTERS)
        if not name:
            raise RecordError("who sits down needs a name")
        self.entries.append(replace(event, name=name))

    def _add_proposal(self, event: Proposed | Withdrawn) -> None:
        seat = event.seat
        self._check_seat(seat)
        if isinstance(event, Withdrawn):
            if seat not in self._proposers:
                raise RecordError(f"seat {seat} has no open proposal")
            self._proposers.remove(seat)
        else:
            rules = self.game.proposals
            if rules is None:
                raise RecordError(f"{self.game.name} has no proposals by these rules")
            event = replace(event, deal=rules.read(event.deal))
            self._proposers.add(seat)
        self.entries.append(event)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.game.seats):
            raise RecordError(f"{seat} is not a seat from 0 to {self.game.seats - 1}")

    # Looking.

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        names = f" of {', '.join(self.agents)}" if self.agents else ""
        return f"<record of {self.game.name}{names}: {len(self)} moves, {self.termination}>"

    @property
    def to_move(self) -> int:
        """The seat that chooses next; CHANCE before an outcome; OVER at the end."""
        return self._state.to_move

    def mover(self, move: Move) -> int:
        """Return whose move this would be next; the seat to move, CHANCE or OVER if it is not legal."""
        state = self._state
        return state.mover(move) if state.is_legal(move) else state.to_move

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return self._state.turn

    @property
    def start(self) -> State | None:
        """The position at which the record starts, or None for the beginning of the game."""
        return self._start.copy() if self._start else None

    @property
    def termination(self) -> str:
        """How the game ended: finished, cut or unfinished."""
        if self._state.is_over:
            return "finished"
        return "cut" if self.cut else "unfinished"

    @property
    def result(self) -> Ended | None:
        """How the game ended, or None if it goes on."""
        state = self._state
        shares = tuple(state.returns or ()) if state.is_over else None
        scores = tuple(state.scores)
        if shares is not None:
            return Ended(winner_of(shares), shares, scores, "finished")
        return Ended(-1, None, scores, "cut") if self.cut else None

    @property
    def events(self) -> list[Event]:
        """The events of a table with this game, for `Table.resume`; comments are left out."""
        events: list[Event] = [entry for entry in self.entries if not isinstance(entry, Comment)]
        return [*events, self.result] if self.result else events

    # Replaying.

    def replay(self) -> State:
        """Return the state after the last move, played again from the start."""
        return self.state_at(len(self))

    def states(self) -> Iterator[State]:
        """Play the record again and yield a copy of the start, then of the state after each move."""
        state = self._begin()
        yield state.copy()
        for move in self.moves:
            yield state.apply(move).copy()

    def state_at(self, ply: int) -> State:
        """Return the state after `ply` moves and outcomes; raises ArgumentError out of range."""
        state = self._begin()
        for move in self.moves[: whole_number("ply", ply, 0, len(self))]:
            state.apply(move)
        return state

    def view_at(self, ply: int, seat: int) -> View:
        """Return the view of a seat after `ply` moves and outcomes; like a table's, it has no seed.

        Raises ArgumentError out of range, ObservationError for an unknown seat, and RecordError if the
        record starts from a position: it does not say what the seat had seen before.
        """
        if self._start is not None:
            raise RecordError("a record that starts from a position does not say what a seat had seen")
        state = self._begin()
        self._sealed = self._sealed or self.game.sealed()
        observer = self._sealed.observer(seat)
        for move in self.moves[: whole_number("ply", ply, 0, len(self))]:
            observer.observe(state.seen(move, seat))
            state.apply(move)
        if state.is_over:
            observer.finish(winner_of(tuple(state.returns or ())))
        return observer.view()

    def _begin(self) -> State:
        return self._start.copy() if self._start else self.game.start()

    # Writing.

    @property
    def text(self) -> str:
        """The record as canonical text."""
        from catanlab.table.record_writer import record_text

        return record_text(self)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the record to a file, completely or not at all; raises OSError."""
        from catanlab.table.record_writer import write_records

        write_records([self], path)


def game_notation(game: Game) -> Notation:
    """Return the notation of a built-in game, or for any other game a notation of plain moves."""
    try:
        return find_notation(game.name)
    except GameError:
        return GivenNotation(game)


def find_notation(name: str) -> Notation:
    """Return the notation of a built-in game; raises GameError with the valid names.

    It is imported when it is needed, as the table depends on no game.
    """
    notation: Notation = import_module("catanlab.games.notations").find_notation(name)
    return notation


def _mover(state: State) -> str:
    return "an outcome comes next" if state.is_chance else f"seat {state.to_move} is to move"

"""A game in progress that waits for nobody: moves and statements come in, events go out.

>>> from catanlab.games.gomoku import Gomoku
>>> play = Play(Gomoku(size=3, line=3))
>>> play.deciders, play.move(0, "b2").event
((0,), Played(move=<b2>, seat=0, seconds=0.0, explanation=None))
>>> play.move(0, "a1")
Traceback (most recent call last):
    ...
catanlab.framework.errors.NotDecidingError: seat 0 has nothing to decide: seat 1 has

`Play` has no agents and no clock. `Table` drives one with agents; a room on a server lets people and
robots act on it. Outcomes are drawn from the seed by `draw`: no seat can bring one about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import (
    IllegalMoveError,
    NotDecidingError,
    ProposalError,
    StaleDecisionError,
    StatementError,
    StatementLimitError,
    TableError,
)
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.observer import Observer, View
from catanlab.framework.state import State
from catanlab.framework.wording import one_line
from catanlab.table.agent import Explanation
from catanlab.table.agent_replies import Failure, statements
from catanlab.table.chance import Chance
from catanlab.table.events import (
    MOVES_AND_OUTCOMES,
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
from catanlab.table.failure_policy import MAX_LIMIT
from catanlab.table.move_checks import check_logged, legal_in, why_not_deciding
from catanlab.table.open_proposals import OpenProposals
from catanlab.table.step import Step
from catanlab.table.whole_answer import WholeAnswer

MAX_NAME_CHARACTERS = 200


class Play:
    """A game, what each seat knows of it, the outcomes to come, and everything that has happened.

    * The game is cut after `max_moves` moves and outcomes, or after `max_turns` turns.
    * A seat may make `statements_per_turn` statements in a turn.
    * With `record=False` `events` holds no moves and outcomes.
    * With `spectators=False` there is no public observer, which saves its time.

    What a refusal says depends only on what the seat that acts may know. Raises SeedError or ArgumentError.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        max_moves: int = 100_000,
        max_turns: int | None = None,
        statements_per_turn: int = 3,
        record: bool = True,
        spectators: bool = True,
    ) -> None:
        if not isinstance(game, Game):
            raise TableError(f"a Game is played, not {game!r}")
        self.game = game
        self.sealed = game.sealed()
        """The game as agents and observers may see it: without a seed."""
        self.seed = seed
        self.state: State = game.start()
        """The true position: for the program that owns the game, never for a seat."""
        self.events: list[Event] = []
        self.moves: list[Move] = []
        self.chance = Chance(seed)
        self._record = record
        self._max_moves = whole_number("max_moves", max_moves, 1, MAX_LIMIT)
        turns = MAX_LIMIT if max_turns is None else max_turns
        self._max_turns = whole_number("max_turns", turns, 1, MAX_LIMIT)
        self._statements = whole_number("statements_per_turn", statements_per_turn, 0, MAX_LIMIT)
        self._seats = range(game.seats)
        self._observers = [self.sealed.observer(seat) for seat in self._seats]
        self._public = self.sealed.observer(None) if spectators else None
        self._said = [0] * game.seats
        self._proposals = OpenProposals(game)
        self.decision = 0
        """The number of the present decision: how many moves and outcomes there were when it was put.

        It stays while one question is open to several seats: answers to an offer, discards."""
        self.result: Ended | None = None
        """How the game ended, or None while it goes on."""
        self._expected: list[Step] = []
        """What followed from the last event that was replayed: the log says so next."""
        self._end_if_over()

    # Looking.

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or at a limit."""
        return self.result is not None

    @property
    def is_chance(self) -> bool:
        """Whether an outcome comes next."""
        return self.result is None and self.state.is_chance

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now; none where chance decides, and after the end."""
        return self.state.deciders if self.result is None else ()

    @property
    def proposals(self) -> Mapping[int, str]:
        """The open proposals by the seat that made them, in the words of the game."""
        return MappingProxyType(self._proposals.deals)

    def observer(self, seat: int | None) -> Observer:
        """Return the observer of a seat, or with None the public one; raises TableError."""
        if seat is None:
            if self._public is None:
                raise TableError("this game has no spectators")
            return self._public
        return self._observers[self._check_seat(seat)]

    def view(self, seat: int | None) -> View:
        """Return what a seat knows, or with None what everybody knows; raises TableError."""
        return self.observer(seat).view()

    def statements_left(self, seat: int) -> int:
        """Return how many statements a seat may still make in this turn; raises TableError."""
        return self._statements - self._said[self._check_seat(seat)]

    # Acting.

    def check(self, seat: int, move: Move | int | str, decision: int | None = None) -> Move:
        """Return the move as this seat would make it now, and change nothing.

        With `decision` it must be the number of the present one. Raises NotDecidingError,
        StaleDecisionError, MoveTextError or IllegalMoveError, and TableError for an unknown seat. Outcomes
        are never legal here, nor is the move that takes a proposal: see `take`.
        """
        observer = self._observers[self._check_seat(seat)]
        self._check_decision(decision)
        if self.result is not None or seat not in self.state.deciders:
            raise NotDecidingError(why_not_deciding(seat, self.deciders, self.is_over))
        read = self.game.move_type.of(move)
        return self.state.by(legal_in(observer.view(), read), seat)

    def check_answer(
        self, seat: int, moves: Iterable[Move | int | str], decision: int | None = None
    ) -> list[Move]:
        """Return the moves of one whole answer, such as all cards that a seat must discard; change nothing.

        They can then be made one by one. Raises the errors of `check`, and IllegalMoveError if a move is
        missing or one too many.
        """
        self._check_decision(decision)
        answer = WholeAnswer(self._observers[self._check_seat(seat)], seat)
        if self.result is not None or seat not in self.state.deciders:
            raise NotDecidingError(why_not_deciding(seat, self.deciders, self.is_over))
        for move in moves:
            read = self.game.move_type.of(move)
            if answer.is_complete:
                raise IllegalMoveError(f"{read}: the answer is complete without it")
            answer.add(legal_in(answer.view, read))
        if not answer.is_complete:
            raise IllegalMoveError(f"the answer needs more than {len(answer.moves)} of its moves")
        return answer.moves

    def move(
        self,
        seat: int,
        move: Move | int | str,
        *,
        decision: int | None = None,
        seconds: float = 0.0,
        explanation: Explanation | None = None,
    ) -> Step:
        """Make a move for a seat; raises the errors of `check`."""
        return self._advance(Played(self.check(seat, move, decision), seat, seconds, explanation))

    def draw(self) -> Step:
        """Let chance decide; raises TableError if it is not its turn."""
        if not self.is_chance:
            raise TableError("no outcome comes next")
        return self._advance(Outcome(self.chance.draw(self.state)))

    def say(self, seat: int, text: str) -> Step:
        """Make a statement, which every seat hears, the speaker too.

        Raises StatementError, StatementLimitError, and TableError for an unknown seat.
        """
        left = self.statements_left(seat)
        try:
            lines = statements([text])
        except Failure as failure:
            raise StatementError(failure.text) from None
        if not lines:
            raise StatementError("a statement needs some text")
        if left <= 0:
            raise StatementLimitError(f"a seat may make {self._statements} statements in a turn")
        return self._speak(Said(seat, lines[0]))

    def propose(self, seat: int, deal: str, *, decision: int | None = None) -> Step:
        """Propose a deal to the seat on turn, from the side of this seat; it replaces an earlier one.

        Raises ProposalError, StaleDecisionError, MoveTextError or IllegalMoveError, and TableError for an
        unknown seat.
        """
        observer = self._observers[self._check_seat(seat)]
        self._check_decision(decision)
        rules = self._proposals.rules(self.is_over)
        return self._open(Proposed(seat, rules.propose(observer.view(), deal)))

    def withdraw(self, seat: int) -> Step:
        """Take back the proposal of a seat; raises ProposalError, and TableError for an unknown seat."""
        return self._close(Withdrawn(self._check_seat(seat)))

    def take(
        self,
        seat: int,
        proposer: int,
        *,
        decision: int | None = None,
        seconds: float = 0.0,
        explanation: Explanation | None = None,
    ) -> Step:
        """Let the seat on turn take the proposal of another seat: both exchange their cards at once.

        Raises ProposalError, NotDecidingError, StaleDecisionError or IllegalMoveError, and TableError for
        an unknown seat.
        """
        observer = self._observers[self._check_seat(seat)]
        self._check_seat(proposer)
        self._check_decision(decision)
        rules = self._proposals.rules(self.is_over)
        deal = self._proposals.open_deal(proposer)
        move = rules.take(observer.view(), proposer, deal)
        if not self.state.is_legal(move, seat):  # an open proposal can be paid by its owner
            raise ProposalError(f"the proposal of seat {proposer} cannot be taken")
        return self._advance(Played(move, seat, seconds, explanation))

    def sit(self, seat: int, name: str) -> Step:
        """Note that somebody took a seat; raises TableError without a name or for an unknown seat."""
        line = one_line(name, MAX_NAME_CHARACTERS)
        if not line:
            raise TableError("who sits down needs a name")
        return self._add(Seated(self._check_seat(seat), line))

    def note(self, incident: Incident) -> Step:
        """Note the failure of a seat's agent, here and now; seats see nothing of it. Raises TableError."""
        self._check_seat(incident.seat)
        return self._add(replace(incident, ply=len(self.moves), turn=self.state.turn), shown=False)

    def replay(self, event: Event | Move | int | str) -> Step:
        """Repeat an event of a log, or a bare move or outcome of one.

        Outcomes come from the log, and the streams of chance count them, so that the same ones are still
        to come. What follows from an event by itself may stand in the log as well. Raises MoveTextError,
        IllegalMoveError or TableError if the log does not fit the game.
        """
        expected, self._expected = self._expected, []
        if isinstance(event, MOVES_AND_OUTCOMES):
            self._check_going_on()
            check_logged(event, self.state)
            step = self._advance(event)
        elif isinstance(event, Said):
            step = self._speak(Said(self._check_seat(event.seat), event.text))
        elif isinstance(event, Ended | Withdrawn):
            return self._confirm(event, expected)
        elif isinstance(event, Proposed):
            self._check_seat(event.seat)
            step = self._open(event)
        elif isinstance(event, Incident):
            step = self.note(event)
        elif isinstance(event, Seated):
            step = self._add(Seated(self._check_seat(event.seat), event.name))
        else:
            read = self.game.move_type.of(event)
            self._check_going_on()
            mover = self.state.mover(read)
            step = self._advance(Outcome(read) if mover == CHANCE else Played(read, mover))
        self._expected = list(step.followed)
        return step

    def __repr__(self) -> str:
        doing = "over" if self.is_over else "going on"
        return f"<play of {self.game.name}: {len(self.moves)} moves, {doing}>"

    def takes_proposal(self, move: Move) -> bool:
        """Say whether this move takes a proposal, which only `take` may do."""
        return self._proposals.is_taking(move)

    # Inside.

    def _advance(self, event: Played | Outcome) -> Step:
        """Show every seat what it sees of a legal move or outcome, and carry it out."""
        state, move = self.state, event.move
        # Observers keep what they saw as long as the game goes on: one object for all who see it alike.
        parts = tuple([move if (part := state.seen(move, seat)) == move else part for seat in self._seats])
        public_part = None if self._public is None else state.seen(move, None)
        if public_part == move:
            public_part = move
        for observer, part in zip(self._observers, parts, strict=True):
            observer.observe(part)
        if self._public is not None and public_part is not None:
            self._public.observe(public_part)
        if isinstance(event, Outcome):
            self.chance.note(state)
        turn, question = state.turn, state.question
        state.apply(move)
        self.moves.append(move)
        if self._record:
            self.events.append(event)
        if new_turn := state.turn != turn:
            self._said = [0] * len(self._said)
        if state.question == 0 or state.question != question:
            self.decision = len(self.moves)
        followed: tuple[Step, ...] = ()
        if self._proposals.deals:
            lapsed = self._proposals.lapsed(state, move, everything=new_turn or self._is_ending())
            followed = tuple([self._close(Withdrawn(seat, lapsed=True)) for seat in lapsed])
        followed += self._end_if_over()
        return Step(event, len(parts), parts=parts, public_part=public_part, followed=followed)

    def _is_ending(self) -> bool:
        state = self.state
        return state.is_over or len(self.moves) >= self._max_moves or state.turn >= self._max_turns

    def _end_if_over(self) -> tuple[Step, ...]:
        """Find out whether the game has ended; if so, finish the observers and return that step."""
        if not self._is_ending():
            return ()
        state = self.state
        if state.is_over:
            shares = tuple(state.returns or ())
            winner = winner_of(shares)
            for observer in (*self._observers, *([self._public] if self._public else ())):
                observer.finish(winner)
            self.result = Ended(winner, shares, tuple(state.scores), "finished")
        else:
            self.result = Ended(-1, None, tuple(state.scores), "cut")
        return (self._add(self.result),)

    def _add(self, event: Event, *, shown: bool = True) -> Step:
        self.events.append(event)
        return Step(event, len(self._seats), shown=shown)

    def _speak(self, said: Said) -> Step:
        self._said[said.seat] += 1
        return self._add(said)

    def _open(self, proposed: Proposed) -> Step:
        self._proposals.open(proposed, self.state)
        return self._add(proposed)

    def _close(self, withdrawn: Withdrawn) -> Step:
        self._proposals.close(withdrawn.seat)
        return self._add(withdrawn)

    def _confirm(self, event: Ended | Withdrawn, expected: list[Step]) -> Step:
        """Return the step that this event of a log repeats; the log may also take a proposal back."""
        for place, step in enumerate(expected):
            if step.event == event:
                self._expected = expected[place + 1 :]
                return step
        if isinstance(event, Withdrawn):
            return self._close(Withdrawn(self._check_seat(event.seat), event.lapsed))
        raise TableError("the log says that the game has ended otherwise than it did")

    def _check_going_on(self) -> None:
        if self.result is not None:
            raise TableError("the game has ended")

    def _check_seat(self, seat: int) -> int:
        if seat not in self._seats:
            raise TableError(f"{seat!r} is not a seat from 0 to {len(self._seats) - 1}")
        return seat

    def _check_decision(self, decision: int | None) -> None:
        if decision is not None and decision != self.decision:
            raise StaleDecisionError(f"decision {decision} is not open; the present one is {self.decision}")

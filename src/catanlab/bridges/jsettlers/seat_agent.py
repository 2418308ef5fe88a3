"""Asks the agent of a seat for its moves, within their time; makes a simple move where the agent fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from catanlab.agents.registry import make_agent
from catanlab.bridges.jsettlers.agent_thread import AgentThread
from catanlab.framework.random import STREAMS, Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.agent_replies import Failure, legal_move
from catanlab.table.clock import Clock, Deadline
from catanlab.table.events import Event
from catanlab.table.in_process_seat import InProcessSeat

GRACE_SECONDS = 1.0
"""How long the bridge waits for an answer after the agent's deadline, before it makes a simple move."""


@dataclass
class SeatCounts:
    """The decisions and failures of one seat in one game, for statistics."""

    decisions: int = 0
    thought: float = 0.0
    """Seconds of thought."""
    failures: int = 0
    """How often the agent failed and a simple move was made instead."""
    refused: int = 0
    """How often the server refused a request in the robot's own turn."""


class SeatAgent:
    """The agent named by `spec`, in one game. Raises AgentError if there is no such agent.

    `report` is called with a sentence about each failure.
    """

    def __init__(
        self,
        spec: str,
        game: str,
        *,
        seed: int,
        move_seconds: float,
        clock: Clock,
        counts: SeatCounts,
        report: Callable[[str], None],
    ) -> None:
        self._spec = spec
        self._agent = make_agent(spec)
        self._seed = seed
        self._move_seconds = move_seconds
        self._clock = clock
        self._counts = counts
        self._report = report
        self._seat: InProcessSeat | None = None
        self._game: Catan | None = None
        self._thread = AgentThread(f"{self._agent.name} in {game}")
        self._events: deque[Event] = deque()  # those that the agent has not heard yet

    def hear(self, event: Event) -> None:
        """Keep an event until the agent is asked next."""
        self._events.append(event)

    def forget_events(self) -> None:
        """Forget the events that the agent has not heard: the game cannot be followed."""
        self._events.clear()

    def choose(self, observer: CatanObserver, ply: int, share: float = 1.0) -> CatanMove:
        """Return the agent's choice, or a simple move if it fails; `share` is the part of its time."""
        view = observer.view()
        begun = self._clock.now()
        seconds = share * self._move_seconds
        question = partial(self._consult, observer, ply, Deadline(self._clock, seconds))
        try:
            move = CatanMove.of(legal_move(self._thread.ask(question, seconds + GRACE_SECONDS), view))
        except Failure as failure:
            self._note_failure(failure)
            move = self.simple_move(observer, ply)
        self._counts.decisions += 1
        self._counts.thought += self._clock.now() - begun
        return move

    def _consult(self, observer: CatanObserver, ply: int, deadline: Deadline) -> int | str:
        """Pass the events to the agent and ask it, in its own thread; raises Failure."""
        seat = self._seat
        if seat is None or self._game is not observer.game:
            if seat is not None:  # the game was resumed: the agent's memory of it is of no use
                seat.close()
                self._agent = make_agent(self._spec)
            self._game = observer.game
            seat = self._seat = InProcessSeat(self._agent, observer.game, observer.seat, self._seed)
            seat.start()
        seat.get_ready()
        while self._events:
            event = self._events.popleft()
            if seat.listens:
                try:
                    seat.hear(event)
                except Failure as failure:
                    self._note_failure(failure)
        return seat.choose(observer, ply, deadline)

    def _note_failure(self, failure: Failure) -> None:
        self._counts.failures += 1
        self._report(f"{self._agent.name}: {failure.text}")

    def simple_move(self, observer: CatanObserver, ply: int) -> CatanMove:
        """Return a simple move: roll, end the turn, reject, or any legal move at random."""
        view = observer.view()
        for kind in (MoveKind.ROLL, MoveKind.END_TURN, MoveKind.REJECT, MoveKind.CANCEL):
            move = CatanMove.make(kind)
            if view.is_legal(move):
                return move
        random = Random(self._seed, STREAMS["agent"] + 0x200, ply)
        return CatanMove.of(view.sample(random).draw_move(random, by_group=True))

    def stop(self) -> None:
        """Interrupt a choice in progress, and make no more."""
        self._thread.stop()

    def close(self) -> None:
        """Close the agent, without waiting for one that is still thinking."""
        seat, self._seat = self._seat, None
        self._thread.close(seat.close if seat else None)

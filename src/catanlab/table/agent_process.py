"""The process of an isolated agent: it has its own observer, and answers requests over a pipe."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import TypeVar

from catanlab.framework.game import Game
from catanlab.framework.observer import Observer
from catanlab.table.agent import Agent
from catanlab.table.agent_replies import Failure
from catanlab.table.child_process import end_if_forked, end_with_parent
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.in_process_seat import InProcessSeat
from catanlab.table.messages import Reply, Request

Result = TypeVar("Result")


def serve(pipe: Connection, agent: Agent, game: Game, seat: int, seed: int, explain: bool) -> None:
    """Answer requests until the table closes the pipe or ends.

    The first reply is sent without a request: it says whether the agent could start.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the table's to handle
    end_with_parent()
    own = os.getpid()
    handler = _RequestHandler(InProcessSeat(agent, game, seat, seed), game.observer(seat), explain)
    try:
        reply: Reply | None = handler.start()
        while reply:
            end_if_forked(own)
            pipe.send_bytes(reply.encode())
            reply = handler.answer(pipe.recv())
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        end_if_forked(own)
        handler.seat.close()


class _RequestHandler:
    """The agent in its seat, with an observer that follows the game."""

    def __init__(self, seat: InProcessSeat, observer: Observer, explain: bool) -> None:
        self.seat = seat
        self.observer = observer
        self.explain = explain

    def start(self) -> Reply:
        """Let the agent sit down."""
        self.seat.start()
        _, failure = _attempt(self.seat.get_ready)
        return Reply(failure=failure)

    def answer(self, request: Request) -> Reply | None:
        """Return the reply to a request, or None to a request to close."""
        complaints = self._take_in(request.events)
        if request.task == "close":
            return None
        if request.task == "say":
            lines, failure = _attempt(partial(self.seat.say, self.observer, request.ply))
            return Reply(tuple(lines or ()), failure, None, tuple(complaints))
        deadline = Deadline(SystemClock(), request.seconds)
        move, failure = _attempt(partial(self.seat.choose, self.observer, request.ply, deadline))
        if failure or not self.explain:
            return Reply(move, failure, None, tuple(complaints))
        explanation, complaint = _attempt(self.seat.explain)
        if complaint:
            complaints.append(complaint)
        return Reply(move, None, explanation, tuple(complaints))

    def _take_in(self, events: tuple[Event, ...]) -> list[Failure]:
        """Observe events and report them to the agent; return the failures."""
        complaints = []
        for event in events:
            if isinstance(event, Played | Outcome):
                self.observer.observe(event.move)
            elif isinstance(event, Ended) and event.termination == "finished":
                self.observer.finish(event.winner)
            if self.seat.listens:
                _, failure = _attempt(partial(self.seat.hear, event))
                if failure:
                    complaints.append(failure)
        return complaints


def _attempt(ask: Callable[[], Result]) -> tuple[Result | None, Failure | None]:
    try:
        return ask(), None
    except Failure as failure:
        return None, failure

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
from catanlab.table.answers import Failure
from catanlab.table.chair import Chair
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.messages import Reply, Request
from catanlab.table.parentage import end_if_forked, end_with_parent

Result = TypeVar("Result")


def serve(pipe: Connection, agent: Agent, game: Game, seat: int, seed: int, explain: bool) -> None:
    """Answer requests until the table closes the pipe or ends.

    The first reply is unasked: it says that the agent has sat down.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the table's to handle
    end_with_parent()
    own = os.getpid()
    host = _Host(Chair(agent, game, seat, seed), game.observer(seat), explain)
    try:
        reply: Reply | None = host.start()
        while reply:
            end_if_forked(own)
            pipe.send_bytes(reply.encode())
            reply = host.answer(pipe.recv())
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        end_if_forked(own)
        host.chair.close()


class _Host:
    """The agent's chair, and the observer that feeds it."""

    def __init__(self, chair: Chair, observer: Observer, explain: bool) -> None:
        self.chair = chair
        self.observer = observer
        self.explain = explain

    def start(self) -> Reply:
        """Let the agent sit down."""
        self.chair.start()
        _, failure = _attempt(self.chair.get_ready)
        return Reply(failure=failure)

    def answer(self, request: Request) -> Reply | None:
        """Do what the table wants; return None when that is to close."""
        complaints = self._take_in(request.news)
        if request.task == "close":
            return None
        if request.task == "say":
            lines, failure = _attempt(partial(self.chair.say, self.observer, request.ply))
            return Reply(tuple(lines or ()), failure, None, tuple(complaints))
        deadline = Deadline(SystemClock(), request.seconds)
        move, failure = _attempt(partial(self.chair.choose, self.observer, request.ply, deadline))
        if failure or not self.explain:
            return Reply(move, failure, None, tuple(complaints))
        explanation, complaint = _attempt(self.chair.explain)
        if complaint:
            complaints.append(complaint)
        return Reply(move, None, explanation, tuple(complaints))

    def _take_in(self, news: tuple[Event, ...]) -> list[Failure]:
        """Observe what happened and tell the agent; return how that failed."""
        complaints = []
        for event in news:
            if isinstance(event, Played | Outcome):
                self.observer.observe(event.move)
            elif isinstance(event, Ended) and event.termination == "finished":
                self.observer.finish(event.winner)
            if self.chair.listens:
                _, failure = _attempt(partial(self.chair.hear, event))
                if failure:
                    complaints.append(failure)
        return complaints


def _attempt(ask: Callable[[], Result]) -> tuple[Result | None, Failure | None]:
    try:
        return ask(), None
    except Failure as failure:
        return None, failure

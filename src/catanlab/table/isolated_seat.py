"""A seat's agent in a process of its own, which can be killed.

The process knows what its seat saw and nothing else. It is killed if it does not answer in time; for the
next move a new one replaces it and receives all events so far. No process is left behind: each is waited
for after it ended or was killed.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from catanlab.framework.errors import TableError
from catanlab.framework.game import Game
from catanlab.framework.observer import Observer
from catanlab.table.agent import Agent, Explanation
from catanlab.table.agent_process import serve
from catanlab.table.agent_replies import Failure, StartFailure, statements
from catanlab.table.clock import Deadline
from catanlab.table.events import Event
from catanlab.table.messages import Reply, Request, Task

START_SECONDS = 60.0
"""How long a process may take to start; it does not count against the agent's clock."""
CLOSE_SECONDS = 2.0
"""How long a process may take to close before it is killed."""
SAY_SECONDS = 5.0
"""How long an agent may take to make its statements."""
_MAX_REPLY_BYTES = 1 << 20


class IsolatedSeat:
    """An agent in a process of its own; raises Failure as InProcessSeat does.

    Raises TableError if the agent or the game cannot be sent to another process.
    """

    listens = True

    def __init__(
        self, agent: Agent, game: Game, seat: int, seed: int, *, grace: float, explain: bool
    ) -> None:
        self.speaks = agent.speaks
        self._arguments = (agent, game, seat, seed, explain)
        self._grace = grace
        self._history: list[Event] = []
        self._sent = 0
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._ready = False
        self._waiting = False
        self._explanation: Explanation | None = None
        self._complaints: list[Failure] = []

    @property
    def pid(self) -> int | None:
        """The id of the process, if one is running."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start a process, without waiting until it is ready."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        agent, _, seat, *_ = self._arguments
        process = context.Process(
            target=serve, args=(theirs, *self._arguments), name=f"seat {seat}", daemon=True
        )
        try:
            process.start()
        except Exception as error:  # whatever the agent's own pickling may raise
            ours.close()
            raise TableError(f"{agent.name} cannot be isolated: {error}") from error
        finally:
            theirs.close()
        self._process, self._pipe = process, ours
        self._ready = self._waiting = False
        self._sent = 0

    def get_ready(self) -> None:
        """Wait until a process is ready, a new one if the last was stopped; raises StartFailure."""
        if self._waiting:  # a question was interrupted, and its answer may still come
            self._stop()
        if self._process is None:
            self.start()
        if self._ready:
            return
        try:
            failure = self._receive(START_SECONDS).failure
        except Failure as error:
            raise StartFailure(error.kind, error.text, error.traceback) from None
        if failure:
            self._stop()
            raise StartFailure(failure.kind, failure.text, failure.traceback)
        self._ready = True

    def hear(self, event: Event) -> None:
        """Keep an event for the next request; raises the Failure of an earlier event, if there is one."""
        self._history.append(event)
        if self._complaints:
            raise self._complaints.pop(0)

    def choose(self, observer: Observer, ply: int, deadline: Deadline) -> int | str:
        """Ask for a move; the process is killed if it does not answer in time."""
        seconds = deadline.left()
        reply = self._ask("choose", ply, seconds, seconds + self._grace)
        self._explanation = reply.explanation
        if not isinstance(reply.answer, int | str):
            raise Failure("nonsense", f"not a move: {reply.answer!r}")
        return reply.answer

    def explain(self) -> Explanation | None:
        """Return why the agent chose its last move; the explanation came with the move."""
        return self._explanation

    def say(self, observer: Observer, ply: int) -> Sequence[str]:
        """Ask for statements."""
        lines = self._ask("say", ply, SAY_SECONDS, SAY_SECONDS).answer
        return statements(lines)

    def close(self) -> None:
        """Send the remaining events and let the process end by itself, or kill it."""
        idle = self._ready and not self._waiting
        if idle:
            self._send("close")
        self._stop(patience=CLOSE_SECONDS if idle else 0.0)

    def _ask(self, task: Task, ply: int, seconds: float, patience: float) -> Reply:
        self._send(task, ply, seconds)
        reply = self._receive(patience)
        self._complaints += reply.complaints
        if reply.failure:
            raise reply.failure
        return reply

    def _send(self, task: Task, ply: int = 0, seconds: float = 0.0) -> None:
        assert self._pipe is not None
        events = tuple(self._history[self._sent :])
        self._sent = len(self._history)
        self._waiting = True
        with suppress(OSError):  # it died: the reply will say so
            self._pipe.send(Request(task, events, ply, seconds))

    def _receive(self, patience: float) -> Reply:
        """Wait this many seconds for the reply; raises Failure, and then the process is stopped."""
        assert self._pipe is not None
        try:
            if not self._pipe.poll(None if patience == math.inf else patience):
                self._stop()
                raise Failure("late", f"no answer within {patience:.3g} s: its process was stopped")
            reply = Reply.decode(self._pipe.recv_bytes(_MAX_REPLY_BYTES))
        except (EOFError, OSError, ValueError) as error:
            code = self._stop(patience=0.5)  # its own exit code says more than a kill's
            reason = error if isinstance(error, ValueError) else f"exit code {code}"
            raise Failure("died", f"its process is gone: {reason}") from None
        self._waiting = False
        return reply

    def _stop(self, patience: float = 0.0) -> int | None:
        """Wait this many seconds for the process to end, else kill it; return its exit code."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._ready = self._waiting = False
        if pipe is not None:
            pipe.close()
        if process is None:
            return None
        if patience:
            process.join(patience)
        process.kill()
        process.join()
        code = process.exitcode
        process.close()
        return code

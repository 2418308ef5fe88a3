"""Runs an agent in a thread of its own, so that nobody waits for a late answer.

The server goes on without a late agent. The thread is interrupted and not waited for. It is a daemon: an
agent that never stops does not keep the program from ending.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from catanlab.table.agent_replies import Failure

Result = TypeVar("Result")

_BUSY_SECONDS = 0.05


class TooLateError(BaseException):
    """Raised inside an agent that is still thinking when nobody waits for its answer any more."""


class AgentThread:
    """Answers questions one after another, in a thread of its own.

    >>> agent_thread = AgentThread("an agent")
    >>> agent_thread.ask(lambda: 6 * 7, 10.0)
    42
    >>> agent_thread.close()
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._questions: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._thinking = False
        self._has_question = False
        """Whether the thread has taken a question for which it has not said that it is idle."""
        self._waiting: Future[Any] | None = None
        self._idle = threading.Event()
        self._idle.set()
        self._stopped = False

    def ask(self, question: Callable[[], Result], seconds: float) -> Result:
        """Return the answer, or raise the agent's error; raises Failure if neither comes in `seconds`.

        If the agent still thinks about an earlier question, Failure is raised at once.
        """
        if self._stopped:
            raise Failure("late", "the robot has left the game")
        self._replace_dead()
        if not self._idle.wait(_BUSY_SECONDS):
            self._interrupt()  # the agent may have caught the first interrupt
            raise Failure("late", "it has not stopped thinking about an earlier move")
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        future: Future[Result] = Future()
        self._waiting = future
        self._idle.clear()
        self._questions.put((future, question))
        try:
            return future.result(seconds)
        except TimeoutError:
            if future.done():
                raise  # the agent itself raised it
            failure = Failure("late", f"no answer within {seconds:.3g} s")
            with suppress(InvalidStateError):
                future.set_exception(failure)
            self._interrupt()
            raise failure from None

    def stop(self) -> None:
        """Interrupt the current question, and answer no more."""
        self._stopped = True
        future = self._waiting
        if future is not None:
            with suppress(InvalidStateError):
                future.set_exception(Failure("late", "the robot has left the game"))
        self._interrupt()

    def close(self, farewell: Callable[[], None] | None = None, seconds: float = 1.0) -> None:
        """End the thread, after a last call of at most `seconds` unless the agent is still thinking."""
        if farewell and self._thread and self._idle.wait(_BUSY_SECONDS):
            self._stopped = False
            with suppress(Exception):
                self.ask(farewell, seconds)
        self._stopped = True
        self._questions.put(None)

    def _replace_dead(self) -> None:
        """Let the next question have a new thread if an interrupt has ended the old one."""
        if self._thread is not None and not self._thread.is_alive():
            self._thread, self._thinking, self._has_question = None, False, False
            self._idle.set()

    def _work(self) -> None:
        is_over = False
        while not is_over:
            # A second interrupt may come while the first is handled: the work begins again in either case.
            with suppress(TooLateError):
                is_over = self._answer_all()

    def _answer_all(self) -> bool:
        """Answer questions to the last one; what was interrupted has no answer."""
        while True:
            if self._has_question:
                self._rest()
            asked = self._questions.get()
            if asked is None:
                return True
            self._has_question = True
            future, question = asked
            with self._lock:
                # On a busy machine the time can be over before the agent has begun.
                self._thinking = not future.done()
            if self._thinking:
                self._answer(future, question)

    def _answer(self, future: Future[Any], question: Callable[[], Any]) -> None:
        """Hand over the answer. The agent is idle before that: the next question may come at once."""
        try:
            answer = question()
        except TooLateError:
            raise
        except BaseException as error:
            self._rest()
            with suppress(InvalidStateError):
                future.set_exception(_exception(error))
        else:
            self._rest()
            with suppress(InvalidStateError):
                future.set_result(answer)

    def _rest(self) -> None:
        """Say that the agent is idle; from then on nothing interrupts its thread."""
        with self._lock:
            self._thinking = False
            _let_interrupt_come()  # now, or never; then this is done again
        self._has_question = False
        self._idle.set()

    def _interrupt(self) -> None:
        """Raise TooLateError in the agent's thread; it takes effect when Python code runs there."""
        with self._lock:
            if self._thinking and self._thread and self._thread.ident and self._thread.is_alive():
                raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in(ctypes.c_ulong(self._thread.ident), ctypes.py_object(TooLateError))


def _exception(error: BaseException) -> Exception:
    """Return an error that ends no program, such as an agent's SystemExit would."""
    return error if isinstance(error, Exception) else RuntimeError(f"{type(error).__name__}: {error}")


def _let_interrupt_come() -> None:
    """Do nothing: Python raises an error that waits for a thread when the thread calls a function."""

"""Errors of agents as text, and raised again: what happened, and the agent's own frames that led there."""

from __future__ import annotations

from traceback import TracebackException
from typing import TYPE_CHECKING, NoReturn

from catanlab.framework.errors import AgentFailedError

if TYPE_CHECKING:
    from catanlab.table.agent_replies import Failure

MAX_TRACEBACK_CHARACTERS = 4000


def error_text(error: BaseException) -> str:
    """Return an error in words: its class and its message.

    >>> error_text(KeyError("ore"))
    "KeyError: 'ore'"
    """
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def traceback_text(error: BaseException, *, skip: str) -> str:
    """Return the traceback of an error as Python prints it, from the first frame outside the file `skip`.

    The middle of a long traceback is left out.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == skip:
        trace = trace.tb_next
    try:
        text = "".join(TracebackException(type(error), error, trace).format())
    except Exception:  # whatever the error's own text or notes may raise
        return error_text(error)
    if len(text) <= MAX_TRACEBACK_CHARACTERS:
        return text
    half = MAX_TRACEBACK_CHARACTERS // 2 - 5
    return f"{text[:half]}\n...\n{text[-half:]}"


def raise_failure(failure: Failure, where: str) -> NoReturn:
    """Raise an agent's own error with a note of where it happened, such as agent, seat and ply.

    Where there is none, as for an illegal move or an agent in another process, or where it would end the
    program, AgentFailedError is raised.
    """
    error = failure.__cause__
    if not isinstance(error, Exception):
        failed = AgentFailedError(f"{where}: {failure.kind}: {failure.text}")
        if failure.traceback:
            failed.add_note(failure.traceback.rstrip())
        raise failed from None
    error.add_note(f"raised by {where}")
    context = error.__context__
    try:
        raise error
    finally:  # Python would show the Failure that is being handled as the reason of the agent's error
        error.__context__ = context

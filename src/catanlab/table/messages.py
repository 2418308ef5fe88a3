"""The messages between a table and an isolated agent over their pipe.

Requests are pickled; they carry the events since the last request, as the seat sees them, so that neither
a state nor a view crosses the pipe. Replies are JSON, which can be read without trusting the agent.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from catanlab.framework.wording import one_line
from catanlab.table.agent import Explanation
from catanlab.table.agent_replies import Failure
from catanlab.table.agent_traceback import MAX_TRACEBACK_CHARACTERS
from catanlab.table.events import Event, IncidentKind

Task: TypeAlias = Literal["choose", "say", "close"]
Answer: TypeAlias = int | str | tuple[str, ...] | None
MAX_TRACEBACKS = 16
"""How many complaints of a reply come with their traceback: an agent that fails at every event has many."""


@dataclass(frozen=True)
class Request:
    """A task for the agent, and the events since the last request."""

    task: Task
    events: tuple[Event, ...]
    ply: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Reply:
    """The agent's answer, or its failure; complaints are failures in `hear` and `explain`."""

    answer: Answer = None
    failure: Failure | None = None
    explanation: Explanation | None = None
    complaints: tuple[Failure, ...] = ()

    def encode(self) -> bytes:
        """Return the reply as JSON, without the data of an explanation that JSON cannot hold."""
        why = [self.explanation.text, self.explanation.data] if self.explanation else None
        complaints = [
            _plain(complaint, traceback=number < MAX_TRACEBACKS)
            for number, complaint in enumerate(self.complaints)
        ]
        try:
            return json.dumps([self.answer, _plain(self.failure), why, complaints]).encode()
        except (TypeError, ValueError, RecursionError):
            if not self.explanation or not self.explanation.data:
                raise
            return replace(self, explanation=Explanation(self.explanation.text)).encode()

    @classmethod
    def decode(cls, data: bytes) -> Reply:
        """Read a reply; raises ValueError if the data is not a reply."""
        try:
            answer, failure, explanation, complaints = json.loads(data)
            if isinstance(answer, list):
                answer = tuple(str(line) for line in answer)
            if isinstance(answer, bool) or not isinstance(answer, int | str | tuple | None):
                raise ValueError("the answer has an unknown type")
            reply = cls(answer, failure and _failure(failure), None, tuple(map(_failure, complaints)))
            if explanation:
                text, plain = explanation
                reply = replace(reply, explanation=Explanation(one_line(text, 300), dict(plain)))
        except (TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ValueError(f"not a reply: {error}") from None
        return reply


def _plain(failure: Failure | None, *, traceback: bool = True) -> list[str] | None:
    return [failure.kind, failure.text, failure.traceback if traceback else ""] if failure else None


def _failure(parts: list[str]) -> Failure:
    kind, text, traceback = parts
    kinds: tuple[IncidentKind, ...] = get_args(IncidentKind)
    return Failure(kinds[kinds.index(kind)], str(text), str(traceback)[:MAX_TRACEBACK_CHARACTERS])

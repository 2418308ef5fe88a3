"""How long questions take: estimates by agent and task, learned from the answers."""

from __future__ import annotations

from catanlab.server.robots.questions import Question

Kind = tuple[str, str]

QUICK_SECONDS = 0.002
"""The estimate for an agent that does not search, before its first answer."""
SEARCH_SECONDS = 0.2
"""The same for a search, with its whole budget."""
_WEIGHT = 0.1
"""The weight of the newest answer."""
_MAX_KINDS = 10_000
"""Rooms may name any agent, so that the oldest estimates go at some time."""


class Costs:
    """Running means of the seconds of an answer; those of searches are for the whole budget.

    >>> costs = Costs()
    >>> costs.learn(("uct", "choose"), 0.5, budget=0.5)
    >>> costs.expected(("uct", "choose"), searches=True)
    1.0
    """

    def __init__(self) -> None:
        self._means: dict[Kind, float] = {}

    def expected(self, kind: Kind, *, searches: bool) -> float:
        """Return the seconds that an answer will take with the whole budget."""
        return self._means.get(kind, SEARCH_SECONDS if searches else QUICK_SECONDS)

    def learn(self, kind: Kind, seconds: float, budget: float = 1.0) -> None:
        """Take in how long an answer took."""
        whole = seconds / budget
        mean = self._means.pop(kind, None)
        if len(self._means) >= _MAX_KINDS:
            del self._means[next(iter(self._means))]
        self._means[kind] = whole if mean is None else mean + _WEIGHT * (whole - mean)


def kind_of(question: Question) -> Kind:
    """Return what the time of a question depends on."""
    return question.agent, question.task

"""The two lanes of the pool: quick agents wait in one, searches in the other."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import AgentError
from catanlab.framework.imports import is_import_path
from catanlab.framework.specs import split_spec
from catanlab.table.agent import Agent

Lane: TypeAlias = Literal["quick", "search"]
LANES: tuple[Lane, Lane] = ("quick", "search")


@lru_cache(maxsize=1024)
def lane_of(spec: str) -> Lane:
    """Return the lane of an agent, without importing one that is not ours: that may take any time.

    >>> lane_of("greedy"), lane_of("uct:iterations=500,trade=batna")
    ('quick', 'search')

    Raises AgentError for an unknown agent.
    """
    name, _ = split_spec(spec, AgentError)
    if is_import_path(name):
        return "search"
    kind: type[Agent] = AGENTS.load(AGENTS.find(name))
    return "search" if kind.searches else "quick"


def import_agents() -> None:
    """Import the classes of all our agents, so that nobody has to wait for it later."""
    for name in AGENTS.names:
        lane_of(name)

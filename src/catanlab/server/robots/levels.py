"""Robots that people may choose: levels by name, and the specs of our agents within bounds."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import AgentError
from catanlab.framework.specs import split_spec

USUAL_LEVEL = "medium"
"""The level of a robot that nobody chose."""
MAX_VALUES: dict[str, float] = {
    "iterations": 100_000,
    "seconds": 30.0,
    "threads": 1,
    "nodes": 1_000_000,
    "worlds": 100,
    "samples": 1_000,
}
"""The largest values that the options of a search may have here: workers are shared by all rooms."""


class Level(NamedTuple):
    """A level of skill."""

    spec: str
    summary: str


# The order is measured: docs/results/agents.md, "Levels of skill" and "Against three jsettlers-smart", and
# docs/results/strength.md, "In a pool".
LEVELS: dict[str, Level] = {
    "easy": Level(
        "thomas-plan:level=1,trade=principled", "builds without much of a plan; asks and answers"
    ),
    "medium": Level("thomas-plan:level=3,trade=principled", "plans ahead a little; asks and answers"),
    "hard": Level("thomas-plan:trade=principled", "Thomas' planner at its best; asks and answers"),
    "expert": Level("greedy", "builds what it can soonest, and well; many offers, few words"),
    "champion": Level("expectimax", "the strongest: searches its turn, and learns what others accept"),
}
"""The levels, the weakest first."""


def robot_spec(text: str) -> str:
    """Return the agent's spec of a level or of an agent of ours, in its canonical form.

    >>> robot_spec("expert"), robot_spec("uct: iterations=500")
    ('greedy', 'uct:iterations=500')

    Nothing is imported by a path, since anybody may write the text. Raises AgentError or ArgumentError.
    """
    name = text.strip() or USUAL_LEVEL
    if name in LEVELS:
        return LEVELS[name].spec
    name, words = split_spec(text, AgentError)
    for word in (name, *words.values()):
        path = word.partition(":")[0]
        if "." in path and all(part.isidentifier() for part in path.split(".")):
            raise AgentError(f"{path!r} is an import path; {_ROBOTS}")
    if name not in AGENTS.names:
        raise AgentError(f"unknown robot {name[:_SHOWN]!r}{_meant(name)}; {_ROBOTS}")
    entry, values = AGENTS.read(text)
    for option, most in MAX_VALUES.items():
        value = values.get(option)
        if isinstance(value, int | float) and value > most:
            raise AgentError(f"{option} is {value}; allowed is at most {most:g}")
    spec = AGENTS.write(entry, values)
    AGENTS.make(spec)  # some values are wrong only together
    return spec


def level_of(spec: str) -> str:
    """Return the level whose robots have a spec; empty for none.

    >>> level_of("greedy"), level_of("uct")
    ('expert', '')
    """
    return _LEVELS_BY_SPEC.get(spec, "")


_LEVELS_BY_SPEC = {level.spec: name for name, level in LEVELS.items()}


def _meant(name: str) -> str:
    found = get_close_matches(name, (*LEVELS, *AGENTS.names), n=1)
    return f", did you mean {found[0]!r}?" if found else ""


_SHOWN = 40
"""How many characters of a wrong name are repeated."""
# The names of all agents are more than fits into a refusal.
_ROBOTS = f"the levels are {', '.join(LEVELS)}, and /api/choices has the agents"

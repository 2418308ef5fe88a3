"""Two stored matches compared over their common blocks: the same boards, dice and cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from catanlab.agents.registry import AGENTS, make_agent
from catanlab.framework.errors import AgentError, StoreError
from catanlab.games.catan.text.rules import rules_to_text
from catanlab.lab.code import has_same_code, has_same_games
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native
from catanlab.lab.statistics import Blocks, Comparison, compare
from catanlab.lab.store import StoredMatch
from catanlab.lab.summary import agent_blocks


@dataclass(frozen=True)
class StoredComparison:
    """The results of an agent in one match, and of the same or another agent in a second."""

    agents: tuple[str, str]
    rates: tuple[float, float]
    """The win rate of a seat of each, over the common blocks."""
    blocks: int
    """How many blocks both matches have."""
    differences: tuple[str, ...]
    """What else differs between the matches, a phrase each."""
    paired: Comparison


def compare_stored(first: StoredMatch, second: StoredMatch, agent: str | None = None) -> StoredComparison:
    """Compare an agent in both matches, or the first agent of each, over their common blocks.

    Raises StoreError if the matches do not share boards and chance, lack the agent, or have fewer than
    two blocks in common; AgentError for an unknown agent.
    """
    _check_comparable(first, second)
    numbers = [_agent_number(stored, agent) for stored in (first, second)]
    common = np.intersect1d(first.finished_blocks(), second.finished_blocks(), assume_unique=True)
    if len(common) < 2:
        raise StoreError(
            f"{first.key} and {second.key} have {len(common)} finished blocks in common; "
            "to compare them takes at least 2"
        )
    sides: list[Blocks] = [
        agent_blocks(stored.rows(common), number)
        for stored, number in zip((first, second), numbers, strict=True)
    ]
    return StoredComparison(
        agents=(first.plan.agents[numbers[0]], second.plan.agents[numbers[1]]),
        rates=(sides[0].rate, sides[1].rate),
        blocks=len(common),
        differences=tuple(_differences(first.plan, second.plan)),
        paired=compare(sides[0], sides[1]),
    )


def _check_comparable(first: StoredMatch, second: StoredMatch) -> None:
    """Raise StoreError unless the blocks of both have the same boards, rules and chance."""
    one, other = first.plan, second.plan
    if first.key == second.key:
        raise StoreError(f"{first.key} cannot be compared with itself; name two matches")
    for stored in (first, second):
        if stored.plan.host:
            raise StoreError(
                f"{stored.key} was played at {stored.plan.host}, which draws boards and dice anew "
                "for every game: no other match has the same blocks"
            )
    compared = [
        _settings(one, other),
        ("seed", str(one.seed), str(other.seed)),
    ]
    if not has_same_games(one, other):
        compared.append(("chance", _chance(one), _chance(other)))
    for what, here, there in compared:
        if here != there:
            raise StoreError(
                f"{first.key} and {second.key} cannot be compared, as their blocks are not the same: "
                f"{what} {here} in the first, {there} in the second"
            )


def _settings(one: MatchPlan, other: MatchPlan) -> tuple[str, str, str]:
    """Return what two matches play: their rules, or their games if one is not Catan."""
    if one.rules and other.rules:
        return ("rules", rules_to_text(one.rules), rules_to_text(other.rules))
    return ("game", one.game_text, other.game_text)


def _chance(plan: MatchPlan) -> str:
    """Return the source of the dice: in old versions, native games and tables had different ones."""
    try:
        return "of native games" if is_native(plan) else "of tables"
    except AgentError:  # an agent that is no longer there was not native
        return "of tables"


def _agent_number(stored: StoredMatch, agent: str | None) -> int:
    agents = stored.plan.agents
    if agent is None or agent in agents:
        return 0 if agent is None else agents.index(agent)
    spec = make_agent(agent).name
    present = _in_present_names(agents)
    if spec not in present:
        raise StoreError(f"{spec} does not play in {stored.key}; there are {', '.join(agents)}")
    return present.index(spec)


def _in_present_names(agents: Iterable[str]) -> list[str]:
    """Return specs of stored agents as they are written now, those that no longer exist as they were."""
    found = []
    for spec in agents:
        try:
            found.append(AGENTS.canonical(spec))
        except AgentError:
            found.append(spec)
    return found


def _differences(one: MatchPlan, other: MatchPlan) -> list[str]:
    here, there = (plan.to_dict() | {"agents": _in_present_names(plan.agents)} for plan in (one, other))
    names = {
        "agents": "agents",
        "max_turns": "limit of turns",
        "move_seconds": "time for a move",
        "lineups": "line-ups",
        "isolate": "processes for agents",
        "version": "version",
    }
    found = [name for field, name in names.items() if here[field] != there[field]]
    return found if has_same_code(one, other) else [*found, "code"]

"""The leaderboard: all agents at tables of a balanced design, at equal simulations and at equal time."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from catanlab.agents.registry import AGENTS, agent_games, agent_options, make_agent
from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.code import code_key
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.seatings import Seating

BUDGET = "iterations"
MAX_RATIO = 100.0
"""How many times the simulations an agent may have at most, or at least as a part, when time is equal."""


@dataclass(frozen=True)
class Entrant:
    """An agent of the leaderboard: its spec, and whether it has a budget of simulations."""

    name: str
    spec: str
    searches: bool


def entrants(iterations: int | Mapping[str, int], names: Sequence[str] = ()) -> list[Entrant]:
    """Return the agents that play Catan, those that search with this many simulations a move.

    >>> [entrant.spec for entrant in entrants(100, ["random", "martin"])]
    ['random', 'martin:iterations=100,seconds=none']

    Raises AgentError for an unknown name.
    """
    found = []
    for name in names or AGENTS.names:
        games = agent_games(name)
        if games and Catan.name not in games:
            continue
        options = {option.name for option in agent_options(name)}
        if BUDGET in options:
            budget = iterations if isinstance(iterations, int) else iterations[name]
            spec = AGENTS.canonical(f"{name}:{BUDGET}={budget},seconds=none")
            found.append(Entrant(name, spec, True))
        else:
            found.append(Entrant(name, AGENTS.canonical(name), False))
    return found


def balanced_lineups(agents: int, seats: int, rounds: int = 1) -> tuple[Seating, ...]:
    """Return line-ups in which every agent sits equally often: cyclic designs with different steps.

    >>> balanced_lineups(5, 4)
    ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 0), (3, 4, 0, 1), (4, 0, 1, 2))

    John and Williams, Cyclic and Computer Generated Designs (1995). Raises ArgumentError for fewer agents
    than seats.
    """
    if agents < seats:
        raise ArgumentError(
            f"{agents} agents for {seats} seats: a leaderboard needs as many as there are seats"
        )
    found: list[Seating] = []
    for number in range(rounds):
        random = np.random.Generator(np.random.PCG64(number))
        steps = (
            range(1, seats) if not number else random.choice(np.arange(1, agents), seats - 1, replace=False)
        )
        offsets = (0, *(int(step) for step in steps))
        found += [tuple((first + offset) % agents for offset in offsets) for first in range(agents)]
    # With few agents a design may turn into itself: its line-ups then count once.
    return tuple({frozenset(lineup): lineup for lineup in reversed(found)}.values())[::-1]


def board_plan(board: Sequence[Entrant], *, rules: str, seed: int, rounds: int = 1) -> MatchPlan:
    """Return the plan of a leaderboard; raises AgentError for an agent that cannot play by such rules."""
    game = Catan(rules=rules_from_text(rules), seed=0)
    specs = tuple(entrant.spec for entrant in board)
    for spec in specs:
        make_agent(spec).check(game)
    lineups = balanced_lineups(len(specs), game.rules.players, rounds)
    return MatchPlan(agents=specs, lineups=lineups, rules=game.rules, seed=seed, code=code_key(specs))


def equal_time(board: Sequence[Entrant], rows: Rows, iterations: int) -> dict[str, int]:
    """Return the simulations of each search that take equal time, from games at equal simulations.

    The time is the median of the searches' time for a move. Budgets are rounded to two figures, as the
    measured ratio is no more exact. Raises ArgumentError if a search has made no move.
    """
    spent = {}
    for number, entrant in enumerate(board):
        if entrant.searches:
            mine = rows.agent == number
            decisions = int(rows.decisions[mine].sum())
            if not decisions:
                raise ArgumentError(f"{entrant.name} has made no move yet; play more blocks")
            spent[entrant.name] = float(rows.thought[mine].sum(dtype=np.float64)) / decisions
    middle = float(np.median(list(spent.values())))
    ratios = {name: min(max(middle / each, 1 / MAX_RATIO), MAX_RATIO) for name, each in spent.items()}
    return {name: max(1, _two_figures(iterations * ratio)) for name, ratio in ratios.items()}


def read_budgets(path: Path) -> dict[str, int]:
    """Return the budgets at equal time that a published leaderboard has; raises StoreError."""
    try:
        budgets = json.loads(path.read_text(encoding="utf-8"))["budgets"]
        return {str(name): int(value) for name, value in budgets.items()}
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"{path} has no budgets of a leaderboard") from None


def _two_figures(value: float) -> int:
    """Return a number rounded to two figures.

    >>> _two_figures(1234.5), _two_figures(7.4)
    (1200, 7)
    """
    if value < 10:
        return round(value)
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(round(value / unit) * unit)

"""The leaderboard: all agents at tables of a balanced design, at equal simulations and at equal time."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from catanlab.agents.registry import AGENTS, agent_games, agent_options, make_agent
from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.code import code_key
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.ratings import Rating
from catanlab.lab.seatings import Seating

BUDGET = "iterations"
MAX_BUDGET = 10**12
"""The most simulations a move that an agent takes."""
MAX_RATIO = 100.0
"""How many times the simulations an agent may have at most, or at least as a part, when time is equal."""
TOLERANCE = 1.25
"""Times are equal if they differ by at most this factor: a few games do not tell them more exactly."""
MAX_TIMINGS = 6
"""How often the time is measured at most, at equal simulations and with those for equal time."""
LEAST_POWER = 0.5
MOST_POWER = 2.0
"""Bounds of the power of the simulations with which time grows: a wrong one would lead far away."""
MAX_DESIGNS = 20_000
"""How many cyclic designs are compared at most."""


@dataclass(frozen=True)
class Entrant:
    """An agent of the leaderboard: its spec, and whether it has a budget of simulations."""

    name: str
    spec: str
    searches: bool


@dataclass(frozen=True)
class LineupMatch:
    """The match of one line-up. All matches of a leaderboard have the same boards and dice, block by block.

    The key of its games depends on the agents of this line-up alone: a new or changed agent makes no other
    match stale.
    """

    title: str
    plan: MatchPlan


def entrants(iterations: int | Mapping[str, int], names: Sequence[str] = ()) -> list[Entrant]:
    """Return the agents that play Catan, those that search with this many simulations a move.

    >>> [entrant.spec for entrant in entrants(100, ["random", "martin"])]
    ['random', 'martin:iterations=100,seconds=none']

    Raises AgentError for an unknown name, and ArgumentError for one that occurs twice or has no budget.
    """
    found: list[Entrant] = []
    for name in names or AGENTS.names:
        if any(name == entrant.name for entrant in found):
            raise ArgumentError(f"{name} is named twice; name each agent of a leaderboard once")
        games = agent_games(name)
        if games and Catan.name not in games:
            continue
        options = {option.name for option in agent_options(name)}
        if BUDGET in options:
            budget = _budget(name, iterations)
            spec = AGENTS.canonical(f"{name}:{BUDGET}={budget},seconds=none")
            found.append(Entrant(name, spec, True))
        else:
            found.append(Entrant(name, AGENTS.canonical(name), False))
    return found


def _budget(name: str, iterations: int | Mapping[str, int]) -> int:
    if isinstance(iterations, int):
        return iterations
    if name not in iterations:
        raise ArgumentError(f"there is no budget of {name}; there are {', '.join(iterations) or 'none'}")
    return iterations[name]


def balanced_lineups(agents: int, seats: int, rounds: int = 1) -> tuple[Seating, ...]:
    """Return line-ups in which every agent sits equally often and meets as many others as can be.

    >>> balanced_lineups(5, 4)
    ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 0), (3, 4, 0, 1), (4, 0, 1, 2))
    >>> balanced_lineups(13, 4)[0]
    (0, 1, 3, 9)

    Each round is a cyclic design: one line-up, and the same with all agents moved on by one, and so on. Of
    all such designs it is the one with which the ratings are most exact together with the earlier rounds.
    John and Williams, Cyclic and Computer Generated Designs (1995). Raises ArgumentError for fewer agents
    than seats.
    """
    if agents < seats:
        raise ArgumentError(
            f"{agents} agents for {seats} seats: a leaderboard needs as many as there are seats"
        )
    first_lineups = [(0, *others) for others in combinations(range(1, agents), seats - 1)]
    if len(first_lineups) > MAX_DESIGNS:
        random = np.random.Generator(np.random.PCG64(0))
        first_lineups = [
            first_lineups[i] for i in sorted(random.permutation(len(first_lineups))[:MAX_DESIGNS])
        ]
    meetings = np.array([_meetings(lineup, agents) for lineup in first_lineups])
    found: dict[frozenset[int], Seating] = {}
    met = np.zeros(agents)
    for _ in range(rounds):
        new = [i for i, lineup in enumerate(first_lineups) if frozenset(lineup) not in found]
        if not new:
            break
        best = new[int(np.argmin(_mean_variance(met + meetings[new])))]
        met += meetings[best]
        for first in range(agents):
            lineup = tuple((first + offset) % agents for offset in first_lineups[best])
            found.setdefault(frozenset(lineup), lineup)
    return tuple(found.values())


def _meetings(lineup: Seating, agents: int) -> NDArray[np.float64]:
    """Return how often agents that are 0, 1, 2, ... places apart meet in the cyclic design of a line-up."""
    met = np.zeros(agents)
    for one, other in permutations(lineup, 2):
        met[(other - one) % agents] += 1
    return met


def _mean_variance(met: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each design the mean variance of a difference of two ratings, up to a factor.

    It is the sum of the inverse eigenvalues of the Laplacian of who meets whom, which is circulant.
    """
    spectrum = np.fft.fft(met, axis=-1).real
    eigenvalues = met.sum(axis=-1, keepdims=True) - spectrum[:, 1:]
    with np.errstate(divide="ignore"):
        return np.asarray((1 / np.maximum(eigenvalues.round(9), 0)).sum(axis=-1).round(9), np.float64)


def board_matches(board: Sequence[Entrant], *, rules: str, seed: int, rounds: int = 1) -> list[LineupMatch]:
    """Return the matches of a leaderboard; raises AgentError if an agent cannot play by such rules."""
    game = Catan(rules=rules_from_text(rules), seed=0)
    for entrant in board:
        make_agent(entrant.spec).check(game)
    seats = game.rules.players
    every_game, *words = code_key([entrant.spec for entrant in board]).split()
    return [
        LineupMatch(
            ", ".join(board[number].name for number in lineup),
            MatchPlan(
                agents=tuple(board[number].spec for number in lineup),
                lineups=(tuple(range(seats)),),
                rules=game.rules,
                seed=seed,
                code=" ".join([every_game, *(words[number] for number in lineup)]),
            ),
        )
        for lineup in balanced_lineups(len(board), seats, rounds)
    ]


@dataclass(frozen=True)
class Timing:
    """The simulations a move that agents had, and the milliseconds that they took for them."""

    budgets: Mapping[str, int]
    milliseconds: Mapping[str, float]
    blocks: int = 1
    """Over how many blocks they were measured."""

    @classmethod
    def of(
        cls,
        board: Sequence[Entrant],
        budgets: int | Mapping[str, int],
        ratings: Iterable[Rating],
        blocks: int,
    ) -> Self:
        """Return the timing of the agents that search; raises ArgumentError if one has made no move."""
        found = {rating.agent: rating.ms_per_move for rating in ratings}
        searches = [entrant for entrant in board if entrant.searches]
        for entrant in searches:
            if not found.get(entrant.spec):
                raise ArgumentError(f"{entrant.name} has made no move yet; play more blocks")
        return cls(
            {entrant.name: _budget(entrant.name, budgets) for entrant in searches},
            {entrant.name: found[entrant.spec] or 0.0 for entrant in searches},
            blocks,
        )


def target_time(timings: Sequence[Timing]) -> float:
    """Return the milliseconds that all agents shall take: the median of the first timing."""
    return float(np.median(list(timings[0].milliseconds.values())))


def equal_time(timings: Sequence[Timing]) -> dict[str, int]:
    """Return the simulations with which all agents take the median time of the first timing.

    >>> first = Timing({"uct": 100, "vpi": 100, "bayes": 100}, {"uct": 2.0, "vpi": 8.0, "bayes": 4.0})
    >>> equal_time([first])
    {'uct': 200, 'vpi': 50, 'bayes': 100}
    >>> second = Timing(equal_time([first]), {"uct": 2.8, "vpi": 2.0, "bayes": 4.1})
    >>> equal_time([first, second])
    {'uct': 410, 'vpi': 71, 'bayes': 100}

    After one timing the time is taken to be in proportion to the simulations. After more of them it is a
    power of the simulations, through the two timings of an agent that are nearest to the median time. Of
    two timings with the same simulations the one over more blocks counts, else the later. An agent that
    took about the median time keeps its simulations, so that its games remain.
    """
    first, last = timings[0], timings[-1]
    target = target_time(timings)
    found = {}
    for name, simulations in last.budgets.items():
        ordered = sorted(timings, key=lambda timing: timing.blocks)  # keeps the order of those with as many
        known = {timing.budgets[name]: timing.milliseconds[name] for timing in ordered}
        if is_equal(known[simulations], target):
            found[name] = simulations
            continue
        points = sorted(known.items(), key=lambda point: abs(math.log(point[1] / target)))
        (near, milliseconds), *further = points
        power = 1.0
        if further:
            far, other = further[0]
            power = math.log(milliseconds / other) / math.log(near / far)
            power = min(max(power, LEAST_POWER), MOST_POWER)
        wanted = near * (target / milliseconds) ** (1 / power)
        least, most = first.budgets[name] / MAX_RATIO, first.budgets[name] * MAX_RATIO
        found[name] = max(1, _two_figures(min(max(wanted, least), most)))
    return found


def is_equal(milliseconds: float, target: float) -> bool:
    """Say whether a measured time is about the time that all agents shall take.

    >>> is_equal(1.2, 1.0), is_equal(0.7, 1.0)
    (True, False)
    """
    return 1 / TOLERANCE <= milliseconds / target <= TOLERANCE


def read_budgets(path: Path) -> dict[str, int]:
    """Return the budgets at equal time that a published leaderboard has; raises StoreError."""
    try:
        budgets = dict(json.loads(path.read_text(encoding="utf-8"))["budgets"])
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise StoreError(f"{path} has no budgets of a leaderboard") from None
    for name, value in budgets.items():
        if type(value) is not int or not 1 <= value <= MAX_BUDGET:
            raise StoreError(
                f"{path}: the budget of {name} is {value!r}; allowed is an integer from 1 to {MAX_BUDGET}"
            )
    return budgets


def _two_figures(value: float) -> int:
    """Return a number rounded to two figures.

    >>> _two_figures(1234.5), _two_figures(7.4)
    (1200, 7)
    """
    if value < 10:
        return round(value)
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(round(value / unit) * unit)

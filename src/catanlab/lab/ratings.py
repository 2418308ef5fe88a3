"""Ratings of agents from who won: Plackett and Luce's model, with intervals from resampled blocks.

Every agent has a strength, and wins a game with its part of the strengths at the table. Only winners
count, in any mixture of tables. The estimate is that of `choix`: Maystre and Grossglauser (2015), NIPS 28,
172-180.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import check_seed
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.statistics import Interval

Floats = NDArray[np.float64]
ELO = 400 / math.log(10)
"""The points of Elo's scale for a strength that is e times as large."""
ANCHOR = "random"
PRIOR = 0.02
"""What is added to every rate from one agent to another, so that one that never won has a rating."""
MAX_STEPS = 1000
PRECISION = 1e-6
MAX_TABLES = 20_000


@dataclass(frozen=True)
class Rating:
    """The rating of an agent on Elo's scale, where `random` has 0, and what it means."""

    agent: str
    elo: Interval
    games: int
    """Seats that it had in games with one winner."""
    wins: int
    win_chance: float
    """Its chance at a table with others drawn from those that are rated."""
    ms_per_move: float | None = None


class Tables:
    """Games as data of the model: for each match, who won against whom, by block."""

    def __init__(self) -> None:
        self.agents: list[str] = []
        self.seats = 0
        self.left_out = 0
        """Games without a single winner."""
        self._patterns: dict[tuple[int, tuple[int, ...]], int] = {}
        self._matches: dict[tuple[str, int], list[tuple[NDArray[np.int64], NDArray[np.int64]]]] = {}
        self._thought: dict[int, list[float]] = {}

    def add(self, plan: MatchPlan, rows: Rows) -> None:
        """Add the games of a match."""
        numbers = np.array([self._number(spec) for spec in plan.agents])
        self.seats = max(self.seats, plan.seats)
        self._add_times(numbers, rows)
        single = rows.share.max(axis=1, initial=0.0) > 0.999
        self.left_out += int((~single).sum())
        played = rows.take(single)
        if not len(played):
            return
        seated = numbers[played.agent]
        winner = seated[np.arange(len(seated)), played.share.argmax(axis=1)]
        lineup = np.column_stack([winner, np.sort(seated, axis=1)])
        found, which = np.unique(lineup, axis=0, return_inverse=True)
        own = np.array([self._pattern(line.tolist()) for line in found])
        same_boards = self._matches.setdefault((plan.setting, plan.seed), [])
        same_boards.append((played.block, own[which.reshape(-1)]))

    def counts(self) -> Floats:
        """Return how often each pattern occurred."""
        total = np.zeros(len(self._patterns))
        for same_boards in self._matches.values():
            for _, patterns in same_boards:
                total += np.bincount(patterns, minlength=len(total))
        return total

    def resampled(self, random: np.random.Generator) -> Floats:
        """Return the counts of a resample: as many blocks, drawn with replacement.

        Matches with the same rules and seed have the same boards and dice: a block of theirs is drawn for
        all of them together.
        """
        total = np.zeros(len(self._patterns))
        for same_boards in self._matches.values():
            there = np.unique(np.concatenate([blocks for blocks, _ in same_boards]))
            weights = np.bincount(random.integers(len(there), size=len(there)), minlength=len(there))
            for blocks, patterns in same_boards:
                drawn = weights[np.searchsorted(there, blocks)]
                total += np.bincount(patterns, drawn, minlength=len(total))
        return total

    def games(self) -> Iterable[tuple[int, list[int], int]]:
        """Yield winner, losers and count of each pattern."""
        for (winner, lineup), count in zip(self._patterns, self.counts().tolist(), strict=True):
            losers = list(lineup)
            losers.remove(winner)
            yield winner, losers, int(count)

    def lineups(self) -> tuple[NDArray[np.int64], Floats]:
        """Return the winner of each pattern, and how many seats each agent has there."""
        winners = np.array([winner for winner, _ in self._patterns], np.int64)
        seats = np.zeros((len(winners), len(self.agents)))
        for place, (_, lineup) in enumerate(self._patterns):
            np.add.at(seats[place], list(lineup), 1)
        return winners, seats

    def ms_per_move(self, agent: int) -> float | None:
        """Return the mean time of an agent's moves, in milliseconds."""
        seconds, decisions = self._thought.get(agent, (0.0, 0))
        return 1000 * seconds / decisions if decisions else None

    def _number(self, spec: str) -> int:
        if spec not in self.agents:
            self.agents.append(spec)
        return self.agents.index(spec)

    def _pattern(self, line: list[int]) -> int:
        key = (line[0], tuple(line[1:]))
        return self._patterns.setdefault(key, len(self._patterns))

    def _add_times(self, numbers: NDArray[np.int64], rows: Rows) -> None:
        for agent, number in enumerate(numbers.tolist()):
            mine = rows.agent == agent
            spent = self._thought.setdefault(number, [0.0, 0.0])
            spent[0] += float(rows.thought[mine].sum(dtype=np.float64))
            spent[1] += int(rows.decisions[mine].sum())


def rate(tables: Tables, *, resamples: int = 200, seed: int = 1) -> list[Rating]:
    """Return the ratings of all agents, the best first.

    `random` has 0; without it the mean is 0. Intervals are the middle 95 % of resampled blocks. Raises
    ArgumentError if there are fewer than two agents or no game has a winner or choix is not installed.
    """
    whole_number("resamples", resamples, 0, 100_000)
    check_seed(seed)
    if len(tables.agents) < 2 or not tables.counts().sum():
        raise ArgumentError("ratings need games with a winner between at least two agents")
    strengths = fit_by_choix(tables)
    random = np.random.Generator(np.random.PCG64(seed))
    winners, seats = tables.lineups()
    drawn = [
        fit_counts(winners, seats, tables.resampled(random), start=strengths) for _ in range(resamples)
    ]
    scale = np.array([_elo(each, tables.agents) for each in [strengths, *drawn]])
    low, high = np.quantile(scale, (0.025, 0.975), axis=0) if resamples else (scale[0], scale[0])
    chances = table_chances(strengths, tables.seats)
    played, won = _counts(tables)
    ratings = [
        Rating(
            agent=spec,
            elo=Interval(float(scale[0][agent]), float(low[agent]), float(high[agent]), 0.95),
            games=int(played[agent]),
            wins=int(won[agent]),
            win_chance=float(chances[agent]),
            ms_per_move=tables.ms_per_move(agent),
        )
        for agent, spec in enumerate(tables.agents)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo.estimate)


def fit_by_choix(tables: Tables) -> Floats:
    """Return the logarithms of the strengths, by `choix`; raises ArgumentError if it is not installed."""
    choix = require_choix()
    data = [(winner, losers) for winner, losers, count in tables.games() for _ in range(count)]
    start = fit_counts(*tables.lineups(), tables.counts())
    found = choix.ilsr_top1(
        len(tables.agents), data, alpha=PRIOR, initial_params=start, max_iter=MAX_STEPS, tol=PRECISION
    )
    return np.asarray(found, np.float64)


def fit_counts(
    winners: NDArray[np.int64], seats: Floats, counts: Floats, *, start: Floats | None = None
) -> Floats:
    """Return the same from counts of patterns: resamples of all games would take `choix` minutes.

    Each step is one of iterated Luce spectral ranking: the rates of a Markov chain from losers to winners,
    and its stationary distribution.
    """
    agents = seats.shape[1]
    logs = np.zeros(agents) if start is None else start
    for _ in range(MAX_STEPS):
        weights = np.exp(logs - logs.max())
        weights *= agents / weights.sum()  # the scale on which choix weighs its prior
        rates = counts / (seats @ weights)
        chain = np.full((agents, agents), PRIOR)
        np.add.at(chain.T, winners, rates[:, None] * seats)
        np.fill_diagonal(chain, 0.0)
        chain -= np.diag(chain.sum(axis=1))
        balance = chain.T.copy()
        balance[-1] = 1.0  # its rows depend on each other: one gives way to the sum of the probabilities
        stationary = np.linalg.solve(balance, np.eye(agents)[-1])
        new = np.log(np.maximum(stationary, 1e-300))
        new -= new.mean()
        if float(np.abs(new - logs).sum()) < PRECISION:
            return new
        logs = new
    return logs


def table_chances(strengths: Floats, seats: int) -> Floats:
    """Return the chance of each agent at a table whose other seats are drawn from the other agents.

    >>> table_chances(np.log([3.0, 1.0]), 2).tolist()
    [0.75, 0.25]

    With fewer agents than seats, the others are drawn with replacement by their mean strength.
    """
    weights = np.exp(strengths - strengths.max())
    found = np.zeros(len(weights))
    for agent in range(len(weights)):
        others = np.delete(weights, agent)
        if len(others) < seats - 1:
            sums = np.array([(seats - 1) * others.mean()])
        elif math.comb(len(others), seats - 1) <= MAX_TABLES:
            sums = np.array([sum(some) for some in combinations(others.tolist(), seats - 1)])
        else:
            random = np.random.Generator(np.random.PCG64(agent))
            sums = np.array(
                [random.choice(others, seats - 1, replace=False).sum() for _ in range(MAX_TABLES)]
            )
        found[agent] = float((weights[agent] / (weights[agent] + sums)).mean())
    return found


def win_chances(ratings: Sequence[Rating], table: Sequence[str]) -> list[float]:
    """Return the chance of each seat at a table; raises ArgumentError for an agent that is not rated."""
    by_name: Mapping[str, float] = {rating.agent: rating.elo.estimate for rating in ratings}
    for agent in table:
        if agent not in by_name:
            raise ArgumentError(f"{agent} is not rated; rated are {', '.join(by_name)}")
    weights = [math.exp((by_name[agent] - by_name[table[0]]) / ELO) for agent in table]
    return [weight / sum(weights) for weight in weights]


def require_choix() -> Any:
    """Return choix; raises ArgumentError if it is not installed."""
    try:
        import choix
    except ImportError:
        raise ArgumentError(
            "ratings need the package choix, which is not installed: pip install 'catanlab[lab]'"
        ) from None
    return choix


def _elo(strengths: Floats, agents: Sequence[str]) -> Floats:
    zero = strengths[agents.index(ANCHOR)] if ANCHOR in agents else strengths.mean()
    return np.asarray(ELO * (strengths - zero), np.float64)


def _counts(tables: Tables) -> tuple[Floats, Floats]:
    """Return how many seats each agent had, and how often it won."""
    winners, seats = tables.lineups()
    counts = tables.counts()
    won = np.asarray(np.bincount(winners, counts, minlength=len(tables.agents)), np.float64)
    return counts @ seats, won

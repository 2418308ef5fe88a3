"""Who is better than whom: win rates at common tables, with Holm's correction over all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.experiments.tables import Table
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.statistics import holm
from catanlab.lab.statistics.student import t_tails


@dataclass(frozen=True)
class Pair:
    """Two agents that sat at common tables, and how much more the first won there."""

    first: str
    second: str
    games: int
    difference: float
    """Of the wins of a seat, in points of per cent."""
    p_value: float
    """Two-sided, by t over blocks; 1 where the blocks show no spread."""


def compare_pairs(matches: Sequence[tuple[MatchPlan, Rows]]) -> list[Pair]:
    """Return every pair of agents that met in at least two blocks."""
    blocks: dict[tuple[str, str], list[float]] = {}
    games: dict[tuple[str, str], int] = {}
    for plan, rows in matches:
        for one, other in combinations(range(len(plan.agents)), 2):
            mine, theirs = rows.agent == one, rows.agent == other
            both = mine.any(axis=1) & theirs.any(axis=1)
            if not both.any():
                continue
            pair = (plan.agents[one], plan.agents[other])
            sign = 1.0
            if pair[::-1] in games:
                pair, sign = pair[::-1], -1.0
            gaps = _rate(rows, mine)[both] - _rate(rows, theirs)[both]
            _, place = np.unique(rows.block[both], return_inverse=True)
            blocks.setdefault(pair, []).extend(
                (sign * np.bincount(place, gaps) / np.bincount(place)).tolist()
            )
            games[pair] = games.get(pair, 0) + int(both.sum())
    return [_pair(pair, values, games[pair]) for pair, values in blocks.items() if len(values) > 1]


def pair_table(matches: Sequence[tuple[MatchPlan, Rows]]) -> Table:
    """Return all pairs as a table, with p-values corrected over all of them."""
    pairs = compare_pairs(matches)
    adjusted = holm([pair.p_value for pair in pairs])
    rows = tuple(
        (pair.first, pair.second, f"{pair.games:,}", f"{100 * pair.difference:+.1f}", f"{p:.2g}")
        for pair, p in zip(pairs, adjusted, strict=True)
    )
    head = ("agent", "against", "games", "more wins of a seat, points", "p (Holm)")
    return Table("Pairs at common tables", head, rows, 2)


def _rate(rows: Rows, mine: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mean share of the win over the seats of an agent, in each game; 0 where it has none."""
    wins = np.where(mine, rows.share, 0).sum(axis=1, dtype=np.float64)
    return np.asarray(wins / np.maximum(mine.sum(axis=1), 1), np.float64)


def _pair(pair: tuple[str, str], values: list[float], games: int) -> Pair:
    gaps = np.array(values)
    mean, spread = float(gaps.mean()), float(gaps.std(ddof=1))
    p_value = t_tails(mean / (spread / len(gaps) ** 0.5), len(gaps) - 1) if spread > 0 else 1.0
    return Pair(*pair, games, mean, p_value)

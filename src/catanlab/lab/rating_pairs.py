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
from catanlab.lab.statistics.paired import compare_differences


@dataclass(frozen=True)
class Pair:
    """Two agents that sat at common tables, and how much more the first won there."""

    first: str
    second: str
    games: int
    difference: float
    """Of the wins of a seat, in points of per cent."""
    p_value: float
    """Two-sided, by t over blocks; by the sign test where all blocks differ alike."""
    holm: float
    """The p-value as it counts among all pairs."""


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
    found = {
        pair: compare_differences(np.array(values)) for pair, values in blocks.items() if len(values) > 1
    }
    adjusted = holm([each.t_or_sign_p_value for each in found.values()])
    return [
        Pair(*pair, games[pair], each.difference.estimate, each.t_or_sign_p_value, corrected)
        for (pair, each), corrected in zip(found.items(), adjusted, strict=True)
    ]


def pair_table(pairs: Sequence[Pair]) -> Table:
    """Return pairs as a table, with p-values corrected over all of them."""
    rows = tuple(
        (
            pair.first,
            pair.second,
            f"{pair.games:,}",
            f"{100 * pair.difference:+.1f}",
            f"{pair.holm:.2g}",
        )
        for pair in pairs
    )
    head = ("agent", "against", "games", "more wins of a seat, points", "p (Holm)")
    return Table("Pairs at common tables", head, rows, 2)


def _rate(rows: Rows, mine: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mean share of the win over the seats of an agent, in each game; 0 where it has none."""
    wins = np.where(mine, rows.share, 0).sum(axis=1, dtype=np.float64)
    return np.asarray(wins / np.maximum(mine.sum(axis=1), 1), np.float64)

"""The summary of a match: win rates with intervals, and what the games were like."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, LOST, Rows
from catanlab.lab.statistics import Blocks, Interval, wilson, wilson_over_blocks


@dataclass(frozen=True)
class AgentSummary:
    """The figures of one agent. In two seats of a table it plays two games: rates are those of a seat."""

    spec: str
    games: int
    wins: float
    """A shared win counts for its part."""
    win_rate: float
    ci95: tuple[float, float]
    """Of the win rate, from the spread between blocks."""
    vp_mean: float
    """Victory points at the end, of games that were not lost with a process."""
    vp_sd: float
    seat_win_rates: tuple[float | None, ...]
    """None for a seat that it never had."""
    decision_ms_mean: float | None
    errors: int


@dataclass(frozen=True)
class Summary:
    """The figures of a match."""

    games: int
    blocks: int
    rounds_mean: float
    turns_mean: float
    seconds: float
    """How long the games took, added up."""
    offers_per_game: float
    accepted_per_game: float
    bank_trades_per_game: float
    cut: int
    """Games cut off at the limit of turns, won by nobody."""
    lost: int
    """Games lost with a process that an agent crashed or stalled, won by nobody."""
    agents: tuple[AgentSummary, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain data, for JSON."""
        return asdict(self)


def summarize(rows: Rows, plan: MatchPlan) -> Summary:
    """Return the summary of the games of a plan."""
    games = max(len(rows), 1)
    turns = float(rows.turns.sum()) / games
    return Summary(
        games=len(rows),
        blocks=len(np.unique(rows.block)),
        rounds_mean=turns / plan.seats,
        turns_mean=turns,
        seconds=float(rows.seconds.sum(dtype=np.float64)),
        offers_per_game=float(rows.offers.sum()) / games,
        accepted_per_game=float(rows.trades.sum()) / games,
        bank_trades_per_game=float(rows.bank_trades.sum()) / games,
        cut=int((rows.ended == CUT).sum()),
        lost=int((rows.ended == LOST).sum()),
        agents=tuple(_summarize_agent(rows, number, spec) for number, spec in enumerate(plan.agents)),
    )


def agent_blocks(rows: Rows, agent: int) -> Blocks:
    """Return the wins of an agent by block, from sorted rows; raises ArgumentError if it has not played."""
    mine = rows.agent == agent
    games = mine.sum(axis=1)
    wins = np.where(mine, rows.share, 0).sum(axis=1, dtype=np.float64)
    starts = np.flatnonzero(np.diff(rows.block, prepend=-1))
    return Blocks(np.add.reduceat(wins, starts), np.add.reduceat(games, starts))


def win_interval(blocks: Blocks) -> Interval:
    """Return the win rate with its 95 % interval; of a single block the games count as independent."""
    if len(blocks) < 2:
        return wilson(float(blocks.wins.sum()), float(blocks.games.sum()))
    return wilson_over_blocks(blocks)


def _summarize_agent(rows: Rows, agent: int, spec: str) -> AgentSummary:
    mine = rows.agent == agent
    if not mine.any():
        nothing = (None,) * rows.seats
        return AgentSummary(spec, 0, 0.0, 0.0, (0.0, 1.0), 0.0, 0.0, nothing, None, 0)
    interval = win_interval(agent_blocks(rows, agent))
    points = rows.points[mine & (rows.ended != LOST)[:, None]]
    decisions = int(rows.decisions[mine].sum())
    thought = float(rows.thought[mine].sum(dtype=np.float64))
    return AgentSummary(
        spec=spec,
        games=int(mine.sum()),
        wins=float(rows.share[mine].sum(dtype=np.float64)),
        win_rate=interval.estimate,
        ci95=(interval.low, interval.high),
        vp_mean=float(points.mean()) if len(points) else 0.0,
        vp_sd=float(points.std(ddof=1)) if len(points) > 1 else 0.0,
        seat_win_rates=tuple(_rate(rows.share[:, seat], mine[:, seat]) for seat in range(rows.seats)),
        decision_ms_mean=1000 * thought / decisions if decisions else None,
        errors=int(rows.errors[mine].sum()),
    )


def _rate(shares: NDArray[np.float32], mine: NDArray[np.bool_]) -> float | None:
    return float(shares[mine].mean(dtype=np.float64)) if mine.any() else None

"""The summary of a match: win rates with intervals and verdicts, and what the games were like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, LOST, Rows
from catanlab.lab.statistics import Blocks, Interval, wilson_over_blocks

Parity = Literal["above", "below", "within"]
"""Where an interval lies: above, below or around what equal players would win."""
MAX_FAILED_SHARE = 0.01
"""An agent that failed in a larger part of its games has not been measured."""


@dataclass(frozen=True)
class AgentSummary:
    """The figures of one agent. In two seats of a table it plays two games: rates are those of a seat."""

    spec: str
    games: int
    wins: float
    """A shared win counts for its part."""
    win_rate: float
    ci95: tuple[float, float] | None
    """Of the win rate, from the spread between blocks; None where there is none, as `no_verdict` says."""
    parity: Parity | None
    """Where the interval lies; None where the games cannot say."""
    no_verdict: str
    """Why there is no verdict, in a few words; empty if there is one."""
    vp_mean: float
    """Victory points at the end, of games that were not lost with a process."""
    vp_sd: float
    seat_win_rates: tuple[float | None, ...]
    """None for a seat that it never had."""
    decision_ms_mean: float | None
    errors: int
    """How often it failed."""
    failed_games: int
    """The games in which it failed."""

    @property
    def failed_often(self) -> bool:
        """Whether it failed in more of its games than a result can bear."""
        return self.failed_games > MAX_FAILED_SHARE * self.games


@dataclass(frozen=True)
class Summary:
    """The figures of a match."""

    games: int
    blocks: int
    rounds_mean: float
    turns_mean: float
    moves_mean: float
    """Moves and outcomes of a game."""
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

    @property
    def lost_often(self) -> bool:
        """Whether more games were lost with a process than a result can bear."""
        return self.lost > MAX_FAILED_SHARE * self.games

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain data, for JSON."""
        return asdict(self)


def summarize(rows: Rows, plan: MatchPlan) -> Summary:
    """Return the summary of the games of a plan."""
    games = max(len(rows), 1)
    turns = float(rows.turns.sum()) / games
    blocks = len(np.unique(rows.block))
    silence = _silence(rows, plan, blocks)
    return Summary(
        games=len(rows),
        blocks=blocks,
        rounds_mean=turns / plan.seats,
        turns_mean=turns,
        moves_mean=float(rows.moves.sum()) / games,
        seconds=float(rows.seconds.sum(dtype=np.float64)),
        offers_per_game=float(rows.offers.sum()) / games,
        accepted_per_game=float(rows.trades.sum()) / games,
        bank_trades_per_game=float(rows.bank_trades.sum()) / games,
        cut=int((rows.ended == CUT).sum()),
        lost=int((rows.ended == LOST).sum()),
        agents=tuple(_summarize_agent(rows, plan, number, silence) for number in range(len(plan.agents))),
    )


def agent_blocks(rows: Rows, agent: int) -> Blocks:
    """Return the wins of an agent by block, from sorted rows; raises ArgumentError if it has not played."""
    mine = rows.agent == agent
    games = mine.sum(axis=1)
    wins = np.where(mine, rows.share, 0).sum(axis=1, dtype=np.float64)
    starts = np.flatnonzero(np.diff(rows.block, prepend=-1))
    return Blocks(np.add.reduceat(wins, starts), np.add.reduceat(games, starts))


def has_points(figures: Iterable[tuple[float, float]]) -> bool:
    """Return whether a game has points, from mean and spread of each player's; else all of them are 0.

    >>> has_points([(0.0, 0.0), (-1.5, 0.5)]), has_points([(0.0, 0.0)])
    (True, False)
    """
    return any(mean or spread for mean, spread in figures)


def win_interval(blocks: Blocks) -> Interval | None:
    """Return the win rate with its 95 % interval; None for a single block, which shows no spread."""
    return wilson_over_blocks(blocks) if len(blocks) > 1 else None


def _summarize_agent(rows: Rows, plan: MatchPlan, agent: int, silence: str) -> AgentSummary:
    """Return the figures of an agent; with a reason for silence there is neither interval nor verdict."""
    mine = rows.agent == agent
    played = rows.points[mine & (rows.ended != LOST)[:, None]]
    decisions = int(rows.decisions[mine].sum())
    thought = float(rows.thought[mine].sum(dtype=np.float64))
    wins = float(rows.share[mine].sum(dtype=np.float64))
    games = int(mine.sum())
    if not silence:
        silence = "it has not played" if not games else "it met only itself" if mine.all() else ""
    interval = None if silence else win_interval(agent_blocks(rows, agent))
    return AgentSummary(
        spec=plan.agents[agent],
        games=games,
        wins=wins,
        win_rate=wins / max(games, 1),
        ci95=(interval.low, interval.high) if interval else None,
        parity=_parity(interval, 1 / plan.seats) if interval else None,
        no_verdict=silence,
        vp_mean=float(played.mean()) if len(played) else 0.0,
        vp_sd=float(played.std(ddof=1)) if len(played) > 1 else 0.0,
        seat_win_rates=tuple(_rate(rows.share[:, seat], mine[:, seat]) for seat in range(rows.seats)),
        decision_ms_mean=1000 * thought / decisions if decisions else None,
        errors=int(rows.errors[mine].sum()),
        failed_games=int((rows.errors[mine] > 0).sum()),
    )


def _parity(interval: Interval, parity: float) -> Parity:
    return "above" if interval.low > parity else "below" if interval.high < parity else "within"


def _silence(rows: Rows, plan: MatchPlan, blocks: int) -> str:
    """Return why these games say nothing about any agent, or nothing if they do."""
    if blocks < 2:
        return "one block shows no spread"
    if len(plan.agents) > 1 and len(set(plan.agent_codes)) == 1:
        return "all agents are the same"
    return "every block went alike, as nothing is left to chance" if _repeats(rows) else ""


def _repeats(rows: Rows) -> bool:
    """Return whether every block has the same games, so that more blocks say no more than the first.

    So they have where neither the game nor an agent leaves anything to chance.
    """
    _, first, number = np.unique(rows.game, return_index=True, return_inverse=True)
    if not rows.moves.any() or np.bincount(number).min() < 2:
        return False
    columns = (rows.moves, rows.turns, *rows.share.T, *rows.points.T)
    return all(bool((column == column[first[number]]).all()) for column in columns)


def _rate(shares: NDArray[np.float64], mine: NDArray[np.bool_]) -> float | None:
    return float(shares[mine].mean(dtype=np.float64)) if mine.any() else None

"""The result of a match as a table for a terminal or a paper."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.cli.columns import in_columns
from catanlab.games.catan.rules_text import rules_to_text
from catanlab.lab.experiment import Experiment
from catanlab.lab.statistics import Sprt
from catanlab.lab.summary import AgentSummary, Summary


def table(summary: Summary, experiment: Experiment, sprt: Sprt | None = None) -> list[str]:
    """Return the lines of the table."""
    parity = 1 / experiment.seats
    head = ("", "games", "wins", "win rate", "95 % interval", "", "points")
    seats = [f"seat {seat}" for seat in range(experiment.seats)]
    rows: list[Sequence[str]] = [(*head, *seats, "ms/move", "errors")]
    rows += [_row(agent, parity) for agent in summary.agents]
    rows.append(("parity", "", "", _percent(parity)))
    width = len(rows[0])
    padded = [(*row, *[""] * (width - len(row))) for row in rows]
    return [
        _title(summary, experiment),
        "",
        *in_columns(padded, right=range(1, width)),
        "",
        *_notes(summary),
        *([str(sprt)] if sprt else []),
    ]


def _row(agent: AgentSummary, parity: float) -> tuple[str, ...]:
    low, high = agent.ci95
    sign = "above" if low > parity else "below" if high < parity else "at"
    speed = "" if agent.decision_ms_mean is None else f"{agent.decision_ms_mean:.3g}"
    return (
        agent.spec,
        f"{agent.games:,}",
        f"{agent.wins:,.6g}" if agent.wins < 1e6 else f"{agent.wins:,.0f}",
        _percent(agent.win_rate),
        f"{100 * low:.1f} to {100 * high:.1f}",
        sign,
        f"{agent.vp_mean:.2f} ± {agent.vp_sd:.2f}",
        *("" if rate is None else _percent(rate) for rate in agent.seat_win_rates),
        speed,
        f"{agent.errors:,}",
    )


def _title(summary: Summary, experiment: Experiment) -> str:
    games = f"{summary.games:,} game{'' if summary.games == 1 else 's'}"
    blocks = f"{summary.blocks:,} block{'' if summary.blocks == 1 else 's'}"
    rules = rules_to_text(experiment.rules)
    return f"{games} in {blocks}, rules {rules}, seed {experiment.seed} ({experiment.key})"


def _notes(summary: Summary) -> list[str]:
    length = f"{summary.rounds_mean:.1f} rounds ({summary.turns_mean:.1f} turns)"
    offers = f"{summary.offers_per_game:.1f} offers, {summary.accepted_per_game:.1f} accepted"
    lines = [
        f"A game: {length}, {offers}, {summary.bank_trades_per_game:.1f} trades with the bank.",
        f"At, above or below parity by the interval over blocks. {_time(summary.seconds)} of play.",
    ]
    if summary.cut:
        lines.append(f"Cut off at the limit of turns, won by nobody: {summary.cut:,}.")
    if summary.lost:
        lines.append(f"Lost to agents that crashed or stalled, won by nobody: {summary.lost:,}.")
    return lines


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _time(seconds: float) -> str:
    """Return a length of time in words.

    >>> _time(5), _time(150), _time(7200)
    ('5.0 s', '2.5 min', '2.0 h')
    """
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"

"""The result of a match as a table for a terminal or a paper."""

from __future__ import annotations

from catanlab.cli.columns import in_columns
from catanlab.games.catan.text.rules import rules_to_text
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.statistics import Sprt, Verdict
from catanlab.lab.summary import AgentSummary, Summary


def table(summary: Summary, plan: MatchPlan, sprt: Sprt | None = None) -> list[str]:
    """Return the lines of the table: who won how often, then by seat, with times and errors."""
    parity = 1 / plan.seats
    wins: list[tuple[str, ...]] = [("", "games", "wins", "win rate", "95 % interval", "parity", "points")]
    wins += [_wins(agent, parity) for agent in summary.agents]
    wins.append(("parity", "", "", _percent(parity), "", "", ""))
    seats: list[tuple[str, ...]] = [("win rate by seat", *map(str, range(plan.seats)), "ms/move", "errors")]
    seats += [_seats(agent) for agent in summary.agents]
    return [
        _title(summary, plan),
        "",
        *in_columns(wins, right=range(1, len(wins[0]))),
        "",
        *in_columns(seats, right=range(1, len(seats[0]))),
        "",
        *_notes(summary),
        *(_verdict(sprt) if sprt else []),
    ]


def _wins(agent: AgentSummary, parity: float) -> tuple[str, ...]:
    low, high = agent.ci95
    return (
        agent.spec,
        f"{agent.games:,}",
        f"{agent.wins:,.0f}" if agent.wins == round(agent.wins) else f"{agent.wins:,.1f}",
        _percent(agent.win_rate),
        f"{100 * low:.1f} to {100 * high:.1f}",
        "above" if low > parity else "below" if high < parity else "within",
        f"{agent.vp_mean:.2f} ± {agent.vp_sd:.2f}",
    )


def _seats(agent: AgentSummary) -> tuple[str, ...]:
    speed = "" if agent.decision_ms_mean is None else _milliseconds(agent.decision_ms_mean)
    rates = ["" if rate is None else _percent(rate) for rate in agent.seat_win_rates]
    return (agent.spec, *rates, speed, f"{agent.errors:,}")


def _verdict(sprt: Sprt) -> list[str]:
    if sprt.verdict is Verdict.CONTINUE:
        return [str(sprt)]
    return [str(sprt), "The test ended the match, so rates and intervals lean towards its verdict."]


def _title(summary: Summary, plan: MatchPlan) -> str:
    games = f"{summary.games:,} game{'' if summary.games == 1 else 's'}"
    blocks = f"{summary.blocks:,} block{'' if summary.blocks == 1 else 's'}"
    rules = rules_to_text(plan.rules)
    return f"{games} in {blocks}, rules {rules}, seed {plan.seed} ({plan.key})"


def _notes(summary: Summary) -> list[str]:
    length = f"{summary.rounds_mean:.1f} rounds ({summary.turns_mean:.1f} turns)"
    offers = f"{summary.offers_per_game:.1f} offers, {summary.accepted_per_game:.1f} accepted"
    lines = [
        f"A game: {length}, {offers}, {summary.bank_trades_per_game:.1f} bank trades.",
        f"Intervals over blocks; points as mean ± standard deviation. {_time(summary.seconds)} of play.",
    ]
    if summary.cut:
        lines.append(f"Cut off at the limit of turns, won by nobody: {summary.cut:,}.")
    if summary.lost:
        lines.append(f"Lost to agents that crashed or stalled, won by nobody: {summary.lost:,}.")
    return lines


def _milliseconds(mean: float) -> str:
    """Return a time in figures that fit it.

    >>> _milliseconds(0.00008), _milliseconds(0.0571), _milliseconds(1234.5)
    ('0.0001', '0.057', '1,234')
    """
    return f"{mean:.4f}" if mean < 0.01 else f"{mean:.3f}" if mean < 10 else f"{mean:,.0f}"


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

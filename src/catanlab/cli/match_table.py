"""The result of a match as lines for a terminal, and as tables for papers and programs."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.cli.columns import in_columns, legend, paragraph
from catanlab.lab.experiments.tables import Table
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.statistics import Interval
from catanlab.lab.store.runs import StoredTest
from catanlab.lab.summary import AgentSummary, Summary, has_points

MAX_NAME_LETTERS = 24
"""The longest name of an agent for which the table fits a terminal of eighty columns."""


def table(summary: Summary, plan: MatchPlan, tests: Sequence[StoredTest] = ()) -> list[str]:
    """Return the lines of the table: who won how often, then by seat, with times, errors and tests."""
    names, key = legend(plan.agents, longest=MAX_NAME_LETTERS)
    scored = _is_scored(summary)
    wins: list[tuple[str, ...]] = [("", "games", "wins", "win rate", "95 % interval", "parity", "points")]
    wins += [(names[agent.spec], *_wins(agent)) for agent in summary.agents]
    wins.append(("parity", "", "", _percent(1 / plan.seats), "", "", ""))
    if not scored:
        wins = [row[:-1] for row in wins]
    seats: list[tuple[str, ...]] = [("win rate by seat", *map(str, range(plan.seats)), "ms/move", "errors")]
    seats += [(names[agent.spec], *_seats(agent)) for agent in summary.agents]
    return [
        _title(summary, plan),
        *key,
        "",
        *in_columns(wins, right=range(1, len(wins[0]))),
        "",
        *in_columns(seats, right=range(1, len(seats[0]))),
        "",
        *_notes(summary, plan, scored),
        *_no_verdicts(summary),
        *_failures(summary),
        *sprt_lines(tests, plan.agents[0], summary.blocks),
    ]


def match_tables(summary: Summary, plan: MatchPlan) -> list[Table]:
    """Return who won how often, and how often in each seat, as tables for papers and programs."""
    scores = ("points", "SD of points") if _is_scored(summary) else ()
    wins = tuple(
        (
            agent.spec,
            f"{agent.games:,}",
            _win_count(agent),
            str(Interval(agent.win_rate, *agent.ci95, 0.95)) if agent.ci95 else _percent(agent.win_rate),
            agent.parity or "",
            *((f"{agent.vp_mean:.2f}", f"{agent.vp_sd:.2f}") if scores else ()),
        )
        for agent in summary.agents
    )
    head = ("agent", "games", "wins", "win rate [95 %]", "parity", *scores)
    seats = tuple((agent.spec, *_seats(agent)) for agent in summary.agents)
    places = (f"seat {number}" for number in range(plan.seats))
    return [
        Table(f"Wins in match {plan.key}", head, wins),
        Table(f"Win rate by seat in match {plan.key}", ("agent", *places, "ms a move", "errors"), seats),
    ]


def _is_scored(summary: Summary) -> bool:
    """Return whether the game has points."""
    return has_points((agent.vp_mean, agent.vp_sd) for agent in summary.agents)


def _win_count(agent: AgentSummary) -> str:
    return f"{agent.wins:,.0f}" if round(agent.wins, 6) == round(agent.wins) else f"{agent.wins:,.1f}"


def _wins(agent: AgentSummary) -> tuple[str, ...]:
    return (
        f"{agent.games:,}",
        _win_count(agent),
        _percent(agent.win_rate),
        f"{100 * agent.ci95[0]:.1f} to {100 * agent.ci95[1]:.1f}" if agent.ci95 else "-",
        agent.parity or "-",
        f"{agent.vp_mean:.2f} ± {agent.vp_sd:.2f}",
    )


def _seats(agent: AgentSummary) -> tuple[str, ...]:
    speed = "" if agent.decision_ms_mean is None else _milliseconds(agent.decision_ms_mean)
    rates = ["" if rate is None else _percent(rate) for rate in agent.seat_win_rates]
    return (*rates, speed, f"{agent.errors:,}")


def _no_verdicts(summary: Summary) -> list[str]:
    """Return why agents have no verdict; a reason that is not about one of them stands once."""
    reasons = {
        f"No verdict on {agent.spec}: {agent.no_verdict}."
        if agent.no_verdict.startswith("it ")
        else f"No intervals, no verdicts: {agent.no_verdict}.": None
        for agent in summary.agents
        if agent.no_verdict
    }
    return [line for reason in reasons for line in paragraph(reason, hanging=2)]


def _failures(summary: Summary) -> list[str]:
    return [
        line
        for agent in summary.agents
        if agent.failed_often
        for line in paragraph(
            f"{agent.spec} FAILED in {agent.failed_games:,} of its {agent.games:,} games: moves by chance "
            "were made in its place, and these results do not measure it.",
            hanging=2,
        )
    ]


def sprt_lines(tests: Sequence[StoredTest], agent: str, blocks: int) -> list[str]:
    """Return the verdict of each test of the first agent and the blocks it is based on, next to a table.

    `blocks` is how many blocks the table has.
    """
    lines = []
    for test in tests:
        low, high = test.bounds
        where = "block 0" if test.blocks == 1 else f"blocks 0 to {test.blocks - 1:,}"
        rate = f"{100 * test.wins / test.games:.1f} % of {test.games:,.10g} games"
        text = (
            f"SPRT of {agent} over {where}, H0 {100 * test.p0:.1f} % against H1 {100 * test.p1:.1f} %: "
            f"{test.verdict}, LLR {test.llr:.2f} ({low:.2f}, {high:.2f}), {rate}."
        )
        lines += paragraph(f"{text} {_bias(test, blocks - test.blocks)}", hanging=2)
    if len(tests) > 1:
        lines.append("These tests looked at the same blocks: their risks of error add up.")
    return lines


def _bias(test: StoredTest, more: int) -> str:
    """Return what a test means for a table that has this many blocks more than the test."""
    if more <= 0:
        if test.is_decided:
            return "The test ended the match, so rates and intervals lean towards its verdict."
        return "It goes on with more blocks."
    blocks = "1 block" if more == 1 else f"{more:,} blocks"
    if test.is_decided:
        return (
            f"The table has {blocks} more, on which the verdict does not stand; those on which it stands "
            "lean towards it."
        )
    return f"The table has {blocks} more, which the test has not seen."


def _title(summary: Summary, plan: MatchPlan) -> str:
    games = f"{summary.games:,} game{'' if summary.games == 1 else 's'}"
    blocks = f"{summary.blocks:,} block{'' if summary.blocks == 1 else 's'}"
    return f"{games} in {blocks}, {plan.setting}, seed {plan.seed} ({plan.key})"


def _notes(summary: Summary, plan: MatchPlan, scored: bool) -> list[str]:
    length = f"{summary.rounds_mean:.1f} rounds ({summary.turns_mean:.1f} turns)"
    if plan.rules is None:
        game = f"A game: {summary.turns_mean:.1f} turns, {summary.moves_mean:.1f} moves."
    else:
        offers = f"{summary.offers_per_game:.1f} offers, {summary.accepted_per_game:.1f} accepted"
        game = f"A game: {length}, {offers}, {summary.bank_trades_per_game:.1f} bank trades."
    points = "; points as mean ± standard deviation" if scored else ""
    lines = [game, f"Intervals over blocks{points}. {_time(summary.seconds)} of play."]
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

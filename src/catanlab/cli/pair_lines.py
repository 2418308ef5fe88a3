"""The pairs of agents of a match as tables, and differences and p-values in words."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.cli.columns import LINE_COLUMNS, in_columns, legend, paragraph
from catanlab.lab.experiments.tables import Table
from catanlab.lab.pairs import AgentPair
from catanlab.lab.statistics import Comparison
from catanlab.lab.store import StoredMatch

HOW = (
    "Differences of win rates over blocks, in points; p by Student's t, and as it counts among all "
    "pairs by Holm's correction."
)
EVEN = "Where all blocks differ alike there is no interval, and p is that of the sign test."
LEVEL = 0.05
"""Below which p, by Holm's correction, a difference has a star in the matrix."""
STAR = f"Row minus column, in points; * where p by Holm's correction is below {LEVEL}."


def pair_lines(pairs: Sequence[AgentPair], stored: StoredMatch) -> list[str]:
    """Return a title, a line for each pair, how to read them, and the matrix of three or more agents."""
    plan = stored.plan
    names, key = legend(plan.agents, longest=16)
    rows: list[tuple[str, ...]] = [("", "", "difference", "95 % interval", "p", "Holm")]
    rows += [_row(pair, names) for pair in pairs]
    even = any(pair.paired.p_value is None for pair in pairs)
    blocks = pairs[0].paired.better + pairs[0].paired.worse + pairs[0].paired.tied
    return [
        f"{blocks:,} blocks, {plan.setting}, seed {plan.seed} ({stored.key})",
        *key,
        "",
        *in_columns(rows, right=range(2, 6)),
        "",
        *paragraph(f"{HOW} {EVEN}" if even else HOW, hanging=0),
        *(_matrix_lines(pairs, names) if len(names) > 2 else []),
    ]


def pair_tables(pairs: Sequence[AgentPair], stored: StoredMatch, *, has_stars: bool = True) -> list[Table]:
    """Return the pairs, and the matrix of three or more agents, as tables for papers and programs.

    Programs read bare numbers: for them the matrix has no stars, and the p-values are those of the pairs.
    """
    rows = tuple(
        (*pair.agents, points(pair.paired), bare_probability(pair.p_value), bare_probability(pair.holm))
        for pair in pairs
    )
    head = ("agent", "against", "difference, points [95 %]", "p", "p (Holm)")
    tables = [Table(f"Pairs of match {stored.key}", head, rows, 2)]
    names = {agent: agent for agent in stored.plan.agents}
    if len(names) > 2:
        title = f"Row - column in match {stored.key}"
        if has_stars:
            title += f", * p (Holm) < {LEVEL}"
        cells = _matrix(pairs, names, has_stars=has_stars)
        tables.append(Table(title, ("row - column, points", *names), cells))
    return tables


def _matrix(
    pairs: Sequence[AgentPair], names: dict[str, str], *, has_stars: bool = True
) -> tuple[tuple[str, ...], ...]:
    """Return a row for each agent: its name, and how much more it won than each; empty without a pair."""
    cells = {}
    for pair in pairs:
        first, second = pair.agents
        star = "*" if has_stars and pair.holm < LEVEL else ""
        more = 100 * pair.paired.difference.estimate
        cells[first, second] = f"{more:+.1f}{star}"
        cells[second, first] = f"{0 - more:+.1f}{star}"  # -more would make +0.0 of one -0.0 of the other
    return tuple(
        (name, *(cells.get((agent, other), "") for other in names)) for agent, name in names.items()
    )


def _matrix_lines(pairs: Sequence[AgentPair], names: dict[str, str]) -> list[str]:
    key: list[str] = []
    lines = _matrix_columns(pairs, names)
    if max(map(len, lines)) > LINE_COLUMNS:
        letters, key = legend(list(names), longest=0)
        lines = _matrix_columns(pairs, letters)
    return ["", STAR, *key, "", *lines]


def _matrix_columns(pairs: Sequence[AgentPair], names: dict[str, str]) -> list[str]:
    return in_columns([("", *names.values()), *_matrix(pairs, names)], right=range(1, len(names) + 1))


def _row(pair: AgentPair, names: dict[str, str]) -> tuple[str, ...]:
    first, second = (names[agent] for agent in pair.agents)
    found = pair.paired.difference
    interval = (
        f"{100 * found.low:+.1f} to {100 * found.high:+.1f}" if pair.paired.p_value is not None else "-"
    )
    return (
        first,
        f"- {second}",
        f"{100 * found.estimate:+.1f}",
        interval,
        bare_probability(pair.p_value),
        bare_probability(pair.holm),
    )


def points(paired: Comparison) -> str:
    """Return a difference with its interval, in points; without the interval where there is no spread."""
    found = paired.difference
    interval = f" [{100 * found.low:+.1f}, {100 * found.high:+.1f}]" if paired.p_value is not None else ""
    return f"{100 * found.estimate:+.1f}{interval}"


def bare_probability(p_value: float) -> str:
    """Return a p-value as it stands in a column.

    >>> bare_probability(0.0312), bare_probability(0.0)
    ('0.0312', '< 1e-300')
    """
    return probability(p_value).removeprefix("p ").removeprefix("= ")


def probability(p_value: float) -> str:
    """Return a p-value in words; what is too small for a number is not 0.

    >>> probability(0.0312), probability(0.0)
    ('p = 0.0312', 'p < 1e-300')
    """
    return f"p = {p_value:.3g}" if p_value >= 1e-300 else "p < 1e-300"

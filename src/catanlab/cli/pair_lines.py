"""The pairs of agents of a match as a table, and p-values in words."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.cli.columns import in_columns, legend, paragraph
from catanlab.lab.pairs import AgentPair
from catanlab.lab.store import StoredMatch

HOW = (
    "Differences of win rates over blocks, in points; p by Student's t, and as it counts among all "
    "pairs by Holm's correction."
)
EVEN = "Where all blocks differ alike there is no interval, and p is that of the sign test."


def pair_lines(pairs: Sequence[AgentPair], stored: StoredMatch) -> list[str]:
    """Return a title, a line for each pair, and how to read them."""
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
    ]


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
        probability(pair.p_value).removeprefix("p ").removeprefix("= "),
        probability(pair.holm).removeprefix("p ").removeprefix("= "),
    )


def probability(p_value: float) -> str:
    """Return a p-value in words; what is too small for a number is not 0.

    >>> probability(0.0312), probability(0.0)
    ('p = 0.0312', 'p < 1e-300')
    """
    return f"p = {p_value:.3g}" if p_value >= 1e-300 else "p < 1e-300"

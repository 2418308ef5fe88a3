"""The summary of stored results as a table for a terminal."""

from __future__ import annotations

from catanlab.cli.columns import in_columns
from catanlab.games.catan.rules_text import rules_to_text
from catanlab.lab.experiment import Experiment
from catanlab.lab.summary import Summary


def table(summary: Summary, experiment: Experiment) -> list[str]:
    """Return the lines of the table."""
    rows = [("agent", "games", "wins", "win rate", "95 % interval", "points")]
    for agent in summary.agents:
        low, high = agent.ci95
        rows.append(
            (
                agent.spec,
                f"{agent.games:,}",
                f"{agent.wins:,.6g}",
                f"{100 * agent.win_rate:.1f} %",
                f"{100 * low:.1f} to {100 * high:.1f}",
                f"{agent.vp_mean:.2f}",
            )
        )
    title = f"{summary.games:,} games in {summary.blocks:,} blocks, rules {rules_to_text(experiment.rules)}"
    return [f"{title}, seed {experiment.seed}", "", *in_columns(rows, right=range(1, 6))]

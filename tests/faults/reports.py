"""The outcomes as a table for the terminal, as JSON, and as the page docs/results/faults.md."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from tests.faults.outcomes import Outcome

COLUMNS = (
    "scenario",
    "database",
    "faults",
    "acts",
    "events seen",
    "lost",
    "doubled",
    "wrong",
    "failed",
    "seconds",
)


def rows_of(outcomes: Sequence[Outcome]) -> list[list[str]]:
    """Return the rows of the table, the sums last."""
    rows = [_row(each.scenario, each.database, [each], f"{each.seconds:.0f}") for each in outcomes]
    rows.append(_row("all", "", outcomes, f"{sum(each.seconds for each in outcomes):.0f}"))
    return rows


def _row(scenario: str, database: str, outcomes: Sequence[Outcome], seconds: str) -> list[str]:
    figures = [
        sum(each.injected for each in outcomes),
        sum(each.acknowledged for each in outcomes),
        sum(each.seen for each in outcomes),
        sum(each.lost for each in outcomes),
        sum(each.doubled for each in outcomes),
        sum(each.wrong for each in outcomes),
        sum(len(each.failures) for each in outcomes),
    ]
    return [scenario, database, *(f"{figure:,}" for figure in figures), seconds]


def as_table(outcomes: Sequence[Outcome]) -> Table:
    """Return the table for a terminal."""
    table = Table()
    for place, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if place < 2 else "right")
    for row in rows_of(outcomes):
        table.add_row(*row)
    return table

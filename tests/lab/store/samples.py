"""Small matches, rows and records for the tests of the store."""

from pathlib import Path

import numpy as np

from catanlab.agents.registry import make_agent
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.store import Store, StoredMatch
from catanlab.table.record import Record
from catanlab.table.table import Table

PLAN = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2", seed=3)
EACH = len(PLAN.seatings)


def some_rows(blocks: range, plan: MatchPlan = PLAN) -> Rows:
    """Return made-up games of whole blocks that no two blocks have alike."""
    each = len(plan.seatings)
    rows = Rows.empty(len(blocks) * each, plan.seats)
    rows.block[:] = np.repeat(np.asarray(blocks), each)
    rows.game[:] = np.tile(np.arange(each), len(blocks))
    rows.agent[:] = np.asarray(plan.seatings)[rows.game]
    numbers = rows.block * each + rows.game
    for name in ("turns", "moves", "offers", "trades", "bank_trades"):
        rows[name][:] = numbers * 7 % 1000 + len(name)
    rows.seconds[:] = numbers / 3
    rows.share[np.arange(len(rows)), numbers % plan.seats] = 1
    for seat in range(plan.seats):
        for name in ("points", "decisions", "thought", "errors"):
            rows[name][:, seat] = (numbers * (seat + 3)) % 50
    return rows


def some_records(block: int) -> list[tuple[int, int, Record]]:
    """Return the records of a block, played at a table."""
    kept = []
    for number, seating in enumerate(PLAN.seatings):
        agents = [make_agent(PLAN.agents[agent]) for agent in seating]
        with Table(PLAN.game(block), agents, seed=PLAN.block_seed(block)) as table:
            table.play()
        kept.append((block, number, Record.of_table(table)))
    return kept


def fresh(root: Path, plan: MatchPlan = PLAN) -> StoredMatch:
    """Return what a new process would find in a folder."""
    return Store(root).open(plan)


def assert_same(found: Rows, expected: Rows) -> None:
    """Assert that rows are equal in every column, types included."""
    for name in Rows.columns():
        assert found[name].dtype == expected[name].dtype, name
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)


def parts(stored: StoredMatch) -> list[Path]:
    """Return the Parquet files of a match."""
    return sorted(stored.path.glob("part-*.parquet"))

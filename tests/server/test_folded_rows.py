"""Many events in one row of the database: written whole, and read as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from tests.server.logs import line, row, with_log

from catanlab.framework.errors import ArgumentError
from catanlab.server.database.check import count_rows, snapshot, table_faults
from catanlab.server.database.errors import LogOrderError
from catanlab.server.database.folding import FOLDED, fold, folded_row, unfold
from catanlab.server.database.rows import Row
from catanlab.server.database.writer import LogWriter

pytestmark = pytest.mark.usefixtures("both_databases")
MADE = row(1, act="make")


def moves(first: int, last: int) -> list[Row]:
    """Return events of one moment."""
    return [
        structs.replace(row(seq, body=b'{"n":%d}' % seq), at=7, kind=("moved", "said")[seq % 2])
        for seq in range(first, last + 1)
    ]


def test_what_no_act_caused_is_one_row_and_is_read_event_by_event(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        rows = [MADE, *moves(2, 400)]
        stored = fold(rows)
        assert [(each.seq, each.kind) for each in stored] == [(1, "moved"), (400, FOLDED)]
        await log.append("a", 1, stored)
        await log.append("a", 1, [row(401, act="later")], [line("chat", seq=401)])
        assert log.rows == 3
        read = log.database.read_rows
        assert read("a") == [*rows, row(401, act="later")]
        assert read("a", after=398) == [*rows[398:], row(401, act="later")]
        assert read("a", after=10, limit=3) == rows[10:13]
        assert read("a", after=400, limit=3) == [row(401, act="later")]
        assert log.database.acts("a") == {("p", "make"): 1, ("p", "later"): 401, ("p", "chat"): 0}
        with snapshot(log.database.url) as connection:
            assert [fault for fault in table_faults(connection) if "event" in fault] == [
                "room a: event 1 is 'moved', but a log begins with 'created' and has it once"
            ]
            assert count_rows(connection)["events"] == 401

    with_log(tmp_path, test)


def test_an_append_that_reached_the_disk_unnoticed_is_known_again(tmp_path: Path) -> None:
    tried: list[frozenset[str]] = []

    def commit(rooms: frozenset[str], do: Callable[[], None]) -> None:
        do()
        tried.append(rooms)
        if len(tried) == 2:
            raise OSError("no answer, says the test")

    async def test(log: LogWriter) -> None:
        await log.append("a", 1, fold([MADE, *moves(2, 50)]))
        await log.append("a", 1, [row(51)])
        assert len(log.database.read_rows("a")) == 51

    with_log(tmp_path, test, commit=commit)
    assert len(tried) == 3


def test_numbers_still_have_no_gaps(tmp_path: Path) -> None:
    async def test(log: LogWriter) -> None:
        with pytest.raises(ArgumentError, match="have no gaps"):
            log.append("a", 1, [MADE, row(3)])
        with pytest.raises(ArgumentError, match="have no gaps"):
            log.append("a", 1, [MADE, *moves(2, 5), folded_row(moves(3, 5))])
        # Who is first in an append follows the log at once.
        with pytest.raises(LogOrderError):
            await log.append("a", 1, [folded_row(moves(1, 5))])
        await log.reopen("a")
        assert log.database.read_rows("a") == []

    with_log(tmp_path, test)


@pytest.mark.parametrize(
    "rows",
    [
        [row(2), row(4)],
        [row(2), row(3, "b")],
        [row(2), row(3)],  # of other times
        [*moves(2, 3), structs.replace(moves(4, 4)[0], epoch=2)],
        [structs.replace(each, person="p", act=f"x{each.seq}") for each in moves(2, 3)],
        [folded_row(moves(2, 5)), *moves(6, 6)],
    ],
)
def test_rows_that_do_not_belong_together_are_not_folded(rows: list[Row]) -> None:
    with pytest.raises(ArgumentError):
        folded_row(rows)


def test_single_rows_stay_as_they_are() -> None:
    rows = [MADE, *moves(2, 2), row(3, act="other")]
    assert fold(rows) == rows
    assert list(unfold(rows)) == rows

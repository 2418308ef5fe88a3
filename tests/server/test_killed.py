"""A process that is killed while it appends loses nothing that it acknowledged."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.server.appender import ROOMS
from tests.server.logs import url

from catanlab.server.database.database import Database

pytestmark = pytest.mark.usefixtures("both_databases")


def kill_after(folder: Path, lines: int) -> list[str]:
    """Kill the appender when it has acknowledged so much, and return everything that it acknowledged."""
    command = [sys.executable, "-m", "tests.server.appender", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        printed += process.stdout.readlines()
    # The last line may be cut.
    return [each.rstrip("\n") for each in printed if each.endswith("\n")]


def check(folder: Path, acknowledged: list[str]) -> None:
    with Database(url(folder)) as database:
        logs = {room.id: database.read_rows(room.id) for room in database.rooms()}
        acts = {room: database.acts(room) for room in logs}
    for rows in logs.values():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        epochs = [row.epoch for row in rows]
        assert epochs == sorted(epochs)
    for room, rows in logs.items():
        # An act is there with all its rows or not at all, and with its chat line.
        starts = [row.seq for row in rows if row.act is not None]
        for start, end in pairwise([*starts, len(rows) + 1]):
            assert end - start == 1 + start % 3
            assert (("p", f"chat{start}") in acts[room]) == (end - start == 2)
    for each in acknowledged:
        room, epoch, seq, count, act = each.split()
        first = logs[room][int(seq) - 1]
        assert (first.act, first.epoch) == (act, int(epoch))
        assert len(logs[room]) >= int(seq) + int(count) - 1
        assert acts[room]["p", act] == int(seq)


@pytest.mark.full
def test_nothing_that_was_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    for lines in (1, 17, 60, 400, 1000):
        acknowledged += kill_after(tmp_path, lines)
        check(tmp_path, acknowledged)
    assert len(acknowledged) > 1400
    assert {each.split()[0] for each in acknowledged} == set(ROOMS)


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost_by_a_hundred_kills(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    for number in range(100):
        acknowledged += kill_after(tmp_path, 1 + number * 37 % 500)
        check(tmp_path, acknowledged)

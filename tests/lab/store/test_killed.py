"""Whenever a writer is killed, what it had added is there, and what it was adding is there whole or not."""

import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.lab.store.samples import assert_same, fresh, some_rows

ROOT = Path(__file__).resolve().parents[3]
KILLS = 12
BLOCKS = 5

WRITER = """
import os, signal, sys
from pathlib import Path
from catanlab.lab.store import compaction
from tests.lab.store.samples import fresh, some_records, some_rows

compaction.PARTS_TO_MERGE = 4  # so that mergers are killed as often as additions
deadly = int(sys.argv[2])
if deadly:  # the call to the system that is not survived
    calls = 0
    def fatal(original):
        def call(*arguments, **options):
            global calls
            calls += 1
            if calls == deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*arguments, **options)
        return call
    os.fsync, Path.replace, Path.unlink = fatal(os.fsync), fatal(Path.replace), fatal(Path.unlink)

stored = fresh(Path(sys.argv[1]))
record = some_records(0)[0][2]
with stored.lock():
    first = len(stored.finished_blocks())
    print(first, flush=True)
    while True:
        stored.add(some_rows(range(first, first + BLOCKS)), [(first, 0, record)])
        first += BLOCKS
        print(first, flush=True)
""".replace("BLOCKS", str(BLOCKS))


@pytest.mark.full
def test_a_killed_writer_leaves_whole_parts(tmp_path: Path) -> None:
    draw = random.Random(4)
    before = 0
    for kill in range(KILLS):
        reported = _kill_a_writer(
            tmp_path, draw.uniform(0, 0.2), deadly=draw.randint(5, 60) if kill % 2 else 0
        )
        stored = fresh(tmp_path)
        done = stored.finished_blocks()
        assert done.tolist() == list(range(len(done)))
        # All that the writer said was added, and at most what it was adding when it was killed.
        assert max(reported, before) <= len(done) <= max(reported, before) + BLOCKS
        assert_same(stored.rows(), some_rows(range(len(done))))
        kept = sorted((block, game) for block, game, _ in stored.records())
        assert kept == [(block, 0) for block in range(0, len(done), BLOCKS)]
        before = len(done)
    assert before > 0
    with fresh(tmp_path).lock():
        assert not list(tmp_path.glob("*/*.half-written"))
    fresh(tmp_path).compact()
    assert_same(fresh(tmp_path).rows(), some_rows(range(before)))


def _kill_a_writer(root: Path, moment: float, deadly: int) -> int:
    """Let a writer be killed, by its own call or after a moment, and return how many blocks it reported."""
    command = [sys.executable, "-c", WRITER, str(root), str(deadly)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        reported = [process.stdout.readline()]
        if not deadly:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=moment)
            process.send_signal(signal.SIGKILL)
        reported += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return max(int(line) for line in ["0\n", *reported] if line.endswith("\n"))


@pytest.mark.parametrize("name", ["part-000001.parquet", "part-000001.records", "experiment.json"])
def test_half_written_files_are_not_seen_and_swept_away(name: str, tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.path.mkdir()
    (stored.path / f"{name}.half-written").write_text("PAR1...")
    assert len(fresh(tmp_path).rows()) == 0
    stored.add(some_rows(range(2)))
    stored.add(some_rows(range(2, 4)))
    with fresh(tmp_path).lock():
        assert not list(stored.path.glob("*.half-written"))
    assert_same(fresh(tmp_path).rows(), some_rows(range(4)))


def test_records_without_their_part_do_not_count_and_are_not_overwritten(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)))
    alone = stored.path / "part-000007.records"
    alone.write_text("left by a killed run")
    stored.add(some_rows(range(1, 2)))
    assert (stored.path / "part-000008.parquet").exists()
    assert list(stored.records()) == []
    assert alone.read_text() == "left by a killed run"

"""A million games need little memory to keep and to read."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
START = """
import sys
from pathlib import Path
from catanlab.lab.match_plan import MatchPlan
from tests.lab.store.samples import fresh, some_rows

plan = MatchPlan.match(["random", *["random:by_group=yes"] * 3])
stored = fresh(Path(sys.argv[1]), plan)
"""
WRITE = """
with stored.lock():
    for first in range(0, 250_000, 1000):
        stored.add(some_rows(range(first, first + 1000), plan))
    stored.compact()
"""
READ = """
assert len(stored.finished_blocks()) == 250_000
rows = stored.rows(range(250_000))
assert len(rows) == 1_000_000
assert (rows.block[::4] == range(250_000)).all()
"""
END = """
[most] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(int(most.split()[1]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system does not tell the memory used"
)
def test_a_million_games_are_kept_and_read_in_little_memory(tmp_path: Path) -> None:
    for work, megabytes in ((WRITE, 250), (READ, 350)):
        command = [sys.executable, "-c", START + work + END, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert int(done.stdout) < megabytes
    assert len(list(tmp_path.glob("*/part-*.parquet"))) <= 10

"""Published reports can be made again from the commit that they name."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
LOCKS = {
    path.stem: lock
    for path in sorted(RESULTS.glob("*.json"))
    if (lock := json.loads(path.read_text())).get("format") == "catanlab-experiment-lock"
}


def git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


HAS_HISTORY = shutil.which("git") and git("rev-parse", "--is-shallow-repository") == "false"


@pytest.mark.full
@pytest.mark.skipif(not HAS_HISTORY, reason="these sources are no clone with its whole history")
@pytest.mark.parametrize("name", LOCKS)
def test_the_commit_of_a_report_is_in_the_history_and_has_the_games_it_needs(name: str) -> None:
    """After games were published: commit them, then catanlab experiment NAME --stored --publish."""
    lock = LOCKS[name]
    commit = lock["commit"]
    assert git("merge-base", commit, "HEAD") == commit, "no commit of this history made the report"
    page = (RESULTS / f"{name}.md").read_text()
    assert f"git checkout {commit[:12]} && make install && .venv/bin/{lock['command']}`" in page
    if "--stored" in lock["command"]:
        rows = git("ls-tree", "-d", "--name-only", f"{commit}:docs/results/rows").split()
        assert {match["key"] for match in lock["matches"]} <= {*rows}
        kept = json.loads(git("show", f"{commit}:docs/results/{name}.json"))
        assert [each["digest"] for each in kept["matches"]] == [each["digest"] for each in lock["matches"]]

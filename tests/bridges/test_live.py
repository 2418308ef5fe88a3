"""Whole matches at a real server, where JSETTLERS_CLASSPATH names a build of JSettlers 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from catanlab.lab.store import Store

CLASSPATH = os.environ.get("JSETTLERS_CLASSPATH")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not CLASSPATH, reason="JSETTLERS_CLASSPATH names no build of JSettlers"),
]


@pytest.mark.parametrize(
    ("agent", "against", "kind"),
    [
        ("greedy", 3, "smart"),
        ("jsettlers-smart", 2, "smart"),
        ("random", 1, "smart"),
        ("greedy", 3, "fast"),
        ("greedy", 3, "mixed"),
    ],
)
def test_a_match_at_a_real_server(agent: str, against: int, kind: str, tmp_path: Path) -> None:
    server = f"java -Djava.awt.headless=true -cp {CLASSPATH} soc.server.SOCServer"
    options = {"server-command": server, "agent": agent, "against": against, "kind": kind, "games": 4}
    command = [sys.executable, "-m", "catanlab", "jsettlers", "match", "--json", "--records"]
    command += [
        "--out",
        str(tmp_path),
        *(word for name in options for word in (f"--{name}", str(options[name]))),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    result = json.loads(done.stdout)
    assert result["games"] == 4
    assert [each["games"] for each in result["agents"]] == [4 * (4 - against), 4 * against]
    assert result["agents"][0]["errors"] == 0
    counts = result["mirror"]
    assert counts["checks"] > 1000
    assert (counts["mismatches"], counts["lost"]) == (0, 0)
    (stored,) = Store(tmp_path).matches()
    assert len(list(stored.records())) == 4

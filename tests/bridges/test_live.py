"""Whole matches at a real server, where JSETTLERS_CLASSPATH names a build of JSettlers 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CLASSPATH = os.environ.get("JSETTLERS_CLASSPATH")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not CLASSPATH, reason="JSETTLERS_CLASSPATH names no build of JSettlers"),
]


@pytest.mark.parametrize(("agent", "against"), [("greedy", 3), ("jsettlers-smart", 2), ("random", 1)])
def test_a_match_at_a_real_server(agent: str, against: int, tmp_path: Path) -> None:
    server = f"java -Djava.awt.headless=true -cp {CLASSPATH} soc.server.SOCServer"
    command = [sys.executable, "-m", "catanlab", "jsettlers", "match", "--server-command", server]
    command += [
        "--agent",
        agent,
        "--against",
        str(against),
        "--games",
        "4",
        "--json",
        "--out",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    result = json.loads(done.stdout)
    assert result["games"] == 4
    assert [each["games"] for each in result["agents"]] == [4 * (4 - against), 4 * against]
    assert result["agents"][0]["errors"] == 0
    mirror = result["mirror"]
    assert mirror["checks"] > 1000
    assert (mirror["mismatches"], mirror["lost"]) == (0, 0)

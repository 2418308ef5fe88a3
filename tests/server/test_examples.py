"""The example of games at a server that is killed."""

import re
import subprocess
import sys

import pytest
from tests.conftest import ROOT


@pytest.mark.slow
@pytest.mark.full
def test_games_at_a_server_that_is_killed_miss_nothing_that_was_acknowledged() -> None:
    command = [sys.executable, "examples/online/killed_server.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert {line.partition(":")[0] for line in lines} == {"four people", "a person and three robots"}
    for line in lines:
        assert re.search(r"acts acknowledged, all in the log; 2 restarts\. The dice were checked", line)

"""The load benchmark plays, measures and ends; its figures are those of a run that may be void."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.full


def measured(*words: str) -> list[str]:
    """Run a small measurement, and return its lines."""
    command = [sys.executable, "-m", "catanlab.benchmarks.load", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    lines = done.stdout.splitlines()
    assert not done.stderr
    assert done.returncode == ("VOID" in lines[-1])
    assert lines[-1].startswith("other programs had ")
    return lines


def test_people_and_quick_robots() -> None:
    lines = measured("robots", "--rooms", "3", "--seconds", "6", "--think", "0.1")
    assert lines[0] == "3 rooms, 1 people each, thinking 0.1 s, for 6 s:"
    assert "acts of people a second, acknowledged p50 " in lines[1]
    assert "acts of robots a second, beyond their delay p50 " in lines[2]
    assert " ms an act, " in lines[3]


def test_a_restart_brings_everybody_back() -> None:
    lines = measured("restart", "--rooms", "3", "--seconds", "1", "--think", "0.1")
    assert lines[1].startswith("listening again after ")
    assert lines[2].startswith("people back in their games after ")

"""A match with failing agents says so and does not end with success; a strict one stops at once."""

import json
from pathlib import Path

import pytest

from catanlab.cli.main import main

ROGUE = "tests.lab.rogues.Rogue"
SHORT = ["--rules", "players=2,max_rounds=5", "--jobs", "1"]


pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_strict_match_reports_who_failed_where_and_how(capsys):
    agent = f"{ROGUE}:deed=raise,seat=1,after=3"
    assert main(["match", agent, "random", *SHORT, "--blocks", "2", "--strict"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0] == "catanlab match: stopped at the first failure, with 0 of 2 blocks kept"
    assert lines[1] == f"    agent  {agent}"
    assert lines[2].startswith("    where  seat 1 of game 1 of block 0, ply ")
    assert ", turn " in lines[2]
    assert lines[3] == "    error  raised: ZeroDivisionError: division by zero"
    assert "rogues.py, line " in lines[4]
    assert lines[5] == "    Traceback (most recent call last):"
    assert lines[-1] == "    ZeroDivisionError: division by zero"
    assert not Path("results").exists() or not list(Path("results").iterdir())


def test_an_agent_that_fails_at_every_move_never_ends_with_success(capsys):
    words = ["match", "tests.lab.rogues.Cheat:answer=nonsense", "random", *SHORT, "--blocks", "2"]
    assert main(words) == 1
    first = capsys.readouterr()
    (key,) = (path.name for path in Path("results").iterdir())
    assert main(words) == 1  # nothing is played, and nothing is forgotten
    again = capsys.readouterr()
    for said in (first, again):
        assert "FAILED: tests.lab.rogues.Cheat:answer=nonsense failed in 4 of its 4 games" in said.err
        assert "    where  seat 0 of game 0 of block 0, ply 0, turn 0\n" in said.err
        assert "    error  nonsense: " in said.err
        assert "FAILED in 4 of its 4 games" in " ".join(said.out.split())
    assert main(["results", "show", key]) == 0
    assert "FAILED in 4 of its 4 games" in " ".join(capsys.readouterr().out.split())
    assert main(["results", "show", key, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agents"][0]["failed_games"] == 4
    assert found["runs"][0]["failures"][0]["ply"] == 0


def test_a_strict_match_shows_the_traceback_of_a_failure_that_was_kept(capsys):
    words = ["match", f"{ROGUE}:deed=raise,seat=1,after=3", "random", *SHORT, "--blocks", "1"]
    assert main(words) == 1
    first = capsys.readouterr()
    assert "Traceback" not in first.err
    assert "--strict shows the traceback" in first.err
    assert main([*words, "--strict"]) == 1
    again = capsys.readouterr()
    assert again.out == first.out
    assert "    Traceback (most recent call last):\n" in again.err
    assert "    ZeroDivisionError: division by zero\n" in again.err


def test_a_match_whose_worker_dies_does_not_end_with_success(capsys):
    agent = f"{ROGUE}:deed=exit,seat=1,after=2"
    assert main(["match", agent, "random", *SHORT, "--blocks", "1"]) == 1
    assert "the worker died (exit code 7): the game is lost" in capsys.readouterr().err

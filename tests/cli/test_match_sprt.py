"""The verdict of a sequential test is kept with the games, and says on which blocks it stands."""

import json
from pathlib import Path

import pytest

from catanlab.cli.main import main

DUEL = ["match", "random", "random:by_group=yes", "--rules", "players=2", "--seed", "1", "--jobs", "1"]
TEST = ["--sprt", "0.9,0.95"]


pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def output(capsys, *words):
    assert main([*words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return " ".join(captured.out.split())


def test_the_verdict_is_kept_and_shown_with_its_blocks(capsys):
    said = output(capsys, *DUEL, *TEST, "--blocks", "200")
    assert "SPRT of random over blocks 0 to " in said
    assert "The test ended the match, so rates and intervals lean towards its verdict." in said
    (folder,) = Path("results").iterdir()
    found = json.loads(output(capsys, "results", "show", folder.name, "--json"))
    (test,) = found["tests"]
    assert (test["verdict"], test["is_decided"]) == ("accept H0", True)
    assert f"over blocks 0 to {test['blocks'] - 1}, H0 90.0 % against H1 95.0 %: accept H0, LLR" in said
    shown = output(capsys, "results", "show", folder.name)
    assert f"SPRT of random over blocks 0 to {test['blocks'] - 1}, " in shown
    assert f"accept H0, blocks 0 to {test['blocks'] - 1}" in output(capsys, "results")


def test_blocks_that_are_added_later_are_not_mixed_silently(capsys):
    output(capsys, *DUEL, *TEST, "--blocks", "200")
    said = output(capsys, *DUEL, "--blocks", "300")
    (folder,) = Path("results").iterdir()
    (test,) = json.loads(output(capsys, "results", "show", folder.name, "--json"))["tests"]
    assert said.startswith("600 games in 300 blocks")
    assert f"SPRT of random over blocks 0 to {test['blocks'] - 1}, " in said
    more = 300 - test["blocks"]
    assert f"The table has {more} blocks more, on which the verdict does not stand" in said
    assert said.endswith("lean towards it.")


def test_an_undecided_test_goes_on_where_it_was(capsys):
    words = [*DUEL, "--sprt", "0.5,0.52"]
    said = output(capsys, *words, "--blocks", "5")
    assert "over blocks 0 to 4, H0 50.0 % against H1 52.0 %: continue" in said
    assert said.endswith("It goes on with more blocks.")
    said = output(capsys, *words, "--blocks", "9")
    assert said.count("SPRT of random") == 1
    assert "over blocks 0 to 8, " in said


def test_two_tests_of_the_same_blocks_are_both_named(capsys):
    output(capsys, *DUEL, *TEST, "--blocks", "20")
    said = output(capsys, *DUEL, "--sprt", "0.8,0.9", "--blocks", "20")
    assert said.count("SPRT of random") == 2
    assert said.endswith("These tests looked at the same blocks: their risks of error add up.")

"""Matches in any game: those of the table and one's own, by an import path."""

import json
from pathlib import Path

import pytest

from catanlab.cli.main import main
from catanlab.lab.store import Store

GROUPS = "random:by_group=yes"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def found(capsys, *words):
    assert main(["match", *words, "--jobs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.full
@pytest.mark.parametrize("game", ["gomoku:size=4,line=3", "sos", "catanlab.games.sos:Sos:switches=6"])
def test_a_match_in_another_game(game, capsys):
    result = found(capsys, "--game", game, "random", "tests.table.players.First", "--blocks", "3")
    assert (result["games"], result["blocks"]) == (6, 3)
    assert sum(agent["wins"] for agent in result["agents"]) == 6
    assert "rules" not in result["experiment"]
    assert [agent["errors"] for agent in result["agents"]] == [0, 0]
    (stored,) = Store(Path("results")).matches()
    assert stored.plan.seatings == ((0, 1), (1, 0))
    assert stored.plan.game(1).seats == 2


@pytest.mark.full
def test_the_table_of_another_game_has_no_trade(capsys):
    words = ["--game", "gomoku:size=4,line=3", "random", "tests.table.players.First", "--blocks", "2"]
    assert main(["match", *words, "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("4 games in 2 blocks, gomoku:size=4,line=3, seed 1 (")
    assert "points" not in said
    assert "offers" not in said
    assert "A game: " in said
    assert main(["results", "--rules", "gomoku"]) == 0
    assert "gomoku:size=4,line=3" in capsys.readouterr().out


@pytest.mark.full
def test_records_of_one_s_own_game_can_be_read(capsys):
    words = ["--game", "tests.lab.nim:Nim:heap=7", "random", "tests.table.players.First", "--blocks", "2"]
    found(capsys, *words, "--records")
    (stored,) = Store(Path("results")).matches()
    records = {(block, game): record for block, game, record in stored.records()}
    assert set(records) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    for (block, _), record in records.items():
        assert record.game == stored.plan.game(block)
        assert sum(int(move) for move in record.moves) == 7


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "gomoku", "greedy", "random"], "greedy plays catan, not gomoku"),
        (["--game", "gomoku", "random"], "1 agent for 2 seats"),
        (["--game", "go", "random", GROUPS], "unknown game 'go'; the games are cant-stop, catan, gomoku, "),
        (["--game", "gomoku:size=2", "random", GROUPS], "size"),
        (["--game", "gomoku:colour=2", "random", GROUPS], "gomoku has no option 'colour'"),
        (["--game", "sos", "--rules", "base", "random", GROUPS], "rules go with Catan"),
        (["--game", "catan:seed=2", *["random"] * 4], "a match of Catan takes rules"),
        (["--game", "no.such:Game", "random", GROUPS], "there is no module 'no' for the game no.such.Game"),
        (
            ["--game", "tests.lab.nim:Chess", "random", GROUPS],
            "has no class or function 'Chess' for a game",
        ),
        (
            ["--game", "tests.lab.nim:Take", "random", GROUPS],
            "tests.lab.nim.Take is not a subclass of catanlab.Game",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_does_not_fit_a_game_is_refused(words, sentence, capsys):
    assert main(["match", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not Path("results").exists()


@pytest.mark.full
def test_matches_of_different_games_are_not_compared(capsys):
    keys = [
        found(capsys, "--game", game, "random", "tests.table.players.First", "--blocks", "2")["key"]
        for game in ("gomoku:size=3,line=3", "sos")
    ]
    assert main(["results", "compare", *keys]) == 2
    assert "game gomoku:size=3,line=3 in the first, sos in the second" in capsys.readouterr().err

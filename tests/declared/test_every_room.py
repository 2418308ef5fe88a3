"""Terminal, records, playouts and perft take a declared game as they take any other."""

import numpy as np
import pytest
from tests.declared.bazaar import Bazaar

from catanlab.cli.main import main
from catanlab.framework.perft import perft
from catanlab.framework.registry import Entry, Option
from catanlab.games.registry import GAMES, OWN_GAMES
from catanlab.playout.games import play_out
from catanlab.playout.policies import GroupFirst, Uniform
from catanlab.table.record_reader import read_records


@pytest.fixture
def listed(monkeypatch):
    """Let the toy be one of the games for the time of a test."""
    options = (Option("players", "2 to 4", "3"), Option("length", "2 to 100", "12"))
    entry = Entry("bazaar", Bazaar.summary, "tests.declared.bazaar.BazaarGame", options=options)
    for games in (GAMES, OWN_GAMES):
        monkeypatch.setitem(games._entries, "bazaar", entry)


@pytest.mark.full
@pytest.mark.usefixtures("listed")
def test_it_is_watched_recorded_and_seen_again(tmp_path, capsys):
    path = tmp_path / "game.record"
    words = ["play", "--watch", "--game", "bazaar:players=2,length=3", "--agents", "random,random"]
    assert main([*words, "--seed", "4", "--record", str(path)]) == 0
    assert main(["replay", str(path)]) == 0
    assert "settle" in capsys.readouterr().out
    (record,) = read_records(path)
    assert record.game == Bazaar.Game(players=2, length=3)
    assert record.text == path.read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.usefixtures("listed")
def test_wrong_options_are_reported_in_one_line(capsys):
    assert main(["play", "--watch", "--game", "bazaar:players=9", "--agents", "random"]) != 0
    assert "bazaar's players is 9; allowed is an integer from 2 to 4" in capsys.readouterr().err


@pytest.mark.parametrize("policy", [Uniform(), GroupFirst()])
def test_native_playouts_play_it(policy):
    game, count = Bazaar.Game(length=3), 4
    returns, scores = np.zeros((count, 3)), np.zeros((count, 3), np.int32)
    turns, moves = np.zeros(count, np.int32), np.zeros(count, np.int64)
    play_out([game.start()] * count, 1, 0, policy, 0, returns, scores, turns, moves)
    assert returns.sum(axis=1) == pytest.approx(np.ones(count))
    assert list(turns) == [3] * count


def test_perft_counts_it():
    assert perft(Bazaar.Game(players=2, length=2).start(), 2) == 4 * 3

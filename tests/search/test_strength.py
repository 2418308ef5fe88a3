"""How strong searches are: minutes each, and a little luck, so only `make slow` runs them."""

import json

import pytest

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.cli.main import main

pytestmark = pytest.mark.slow


def match(capsys, tmp_path, *words):
    """Play a match and return what it found."""
    assert main(["match", *words, "--json", "--out", str(tmp_path), "--jobs", "2"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", [entry.name for entry in SEARCHES])
def test_every_preset_beats_three_random_players(name, capsys, tmp_path):
    # Sampled gains take seconds a move with so many simulations.
    form = ",form=analytic" if name == "panousis-vpi" else ""
    agent = f"{name}:iterations=1000,seconds=none{form}"
    found = match(capsys, tmp_path, agent, "random", "random", "random", "--blocks", "5", "--seed", "1")
    assert found["agents"][0]["win_rate"] >= 0.9
    assert found["agents"][0]["errors"] == 0


def test_more_simulations_are_stronger(capsys, tmp_path):
    strong, weak = "uct:iterations=400", "uct:iterations=50"
    found = match(capsys, tmp_path, strong, strong, weak, weak, "--blocks", "20", "--seed", "1")
    assert found["agents"][0]["ci95"][0] > 0.25

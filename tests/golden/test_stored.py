"""Results, records and specs that an earlier version wrote are still read: their words never break."""

import json
import shutil
from pathlib import Path

import pytest

from catanlab import make_agent, read_records
from catanlab.cli.main import main
from catanlab.lab.store import Store

STORED = Path(__file__).parent / "stored"
NATIVE = "c0426a9df987a34a"
FOLDERS = sorted(path.name for path in STORED.iterdir())


@pytest.fixture
def results(tmp_path):
    """Return a copy of the results of version 0.1, as commit 471b4e1 wrote them."""
    return shutil.copytree(STORED, tmp_path / "results")


def test_all_results_are_listed(results, capsys):
    assert main(["results", "--out", str(results)]) == 0
    printed = capsys.readouterr().out
    for folder in FOLDERS:
        assert folder in printed


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_result_is_shown_with_all_its_games(results, folder, capsys):
    assert main(["results", "--out", str(results), "show", folder]) == 0
    printed = capsys.readouterr().out
    games = 12 if folder == NATIVE else 4
    assert f"{games} games" in printed


@pytest.mark.parametrize("folder", FOLDERS)
def test_agents_of_a_result_can_be_made_again(folder):
    for spec in json.loads((STORED / folder / "experiment.json").read_text())["experiment"]["agents"]:
        agent = make_agent(spec)
        assert agent.name == spec.replace("beside=", "overrides=")
        assert make_agent(agent.name).name == agent.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_result_keeps_its_key_and_the_words_of_its_agents(results, folder):
    plan = Store(results).find(folder).plan
    assert plan.key == folder
    assert plan.to_dict() == json.loads((STORED / folder / "experiment.json").read_text())["experiment"]


@pytest.mark.parametrize("path", sorted(STORED.rglob("*.records")), ids=lambda path: path.parent.name)
def test_records_replay_to_their_result(path):
    records = list(read_records(path))
    assert len(records) == 4
    for record in records:
        state = record.replay()
        assert state.is_over
        assert record.result.shares == tuple(state.returns)

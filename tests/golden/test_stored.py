"""Results, records and specs that an earlier version wrote are still read: their words never break."""

import json
import shutil
from pathlib import Path

import pytest

from catanlab import make_agent, read_records
from catanlab.cli.main import main
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.lab.code.key import needed_modules
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.store import Store
from catanlab.playout.registry import make_evaluation, make_policy
from catanlab.search.registry import make_priors
from catanlab.search.tree_policies.registry import make_tree_policy
from catanlab.search.tree_policies.ucb import Uct

STORED = Path(__file__).parent / "stored"
NATIVE = "c0426a9df987a34a"
OLD_PATHS = json.loads((Path(__file__).parent / "old_import_paths.json").read_text())
"""Every class and function of commit 471b4e1 that a spec can name by its import path, by the option that
takes it, and its import path of today."""
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


@pytest.mark.parametrize(("old", "new"), OLD_PATHS["agent"].items())
def test_an_agent_is_made_from_its_old_import_path(old, new):
    assert _path(make_agent(old)) == new


MAKERS = {
    "playout": lambda path: make_policy(path, CatanMove),
    "at_cut": make_evaluation,
    "prior": lambda path: make_priors(path, None, CatanMove),
    "policy": make_tree_policy,
}


@pytest.mark.parametrize(
    ("option", "old", "new"),
    [(option, old, new) for option in MAKERS for old, new in OLD_PATHS[option].items()],
)
def test_part_of_a_search_is_made_from_its_old_import_path(option, old, new):
    assert _path(MAKERS[option](old)) == new
    spec = f"uct:{option}={old}"
    agent = make_agent(spec)
    agent.check(Catan())
    assert agent.name == spec
    assert new.rpartition(".")[0] in needed_modules(spec)


def test_an_old_path_of_a_class_takes_no_options_of_the_agent():
    """The agent `uct` has c = 0.4; a class by its path has the default of the class, as ever."""
    assert make_tree_policy("catanlab.search.tree_policies.uct.Uct").c == Uct().c
    assert "c" not in make_agent("uct:policy=catanlab.search.tree_policies.uct.Uct").policy_options
    assert make_agent("uct:policy=catanlab.search.tree_policies.registry.uct").policy_options == {"c": 0.4}


def _path(thing):
    return f"{type(thing).__module__}.{type(thing).__qualname__}"


def test_a_record_by_the_rules_roelofs_from_before_they_had_an_order_of_the_set_up_is_replayed():
    text = (Path(__file__).parent / "old" / "roelofs-rules.record").read_text()
    assert '[Rules "roelofs"]' in text
    (record,) = read_records(text)
    assert record.game.rules == Rules.roelofs().replace(setup_order="snake")
    assert record.game.rules != Catan(rules="roelofs").rules == Rules.roelofs()
    (again,) = read_records(record.text)
    assert again.game.rules == record.game.rules


def test_a_plan_by_the_rules_roelofs_from_before_keeps_its_order_of_the_set_up():
    plan = MatchPlan.match(["random"] * 4, rules="roelofs")
    data = plan.to_dict()
    assert data["rules"] == "roelofs,setup_order=straight"
    assert MatchPlan.from_dict(data).rules == Rules.roelofs()
    assert MatchPlan.from_dict(data | {"rules": "roelofs"}).rules.setup_order == "snake"

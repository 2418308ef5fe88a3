"""Experiments that are no plain matches: bandits, densities, and a factorial design."""

import json
import re

import numpy as np
import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.catalogue import find_experiment
from catanlab.lab.experiments.factorial import FactorialResults, cells, share_of_gap
from catanlab.lab.experiments.measures import Measured
from catanlab.lab.experiments.reader import read_experiment
from catanlab.lab.experiments.study import make_study

FACTORIAL = """
title = "What helps a random player"
kind = "factorial"
[scales]
quick = { games = 40 }
[settings]
base = "tests.lab.experiments.players.Wins"
opponent = "random"
reference = "random:by_group=yes"
rules = "players=4,points_to_win=3"
n = [1]
game_seconds = 0.1
seconds_per_1000 = 0.0
factors = [
    { name = "a", option = "a=yes" },
    { name = "b", option = "b=yes" },
    { name = "c", rules = "hand_limit=9" },
]
"""


BANDIT = """
title = "A small bandit"
kind = "bandit"
[scales]
quick = { games = 30 }
[settings]
arms = 4
power = 5
policies = { UCB1 = "uct:c=1.4142", Thompson = "thompson" }
"""
DENSITIES = """
title = "Two densities"
kind = "densities"
[scales]
quick = { games = 1 }
[settings]
successes = 40
failures = 1
phi = [0.5, 1.0]
"""


@pytest.mark.parametrize("text", [FACTORIAL, BANDIT, DENSITIES])
def test_a_kind_without_settings_is_refused(text):
    read_experiment(text, "x")
    with pytest.raises(ArgumentError, match=r"^x: an experiment of kind '\w+' lacks 'settings'"):
        read_experiment(text.partition("[settings]")[0], "x")


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (FACTORIAL, 'base = "', 'bass = "', "settings has 'bass'; allowed are base, opponent,"),
        (FACTORIAL, 'opponent = "random"', "", "settings lacks 'opponent'"),
        (FACTORIAL, "[1]", "[]", "settings: n is empty; allowed is a list of simulations a move"),
        (FACTORIAL, "[1]", "[0.5]", "settings: a value of n is 0.5; allowed is an integer from 1"),
        (FACTORIAL, "= 0.1", "= -1", "settings: game_seconds is -1; allowed is a number from 0"),
        (FACTORIAL, '{ name = "a", option', "{ option", "settings: factor 1 lacks 'name'"),
        (FACTORIAL, '{ name = "a", option = "a=yes" }', "5", "settings: factor 1 is 5; allowed is a table"),
        (FACTORIAL, '"a"', '"b"', "settings: two factors have the same name; there are b, b, c"),
        (FACTORIAL, '"a"', '"gap"', "settings: factor 1 is called 'gap'; allowed are letters, digits,"),
        (FACTORIAL, '{ name = "a", option = "a=yes" },', "", "settings: there are 2 factors; allowed"),
        (FACTORIAL, "{ games", "{ m = [1], games", "scale quick has 'm'; allowed are games, iterations, n"),
        (FACTORIAL, "[settings]", "[players]\n[settings]", "the experiment has 'players'; allowed with"),
        (BANDIT, "policies = {", "policy = {", "settings has 'policy'; allowed are arms, best, gap,"),
        (BANDIT, '"thompson"', "5", "settings: the policy 'Thompson' is 5; allowed is a string"),
        (BANDIT, '"thompson"', '"tompson"', "settings: unknown tree policy 'tompson'; the policies are"),
        (BANDIT, "arms = 4", "arms = 1", "settings: arms is 1; allowed is an integer from 2 to 1000"),
        (BANDIT, "games = 30", "games = 999999", "settings: trials is 999999; allowed is an integer"),
        (DENSITIES, "phi = [0.5, 1.0]", "phi = []", "settings: phi is []; allowed is a list of numbers"),
        (DENSITIES, "phi = [0.5, 1.0]", "phi = [0]", "settings: phi is [0]; allowed is a list of"),
        (DENSITIES, "phi = [0.5, 1.0]", "phi = 1", "settings: phi is 1; allowed is a list"),
        (DENSITIES, "successes = 40", "successes = -1", "settings: successes is -1; allowed is a"),
        (DENSITIES, "failures = 1", "failures = 1e308", "settings: failures is 1e+308; allowed is a"),
        (DENSITIES, "failures = 1", "", "settings lacks 'failures'"),
    ],
)  # fmt: skip
def test_wrong_settings_are_refused_when_the_file_is_read(text, old, new, message):
    with pytest.raises(ArgumentError, match=f"^x: {re.escape(message)}"):
        read_experiment(text.replace(old, new, 1), "x")


@pytest.mark.parametrize(
    ("text", "kind"), [(FACTORIAL, "effects"), (BANDIT, "regret"), (DENSITIES, "densities")]
)
def test_each_kind_has_its_own_figures(text, kind):
    assert read_experiment(f'{text}[[figures]]\nkind = "{kind}"', "x").figures[0].kind == kind
    with pytest.raises(ArgumentError, match=f"^x: figure 1: kind is 'bars'; allowed are {kind}$"):
        read_experiment(f'{text}[[figures]]\nkind = "bars"', "x")


@pytest.mark.full
def test_the_densities_are_those_of_the_thesis(tmp_path):
    study = make_study(find_experiment("tuma-figure-5"), "half", tmp_path, tmp_path)
    findings = study.findings(plots=True)
    shapes = [each["shapes"] for each in findings.data["densities"]]
    assert shapes[:2] == [[82, 4], [41, 2]]
    assert [round(each["mode"], 3) for each in findings.data["densities"]] == [0.964, 0.976, 0.988]
    assert {round(each["mean"], 4) for each in findings.data["densities"]} == {0.9535}
    assert findings.pictures[0].svg.count("phi = ") == 3
    _, kept = study.write(findings, to_publish=True)
    assert kept.has_rows is None
    assert json.loads(kept.lock.read_text())["rows"] == "none"


@pytest.mark.full
def test_the_bandit_has_regrets_with_intervals_and_verdicts(tmp_path):
    text = f"""{BANDIT}
[[claims]]
text = "UCB1 has more regret"
greater = "UCB1@1024"
than = "Thompson@1024"
effect = 5
[[figures]]
kind = "regret"
title = "Regret"
"""
    study = make_study(read_experiment(text, "x"), "quick", tmp_path, tmp_path)
    study.load()
    findings = study.findings(plots=True)
    assert findings.judged[0].outcome == "held"
    assert findings.tables[0].head == ("pulls", "UCB1", "Thompson")
    assert len(findings.tables[0].rows) == 6
    assert "curve-1" in findings.pictures[0].svg
    with pytest.raises(ArgumentError, match="there are no 7 pulls; there are 1, 4, 16"):
        study.found.measured("UCB1@7")


@pytest.mark.full
def test_a_bandit_without_a_figure_has_the_title_of_the_experiment(tmp_path):
    study = make_study(
        read_experiment(BANDIT.replace("power = 5", "power = 1"), "x"), "quick", tmp_path, tmp_path
    )
    study.load()
    assert [picture.title for picture in study.findings(plots=True).pictures] == ["A small bandit"]


def test_the_half_fraction_tells_all_factors_and_pairs_apart():
    names = ["a", "b", "c", "d", "e"]
    design = cells(names)
    assert len(design) == 16
    assert design[0] == frozenset()
    signs = {name: np.array([1 if name in cell else -1 for cell in design]) for name in names}
    effects = [*signs.values(), *(signs[x] * signs[y] for x in names for y in names if x < y)]
    products = np.array(effects) @ np.array(effects).T
    assert (products == 16 * np.eye(15)).all()


class Cells:
    """The wins of cells as a model says: a adds 10, b adds 4, both together 6 more."""

    def measured(self, name):
        match = name.partition("/")[0]
        on = set() if match in ("reference", "n1 base") else set(match.partition(" ")[2].split("+"))
        wins = (
            60.0
            if match == "reference"
            else 20 + 10 * ("a" in on) + 4 * ("b" in on) + 6 * (on >= {"a", "b"})
        )
        luck = np.array([-3.0, 0.0, 3.0])
        return Measured(np.arange(3), wins + luck, np.ones(3), "wins")


def test_effects_interactions_and_shares_of_the_gap_come_out_of_a_known_model():
    effects = FactorialResults(Cells(), ["a", "b", "c", "d", "e"])
    found = {name: effects.measured(f"{name}@1") for name in ("a", "b", "c", "a*b", "gap")}
    assert found["a"].values.tolist() == pytest.approx([13] * 3)
    assert found["b"].values.tolist() == pytest.approx([7] * 3)
    assert found["c"].values.tolist() == pytest.approx([0] * 3)
    assert found["a*b"].values.tolist() == pytest.approx([3] * 3)
    assert found["gap"].values.tolist() == pytest.approx([40] * 3)
    share = share_of_gap(found["a"], found["gap"])
    assert (share.estimate, share.low, share.high) == pytest.approx((32.5, 32.5, 32.5))
    with pytest.raises(ArgumentError, match="there is no factor 'z'; there are a, b, c, d, e"):
        effects.measured("z@1")


@pytest.mark.full
def test_a_factorial_design_is_played(tmp_path):
    study = make_study(read_experiment(FACTORIAL, "x"), "quick", tmp_path / "r", tmp_path)
    assert [match.name for match in study.matches] == ["n1 base", "n1 b+c", "n1 a+c", "n1 a+b", "reference"]
    study.play(watch=lambda *args: None, processes=1)
    findings = study.findings(plots=True)
    head, *_ = findings.tables
    assert [row[0] for row in head.rows] == ["a", "b", "c"]
    effect = {each["effect"]: each["points"][0] for each in findings.data["effects"]}
    assert effect["a"] != 0
    assert set(effect) == {"a", "b", "c", "a*b", "a*c", "b*c"}
    assert "gap" in findings.pictures[0].svg

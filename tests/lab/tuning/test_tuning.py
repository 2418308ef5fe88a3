"""Tuning: parameters as text, trials over paired blocks that go on where they stopped, and confirmation."""

import re

import numpy as np
import pytest

from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.lab.statistics import Sprt, Verdict
from catanlab.lab.store import Store
from catanlab.lab.tuning import (
    Parameter,
    Setting,
    Trial,
    TunedAgent,
    confirm,
    least_blocks,
    read_parameter,
    tune,
)
from catanlab.lab.tuning.history import fitted_peak, history_plot
from catanlab.lab.tuning.tuner import best_trials

SLOW = "tests.lab.experiments.players.Wins"
RULES = "points_to_win=3"


def tuned(text="lazy=no|yes", **options):
    return TunedAgent(f"{SLOW}:lazy=yes", (read_parameter(text),), rules=RULES, **options)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("c=0.2:16:log", Parameter("c", 0.2, 16, is_log=True)),
        ("t=0:50", Parameter("t", 0, 50, is_whole=True)),
        ("t=1:50:log", Parameter("t", 1, 50, is_log=True, is_whole=True)),
        ("d=-1:1.5", Parameter("d", -1, 1.5)),
        ("final=max|robust", Parameter("final", choices=("max", "robust"))),
    ],
)
def test_a_parameter_is_read(text, found):
    assert read_parameter(text) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c", "'c' is no parameter; write NAME=LOW:HIGH"),
        ("c=1", "'c=1' is no parameter"),
        ("c=1:2:3", "'c=1:2:3' is no parameter"),
        ("c=2:1", "the bounds must be numbers, rising"),
        ("c=0:1:log", "the bounds must be numbers, above 0 and rising"),
        ("c=a:b", "'a' and 'b' must be numbers"),
        ("c=1:inf", "the bounds must be numbers"),
        ("c=x|x", "must be different and not empty"),
        ("c=1.00001:1.00002", "c=1.00001:1.00002: values are tried in four figures, in which these bounds"),
    ],
)
def test_an_invalid_parameter_is_refused(text, message):
    with pytest.raises(ArgumentError, match=message):
        read_parameter(text)


def test_what_cannot_be_tuned_is_refused():
    with pytest.raises(AgentError, match="has no option 'z'; it has a, b, iterations, lazy"):
        tuned("z=0:1")
    with pytest.raises(ArgumentError, match="there is nothing to tune"):
        TunedAgent(SLOW, ())
    with pytest.raises(ArgumentError, match="the parameter a is named twice"):
        TunedAgent(SLOW, (read_parameter("a=no|yes"), read_parameter("a=yes|no")))
    for nobody in ("", "nix"):
        with pytest.raises(AgentError, match=f"unknown agent {nobody!r}; the agents are"):
            tuned(against=nobody)
    with pytest.raises(ArgumentError, match="tuned at tables of 4; these rules have 3 players"):
        TunedAgent(SLOW, (read_parameter("a=no|yes"),), rules="players=3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["threshold=-5:3"], "threshold is -5; allowed is an integer from 0"),
        (["threshold=0:2000000000"], "threshold is 2000000000; allowed is an integer from 0"),
        (["threshold=0.0:9"], "threshold is '2.865'; it must be"),
        (["final=robust|nix"], "final is 'nix'; it must be robust, max"),
        (["c=0.2:16:log", "final=nix|robust"], "final is 'nix'; it must be robust, max"),
        (["final=robust|max", "iterations=0:5"], "iterations is 0; allowed is an integer from 1"),
    ],
)
def test_a_value_that_the_agent_refuses_is_refused_before_any_game(words, message):
    with pytest.raises((AgentError, ArgumentError), match=message):
        TunedAgent("uct:iterations=5", tuple(map(read_parameter, words)))


def test_values_are_checked_with_others_that_a_trial_may_have():
    bounded = "tests.lab.experiments.players.Bounded"  # by default its low is 0 and its high 1
    words = ("low=2:3", "high=5:9")
    assert TunedAgent(bounded, tuple(map(read_parameter, words))).default_values() is None
    with pytest.raises(ArgumentError, match="low is 6; allowed is an integer up to high, 5"):
        TunedAgent(bounded, (read_parameter("low=2:6"), read_parameter("high=5:9")))


def test_a_setting_keeps_the_other_options_of_the_agent():
    found = TunedAgent("uct:iterations=50", (read_parameter("c=0.1:2"),))
    assert found.spec({"c": "0.5"}) == "uct:iterations=50,c=0.5"
    assert found.default == "uct:iterations=50,c=0.4"
    assert found.default_values() == {"c": "0.4"}
    assert TunedAgent("uct", (read_parameter("c=1:2"),)).default_values() is None


def test_whole_bounds_of_a_fractional_option_make_a_range_of_fractions():
    found = TunedAgent("uct:iterations=50", (read_parameter("c=0:2"), read_parameter("threshold=0:3")))
    c, threshold = found.parameters
    assert not c.is_whole
    assert c.grid(5) == ["0", "0.5", "1", "1.5", "2"]
    assert found.default_values() == {"c": "0.4", "threshold": "0"}
    assert threshold.is_whole
    assert threshold.contains("2")
    assert not threshold.contains("0.4")
    with pytest.raises(ArgumentError, match=r"c=100001\.0:100002\.0: values are tried in four figures"):
        TunedAgent("uct", (read_parameter("c=100001:100002"),))


def test_no_value_is_outside_the_bounds_by_rounding():
    parameter = read_parameter("c=1.00004:1.99996")
    assert parameter.grid(3) == ["1.00004", "1.5", "1.99996"]
    assert parameter.samples()[:2] == ["1.00004", "1.99996"]


@pytest.mark.parametrize("agent", ["uct:iterations=2,c=1.234567", "uct:iterations=2,c=1"])
def test_the_first_trial_is_the_default_to_its_last_figure(agent, tmp_path):
    found = TunedAgent(agent, (read_parameter("c=0:2"),))
    (first,) = tune(found, Store(tmp_path), trials=1, blocks=2)
    assert first.setting.spec == found.default
    assert first.rates.tolist() == [0.25, 0.25]


def test_without_a_trial_of_the_default_two_against_two_must_win_more_than_parity():
    found = TunedAgent("uct", (read_parameter("c=1:2"),))
    trials = [trial(0, "1.0", 0.2), trial(1, "1.5", 0.3), trial(2, "2.0", 0.26)]
    assert [each.mean for each in best_trials(trials, found, 3)] == [0.3, 0.26]
    field = TunedAgent("uct", (read_parameter("c=1:2"),), against="random")
    assert len(best_trials(trials, field, 3)) == 3
    own = trial(3, "0.4", 0.27)
    assert own.setting.spec == found.default
    assert [each.mean for each in best_trials([*trials, own], field, 3)] == [0.3]


@pytest.mark.full
def test_each_of_finitely_many_settings_is_tried_once(tmp_path):
    words = ("final=robust|max", "iterations=2:4")
    found = TunedAgent("uct:iterations=2", tuple(map(read_parameter, words)), rules=RULES)
    tried = [trial.setting.spec for trial in tune(found, Store(tmp_path), trials=20, blocks=1)]
    assert tried[0] == found.default
    assert len(tried) == len(set(tried)) == 6
    assert len(tune(found, Store(tmp_path), trials=4, blocks=1)) == 4


@pytest.mark.full
def test_trials_go_on_where_they_stopped_and_come_out_the_same(tmp_path):
    store = Store(tmp_path)
    seen = []
    first = tune(tuned(seed=2), store, trials=6, blocks=5, watch=seen.append)
    assert [trial.setting.values for trial in seen] == [{"lazy": "yes"}, {"lazy": "no"}]
    assert first[0].mean == 0.25
    assert first[1].mean > 0.3
    files = sorted(tmp_path.rglob("*.parquet"))
    again = tune(tuned(seed=2), store, trials=6, blocks=5)
    assert [(trial.setting, trial.rates.tolist()) for trial in again] == [
        (trial.setting, trial.rates.tolist()) for trial in first
    ]
    assert sorted(tmp_path.rglob("*.parquet")) == files
    assert [trial.setting.values for trial in best_trials(first, tuned(), 3)] == [{"lazy": "no"}]


@pytest.mark.full
def test_a_setting_that_falls_behind_is_stopped_early(tmp_path):
    found = TunedAgent(SLOW, (read_parameter("lazy=yes|no"),), rules=RULES, seed=2)
    trials = tune(found, Store(tmp_path), trials=6, blocks=12)
    assert not trials[0].pruned
    behind = [trial for trial in trials if trial.setting.values == {"lazy": "yes"}]
    assert behind
    assert behind[0].pruned
    assert 4 <= len(behind[0].rates) < 12


@pytest.mark.parametrize("against", [None, "random"])
@pytest.mark.parametrize("gain", [0.02, 0.04, 0.4])
def test_the_least_blocks_are_those_of_a_setting_that_wins_all(against, gain):
    agent = TunedAgent("uct", (read_parameter("c=1:2"),), against=against)
    test = Sprt(0.5, 0.5 + gain / (2 * agent.most_gain), alpha=0.05 / 3, beta=0.05)
    while test.add(1.0, 1.0) is Verdict.CONTINUE:
        pass
    assert least_blocks(agent, gain, settings=3) == test.blocks


@pytest.mark.full
def test_the_better_setting_is_confirmed_on_fresh_blocks(tmp_path):
    agent = tuned()
    setting = Setting({"lazy": "no"}, agent.spec({"lazy": "no"}))
    found = confirm(agent, setting, Store(tmp_path), blocks=60, gain=0.2)
    assert found.is_confirmed
    assert found.gain > 0.2
    assert found.blocks < 12  # the ratio of a block is ln(1.4) at most
    assert found.test.startswith("accept H1: LLR ")
    assert found.test.endswith(f"H0 no gain against H1 20 points, {found.blocks} blocks")
    field = tuned(against="random")
    against = confirm(field, setting, Store(tmp_path), blocks=4, gain=0.2)
    assert (against.blocks, against.verdict) == (4, Verdict.CONTINUE)


def test_more_than_a_seat_can_gain_is_refused(tmp_path):
    agent = tuned()
    setting = Setting({"lazy": "no"}, agent.spec({"lazy": "no"}))
    with pytest.raises(ArgumentError, match=r"gain is 0\.5; allowed is less than 0\.5"):
        confirm(agent, setting, Store(tmp_path), blocks=4, gain=0.5)


def trial(number, value, mean, pruned=False):
    return Trial(
        number, Setting({"c": str(value)}, f"uct:c={value}"), np.array([mean - 0.01, mean + 0.01]), pruned
    )


def test_a_grid_is_evenly_spaced_and_fitted_by_a_parabola():
    parameter = read_parameter("c=0.25:16:log")
    values = parameter.grid(7)
    assert values == ["0.25", "0.5", "1", "2", "4", "8", "16"]
    trials = [trial(n, v, 0.3 - 0.01 * np.log2(float(v) / 4) ** 2) for n, v in enumerate(values)]
    assert fitted_peak(trials, parameter)[2] == pytest.approx(4)
    rising = [trial(n, v, 0.2 + 0.01 * n) for n, v in enumerate(values)]
    assert fitted_peak(rising, parameter) is None
    flat = [trial(n, v, 0.25) for n, v in enumerate(values)]
    assert fitted_peak(flat, parameter) is None
    slight = [trial(n, v, 0.3 - 0.0001 * np.log2(float(v) / 4) ** 2) for n, v in enumerate(values)]
    assert fitted_peak(slight, parameter) is None  # it bends down by much less than the errors
    assert read_parameter("t=1:5").grid(3) == ["1", "3", "5"]
    assert read_parameter("f=a|b").grid(9) == ["a", "b"]


@pytest.mark.full
def test_the_history_is_a_plot():
    parameter = read_parameter("c=0.25:16:log")
    trials = [trial(n, v, 0.25 + 0.01 * n, pruned=n == 2) for n, v in enumerate(parameter.grid(7))]
    svg = history_plot(trials, [parameter], "uct:c=2", "Tuning uct")
    for word in ("Tuning uct", "stopped early", "default", "best in full", "trial"):
        assert word in svg
    assert "$" not in svg


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("c=2.1:8:log", ["3", "5", "8"]),
        ("c=0.15:7:log", ["0.2", "0.5", "1", "2", "5"]),
        ("c=1.1:1.3:log", ["1.2"]),
        ("c=0.0001:0.01:log", ["0.0001", "0.001", "0.01"]),
    ],
)
def test_a_logarithmic_axis_has_plain_numbers_also_within_a_decade(text, numbers):
    parameter = read_parameter(text)
    trials = [trial(n, v, 0.25) for n, v in enumerate(parameter.grid(7))]
    svg = history_plot(trials, [parameter], "uct:c=2", "Tuning uct")
    axis = svg.partition('id="matplotlib.axis_3"')[2].partition('id="matplotlib.axis_4"')[0]
    shown = re.findall(r"<text[^>]*>([0-9.e-]+)</text>", axis)
    assert set(numbers) <= set(shown)
    assert not [number for number in shown if "e" in number]

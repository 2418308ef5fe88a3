"""Every entry of the experiments is sound: its matches can be played, its claims can be judged."""

import re
from pathlib import Path

import pytest

from catanlab.cli.main import COMMANDS
from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.bandit import BanditStudy
from catanlab.lab.experiments.catalogue import experiment_names, experiments, find_experiment
from catanlab.lab.experiments.entry import SCALES
from catanlab.lab.experiments.expansion import expand
from catanlab.lab.experiments.reader import read_experiment
from catanlab.lab.experiments.running import expected_costs
from catanlab.lab.experiments.study import MatchStudy, make_study
from catanlab.lab.store import Store

ROOT = Path(__file__).resolve().parents[3]
MINIMAL = """
title = "Who wins"
rules = "players=2"
[scales]
quick = { games = 4 }
half = { games = 40 }
[players]
plain = "random"
groups = "random:by_group=yes"
[[matches]]
name = "duel"
seats = ["plain", "groups"]
budget = "own"
"""


def test_the_catalogue_has_every_table_and_figure_that_agents_can_play():
    named = {name for each in experiments() for name in (each.name, *each.also)}
    wanted = {
        "roelofs": ("table", [*range(1, 13)]),
        "roelofs ": ("figure", [7, 8, 9]),
        "panousis": ("figure", [22, 23, 24, 26, 27, 28]),
        "tuma": ("figure", [2, *range(4, 13)]),
        "martin": ("figure", [*range(2, 17)]),
        "martin ": ("table", [2, 3, 4, 5]),
        "thomas": ("table", [4.3, 4.6, 5.1, 5.2]),
    }
    for source, (kind, numbers) in wanted.items():
        for number in numbers:
            assert f"{source.strip()}-{kind}-{number}" in named
    assert len(named) == sum(1 + len(each.also) for each in experiments()), "a name occurs twice"


@pytest.mark.full
@pytest.mark.parametrize("name", experiment_names())
def test_an_entry_can_be_played_and_its_cost_is_known(name, tmp_path):
    experiment = find_experiment(name)
    if not experiment.can_run:
        assert experiment.reason
        command = experiment.nearest.split()
        assert command[0] == "catanlab"
        assert command[1] in COMMANDS
        return
    assert set(experiment.scales) == set(SCALES)
    # Scales that differ in games and simulations alone have the same plans: one of them is enough.
    for scale in [scale for scale in SCALES if scale == "half" or experiment.scales[scale].values]:
        study = make_study(experiment, scale, tmp_path / "results", tmp_path / "none")
        if isinstance(study, MatchStudy):
            costs = expected_costs(study.matches, Store(tmp_path))
            assert all(cost.seconds for cost in costs if cost.games)
    assert not (tmp_path / "results").exists(), "a look at an experiment must write nothing"


def test_a_claim_of_the_bandit_names_policies_and_pulls(tmp_path):
    study = make_study(find_experiment("tuma-figure-2"), "quick", tmp_path, tmp_path)
    assert isinstance(study, BanditStudy)
    for claim in study.experiment.claims:
        for side in (claim.greater, str(claim.than)):
            assert re.fullmatch(r".+@\d+", side)
            assert side.partition("@")[0] in study.experiment.settings["policies"]


def test_names_near_an_unknown_one_are_proposed():
    with pytest.raises(ArgumentError, match=r"near names are .*roelofs-table-1"):
        find_experiment("roelofs-tabel-1")
    with pytest.raises(ArgumentError, match=r"there is no experiment 'qqqq' .catanlab experiment --list"):
        find_experiment("qqqq")


def test_an_experiment_of_your_own_is_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINIMAL)
    found = find_experiment(str(path))
    assert found.name == "mine"
    (match,) = expand(found, "quick")
    assert match.plan.agents == ("random", "random:by_group=yes")
    assert (match.blocks, match.games) == (2, 4)
    with pytest.raises(ArgumentError, match=r"cannot read .*absent.toml: No such file"):
        find_experiment(str(tmp_path / "absent.toml"))
    with pytest.raises(ArgumentError, match="mine has no scale full; it has quick, half"):
        expand(found, "full")


def test_a_sweep_is_written_out_with_the_figures_of_each_value():
    text = MINIMAL.replace('plain = "random"', 'plain = "random:by_group={on}"').replace(
        'name = "duel"', 'name = "duel-{on}"\neach = { on = ["no", "yes"] }'
    )
    found = read_experiment(
        text + "\n[matches.thesis.plain]\nwins = [40, 60]\nseats = [[1, 2], [3, 4]]", "x"
    )
    one, other = expand(found, "quick")
    assert (one.name, other.name) == ("duel-no", "duel-yes")
    assert (one.thesis_of("plain", "wins"), other.thesis_of("plain", "wins")) == (40, 60)
    assert other.thesis_of("plain", "seat2") == 4
    assert other.thesis_of("groups", "wins") is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title =", "titel =", "x: the experiment has 'titel'; allowed are title,"),
        ("quick =", "tiny =", "x: a scale is 'tiny'; allowed are quick, half, full"),
        ("games = 4 }", "games = 0 }", "x: scale quick: games is 0; allowed is an integer from 1"),
        ("{ games = 4 }", "4", "x: scale quick must be a table with `games`"),
        (
            '"plain", "groups"]',
            '"plain", "grups"]',
            "x: match 1: nobody is called 'grups'; the players are",
        ),
        ('budget = "own"', 'budget = "money"', "x: match 1: budget is 'money'; allowed are simulations,"),
        ("[scales]", "[scales", "x: this is not TOML"),
        ('name = "duel"', "", "x: match 1 lacks 'name'"),
        ('title = "Who wins"', "title = 7", "x: the experiment: title is 7; allowed is a string"),
        ('title = "Who wins"', 'title = "x"\nkind = "party"', "x: kind is 'party'; allowed are matches,"),
        ('"random"', '"random:by_group={what}"', "x: duel has no value for {what}"),
        ('"random"', '"random:by_group={budget}"', "x: the scale has no iterations for {budget}"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(old, new, message):
    with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
        expand(read_experiment(MINIMAL.replace(old, new, 1), "x"), "quick")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("quick = { games = 4 }\nhalf = { games = 40 }\n", "", "x: [scales] is empty; allowed are"),
        ("games = 4 }", "games = 999999999999999999999 }", "x: scale quick: games is"),
        ("games = 4 }", "games = 4, itrations = 5 }", "x: scale quick has 'itrations'; allowed are games,"),
        ("[scales]", "notes = [1]\n[scales]", "x: the experiment: notes is [1]; allowed is a list of"),
        ("[scales]", "also = [1]\n[scales]", "x: the experiment: also is [1]; allowed is a list of"),
        ("[scales]", "game_seconds = -1\n[scales]", "x: the experiment: game_seconds is -1; allowed is"),
        ("[scales]", "game_seconds = nan\n[scales]", "x: the experiment: game_seconds is nan; allowed"),
        ("[scales]", "seconds_per_1000 = inf\n[scales]", "x: the experiment: seconds_per_1000 is inf;"),
        ("[scales]", "settings = {}\n[scales]", "x: the experiment has 'settings'; allowed with kind ="),
        ('"random"', "5", "x: players: plain is 5; allowed is a string"),
        ('"random"', '["random"]', "x: players: plain is ['random']; allowed is a string"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_when_the_file_is_read(old, new, message):
    with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
        read_experiment(MINIMAL.replace(old, new, 1), "x")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("players = { plain = 5 }", "players: plain is 5; allowed is a string"),
        ("game_seconds = -0.5", "game_seconds is -0.5; allowed is a number from 0"),
        ("game_seconds = inf", "game_seconds is inf; allowed is a number"),
        ('games = { quick = "x" }', "games of quick is 'x'; allowed is an integer from 1"),
        ("games = { quick = 4.5 }", "games of quick is 4.5; allowed is an integer from 1"),
        ("games = { quick = 0 }", "games of quick is 0; allowed is an integer from 1"),
        ("games = { quick = -4 }", "games of quick is -4; allowed is an integer from 1"),
        ("games = { quik = 4 }", "a scale of games is 'quik'; allowed are quick, half"),
        ("each = { budget = [3, 4] }", "`each` has the variable 'budget', which stands for the"),
        ("each = { iterations = [3, 4] }", "`each` has the variable 'iterations', which stands for the"),
        ("each = { c = [] }", "each: c is []; allowed is a list of numbers, strings or booleans"),
        ("each = { c = [[1]] }", "each: c is [[1]]; allowed is a list of numbers, strings or booleans"),
        ("each = { c = [1], d = [2] }", "`each` has c, d; allowed is one variable with a list of values"),
        ("thesis = { plain = 5 }", "thesis: plain is 5; allowed is a table"),
        ("thesis = { plian = { wins = 5 } }", "a name in thesis is 'plian'; allowed are plain, groups,"),
        ("thesis = { plain = { win = 5 } }", "thesis: plain: a measure is 'win'; allowed are wins,"),
        ('thesis = { plain = { wins = "x" } }', "thesis: plain: wins is 'x'; allowed is a number"),
        ("thesis = { plain = { seats = [1] } }", "thesis: plain: seats is [1]; allowed is a list of 2"),
        ("thesis = { rounds = [1] }", "thesis: rounds is [1]; allowed is a number"),
        (
            'each = { c = [1, 2] }\nthesis = { plain = { wins = 5 } }',
            "thesis: plain: wins is 5; allowed is a list of 2, one for each c",
        ),
        (
            'each = { c = [1, 2] }\nthesis = { plain = { wins = [5] } }',
            "thesis: plain: wins is [5]; allowed is a list of 2, one for each c",
        ),
        (
            'each = { c = [1, 2] }\nthesis = { plain = { seats = [[1, 2], 3] } }',
            "thesis: plain: seats has 3; allowed is a list of 2 numbers, one for each seat",
        ),
    ],
)  # fmt: skip
def test_a_mistake_in_a_match_is_refused_when_the_file_is_read(lines, message):
    with pytest.raises(ArgumentError, match=f"^x: match 1: {re.escape(message)}"):
        read_experiment(f"{MINIMAL}{lines}", "x")


def test_a_seat_must_be_a_name():
    with pytest.raises(ArgumentError, match=r"^x: match 1: seats is .*; allowed is a list of strings"):
        read_experiment(MINIMAL.replace('["plain", "groups"]', '[{ a = 1 }, "plain"]'), "x")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "duel"', 'name = "duel"\neach = { n = [3, 4] }'),
        ('name = "duel"', 'name = "duel-{n}"\neach = { n = [1, 1] }'),
        ('name = "duel"', 'name = "duel-{n}"\neach = { n = [0.1234567, 0.12345671] }'),
        ("[[matches]]", '[[matches]]\nname = "duel"\nseats = ["plain", "groups"]\n[[matches]]'),
    ],
)
def test_two_matches_of_the_same_name_are_refused_as_games_would_be_lost(old, new):
    with pytest.raises(ArgumentError, match=r"^x: at the scale quick two matches are called 'duel"):
        read_experiment(MINIMAL.replace(old, new, 1), "x")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("than = nan", "than is nan; allowed is a string or a number"),
        ("than = -inf", "than is -inf; allowed is a string or a number"),
        ("than = 1\neffect = inf", "effect is inf; allowed is a number"),
        ("than = 1\neffect = -1", "effect is -1; allowed is a number above 0"),
        ("than = 1\nthesis = nan", "thesis is nan; allowed is a number"),
    ],
)
def test_the_numbers_of_a_claim_are_finite(lines, message):
    claim = f'[[claims]]\ntext = "more"\ngreater = "duel/plain.wins"\n{lines}'
    with pytest.raises(ArgumentError, match=f"^x: claim 1: {re.escape(message)}"):
        read_experiment(MINIMAL + claim, "x")


def test_a_claim_about_a_seat_that_there_is_not_is_refused_before_a_game(tmp_path):
    claim = '[[claims]]\ntext = "x"\ngreater = "duel/plain.seat3"\nthan = 1\neffect = 1'
    with pytest.raises(ArgumentError, match=r"^x: claim 1: there is no seat3: duel has 2 seats"):
        make_study(read_experiment(MINIMAL + claim, "x"), "quick", tmp_path, tmp_path)


FIGURES = (
    MINIMAL
    + """
[[matches]]
name = "sweep-{n}"
seats = ["plain", "plain"]
rules = "players=2,max_rounds={n}"
each = { n = [30, 40] }
[[figures]]
"""
)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('kind = "regret"', ": kind is 'regret'; allowed are histogram, curve, seats, bars, matrix"),
        ('kind = "effects"', ": kind is 'effects'; allowed are histogram, curve, seats, bars, matrix"),
        ('kind = "densities"', ": kind is 'densities'; allowed are histogram, curve, seats, bars, matrix"),
        ("title = 'x'", " must be a table with `kind`"),
        ('kind = "bars"\ntitle = 1', " of kind bars: title is 1; allowed is a string"),
        ('kind = "bars"\nmeasur = "wins"', " of kind bars has 'measur'; allowed are kind, title, matches,"),
        ('kind = "seats"\nmeasure = "wins"', " of kind seats has 'measure'; allowed are kind, title,"),
        ('kind = "bars"\nmatches = "duel"', " of kind bars: matches is 'duel'; allowed is a list"),
        ('kind = "bars"\nmatches = [1]', ": matches is [1]; allowed is a list of strings"),
        ('kind = "bars"\nmatches = ["dual"]', ": no match begins with 'dual'; there are duel,"),
        ('kind = "bars"\nplayers = ["plian"]', ": nobody is called 'plian' there; the players are"),
        ('kind = "seats"\nplayer = "plian"', ": nobody is called 'plian' there; the players are plain,"),
        ('kind = "curve"\nplayers = ["groups"]', ": nobody is called 'groups' there; the players are"),
        ('kind = "curve"\nmatches = ["duel"]', ": a curve takes a sweep, a match with `each`, and"),
        ('kind = "matrix"\nmatches = ["sweep"]', ": a matrix takes matches of two players, and there"),
        ('kind = "bars"\nmeasure = "seat3"', ": measure is 'seat3', and a match has fewer seats"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_figure_is_refused_before_a_game(lines, message):
    with pytest.raises(ArgumentError, match=f"^x: figure 1{re.escape(message)}"):
        read_experiment(FIGURES + lines, "x")


def test_a_curve_takes_numbers():
    text = FIGURES.replace("[30, 40]", '["thirty", "forty"]') + 'kind = "curve"'
    with pytest.raises(ArgumentError, match=r"^x: figure 1: a curve takes numbers, and n can be 'thirty'"):
        read_experiment(text, "x")


TIMED = """
title = "Equal time"
rules = "players=2"
budget = "time"
[scales]
quick = { games = 4, iterations = 100 }
half = { games = 40, iterations = 200 }
[ratios]
plain = 1.0
rave = { quick = 0.5, half = 0.25 }
[players]
plain = "uct:{budget}"
rave = "uct:iterations={iterations},opening=jsettlers"
robot = "random"
[[matches]]
name = "duel"
seats = ["plain", "rave"]
[[matches]]
name = "robot"
seats = ["plain", "robot"]
"""


def test_in_equal_time_simulations_have_the_ratio_of_the_player():
    found = read_experiment(TIMED, "x")
    duel, robot = expand(found, "half")
    assert [re.search(r"iterations=(\d+)", agent)[1] for agent in duel.plan.agents] == ["200", "50"]
    assert "random" in robot.plan.agents  # which has no budget, and needs no ratio


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("plain = 1.0\n", "", "x: match 'duel' has budget = \"time\", but 'plain' is not in [ratios]"),
        ("rave = {", "rav = {", "x: match 'duel' has budget = \"time\", but 'rave' is not in [ratios]"),
        ("1.0", "0", "x: the ratio of 'plain' is 0; allowed are a number above 0"),
        ("1.0", '"fast"', "x: the ratio of 'plain' is 'fast'; allowed are a number above 0"),
        (", half = 0.25", "", "x: the ratio of 'rave' is {'quick': 0.5}; allowed are a number above 0"),
        ("1.0", "1e308", "x: the ratio of 'plain' is 1e+308; allowed are a number above 0 up to 1000000"),
        ("1.0", "inf", "x: the ratio of 'plain' is inf; allowed are a number above 0"),
        ("[ratios]", "[ratios]\nrav = 1", "x: a player in [ratios] is 'rav'; allowed are plain, rave,"),
        ("{ quick", "{ quik = 1, quick", "x: a scale in the ratio of 'rave' is 'quik'; allowed are"),
    ],
)  # fmt: skip
def test_equal_time_without_a_ratio_is_refused_when_the_file_is_read(old, new, message):
    with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
        read_experiment(TIMED.replace(old, new, 1), "x")


def test_equal_simulations_need_no_ratio():
    text = TIMED.replace('"time"', '"simulations"').partition("[ratios]")[0]
    players = TIMED.partition("[players]")
    assert len(expand(read_experiment(text + players[1] + players[2], "x"), "quick")) == 2


def test_the_entries_are_part_of_the_package():
    settings = (ROOT / "pyproject.toml").read_text()
    assert '"catanlab.lab.experiments" = ["entries/*.toml"]' in settings


def test_the_example_of_the_manual_can_be_played():
    page = next(ROOT.rglob("docs/**/experiments.md"))
    text = page.read_text().partition("```toml\n")[2].partition("```")[0]
    matches = expand(read_experiment(text, "mine"), "quick")
    assert [match.name for match in matches] == ["plain", "opening"]
    assert matches[1].plan.agents[0] == "uct:iterations=50,seconds=none,opening=jsettlers"

"""Pictures of experiments: labels that can be read and told apart, and an interval for every point."""

import re
from dataclasses import replace

import pytest

from catanlab.lab.experiments.expansion import expand
from catanlab.lab.experiments.findings import find
from catanlab.lab.experiments.measures import Results
from catanlab.lab.experiments.pictures import draw
from catanlab.lab.experiments.reader import read_experiment
from catanlab.lab.native import play_natively
from catanlab.lab.short_labels import short_labels

pytestmark = pytest.mark.full  # matplotlib takes its time

SWEEP = """
title = "A sweep"
rules = "players=2,points_to_win=3"
budget = "own"
game_seconds = 0.001
[scales]
quick = { games = 8 }
[players]
plain = "random"
groups = "random:by_group=yes"
[[matches]]
name = "sweep-{n}"
title = "set-up there and back, and then with a limit of {n}"
rules = "players=2,points_to_win=3,max_rounds={n}"
seats = ["plain", "groups"]
each = { n = [N] }
thesis = { plain = { wins = [THESIS] } }
[[figures]]
kind = "KIND"
"""


def results_of(*values, kind="curve"):
    text = SWEEP.replace("[N]", str(list(values))).replace("KIND", kind)
    experiment = read_experiment(text.replace("[THESIS]", str([40] * len(values))), "sweep")
    matches = expand(experiment, "quick")
    return experiment, Results({each.name: (each, play_natively(each.plan, range(4))) for each in matches})


def words_of(*values, kind="curve"):
    (picture,) = draw(*results_of(*values, kind=kind))
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture.svg)


def test_numbers_of_an_axis_have_no_exponents():
    words = words_of(100, 1000, 10_000)
    assert {"100", "1,000", "10,000"} <= set(words)
    assert not [word for word in words if "e+" in word]


def test_a_single_value_of_a_sweep_has_its_interval():
    one, several = (draw(*results_of(*values))[0].svg for values in ([7], [7, 8]))
    assert one.count('id="LineCollection') == 4  # error bars of two players, here and in the legend
    assert 'id="LineCollection' not in several
    assert several.count('id="FillBetween') + several.count('id="PolyCollection') == 2
    words = words_of(7)
    assert words.index("plain") < words.index("plain, thesis") < words.index("groups")


def test_labels_name_a_sweep_or_a_player_only_where_several_are_shown():
    experiment, _ = results_of(7, 8)
    (sweep,) = experiment.matches
    other = replace(sweep, name="other-{n}", players={"plain": "random", "third": "random:by_group=yes"})
    other = replace(other, seats=("plain", "third"))
    (curve,) = experiment.figures
    bars = replace(curve, kind="bars", options={"players": ["groups", "third"]})
    both = replace(experiment, matches=(sweep, other), figures=(curve, bars))
    played = {each.name: (each, play_natively(each.plan, range(4))) for each in expand(both, "quick")}
    lines, points = (
        re.findall(r"<text[^>]*>([^<]*)</text>", picture.svg) for picture in draw(both, Results(played))
    )
    assert {"plain, sweep", "plain, other", "groups", "third"} <= {*lines}
    assert not [word for word in points if ": groups" in word or ": third" in word]


@pytest.mark.parametrize("kind", ["seats", "histogram", "bars"])
def test_titles_that_are_too_long_stay_different(kind):
    words = " ".join(words_of(30, 40, 50, 60, kind=kind))
    for limit in (30, 40, 50, 60):
        assert re.search(rf"limit of {limit}\b", words)


def test_every_column_of_histograms_has_numbers_below_it():
    words = words_of(30, 40, 50, 60, kind="histogram")  # the last line has one panel of three
    assert words.count("victory points") == 3
    assert words.count("8") == 3


def test_names_are_cut_where_they_are_alike():
    searches = [f"uct:iterations=1000,seconds=none,c={c}" for c in (0.7, 0.8)]
    assert short_labels([*searches, "greedy"], 16) == ["uct:…c=0.7", "uct:…c=0.8", "greedy"]
    assert short_labels(["a" * 20 + "1", "a" * 20 + "2"], 10) == ["…a1", "…a2"]
    assert short_labels(["a long name of a thing", "a long name of a thing and more"], 12) == [
        "…thing",
        "…thing and …",
    ]


def test_times_below_a_microsecond_have_no_exponents():
    experiment, results = results_of(30)
    ((_, rows),) = results.matches.values()
    rows.thought[:], rows.decisions[:] = 5.01e-8, 1
    table = find(experiment, "quick", results, []).tables[0]
    assert [row[table.head.index("ms a move")] for row in table.rows] == ["0.00005", "0.00005"]


@pytest.mark.parametrize("kind", ["curve", "bars", "matrix"])
def test_a_picture_whose_matches_were_not_chosen_is_left_out(kind):
    text = SWEEP.replace("[N]", "[30]").replace("[THESIS]", "[40]").replace("KIND", kind)
    only = 'players = ["groups"]' if kind == "bars" else ""
    text += f'{only}\n[[matches]]\nname = "alone"\nseats = ["plain", "plain"]'
    experiment = read_experiment(text, "sweep")
    sweep, alone = (
        Results({each.name: (each, play_natively(each.plan, range(4)))})
        for each in expand(experiment, "quick")
    )
    assert len(draw(experiment, sweep)) == 1
    assert not draw(experiment, alone)

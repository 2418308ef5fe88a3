"""Studies about builds: counted while they are played, gone on with, published, adopted, played again."""

import json
from dataclasses import replace

import numpy as np
import pytest

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.builds import BUILDS
from catanlab.lab.experiments.claims import Outcome
from catanlab.lab.experiments.reader import read_experiment
from catanlab.lab.experiments.study import make_study
from catanlab.lab.match import play_match
from catanlab.lab.native import native_record
from catanlab.lab.store import Store, builds_file
from catanlab.lab.store.counting import keep_builds, uncounted_blocks
from catanlab.lab.store.merging import merge_results

STYLE = """
title = "Who builds what"
rules = "players=2,points_to_win=4"
budget = "own"
[scales]
quick = { games = 12 }
half = { games = 40 }
[players]
plain = "random"
groups = "random:by_group=yes"
[[matches]]
name = "duel"
seats = ["plain", "groups"]
thesis = { groups = { cards = 2.5 } }
[[claims]]
text = "Groups buy more cards"
greater = "duel/groups.cards"
than = "duel/plain.cards"
effect = 0.5
[[claims]]
text = "Plain builds more than half a road"
greater = "duel/plain.roads"
than = 0.5
effect = 0.1
[[figures]]
kind = "bars"
measure = "cards"
"""
pytestmark = pytest.mark.full


def study(tmp_path, scale="quick", out="results", text=STYLE):
    return make_study(read_experiment(text, "style"), scale, tmp_path / out, tmp_path / "docs")


def play(found):
    found.play(watch=lambda number, matches, progress: None, processes=1)
    return found


def remaining(found):
    """Return how many games a study still has to play."""
    return sum(cost.games for cost in found.costs())


def pieces_on_the_board(found, agent, kind):
    """Return how many pieces of a kind an agent built in each block, from the final boards."""
    plan = found.matches[0].plan
    sums = []
    for block in range(found.matches[0].blocks):
        total = 0
        for game, seating in enumerate(plan.seatings):
            mine = native_record(plan, block, game).replay().position.seats[seating.index(agent)]
            cities, settlements = mine.cities.bit_count(), mine.settlements.bit_count()
            total += {
                "roads": mine.roads.bit_count() - 2,
                "settlements": settlements + cities - 2,
                "cities": cities,
            }[kind]
        sums.append(total)
    return np.array(sums)


@pytest.mark.parametrize("kind", ["roads", "settlements", "cities"])
@pytest.mark.parametrize("player", ["plain", "groups"])
def test_a_measure_is_the_mean_of_a_seat_over_the_games_of_a_block(kind, player, tmp_path):
    found = play(study(tmp_path))
    measured = found.results.measured(f"duel/{player}.{kind}")
    agent = found.matches[0].players[player]
    np.testing.assert_allclose(measured.values * 2, pieces_on_the_board(found, agent, kind))
    assert measured.blocks.tolist() == list(range(6))
    assert measured.weights.tolist() == [2] * 6


def test_a_claim_has_its_interval_over_blocks_and_its_unit_in_words(tmp_path):
    found = play(study(tmp_path, "half"))
    findings = found.findings(plots=True)
    cards, roads = findings.judged
    one, other = (found.results.measured(f"duel/{player}.cards").values for player in ("groups", "plain"))
    assert cards.difference.estimate == pytest.approx((one - other).mean())
    assert cards.difference.low < cards.difference.estimate < cards.difference.high
    assert (cards.blocks, cards.unit, roads.unit) == (20, "cards", "roads")
    assert roads.outcome is Outcome.HELD
    table = findings.tables[-1]
    assert table.head == ("match", "player", *(f"{name} [95 %]" for name in BUILDS))
    assert [row[:2] for row in table.rows] == [("duel", "plain"), ("duel", "groups")]
    assert table.rows[1][5].startswith(f"{one.mean():.2f} [")
    assert "development cards that a seat bought" in findings.pictures[0].svg
    assert findings.data["builds"][1]["cards"]["estimate"] == pytest.approx(one.mean())
    assert not findings.notes


@pytest.mark.parametrize(("blocks", "left"), [(2, 8), (6, 0)])
def test_a_study_that_was_stopped_goes_on_and_counts_all_games(blocks, left, tmp_path):
    whole = play(study(tmp_path, out="whole"))
    stopped = study(tmp_path)

    class StopError(Exception):
        pass

    def watch(number, matches, progress):
        if progress.done == blocks:
            raise StopError

    match = stopped.matches[0]
    play_match(stopped.store.open(match.plan), blocks, records=True)
    with pytest.raises(StopError):
        stopped.play(watch=watch, processes=1)
    assert not list(stopped.out.rglob(builds_file.NAME)), "the builds are counted at the end"
    again = study(tmp_path)
    assert remaining(again) == left, "the games with records are not played again"
    play(again)
    for name in ("duel/plain.cards", "duel/groups.settlements"):
        np.testing.assert_array_equal(
            again.results.measured(name).values, whole.results.measured(name).values
        )
    assert remaining(study(tmp_path)) == 0


def test_a_clone_adopts_published_builds_and_no_records_are_published(tmp_path):
    first = play(study(tmp_path))
    _, kept = first.write(first.findings(plots=False), to_publish=True)
    assert kept.has_rows
    committed = {path.suffix for path in (tmp_path / "docs" / "rows").rglob("*.*")}
    assert committed == {".parquet", ".json"}
    clone = study(tmp_path, out="clone")
    assert remaining(clone) == 0
    clone.load()
    verdicts = [each["difference"] for each in json.loads(kept.lock.read_text())["claims"]]
    judged = clone.findings(plots=False).judged
    assert [[each.difference.estimate, each.difference.low, each.difference.high] for each in judged] == (
        verdicts
    )


def test_stored_records_are_counted_for_a_report_that_is_published(tmp_path):
    found = study(tmp_path)
    stored = found.store.open(found.matches[0].plan)
    play_match(stored, 6, records=True)
    found.load()
    findings = found.findings(plots=True)
    assert findings.judged[0].blocks == 6
    assert not (stored.path / builds_file.NAME).exists(), "a look writes nothing"
    found.write(findings, to_publish=True)
    assert remaining(study(tmp_path, out="clone")) == 0


def test_games_without_records_are_played_again_once(tmp_path):
    before = study(tmp_path)
    stored = before.store.open(before.matches[0].plan)
    rows = play_match(stored, 4)
    assert uncounted_blocks(stored, 6) == {0, 1, 2, 3}
    assert remaining(before) == 12
    before.load()
    findings = before.findings(plots=True)
    assert [each.outcome for each in findings.judged] == [Outcome.NOT_RUN] * 2
    assert "the cards of these games are not counted" in findings.judged[0].why
    assert findings.pictures == []
    assert "duel: the builds of 0 of 8 games are counted." in findings.notes
    play(before)
    after = before.results.rows("duel")
    assert len(after) == 12
    for (name, old), (_, new) in zip(rows.without_times(), after.without_times(), strict=True):
        np.testing.assert_array_equal(old, new[: len(old)], err_msg=name)
    assert before.findings(plots=False).judged[0].blocks == 6
    assert remaining(study(tmp_path)) == 0


def test_a_game_that_comes_out_differently_is_not_counted(tmp_path):
    found = study(tmp_path)
    stored = found.store.open(found.matches[0].plan)
    elsewhere = Store(tmp_path / "elsewhere").open(found.matches[0].plan)
    rows = play_match(elsewhere, 6)
    turns = rows.turns.copy()
    turns[5] += 1
    stored.add(replace(rows, turns=turns))
    with pytest.raises(StoreError, match=r"game 1 of block 2 was played again .* differently \(turns: "):
        play(found)


def test_merged_shards_have_the_builds_of_all(tmp_path):
    plan = study(tmp_path).matches[0].plan
    sources = []
    for number, blocks in enumerate((2, 4)):
        stored = Store(tmp_path / str(number)).open(plan)
        play_match(stored, blocks, records=True)
        keep_builds(stored)
        sources.append(stored.path)
    (merged,) = merge_results(sources, tmp_path / "whole", records=False)
    assert not merged.stored.recorded_games()
    assert uncounted_blocks(merged.stored, 4) == set()
    found = keep_builds(merged.stored)
    np.testing.assert_array_equal(found.counts, keep_builds(Store(tmp_path / "1").open(plan)).counts)


def test_matches_without_a_measure_of_builds_keep_no_records(tmp_path):
    text = STYLE.replace(".cards", ".wins").replace(".roads", ".points").replace('"cards"', '"wins"')
    found = play(study(tmp_path, text=text))
    assert not list(found.out.rglob("*.records"))
    assert not list(found.out.rglob(builds_file.NAME))
    with pytest.raises(ArgumentError, match="the roads of these games are not counted"):
        found.results.measured("duel/plain.roads")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("plain.cards", "plain.towns", "style: claim 1: there is no measure 'towns'; allowed are wins, "),
        ("duel/plain.roads", "duel/lanes", "style: claim 2: there is no measure 'lanes'; allowed are "),
        ('measure = "cards"', 'measure = "ships"', "style: figure 1: measure is 'ships'; allowed are "),
    ],
)
def test_an_unknown_measure_is_refused_before_anything_is_played(old, new, message, tmp_path):
    with pytest.raises(ArgumentError, match=f"^{message}.*cards"):
        study(tmp_path, text=STYLE.replace(old, new))


def test_builds_are_those_of_a_player(tmp_path):
    found = play(study(tmp_path))
    with pytest.raises(ArgumentError, match=r"'roads' is that of a player; write match/player\.roads"):
        found.results.measured("duel/roads")


def test_a_claim_about_a_difference_of_builds_has_them_counted(tmp_path):
    text = STYLE.partition("[[claims]]")[0] + (
        '[[claims]]\ntext = "x"\ngreater = "duel/groups.cards - duel/plain.cards"\nthan = 0\neffect = 0.5\n'
    )
    found = play(study(tmp_path, text=text))
    (judged,) = found.findings(plots=False).judged
    one, other = (found.results.measured(f"duel/{player}.cards").values for player in ("groups", "plain"))
    assert judged.difference.estimate == pytest.approx((one - other).mean())
    assert judged.unit == "cards"

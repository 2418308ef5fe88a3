"""A whole study: played, judged, reported, published, and gone on with from what is committed."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.experiments import published
from catanlab.lab.experiments.catalogue import find_experiment
from catanlab.lab.experiments.claims import Outcome
from catanlab.lab.experiments.reader import read_experiment
from catanlab.lab.experiments.report import claims_table, to_data, to_markdown
from catanlab.lab.experiments.study import make_study
from catanlab.lab.match import play_match
from catanlab.lab.provenance import Provenance
from catanlab.lab.store.merging import merge_results

DUEL = """
title = "Groups against plain"
about = "Two random players, one chooses the kind of a move first; `by_group`."
rules = "players=2,points_to_win=3"
budget = "own"
game_seconds = 0.001
notes = ["A note with a | bar."]
[scales]
quick = { games = 40 }
half = { games = 400 }
[players]
plain = "random"
groups = "random:by_group=yes"
[[matches]]
name = "duel-{points}"
title = "to {points} points"
rules = "players=2,points_to_win={points}"
seats = ["plain", "groups"]
each = { points = [3, 4] }
thesis = { plain = { wins = [40, 45], points = [2.5, 3.5], seats = [[50, 40], [45, 45]] } }
[[claims]]
text = "Plain wins less than nine of ten"
greater = "duel-3/groups.wins"
than = 10
effect = 5
[[claims]]
text = "More points to win, longer games"
greater = "duel-4/rounds"
than = "duel-3/rounds"
effect = 1
added = "when its games had been seen"
[[figures]]
kind = "histogram"
[[figures]]
kind = "curve"
x = "points to win"
[[figures]]
kind = "curve"
measure = "regret"
[[figures]]
kind = "seats"
[[figures]]
kind = "bars"
[[figures]]
kind = "matrix"
"""


def study(tmp_path, scale="quick", out="results", text=DUEL):
    return make_study(read_experiment(text, "duel"), scale, tmp_path / out, tmp_path / "docs")


def played(tmp_path, *args, **options):
    found = study(tmp_path, *args, **options)
    found.costs()
    found.play(watch=lambda number, matches, progress: None, processes=1)
    return found


class Tags(HTMLParser):
    """Notes whether every element that is opened is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.full
def test_a_claim_whose_match_was_not_chosen_says_so(tmp_path):
    found = study(tmp_path)
    found.choose(["duel-3"])
    found.play(watch=lambda number, matches, progress: None, processes=1)
    _, longer = found.findings(plots=False).judged
    assert longer.words == "not run at this scale: the match 'duel-4' was not chosen"
    found.load()
    assert found.findings(plots=False).judged[1].words == longer.words
    found.widen()
    assert found.findings(plots=False).judged[1].words == "not run at this scale: duel-4 has no games yet"


@pytest.mark.full
def test_a_study_is_played_judged_and_reported(tmp_path):
    found = played(tmp_path)
    findings = found.findings(plots=True)
    assert findings.judged[0].outcome is Outcome.HELD
    assert [row[0] for row in claims_table(findings.judged).rows] == [
        "Plain wins less than nine of ten",
        "More points to win, longer games (added when its games had been seen)",
    ]
    main, seats, games = findings.tables
    assert main.head == (
        "match",
        "player",
        "seats",
        "wins [95 %]",
        "thesis",
        "points [95 %]",
        "thesis",
        "ms a move",
    )
    assert main.rows[0][:3] == ("to 3 points", "plain", "40")
    assert main.rows[0][4] == "40 %"
    assert seats.rows[1] == ("to 3 points", "plain, thesis", "50.00 %", "40.00 %")
    assert games.head == ("match", "games", "rounds [95 %]", "bank trades")
    page, nothing = found.write(findings)
    assert nothing is None
    text = page.read_text()
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert {"table", "svg", "figure", "code"} <= tags.seen
    assert "http" not in re.sub(
        r'xmlns(:\w+)?="[^"]+"|<!DOCTYPE[^>]*>',
        "",
        re.sub("<metadata>.*?</metadata>", "", text, flags=re.S),
    )
    markdown = page.with_name("report.md").read_text()
    for number in range(1, 7):
        assert f"]({number}.svg)" in markdown
        ElementTree.parse(page.with_name(f"{number}.svg"))
    assert "catanlab experiment duel --scale quick" in markdown
    assert found.matches[0].plan.key in markdown


@pytest.mark.full
def test_the_same_study_comes_out_the_same_and_costs_nothing_again(tmp_path):
    first = played(tmp_path)
    again = study(tmp_path)
    assert [cost.games for cost in again.costs()] == [0, 0]
    again.load()
    once, twice = (each.findings(plots=False) for each in (first, again))
    assert claims_table(once.judged) == claims_table(twice.judged)
    assert to_data(once, first.origin(once))["claims"] == to_data(twice, again.origin(twice))["claims"]


@pytest.mark.full
def test_a_study_goes_on_from_games_that_are_there(tmp_path):
    part = study(tmp_path)
    play_match(part.store.open(part.matches[0].plan), 5)
    costs = part.costs()
    assert [(cost.games, cost.measured) for cost in costs] == [(30, True), (40, False)]
    assert costs[1].seconds == pytest.approx(0.04)
    part.load()
    findings = part.findings(plots=True)
    assert findings.judged[1].outcome is Outcome.NOT_RUN
    assert "to 3 points: 10 of 40 games are played." in findings.notes
    assert "Not played yet: to 4 points." in findings.notes
    assert len(findings.pictures) == 6


@pytest.mark.full
def test_published_rows_are_gone_on_with_and_compared(tmp_path, monkeypatch):
    first = played(tmp_path)
    _, kept = first.write(first.findings(plots=False), to_publish=True)
    assert kept.has_rows
    lock = json.loads(kept.lock.read_text())
    assert [match["games"] for match in lock["matches"]] == [40, 40]
    assert lock["rows"] == "committed"
    assert lock["claims"][0]["verdict"] == "held"
    assert not list((tmp_path / "docs").rglob("lock"))

    clone = study(tmp_path, out="elsewhere")
    assert sum(cost.games for cost in clone.costs()) == 0
    clone.load()
    origin = clone.origin(clone.findings(plots=False))
    assert origin.lock == "2 of 2 matches have the keys and games of the committed lock, and no row differs"
    assert published.rows_digest(clone.results.rows("duel-3")) == lock["matches"][0]["digest"]

    more = study(tmp_path, "half", out="more")
    more.costs()
    play_match(more.store.open(more.matches[0].plan), 21)
    more.load()
    words = more.origin(more.findings(plots=False))
    assert words.lock == "1 of 2 matches have the keys and games of the committed lock, and no row differs"
    assert words.command == "catanlab experiment duel --scale half --stored"
    assert origin.command == "catanlab experiment duel --scale quick"
    lock["matches"][0]["digest"] = "0" * 32
    kept.lock.write_text(json.dumps(lock))
    assert clone.origin(clone.findings(plots=False)).lock.startswith(
        "duel-3: the games differ from those of the lock"
    )
    kept.lock.write_text("{}")
    with pytest.raises(StoreError, match=r"duel\.json is damaged or not a lock"):
        clone.origin(clone.findings(plots=False))

    monkeypatch.setattr(published, "MAX_BYTES", 1000)
    monkeypatch.setattr(first, "committed", tmp_path / "small")
    _, kept = first.write(first.findings(plots=False), to_publish=True)
    assert not kept.has_rows
    assert json.loads(kept.lock.read_text())["rows"] == "made again by the command"
    assert not (tmp_path / "small" / "rows").exists()


def reproduce_lines(study):
    """Return the lines of the report that tell how a clean clone makes it again; the code is a commit's."""
    findings = study.findings(plots=False)
    origin = replace(
        study.origin(findings), provenance=replace(Provenance.of_this_process(), commit="a" * 40)
    )
    return [line for line in to_markdown(findings, origin, []).splitlines() if "clean clone" in line]


@pytest.mark.full
@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_a_report_is_reproduced_from_a_commit_that_has_its_games(tmp_path):
    def git(*words):
        options = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(tmp_path / "docs"), *options, *words], check=True)

    whole = played(tmp_path)
    command = f"git checkout {'a' * 12} && make install && .venv/bin/catanlab experiment duel --scale"
    assert reproduce_lines(whole) == [f"* reproduce it in a clean clone: `{command} quick`"]

    part = study(tmp_path, "half")
    play_match(part.store.open(part.matches[0].plan), 25)
    part.load()
    assert not reproduce_lines(part)  # a clone would have no game
    part.write(part.findings(plots=False), to_publish=True)
    git("init", "-q")
    assert not reproduce_lines(part)  # published, but not committed
    git("add", ".")
    git("commit", "-qm", "first")
    line = [f"* reproduce it in a clean clone: `{command} half --stored`"]
    assert reproduce_lines(part) == line
    part.write(part.findings(plots=False), to_publish=True)
    git("commit", "-qam", "the report, which has the line now")
    assert reproduce_lines(part) == line

    play_match(part.store.open(part.matches[0].plan), 30)
    part.load()
    assert not reproduce_lines(part)  # a clone would have 25 blocks


@pytest.mark.full
def test_a_file_of_ones_own_is_in_no_commit(tmp_path):
    experiment = played(tmp_path).experiment
    own, built_in = (
        make_study(replace(experiment, path=path), "quick", tmp_path / "results", tmp_path / "docs")
        for path in ("duel.toml", "")
    )
    for found in (own, built_in):
        found.load()
    assert reproduce_lines(built_in)
    assert not reproduce_lines(own)


@pytest.mark.full
def test_a_smaller_scale_takes_away_no_published_games(tmp_path):
    large = played(tmp_path, "half")
    large.write(large.findings(plots=False), to_publish=True)
    small = played(tmp_path, "quick", out="elsewhere")
    small.write(small.findings(plots=False), to_publish=True)
    third = study(tmp_path, "half", out="third")
    assert sum(cost.games for cost in third.costs()) == 0


@pytest.mark.full
def test_what_is_published_keeps_the_matches_of_an_earlier_run(tmp_path):
    def publish_only(name, out):
        found = study(tmp_path, out=out)
        found.choose([name])
        found.costs()
        found.play(watch=lambda number, matches, progress: None, processes=1)
        found.widen()
        _, kept = found.write(found.findings(plots=False), to_publish=True)
        return json.loads(kept.lock.read_text())

    assert [match["match"] for match in publish_only("duel-4", "one")["matches"]] == ["duel-4"]
    lock = publish_only("duel-3", "other")
    assert [(match["match"], match["games"]) for match in lock["matches"]] == [
        ("duel-3", 40),
        ("duel-4", 40),
    ]
    assert [claim["verdict"] for claim in lock["claims"]] == ["held", "held"]
    assert "Not played yet" not in (tmp_path / "docs" / "duel.md").read_text()


@pytest.mark.full
def test_a_game_without_points_has_no_column_of_points(tmp_path):
    text = """
title = "Two random players of Gomoku"
budget = "own"
game_seconds = 0.001
[scales]
quick = { games = 4 }
[players]
one = "random"
other = "random:by_group=yes"
[[matches]]
name = "duel"
game = "gomoku:size=5,line=4"
seats = ["one", "other"]
"""
    found = played(tmp_path, text=text)
    main = found.findings(plots=False).tables[0]
    assert main.title == "Wins of a seat"
    assert main.head == ("match", "player", "seats", "wins [95 %]", "ms a move")
    assert all(len(row) == len(main.head) for row in main.rows)
    ((_, rows),) = found.results.matches.values()
    rows.points[:] = -2
    assert "points [95 %]" in found.findings(plots=False).tables[0].head


def test_matches_are_chosen_by_how_their_names_begin(tmp_path):
    found = study(tmp_path)
    found.choose(["duel-4"])
    assert [match.name for match in found.matches] == ["duel-4"]
    with pytest.raises(ArgumentError, match="no match that begins with 'x'; there are duel-4"):
        found.choose(["x"])


def test_a_whole_name_means_that_match_alone(tmp_path):
    text = DUEL.replace("points_to_win={points}", "max_rounds={points}").replace("[3, 4]", "[3, 30]")
    text = text.replace("duel-4/rounds", "duel-30/rounds")
    found = study(tmp_path, text=text)
    found.choose(["duel-3"])
    assert [match.name for match in found.matches] == ["duel-3"]


def test_a_full_disk_is_one_sentence_and_leaves_older_files(tmp_path):
    target = Path("/dev/full")
    if not target.exists():
        pytest.skip("this system has no /dev/full")
    lock = tmp_path / "duel.json"
    lock.write_text("before")
    lock.with_name("duel.json.half-written").symlink_to(target)
    with pytest.raises(StoreError, match=r"cannot write .*duel.json: No space left"):
        published.write_lock({"format": "x" * 100_000}, lock)
    assert lock.read_text() == "before"


@pytest.mark.full
def test_a_publication_that_fails_leaves_no_lock_of_a_writer(tmp_path, monkeypatch):
    found = played(tmp_path)

    def merge_and_fail(folders, whole, **options):
        merged = merge_results(folders, whole, **options)
        if whole.name == published.ROWS:
            raise StoreError(f"cannot write {whole}: No space left on device")
        return merged

    monkeypatch.setattr(published, "merge_results", merge_and_fail)
    plans = [match.plan for match in found.matches]
    with pytest.raises(StoreError, match="No space left"):
        published.publish_rows(plans, found.store, tmp_path / "kept")
    kept = [path.name for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert any(name.endswith(".parquet") for name in kept)
    assert "lock" not in kept


@pytest.mark.full
def test_a_claim_may_compare_differences(tmp_path):
    text = DUEL + (
        '[[claims]]\ntext = "The lead grows"\neffect = 5\n'
        'greater = "duel-4/groups.wins - duel-4/plain.wins"\n'
        'than = "duel-3/groups.wins - duel-3/plain.wins"\n'
    )
    found = played(tmp_path, text=text)
    results = found.results
    means = [results.measured(f"duel-{points}/groups.wins").mean for points in (3, 4)]
    (judged,) = [each for each in found.findings(plots=False).judged if each.claim.text == "The lead grows"]
    # In a duel one wins what the other loses: the lead changes twice as much as the wins.
    assert judged.difference.estimate == pytest.approx(2 * (means[1] - means[0]))
    assert judged.unit == "%"
    with pytest.raises(ArgumentError, match="rounds cannot be subtracted from wins"):
        results.measured("duel-3/groups.wins - duel-3/rounds")
    with pytest.raises(ArgumentError, match="there is no match 'duel-9'"):
        results.measured("duel-3/groups.wins - duel-9/groups.wins")


@pytest.mark.parametrize(
    ("side", "message"),
    [
        ("duel-5/plain.wins", "there is no match 'duel-5'; there are duel-3, duel-4"),
        ("duel-3/plane.wins", "nobody in duel-3 is called 'plane'; there are plain, groups"),
        ("duel-3/plain.wims", "there is no measure 'wims'; allowed are wins,"),
        ("duel-3/wins", "the measure 'wins' is that of a player; write match/player.wins"),
        ("duel-3/plain.wins - duel-4", "'duel-4' is no measure; write match/player.wins or match/rounds"),
    ],
)
def test_a_name_in_a_claim_is_checked_before_anything_is_played(tmp_path, side, message):
    text = f'{DUEL}\n[[claims]]\ntext = "x"\ngreater = "duel-3/plain.wins"\nthan = "{side}"\neffect = 1\n'
    with pytest.raises(ArgumentError, match=f"^duel: claim 3: {re.escape(message)}"):
        study(tmp_path, text=text)


@pytest.mark.full
def test_the_command_of_an_own_experiment_has_its_path(tmp_path):
    path = tmp_path / "my duel.toml"
    path.write_text(DUEL)
    found = make_study(find_experiment(str(path)), "quick", tmp_path / "results", tmp_path / "docs")
    found.load()
    assert (
        found.origin(found.findings(plots=False)).command
        == f"catanlab experiment '{path}' --scale quick --stored"
    )

"""The commands `experiment`, `ratings`, `leaderboard` and `tune`: what they print, refuse and keep."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from catanlab.cli.main import main
from catanlab.lab.store import Store

DUEL = """
title = "Groups against plain"
budget = "own"
game_seconds = 0.001
[scales]
quick = { games = 40 }
half = { games = 4000 }
[players]
plain = "random"
groups = "random:by_group=yes"
[[matches]]
name = "duel"
rules = "players=2,points_to_win=3"
seats = ["plain", "groups"]
[[claims]]
text = "Groups win more"
greater = "duel/groups.wins"
than = "duel/plain.wins"
effect = 5
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("duel.toml").write_text(DUEL)


def output(capsys, *words):
    assert main(words) == 0
    return capsys.readouterr()


def refusal(capsys, *words):
    assert main(words) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.count("\n") == 1
    assert not Path("results").exists()
    return captured.err


def test_the_list_has_every_experiment(capsys):
    lines = output(capsys, "experiment", "--list").out.splitlines()
    assert lines[0].split() == ["name", "what", "scales"]
    assert any(line.startswith("roelofs-table-1 ") and line.endswith("quick half full") for line in lines)
    assert any(line.startswith("martin-table-2 ") and line.endswith("not by agents") for line in lines)


def test_games_of_people_name_the_nearest_command(capsys):
    text = output(capsys, "experiment", "martin-table-4").out
    assert "MCTS won none of 12 games." in text
    assert "The nearest: catanlab play --agents human,martin" in text


def test_games_of_people_are_explained_in_every_format(capsys):
    words = ["experiment", "martin-table-4", "--format"]
    data = json.loads(output(capsys, *words, "json").out)
    assert data["experiment"] == "martin-table-2"  # which has table 4 as well
    assert "MCTS won none of 12 games." in data["reason"]
    (line,) = csv.DictReader(output(capsys, *words, "csv").out.splitlines())
    assert (line["reason"], line["nearest"]) == (data["reason"], data["nearest"])
    assert line["nearest"].startswith("catanlab play --agents human,martin")
    markdown = output(capsys, *words, "markdown").out
    assert markdown.startswith("| experiment | reason | nearest |\n|---|---|---|\n| martin-table-2 | ")
    assert output(capsys, *words, "latex").out.endswith("\\end{tabular}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["experiment"], "name an experiment, or list them by --list"),
        (["experiment", "roelofs-tabel-1"], "near names are roelofs-table-1"),
        (["experiment", "roelofs-table-1", "--scale", "huge"], "there is no scale 'huge'; allowed are"),
        (["experiment", "duel.toml", "--scale", "full"], "duel has no scale full; it has quick, half"),
        (["experiment", "duel.toml", "--only", "x"], "no match that begins with 'x'; there are duel"),
        (["experiment", "duel.toml", "--cluster", "tcp://h:9", "--jobs", "2"], "--jobs is about processes"),
        (["ratings"], "there are no such matches in results"),
        (["ratings", "--rules", "nix"], "unknown rules 'nix'; the sets are base, "),
        (["ratings", "--rules", "jsettlers"], "there are no matches with the rules jsettlers in results; "),
        (["ratings", "--rules", "gomoku:size=9"], "there are no matches of gomoku:size=9 in results; "),
        (["experiment", "duel.toml", "--publish", "--committed", "duel.toml"], "write duel.toml: Not a"),
        (["leaderboard", "random", "greedy"], "2 agents for 4 seats"),
        (["leaderboard", "random", "--budgets", "absent.json"], "cannot read absent.json"),
        (["leaderboard", "random", "greedy", "random"], "random is named twice"),
        (["tune", "uct"], "there is nothing to tune"),
        (["tune", "uct", "--param", "cc=1:2"], "uct has no option 'cc'"),
        (["tune", "uct", "--param", "threshold=-5:3"], "threshold is -5; allowed is an integer from 0"),
        (["tune", "uct", "--param", "final=robust|nix"], "uct's final is 'nix'; it must be robust, max"),
        (["tune", "uct", "--param", "c=2:1"], "the bounds must be numbers, rising"),
        (["tune", "uct", "--param", "c=1.00001:1.00002", "--grid", "3"], "tried in four figures"),
        (["tune", "uct", "--param", "c=1:2", "--param", "c=0:1"], "the parameter c is named twice"),
        (["tune", "uct", "--param", "c=1:2", "--against", ""], "unknown agent ''; the agents are"),
        (["tune", "uct", "--param", "c=1:2", "--gain", "0.6"], "gain is 0.6; allowed is less than 0.5"),
        (["tune", "uct", "--param", "c=1:2", "--confirm", "38"], "allowed are 39 and more, or 0"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_nothing_is_written(words, message, capsys):
    assert message in refusal(capsys, *words)


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("matplotlib", ["experiment", "roelofs-table-1"]),
        ("choix", ["ratings"]),
        ("choix", ["leaderboard"]),
        ("optuna", ["tune", "uct", "--param", "c=1:2"]),
    ],
)
def test_a_missing_extra_is_named_before_anything_is_played(package, words, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    text = refusal(capsys, *words)
    assert f"{package}, which is not installed: pip install 'catanlab[lab]'" in text


@pytest.mark.full
def test_an_experiment_prints_its_cost_its_verdict_and_its_tables(capsys):
    cost = output(capsys, "experiment", "duel.toml", "--scale", "quick", "--cost")
    assert cost.err == "duel, scale quick: 40 games to play; about 0.04 CPU-seconds (estimated)\n"
    assert not cost.out
    assert not Path("results").exists()
    words = ["experiment", "duel.toml", "--scale", "quick", "--jobs", "1"]
    text = output(capsys, *words)
    assert "Groups win more: " in text.out
    assert "Wins of a seat, and victory points at the end" in text.out
    assert Path("results/reports/duel-quick/report.html").exists()
    again = output(capsys, *words, "--format", "json")
    assert again.err.startswith("duel, scale quick: all games are there\n")
    data = json.loads(again.out)
    assert data["claims"][0]["blocks"] == 20
    assert [player["player"] for player in data["players"]] == ["plain", "groups"]
    assert data["provenance"]["catanlab"]
    latex = output(capsys, *words, "--format", "latex", "--stored").out
    assert latex.count(r"\toprule") == 3
    assert r"95 \%" in latex
    assert latex.startswith("% Claims\n")
    claims, main, games = output(capsys, *words, "--format", "csv").out.split("\n\n")
    assert claims.startswith("table,claim,verdict,difference,difference low,difference high,thesis,")
    first, *_ = csv.DictReader(main.splitlines())
    assert first["table"] == "Wins of a seat, and victory points at the end"
    assert (first["match"], first["player"], first["seats"]) == ("duel", "plain", "40")
    assert float(first["wins low (%)"]) <= float(first["wins (%)"]) <= float(first["wins high (%)"])
    assert games.startswith("table,match,games,rounds,rounds low,rounds high")


@pytest.mark.full
def test_a_killed_experiment_goes_on_without_a_lost_game(tmp_path):
    command = [sys.executable, "-m", "catanlab", "experiment", "duel.toml", "--jobs", "1", "--no-plots"]
    nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **nowhere, start_new_session=True)
    until = time.monotonic() + 60
    while not list(tmp_path.rglob("part-*.parquet")) and process.poll() is None:
        assert time.monotonic() < until
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
    with suppress(ProcessLookupError):  # it may have finished
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=True)
    whole = subprocess.run(
        [*command, "--format", "json", "--out", "other"], capture_output=True, text=True, check=True
    )
    mine, theirs = json.loads(done.stdout), json.loads(whole.stdout)
    assert mine["claims"] == theirs["claims"]
    assert mine["players"][0]["games"] == 4000


@pytest.mark.full
def test_ratings_of_stored_matches(capsys):
    duel = ["random", "random:by_group=yes", "--rules", "players=2,points_to_win=3", "--jobs", "1"]
    output(capsys, "match", *duel, "--blocks", "20")
    text = output(capsys, "ratings", "--pairs", "--table", "random,random:by_group=yes").out
    assert [line.split()[0] for line in text.splitlines()[:1]] == ["agent"]
    assert "Elo's scale, random has 0" in text
    assert "at this table" in text
    assert "p (Holm)" in text
    data = json.loads(output(capsys, "ratings", "--format", "json").out)
    assert sum(rating["wins"] for rating in data["ratings"]) == 40
    assert "pairs" not in data
    (pair,) = json.loads(output(capsys, "ratings", "--pairs", "--format", "json").out)["pairs"]
    assert (pair["first"], pair["second"], pair["games"]) == ("random", "random:by_group=yes", 40)
    assert pair["p_value"] == pair["holm"] <= 1
    text = output(capsys, "ratings", "--pairs", "--format", "csv").out
    ratings, pairs = (list(csv.DictReader(part.splitlines())) for part in text.split("\n\n"))
    assert {line["table"] for line in ratings} == {"Ratings"}
    (groups,) = (line for line in ratings if line["agent"] != "random")
    assert float(groups["Elo low"]) <= float(groups["Elo"]) <= float(groups["Elo high"])
    assert sum(float(line["at a table (%)"]) for line in ratings) == pytest.approx(100, abs=0.2)
    assert [line["table"] for line in pairs] == ["Pairs at common tables"]
    output(capsys, "match", *duel[:2], "--rules", "players=2", "--jobs", "1", "--blocks", "2")
    assert main(["ratings"]) == 2
    assert "the matches have 2 different settings" in capsys.readouterr().err
    assert "2 matches." in output(capsys, "ratings", "--mixed").out
    assert "1 matches." in output(capsys, "ratings", "--rules", "base,players=2").out


@pytest.mark.full
def test_a_table_of_rated_agents_may_have_options_and_has_the_seats_of_their_games(capsys):
    wins = "tests.lab.experiments.players.Wins:lazy=yes,a=no"
    duel = [wins, "random", "--rules", "players=2,points_to_win=3", "--jobs", "1", "--blocks", "2"]
    output(capsys, "match", *duel)
    words = ["ratings", "--resamples", "0", "--format", "json", "--table"]
    table = json.loads(output(capsys, *words, f"{wins},random").out)["table"]
    assert [line[0] for line in table] == [wins, "random"]

    def refused(table):
        assert main([*words, table]) == 2
        captured = capsys.readouterr()
        assert not captured.out
        return captured.err

    assert refused(f"{wins},random,random").endswith("--table: the rated games have 2 seats, not 3\n")
    assert refused("random").endswith("--table: the rated games have 2 seats, not 1\n")
    text = refused("uct:iterations=10,seconds=none,random")
    assert "uct:iterations=10,seconds=none is not rated; rated are " in text
    assert wins in text


@pytest.mark.full
def test_a_leaderboard_is_rated_and_published(capsys):
    agents = ["random", "heuristic", "ore-grain", "wood-clay", "uct"]
    words = ["leaderboard", *agents, "--iterations", "2", "--blocks", "1", "--rules", "points_to_win=3"]
    printed = output(capsys, *words, "--publish", "docs", "--jobs", "1")
    assert "Equal simulations: 2 a move" in printed.out
    assert "Equal time" in printed.out
    assert "Measuring time, step 1: 5 agents, 5 matches, 20 games" in printed.err
    assert "The equal time is " in printed.err
    assert "all agents that search are within a factor of 1.25" in Path("docs/leaderboard.md").read_text()
    data = json.loads(Path("docs/leaderboard.json").read_text())
    assert list(data["budgets"]) == ["uct"]
    assert len(data["boards"]) == 2
    assert (
        Path("docs/leaderboard.md")
        .read_text()
        .startswith("# Leaderboard\n\n    catanlab leaderboard random")
    )
    assert Path("docs/leaderboard.svg").exists()
    shutil.rmtree("results")
    words += ["--budgets", "docs/leaderboard.json", "--format", "json", "--publish", "docs"]
    printed = output(capsys, *words)
    assert "Measuring" not in printed.err
    again = json.loads(printed.out)
    assert [len(board["matches"]) for board in again["boards"]] == [5, 5]
    assert again["boards"] == data["boards"]  # with the times of the first run: no game was played


def test_a_leaderboard_refuses_budgets_and_folders_before_it_plays(capsys):
    agents = ["random", "heuristic", "ore-grain", "uct"]
    Path("budgets.json").write_text('{"budgets": {"martin": 5}}')
    words = ["leaderboard", *agents, "--budgets", "budgets.json"]
    assert "there is no budget of uct; there are martin" in refusal(capsys, *words)
    for damaged in ("-3", "0", "2.5", '"many"', "true", "1e300"):
        Path("budgets.json").write_text(f'{{"budgets": {{"uct": {damaged}}}}}')
        said = refusal(capsys, *words)
        assert "budgets.json: the budget of uct is " in said
        assert "; allowed is an integer from 1 to 1000000000000" in said
    Path("file").write_text("")
    assert "cannot write file: Not a directory" in refusal(
        capsys, "leaderboard", *agents, "--publish", "file"
    )


@pytest.mark.full
def test_a_leaderboard_without_a_search_has_one_board_and_of_one_block_no_intervals(capsys):
    agents = ["random", "heuristic", "ore-grain", "wood-clay"]
    words = ["--blocks", "1", "--rules", "points_to_win=3", "--jobs", "1", "--publish", "docs"]
    text = output(capsys, "leaderboard", *agents, *words).out
    assert "Equal time" not in text
    assert "[" not in text.partition("seats")[2]


@pytest.mark.full
def test_findings_are_printed_also_if_they_cannot_be_published(capsys):
    Path("docs/duel.md").mkdir(parents=True)  # where the page should be
    words = ["experiment", "duel.toml", "--scale", "quick", "--jobs", "1", "--no-plots"]
    assert main([*words, "--publish", "--committed", "docs"]) == 2
    printed = capsys.readouterr()
    assert "Groups win more: " in printed.out
    assert "cannot write docs/duel.md: Is a directory" in printed.err
    assert Path("results/reports/duel-quick/report.html").exists()


@pytest.mark.full
def test_tuning_prints_trials_and_confirmation(capsys):
    agent = "tests.lab.experiments.players.Wins:lazy=yes"
    words = ["tune", agent, "--param", "lazy=no|yes", "--rules", "points_to_win=3", "--seed", "2"]
    words += ["--trials", "6", "--blocks", "4", "--confirm", "8", "--gain", "0.4", "--jobs", "1"]
    text = output(capsys, *words, "--svg", "history.svg")
    assert text.err.count("trial ") == 2
    assert "default" in text.out
    assert "lazy=no: " in text.out
    assert "points over the default in" in text.out
    assert Path("history.svg").read_text().lstrip().startswith("<?xml")
    assert len(json.loads(output(capsys, *words, "--json").out)["trials"]) == 2


@pytest.mark.full
@pytest.mark.parametrize("against", [[], ["--against", "random"]])
def test_games_of_a_tuning_are_published_and_used(against, capsys):
    agent = "tests.lab.experiments.players.Wins:lazy=yes"
    words = ["tune", agent, "--param", "lazy=no|yes", "--rules", "points_to_win=3", "--seed", "2", *against]
    words += ["--trials", "3", "--blocks", "4", "--confirm", "40", "--gain", "0.4", "--jobs", "1"]
    first = output(capsys, *words, "--out", "here", "--publish", "kept").out
    assert "fresh blocks" in first
    assert stored_blocks("kept/rows") == stored_blocks("here")
    assert len(stored_blocks("here")) == (4 if against else 2)  # two defaults against two are not played
    parts = {path: path.read_bytes() for path in Path("kept").rglob("*.parquet")}
    assert output(capsys, *words, "--out", "elsewhere", "--publish", "kept").out == first
    assert {path: path.read_bytes() for path in Path("kept").rglob("*.parquet")} == parts
    assert run_times("elsewhere") == run_times("here")  # nothing was played


def stored_blocks(root):
    store = Store(Path(root))
    return {path.name: store.find(path.name).finished_blocks().tolist() for path in Path(root).iterdir()}


def run_times(root):
    store = Store(Path(root))
    return sorted(run.started for path in Path(root).iterdir() for run in store.find(path.name).runs())


@pytest.mark.full
@pytest.mark.parametrize(
    ("against", "sentence"),
    [
        ([], "No trial is the default: against itself its seats win 25.0 % each."),
        (
            ["--against", "random"],
            "No trial is the default: what it wins against three random is not known",
        ),
    ],
)
def test_tuning_says_where_no_trial_is_the_default(against, sentence, capsys):
    words = ["tune", "tests.lab.experiments.players.Wins", "--param", "iterations=5:6", *against]
    words += ["--trials", "1", "--blocks", "2", "--confirm", "0", "--rules", "points_to_win=3"]
    assert sentence in output(capsys, *words, "--jobs", "1").out

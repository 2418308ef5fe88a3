"""The command `catanlab match`: its table and JSON, its refusals, and that nothing played is lost."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from catanlab.cli.main import main
from catanlab.cli.match_progress import Lines, Speed, clock, picture
from catanlab.games.catan.rules import Rules
from catanlab.lab.match import Progress
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.troubles import Trouble

DUEL = ["random", "random:by_group=yes", "--rules", "players=2"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def output(capsys, *words):
    assert main(["match", *words]) == 0
    return capsys.readouterr().out


def refusal(capsys, *words):
    assert main(["match", *words]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.count("\n") == 1
    assert not Path("results").exists()
    return captured.err


@pytest.mark.full
def test_the_table_has_all_agents_and_parity(capsys):
    text = output(capsys, *DUEL, "--blocks", "30", "--seed", "3")
    assert text.startswith("60 games in 30 blocks, rules base,players=2, seed 3 (")
    lines = [line.split() for line in text.splitlines()]
    assert ["parity", "50.0", "%"] in lines
    assert sum(line[:1] == ["random"] for line in lines) == 2
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.full
def test_a_table_of_long_names_fits_eighty_columns(capsys):
    long = "catanlab.table.random_agent.RandomAgent:by_group=yes"
    text = output(capsys, long, "random", *["random"] * 2, "--blocks", "2", "--jobs", "1")
    lines = text.splitlines()
    assert lines[2:4] == [f"A  {long}", "B  random"]
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("A  ") for line in lines) == 3


def test_an_agent_is_not_above_itself_and_one_block_proves_nothing(capsys):
    words = [*["random"] * 4, "--rules", "roelofs,max_rounds=60", "--jobs", "1"]
    text = output(capsys, *words, "--games", "300")
    assert "No verdict on random: it met only itself.\n" in text
    (line, _) = (line for line in text.splitlines() if line.startswith("random "))
    assert line.split()[1:7] == ["1,200", "300", "25.0", "%", "-", "-"]
    text = output(capsys, *DUEL, "--blocks", "1", "--jobs", "1")
    assert "No intervals, no verdicts: one block shows no spread.\n" in text
    assert not {"above", "below", "within", "to"} & set(text.split("win rate by seat")[0].split())


def test_json_has_the_promised_keys(capsys):
    found = json.loads(output(capsys, *DUEL, "--blocks", "3", "--json"))
    promised = (
        "games blocks rounds_mean turns_mean seconds offers_per_game accepted_per_game bank_trades_per_game"
    )
    assert set(promised.split()) <= set(found)
    assert (found["games"], found["blocks"]) == (6, 3)
    for agent in found["agents"]:
        keys = "spec games wins win_rate ci95 vp_mean vp_sd seat_win_rates decision_ms_mean errors"
        assert set(agent) == {*keys.split(), "parity", "no_verdict", "failed_games"}
        assert agent["ci95"][0] <= agent["win_rate"] <= agent["ci95"][1]
    assert [agent["spec"] for agent in found["agents"]] == DUEL[:2]


def without_times(found):
    for agent in found["agents"]:
        del agent["decision_ms_mean"]
    return found | {"seconds": None, "created": None, "runs": None}


def test_the_same_command_again_says_the_same_and_plays_nothing(capsys, monkeypatch):
    words = [*DUEL, "--blocks", "40", "--json"]
    first = json.loads(output(capsys, *words))
    monkeypatch.setattr("catanlab.lab.match.LocalExecutor", None)
    assert json.loads(output(capsys, *words)) == first


def test_jobs_and_folders_change_nothing(capsys):
    found = [
        json.loads(output(capsys, *DUEL, "--games", "79", "--json", "--jobs", jobs, "--out", f"kept{jobs}"))
        for jobs in ("1", "2")
    ]
    assert without_times(found[0]) == without_times(found[1])
    assert found[0]["games"] == 80
    assert not Path("results").exists()


@pytest.mark.full
def test_a_gauntlet_and_a_round_robin(capsys):
    words = ["--gauntlet", "greedy", "--against", "random", "--against", "random:by_group=yes"]
    found = json.loads(output(capsys, *words, "--rules", "players=2", "--blocks", "1", "--json"))
    assert [agent["games"] for agent in found["agents"]] == [4, 2, 2]
    words = ["random", "random:by_group=yes", "greedy", "--rules", "players=2", "--blocks", "1", "--json"]
    assert [agent["games"] for agent in json.loads(output(capsys, *words))["agents"]] == [4, 4, 4]


@pytest.mark.full
def test_a_sequential_test_is_reported(capsys):
    words = ["greedy", "random", "--rules", "players=2", "--sprt", "0.5,0.8", "--blocks", "100"]
    found = json.loads(output(capsys, *words, "--json"))
    assert found["sprt"]["verdict"] == "accept H1"
    assert found["blocks"] == found["sprt"]["blocks"] < 40
    assert "accept H1, LLR" in " ".join(output(capsys, *words).split())


def test_records_are_kept_on_request(capsys):
    output(capsys, *DUEL, "--blocks", "2", "--records")
    (kept,) = Path("results").glob("*/*.records")
    assert main(["replay", str(kept)]) == 2  # four games, one too many for replay; but records they are
    assert "4" in capsys.readouterr().err


def test_troubles_are_reported_and_cost_nothing_else(capsys):
    rogue = Path("rogue.py")
    rogue.write_text(
        "import catanlab\n"
        "class Rogue(catanlab.Agent):\n"
        "    def choose(self, view, deadline):\n"
        "        raise OSError('no wish to play')\n"
    )
    words = ["rogue.Rogue", "random", "--rules", "players=2,max_rounds=5", "--blocks", "2", "--json"]
    assert main(["match", *words]) == 1
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert found["games"] == 4
    assert found["agents"][0]["errors"] > 20
    assert found["agents"][1]["errors"] == 0
    assert "no wish to play" in captured.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "0 agents for 4 seats"),
        (["random", "random"], "2 agents for 4 seats"),
        (["nobody", "random", "random", "random"], "unknown agent 'nobody'"),
        (["human", "random", "random", "random"], "human is a person"),
        (["random"] * 5, "all must be different"),
        (["random"] * 4 + ["--rules", "no"], "unknown rules"),
        (["random"] * 4 + ["--blocks", "0"], "--blocks: '0' is not an integer from 1"),
        (["random"] * 4 + ["--blocks", "3", "--games", "4"], "not allowed with argument"),
        (["random"] * 4 + ["--jobs", "none"], "--jobs: 'none' is not an integer from 1 to 1024"),
        (["random"] * 4 + ["--sprt", "0.25"], "--sprt: '0.25' is not two win rates"),
        (["random"] * 4 + ["--sprt", "0.3,0.3"], "two different win rates"),
        (["random"] * 4 + ["--sprt", "0.25,0.3"], "here all agents are the same"),
        (
            ["random", "random:by_group=no", "--rules", "players=2", "--sprt", "0.5,0.6"],
            "agents are the same",
        ),
        (["random"] * 4 + ["--sprt", "0.3,1.3"], "--sprt: '0.3,1.3' is not two win rates"),
        (["random"] * 4 + ["--against", "greedy"], "--against names the opponents of a --gauntlet"),
        (["random", "--gauntlet", "greedy"], "name opponents by --against, not 'random'"),
        (["--gauntlet", "greedy"], "a gauntlet needs an opponent"),
        (["--gauntlet", "", "--against", "random"], "unknown agent ''"),
        (["random"] * 4 + ["--stall-seconds", "0"], "'0' is not a number between 0 and 86400"),
        (["random"] * 4 + ["--move-seconds", "nan"], "'nan' is not a number between 0 and 86400"),
        (["random"] * 4 + ["--seed", "-1"], "--seed: '-1' is not an integer"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_options_are_refused(words, sentence, capsys):
    assert sentence in refusal(capsys, *words)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return 'hevy'", "the native policy of bots.Bot:depth=3 is invalid: there is no policy 'hevy'"),
        ("return 7", "the native policy of bots.Bot:depth=3 is invalid: there is no policy 7"),
        ("return 1 / 0", "bots.Bot:depth=3 has no native policy: ZeroDivisionError"),
    ],
)
def test_an_invalid_native_policy_is_refused_by_agent(body, sentence, capsys, monkeypatch):
    Path("bots.py").write_text(
        "import catanlab\n"
        "class Bot(catanlab.Agent):\n"
        "    def __init__(self, depth=1):\n"
        "        self.depth = depth\n"
        "    def choose(self, view, deadline):\n"
        "        return view.legal_moves[0]\n"
        "    def native_policy(self):\n"
        f"        {body}\n"
    )
    monkeypatch.delitem(sys.modules, "bots", raising=False)
    monkeypatch.syspath_prepend(Path.cwd())
    assert sentence in refusal(capsys, "bots.Bot:depth=3", "random", "--rules", "players=2")
    monkeypatch.delitem(sys.modules, "bots")


def test_a_file_in_the_way_is_refused(capsys):
    Path("kept").write_text("mine")
    assert main(["match", *DUEL, "--blocks", "1", "--out", "kept"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert Path("kept").read_text() == "mine"


def start(*words):
    command = [sys.executable, "-m", "catanlab", "match", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_parts(count=2):
    limit = time.monotonic() + 60
    while len(list(Path("results").glob("*/*.parquet"))) < count and time.monotonic() < limit:
        time.sleep(0.05)


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_match_that_is_stopped_goes_on(how, capsys):
    long = [*DUEL, "--blocks", "1000000"]
    process = start(*long)
    wait_for_parts()
    os.kill(process.pid, how)
    _, errors = process.communicate(timeout=30)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "blocks; the same command goes on from there." in errors
        assert "Traceback" not in errors
    assert main(["results"]) == 0
    kept = int(capsys.readouterr().out.splitlines()[1].split()[-4].replace(",", ""))
    assert kept >= 64
    found = json.loads(output(capsys, *DUEL, "--blocks", str(kept + 64), "--json"))
    assert found["blocks"] == kept + 64


def test_the_pace_shows_rate_and_time_left():
    assert clock(3599.6) == "1:00:00"
    progress = Progress(2, 100)
    assert Speed().words(progress) == "starting"


def test_the_live_display_fits_80_columns():
    plan = MatchPlan.match(["greedy", "random", "random", "random"])
    progress = Progress(2, 400)
    progress.add(play_natively(MatchPlan.match(["random"] * 2, rules="players=2"), range(16)))
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(picture(plan, progress, Speed()))
    lines = console.export_text().splitlines()
    assert lines[1].startswith("16 of 400 blocks, 16 games, ")
    assert lines[1].rstrip().endswith("to go")


def test_names_and_troubles_cannot_make_a_terminal_do_anything(monkeypatch):
    wicked = MatchPlan(
        agents=("my.Bot:word=\x1b[2J", "random"), lineups=((0, 1),), rules=Rules(players=2), code="0"
    )
    progress = Progress(2, 4)
    progress.troubles.append(Trouble("my.Bot:word=\x9b2J in seat 0 fell over"))
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(picture(wicked, progress, Speed()))
    shown = console.export_text()
    stream = io.StringIO()
    monkeypatch.setattr(Speed, "has_passed", lambda self, seconds: True)
    Lines(wicked, stream, Speed()).show(progress)
    assert "my.Bot:word=\\x1b[2J" in shown
    assert "my.Bot:word=\\x1b[2J" in stream.getvalue()
    assert "my.Bot:word=\\x9b2J in seat 0" in shown
    assert not set("\x1b\x9b") & set(shown + stream.getvalue())


def test_control_characters_in_reported_troubles_are_escaped(capsys, monkeypatch):
    def play(stored, blocks, *, watch, **_):
        progress = Progress(2, blocks)
        progress.troubles.append(Trouble("my.Bot:word=\x1b[2J fell over"))
        watch(progress)
        return play_natively(stored.plan, range(1))

    monkeypatch.setattr("catanlab.cli.match.play_match", play)
    assert main(["match", *DUEL]) == 0
    assert capsys.readouterr().err == "catanlab match: my.Bot:word=\\x1b[2J fell over\n"


def test_blocks_without_records_are_reported(capsys):
    output(capsys, *DUEL, "--blocks", "2")
    assert main(["match", *DUEL, "--blocks", "3", "--records"]) == 0
    assert "2 blocks were there already" in capsys.readouterr().err

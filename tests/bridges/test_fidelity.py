"""Our robots compared with those of a JSettlers server, in recorded games."""

import json

import pytest
from tests.bridges.test_recorded_game import ROBOTS

from catanlab.bridges.jsettlers.fidelity import (
    DECISIONS,
    KINDS,
    compare,
    is_rest_of_offer,
    robots_in,
    shares,
)
from catanlab.bridges.jsettlers.recorded.recorded_game import read_recorded_game
from catanlab.bridges.jsettlers.recorded.server_log import read_server_log
from catanlab.cli.main import main
from catanlab.framework.errors import AgentError
from catanlab.games.catan.moves import CatanMove

BARS = {
    "first settlement": 0.95,
    "second settlement": 0.95,
    "robber: hex and victim": 0.85,
    "build: what": 0.9,
    "build: what and where": 0.85,
    "nothing built in the turn": 0.9,
    "knight before the roll": 0.95,
    "offer made": 0.8,
    "answer": 0.85,
}
"""The least share of each decision that is to be the same over the recorded games."""


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_our_robots_decide_as_those_of_the_server(kind):
    log = read_server_log(ROBOTS / "server.log")
    cases = []
    for path in sorted(ROBOTS.glob("*.txt.gz")):
        recorded = read_recorded_game(path, log)
        for seat in robots_in(recorded, kind):
            cases += compare(recorded, seat, f"jsettlers-{kind}", path.name)
    found = {row.decision: row for row in shares(cases)}
    assert {case.decision for case in cases} <= set(DECISIONS)
    assert found["build: what"].cases > 20
    low = {name: row.share for name, row in found.items() if row.share < BARS.get(name, 0)}
    assert low == {}


def test_another_player_does_not_decide_as_they_do():
    recorded = read_recorded_game(ROBOTS / "mixed.txt.gz", read_server_log(ROBOTS / "server.log"))
    seat = robots_in(recorded, "smart")[0]
    found = {row.decision: row for row in shares(compare(recorded, seat, "thomas-first"))}
    assert found["next step"].share < 0.8


def test_who_does_not_plan_is_not_compared():
    recorded = read_recorded_game(ROBOTS / "mixed.txt.gz")
    with pytest.raises(AgentError, match="does not plan as they do"):
        compare(recorded, 0, "random")


# The command.


def fidelity(capsys, *words):
    code = main(["jsettlers", "fidelity", *map(str, words)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.full
def test_the_command_prints_shares_and_intervals(capsys):
    code, out, _ = fidelity(capsys, ROBOTS, "--server-log", ROBOTS / "server.log", "--differences")
    assert code == 0
    assert "jsettlers-smart compared with smart robots in 2 games" in out
    assert "build: what and where" in out


@pytest.mark.full
def test_the_command_prints_differences_as_json(capsys):
    _, out, _ = fidelity(capsys, ROBOTS, "--kind", "fast", "--json")
    found = json.loads(out)
    assert found["agent"] == "jsettlers-fast"
    assert found["games"] == 2
    assert all(0 <= row["low"] <= row["share"] <= row["high"] <= 1 for row in found["decisions"])
    missed = sum(row["cases"] - row["same"] for row in found["decisions"])
    assert sum(row["count"] for row in found["differences"]) == missed


@pytest.mark.full
def test_a_transcript_that_is_none_is_left_out(capsys, tmp_path):
    (tmp_path / "good.txt.gz").write_bytes((ROBOTS / "mixed.txt.gz").read_bytes())
    (tmp_path / "bad.txt").write_text("no transcript\n")
    (tmp_path / "cut.txt.gz").write_bytes((ROBOTS / "mixed.txt.gz").read_bytes()[:500])
    code, out, err = fidelity(capsys, tmp_path)
    assert code == 0
    assert "in 1 games" in out
    assert "bad.txt is left out: line 1 of a transcript begins with neither" in err
    assert "cut.txt.gz is left out" in err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nowhere"], "nowhere is no folder"),
        (["."], "holds no transcript"),
        (["{robots}", "--server-log", "nowhere"], "nowhere cannot be read"),
        (["{robots}", "--agent", "random"], "does not plan as they do"),
        (["{robots}", "--agent", "nobody"], "nobody"),
        (["{robots}", "--kind", "slow"], "slow"),
    ],
)
def test_wrong_input_gets_one_clear_sentence(capsys, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    try:
        code, _, err = fidelity(capsys, *(word.format(robots=ROBOTS) for word in words))
    except SystemExit as stop:
        code, err = stop.code, capsys.readouterr().err
    assert code == 2
    assert why in err


def test_a_folder_without_such_a_robot_says_so(capsys, tmp_path):
    (tmp_path / "smart.txt.gz").write_bytes((ROBOTS.parent / "smart.txt.gz").read_bytes())
    code, _, err = fidelity(capsys, tmp_path, "--kind", "fast")
    assert code == 2
    assert "none has a fast robot" in err


OFFERED = "offer 1 wood for 1 ore to "


@pytest.mark.parametrize(
    ("texts", "place", "expected"),
    [
        ([OFFERED + "3", "reject", OFFERED + "2", "accept"], 2, True),
        ([OFFERED + "3", "counter 1 clay for 1 wood", "cancel", OFFERED + "2", "accept"], 2, True),
        ([OFFERED + "3", "counter 1 clay for 1 wood", "cancel", OFFERED + "2", "accept"], 3, True),
        ([OFFERED + "3", "reject", OFFERED + "2", "accept"], 0, False),
        ([OFFERED + "3", "reject", OFFERED + "3", "accept"], 2, False),
        ([OFFERED + "3", "reject", OFFERED + "2", "reject", "end turn"], 2, False),
        ([OFFERED + "3", "reject", "offer 1 clay for 1 ore to 2", "accept"], 2, False),
        ([OFFERED + "3", "reject", "buy card", OFFERED + "2", "accept"], 3, False),
        ([OFFERED + "3", "counter 1 clay for 1 wood", "cancel", "end turn"], 2, False),
    ],
)
def test_the_rest_of_an_offer_at_the_server_is_no_decision(texts, place, expected):
    moves = [CatanMove.parse(text) for text in ("roll", *texts)]
    assert is_rest_of_offer(moves, place + 1) is expected

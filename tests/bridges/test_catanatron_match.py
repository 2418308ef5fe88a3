"""Matches at Catanatron: the command, its file of results, and what it says where something is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tools.catanatron.hosted_game import CUT, FAILED, FINISHED, GameResult
from tools.catanatron.match import default_path, main, read_arguments
from tools.catanatron.repository import CatanatronError, check_log, opponent_class, set_search_seconds
from tools.catanatron.results import ResultsError, ResultsFile, only_writer, summary, win_rate

REPOSITORY = os.environ.get("CATANATRON_REPOSITORY")
MATCH = {"agent": "greedy", "seed": 1}


def result(number: int, winner: int | None = 0, **changes: Any) -> GameResult:
    """Return a game with a winner."""
    made = GameResult(
        game=number,
        block=number // 4,
        seat=number % 4,
        ended=CUT if winner is None else FINISHED,
        winner=winner,
        points=[10, 6, 5, 4],
        turns=60,
        seconds=8.0,
        cpu_seconds=4.0,
        decisions=20,
        thought=0.5,
        actions=150,
        compared=40,
    )
    return replace(made, **changes)


def test_games_are_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    file = ResultsFile(path, MATCH, {"commit": "abc"})
    file.add(result(0))
    file.add(result(5, rebuilt={"a difference": 2}, unexplained=["a sentence"]))
    again = ResultsFile(path, MATCH, {"commit": "def"})
    assert again.games == {0: result(0), 5: file.games[5]}
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("end", ["", '{"game": 1, "bl', '{"match": {'])
def test_a_line_that_was_cut_off_is_dropped(end: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    ResultsFile(path, MATCH).add(result(0))
    kept = path.read_text()
    path.write_text(kept + end)
    file = ResultsFile(path, MATCH)
    assert path.read_text() == kept
    file.add(result(1))
    assert sorted(ResultsFile(path, MATCH).games) == [0, 1]


def test_a_file_that_was_cut_off_in_its_first_line_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text('{"match": {"agent"')
    assert not ResultsFile(path, MATCH).games
    assert json.loads(path.read_text())["match"] == MATCH


def test_games_of_another_match_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    ResultsFile(path, MATCH).add(result(0))
    with pytest.raises(ResultsError, match=r"another match: seed is 1 there and 2 here; name another file"):
        ResultsFile(path, MATCH | {"seed": 2})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no json", "line 2, is no result of a match"),
        ('{"game": 1}', "line 2, is no result of a match"),
        ('{"unknown": 1}', "line 2, is no result of a match"),
        ("[]", "line 2, is no result of a match"),
    ],
)
def test_a_line_that_is_no_game_is_named(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    ResultsFile(path, MATCH)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(ResultsError, match=reason):
        ResultsFile(path, MATCH)


def test_one_run_at_a_time_adds_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new" / "match.jsonl"
    with only_writer(path):
        assert main(["--against", "random", "--out", str(path)]) == 2
    assert "another run is writing to" in capsys.readouterr().err
    assert not path.exists()
    with (
        pytest.raises(ResultsError, match="cannot be used for results"),
        only_writer(Path("/dev/null/a/b")),
    ):
        pass


def test_a_folder_is_no_file_of_results(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="cannot be used for results"):
        ResultsFile(tmp_path, MATCH)


def test_games_that_were_cut_off_or_failed_are_not_won() -> None:
    games = [result(0), result(1, 1), result(2, None), result(3, 3, ended=FAILED)]
    assert [game.won for game in games] == [True, True, False, False]
    assert win_rate(games).estimate == 0.5
    assert str(win_rate(result(number, number // 4) for number in range(12))) == "25.0 % [3.2, 77.2]"


def test_the_summary_names_all_that_was_counted() -> None:
    games = [result(number, 1, listed={"a difference": 3}) for number in range(8)]
    games[6] = result(6, None, unexplained=["TypeError: broken"], rebuilt={"another": 1})
    games[7] = replace(games[7], ended=FAILED, failures=2, refused=1, longest_search=21.25)
    lines = summary(reversed(games))
    assert lines[0].startswith("8 games: 25.0 % [")
    assert lines[0].endswith("won; seat 0 0 of 2, seat 1 2 of 2, seat 2 0 of 2, seat 3 0 of 2")
    assert lines[1:] == [
        "points: 6.25, of each other player 6.25",
        "turns a game: 60",
        "seconds a game: 8.0",
        "seconds of CPU time a game: 4.0",
        "our agent: 25.0 ms a decision",
        "the longest decision of another player: 21.2 s",
        "actions followed: 1200",
        "lists of moves compared: 320",
        "our side made again: another 1",
        "lists that differ: a difference 21",
        "simple moves for our agent: 2",
        "moves that their rules do not list: 1",
        "1 games cut off at their limit of turns, counted as not won: 6",
        "1 games failed, counted as not won: 7",
        "game 6: TypeError: broken",
    ]
    assert summary([]) == ["no games"]


# The command.


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--repository", "/nowhere"], "/nowhere is no clone of Catanatron: clone https://"),
        (["--against", "alphabeta"], "this Catanatron has no AlphaBetaPlayer"),
        (["--against", "value"], "this Catanatron has no ValueFunctionPlayer"),
        (["--agent", "nobody"], "nobody"),
        (["--games", "0"], "games is 0; allowed is an integer from 1"),
        (["--jobs", "0"], "jobs is 0"),
        (["--seed", "-1"], "seed is -1"),
        (["--move-seconds", "0"], "move_seconds is 0.0; allowed is a number"),
        (["--move-seconds", "nan"], "move_seconds is nan; allowed is a number"),
        (["--search-seconds", "5"], "this Catanatron has no AlphaBeta"),
    ],
)
def test_wrong_options_get_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "match.jsonl"
    assert main(["--against", "random", "--out", str(out), *words]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("error: ")
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert not out.exists()


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CatanatronError, match="allowed are alphabeta, same-turn-alphabeta, value"):
        opponent_class("nobody")
    with pytest.raises(CatanatronError, match="no AlphaBeta"):
        set_search_seconds(5)


def test_a_version_that_does_not_log_its_dice_is_refused() -> None:
    between = SimpleNamespace(player_state={"P0_KNIGHT_OWNED_AT_START": False}, actions=[])
    with pytest.raises(CatanatronError, match=r"does not log its dice; take 3\.2\.1"):
        check_log(between)
    between.action_records = []
    check_log(between)
    check_log(SimpleNamespace(player_state={"P0_HAS_ROLLED": False}, actions=[]))


def test_the_name_of_the_file_follows_from_the_match() -> None:
    options = read_arguments(["--agent", "uct:iterations=50,trade=none", "--seed", "7"])
    assert default_path(options) == Path("build/catanatron/uct_iterations=50_trade=none-alphabeta-7.jsonl")


@pytest.mark.full
def test_a_match_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "match.jsonl"
    words = ["--agent", "random", "--against", "weighted-random", "--seed", "3", "--out", str(out)]
    assert main([*words, "--games", "2"]) == 0
    first = out.read_text()
    assert main([*words, "--games", "3", "--jobs", "2"]) == 0
    assert out.read_text().startswith(first)
    games = [json.loads(line)["game"] for line in out.read_text().splitlines()[1:]]
    assert games == [0, 1, 2]
    printed = capsys.readouterr().out
    assert printed.count("\ngame 0, seat 0: ") == 1
    assert "\n3 games: " in printed
    assert main([*words, "--games", "2"]) == 0
    assert "\n2 games: " in capsys.readouterr().out


@pytest.mark.full
@pytest.mark.skipif(not REPOSITORY, reason="CATANATRON_REPOSITORY names no clone of Catanatron")
@pytest.mark.parametrize("against", ["alphabeta", "value"])
def test_a_match_at_the_repository(against: str, tmp_path: Path) -> None:
    words = [
        "--agent",
        "greedy",
        "--games",
        "2",
        "--against",
        against,
        "--out",
        str(tmp_path / "match.jsonl"),
    ]
    command = [sys.executable, "-m", "tools.catanatron.match", "--repository", str(REPOSITORY), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=True)
    assert "commit " in done.stdout
    assert "\n2 games: " in done.stdout
    assert "simple moves for our agent: 0" in done.stdout
    games = [json.loads(line) for line in (tmp_path / "match.jsonl").read_text().splitlines()[1:]]
    assert [game["ended"] for game in games] == ["finished"] * 2
    assert [game["unexplained"] for game in games] == [[]] * 2

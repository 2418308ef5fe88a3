"""Declared games at the terminal: positions with one's own secrets, clear refusals, whole games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.lab.nim import Nim
from tests.play.conftest import Run
from tests.play.terminals import ScriptedTerminal, ThinkingTerminal

from catanlab.games.sos import Sos
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records

FIRST = "tests.table.players.First"


def test_routes_shows_ones_own_cards_and_goals_only(at_terminal: Run) -> None:
    lines = ["?", "1", "take purple", "take green", "line xyz", "line marsk-norrey", "draw", "quit", "y"]
    terminal = ScriptedTerminal(lines, width=100)
    assert at_terminal(terminal, "play", "--game", "routes", "--seed", "5", "--fast") == 0
    text = terminal.text
    assert "A move is put back and one of Ambel-Dunmar 7," in text
    assert "Seat 1: put back unknown." in text
    assert "'take purple' is not a move; the form is: take one of red, blue, green, yellow." in text
    assert "Not take green: An open card is taken from the display." in text
    assert "'line xyz' is not a move; the form is: line a place, such as Ambel-Brook." in text
    assert "A line costs cards of its colours, as many as it is long." in text
    assert re.search(r"seat 0: 0 points, 14 wagons; 1 red \+ 2 green; goals \S+ \d, \S+ \d", text)
    assert re.search(r"seat 1: 0 points, 14 wagons; 3 cards; 2 goals\n", text)


def test_a_refused_move_names_the_phase_and_what_is_allowed(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["climb 7", "stop", "roll", "stop", "quit", "y"])
    assert at_terminal(terminal, "play", "--game", "cant-stop", "--seed", "5", "--fast") == 0
    assert "Not climb 7: The phase is 'daring', where these are allowed: roll, stop." in terminal.text
    assert "Not stop: A player who has not climbed yet must roll." in terminal.text
    assert "Not stop: The phase is 'climbing', where these are allowed: climb." in terminal.text
    assert "column    2  3  4  5  6  7  8  9 10 11 12" in terminal.text


@pytest.mark.full
@pytest.mark.parametrize("game", ["cant-stop", "routes"])
def test_a_whole_game_is_played_and_kept(game: str, at_terminal: Run) -> None:
    def answer(new: str) -> str:
        known = terminal.suggestions
        return "" if "still work" in new else "stop" if "stop" in known else known[0]

    terminal = ThinkingTerminal(answer, height=24)
    assert at_terminal(terminal, "play", "--game", game, "--seed", "2", "--fast", "--record", "g") == 0
    assert re.search(r"(You win|Seat 1 wins|The game is shared) in turn \d+;", terminal.text)
    record = read_records(Path("g"))[0]
    assert record.game.name == game


def test_a_game_of_ones_own_is_played_left_and_resumed(at_terminal: Run) -> None:
    heap = ("--game", "tests.lab.nim:Nim:heap=6")
    terminal = ScriptedTerminal(["take 1", "quit", "y"])
    assert at_terminal(terminal, "play", *heap, "--seed", "2", "--fast", "--agents", FIRST) == 0
    resuming = "play --game tests.lab.nim:Nim:heap=6 --resume nim-2.record"
    assert resuming in " ".join(terminal.text.split())
    terminal = ScriptedTerminal(["take 1", "take 2", ""])
    assert at_terminal(terminal, *resuming.split(), "--fast") == 0
    assert "You win in turn " in terminal.text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "nim.record, line 2, Game: unknown game 'nim'; the games are cant-stop, "),
        (("--game", "tests.lab.nim:Nim", "--seed", "1"), "--seed: the record says it already"),
        (("--game", "gomoku"), "--game: the record says it already; leave it out with --resume"),
        (("--game", "catanlab.games.sos:Sos"), "nim.record, line 2, Game: unknown game 'nim'"),
        (("--game", "tests.lab.nim:Nine"), "tests.lab.nim has no class or function 'Nine' for a game"),
    ],
)
def test_a_record_of_ones_own_game_needs_its_path(
    words: tuple[str, ...], says: str, at_terminal: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("nim.record").write_text(Record(Nim(), agents=("human", "random"), seed=1).text)
    assert at_terminal(ScriptedTerminal([]), "play", "--resume", "nim.record", *words) == 2
    assert says in capsys.readouterr().err


def test_a_record_of_a_listed_game_takes_no_other(
    at_terminal: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("sos.record").write_text(Record(Sos(), agents=("human", "random"), seed=1).text)
    words = ("--resume", "sos.record", "--game", "tests.lab.nim:Nim")
    assert at_terminal(ScriptedTerminal([]), "play", *words) == 2
    said = capsys.readouterr().err
    assert said == "catanlab: --game tests.lab.nim:Nim: sos.record is a game of sos\n"


def test_a_game_of_ones_own_needs_a_name_of_its_own(
    at_terminal: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Nim, "name", "gomoku")
    assert at_terminal(None, "play", "--game", "tests.lab.nim:Nim") == 2
    said = (
        "catanlab: --game tests.lab.nim:Nim: its name, gomoku, is that of a listed game; give it another\n"
    )
    assert capsys.readouterr().err == said

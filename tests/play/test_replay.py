"""`catanlab replay`: forward, back, to a place, through the eyes of a seat; printed without a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.lab.nim import Nim
from tests.play.conftest import Run
from tests.play.keyboards import CTRL_D, Typist, keyboard
from tests.play.terminals import ScriptedTerminal

from catanlab import Catan, Rules
from catanlab.agents.registry import make_agent
from catanlab.cli.terminal.record_browser import RecordBrowser
from catanlab.table.random_agent import RandomAgent
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records
from catanlab.table.table import Table


@pytest.fixture(scope="module")
def record() -> Record:
    """A short game of four."""
    game = Catan(rules=Rules.trading().replace(max_rounds=4), seed=6)
    table = Table(game, [make_agent("greedy") for _ in range(4)], seed=6, explain=True)
    table.play()
    return Record.of_table(table)


def step(
    record: Record, *keys: str | BaseException, lines: Iterable[str] = (), height: int = 40
) -> RecordBrowser:
    """Press keys, and return where that led."""
    with keyboard() as typing:
        browser = RecordBrowser(record, ScriptedTerminal(lines, height=height), Typist(typing, keys))
        browser.run()
    return browser


@pytest.mark.parametrize(
    ("keys", "ply"),
    [
        ([], 0),
        (["enter", "n", "right", " "], 4),
        (["n", "n", "b"], 1),
        (["b"], 0),
        (["end", "n"], -1),
        (["end", "b", "left", "p"], -4),
        (["end", "home"], 0),
        (["q", "n"], 0),
        (["n", "x", "n"], 2),
    ],
)
def test_keys_go_forward_and_back(record: Record, keys: list[str], ply: int) -> None:
    assert step(record, *keys).ply == (ply if ply >= 0 else len(record) + 1 + ply)


def test_ctrl_c_goes_through_to_the_command_line(record: Record) -> None:
    with pytest.raises(KeyboardInterrupt):
        step(record, "n", KeyboardInterrupt())


@pytest.mark.full
def test_turns_are_jumped_over(record: Record) -> None:
    there = step(record, "N", "N", "N").ply
    assert record.state_at(there).turn == 3
    assert record.state_at(there - 1).turn == 2
    assert step(record, "N", "N", "N", "P").ply == step(record, "N", "N").ply
    assert step(record, "N", "N", "n", "P").ply == step(record, "N", "N").ply
    assert step(record, *["N"] * 40).ply == len(record)
    assert step(record, "P").ply == 0


def test_a_place_can_be_asked_for(record: Record) -> None:
    assert step(record, "g", lines=["25"]).ply == 25
    assert record.state_at(step(record, "t", lines=["3"]).ply).turn == 2
    browser = step(record, "n", "g", "t", lines=["x", "999999"])
    assert browser.ply == 0 or record.state_at(browser.ply).turn == record.state_at(1).turn


@pytest.mark.full
def test_every_seat_sees_what_it_knew(record: Record) -> None:
    browser = step(record, "end", "s", "s", *["b"] * 60)
    text = browser.terminal.page.getvalue()
    assert "everything" in text
    assert "what seat 0 knew" in text
    assert "what seat 1 knew" in text
    assert "You roll" in text
    assert step(record, *["s"] * 5).terminal.page.getvalue().count("everything") == 2


def test_help_and_map_wait_for_any_key(record: Record) -> None:
    browser = step(record, "n", "?", "x", "m", "q", "n")
    assert browser.ply == 2
    text = browser.terminal.page.getvalue()
    assert text.count("Any key goes on.") == 2
    assert "home or 0: to the start" in text
    assert "hex 18" in text


@pytest.mark.full
def test_a_screen_of_24_lines_is_enough(record: Record) -> None:
    text = step(record, *["n"] * 40, height=24).terminal.page.getvalue()
    screens = text.split("Move ")[1:]
    assert max(screen.count("\n") for screen in screens) <= 24
    assert max(map(len, text.split("\n"))) <= 80


def test_the_command_opens_the_file(at_terminal: Run, record: Record) -> None:
    record.write("game.record")
    terminal = ScriptedTerminal([])
    with keyboard() as typing:
        os.write(typing, f"n{CTRL_D}".encode())
        assert at_terminal(terminal, "replay", "game.record", "--seat", "1", "--at", "20") == 0
    assert f"Move 21 of {len(record)}" in terminal.text
    assert "what seat 1 knew" in terminal.text


@pytest.mark.full
def test_without_a_terminal_everything_is_printed(
    at_terminal: Run, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write("game.record")
    assert at_terminal(None, "replay", "game.record") == 0
    text = capsys.readouterr().out
    assert text.isascii()
    for turn in range(1, 17):
        assert f"\nTurn {turn}\n" in text
    assert text.count("you pay") == 0
    assert text.count("bank  ") == 16
    assert at_terminal(None, "replay", "game.record", "--at", "30", "--seat", "2") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"After 30 of {len(record)} moves")
    assert text.count("you pay") == 1


def test_what_a_seat_did_not_see_is_not_printed(
    at_terminal: Run, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write("game.record")
    at_terminal(None, "replay", "game.record", "--seat", "3")
    text = capsys.readouterr().out
    for line in text.splitlines():
        if "buys a development card" in line and "You" not in line:
            assert line.endswith("card.")


def test_a_game_of_ones_own_is_replayed_by_its_path(
    at_terminal: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(Nim(heap=6), [RandomAgent(), RandomAgent()], seed=1)
    table.play()
    Record.of_table(table).write("nim.record")
    assert at_terminal(None, "replay", "nim.record") == 2
    assert "unknown game 'nim'" in capsys.readouterr().err
    assert at_terminal(None, "replay", "nim.record", "--own-game", "tests.lab.nim:Nim:heap=6") == 0
    assert f"{len(table.moves)} moves" in capsys.readouterr().out


def test_other_games_are_replayed_too(at_terminal: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        at_terminal(
            None, "play", "--watch", "--game", "gomoku:size=4,line=4", "--record", "g", "--seed", "1"
        )
        == 0
    )
    capsys.readouterr()
    assert at_terminal(None, "replay", "g") == 0
    assert "Seat 0: " in capsys.readouterr().out
    browser = step(read_records(Path("g"))[0], "n", "s", "end")
    assert "4 in a row" in browser.terminal.page.getvalue()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing"], "cannot read missing: No such file or directory"),
        (["game.record", "--seat", "4"], "--seat 4: the seats of this game are 0 to 3"),
        (["game.record", "--at", "99999"], "--at 99999: the record ends after"),
        (["game.record", "--game", "2"], "--game 2: game.record holds only 1"),
        (["two.record"], "two.record holds 2 records: choose one by --game 1 to 2"),
        (["broken.record"], "broken.record, line 1: a record begins with [Format"),
        (["empty.record"], "empty.record is empty"),
        (["binary.record"], "binary.record is not a text file"),
        (["latin.record"], "latin.record, line 1: this is not text in UTF-8"),
        (["."], "cannot read .: Is a directory"),
        (["game.record", "--wat"], "unrecognized arguments: --wat (see catanlab replay --help)"),
        ([], "the following arguments are required: FILE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_command_lines_are_refused(
    at_terminal: Run, record: Record, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write("game.record")
    Path("two.record").write_text(f"{record.text}\n{record.text}", encoding="utf-8")
    Path("broken.record").write_text("not a record", encoding="utf-8")
    Path("empty.record").touch()
    Path("binary.record").write_bytes(bytes(range(256)))
    Path("latin.record").write_bytes(b"\xe4 b c d e")
    assert at_terminal(None, "replay", *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("catanlab: ")
    assert captured.err.count("\n") == 1
    assert says in captured.err


def test_several_errors_of_a_record_are_listed_below_its_name(
    at_terminal: Run, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.text.replace("\n1. ", "\n1. s99 ~x ", 1)
    Path("bad.record").write_text(text, encoding="utf-8")
    assert at_terminal(None, "replay", "bad.record") == 2
    first, *others = capsys.readouterr().err.splitlines()
    assert first == "catanlab: bad.record has 2 errors:"
    assert others[0].endswith("; whether the moves after it are legal is unknown")
    assert all(line.startswith("line ") for line in others)


def test_the_map_fits_a_screen_of_24_lines(record: Record) -> None:
    terminal = step(record, "m", " ", height=24).terminal
    assert isinstance(terminal, ScriptedTerminal)
    shown = terminal.text.partition("q quit\n")[2].partition("Any key goes on.")[0]
    assert shown.count("\n") == 23, "and the last line asks for a key"
    assert any(name in shown.split("\n")[0] for name in ("3:1", "wood", "clay", "sheep", "wheat", "ore"))


@pytest.mark.parametrize("word", ["0", "x", "99"])
def test_turns_are_asked_for_from_1(record: Record, word: str) -> None:
    browser = step(record, "N", "n", "t", lines=[word])
    assert isinstance(browser.terminal, ScriptedTerminal)
    last = browser.narrated.turns[-1] + 1
    assert browser.terminal.prompts == [f"Which turn, 1 to {last}, and Enter? "]
    assert f"'{word}' is not a number from 1 to {last}." in browser.terminal.text
    assert browser.ply == browser.narrated.turn_start(2) + 1, "nothing has moved"

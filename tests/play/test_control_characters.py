"""Nothing that a record or an agent says is obeyed by a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.terminals import ScriptedTerminal
from tests.play.test_replay import step

from catanlab import Catan
from catanlab.cli.columns import in_columns
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import main
from catanlab.games.catan.draw import svg
from catanlab.table.events import Incident, Said
from catanlab.table.record import Comment, Record

NASTY = "\x1b[2J\x9b31m\x07\u202e"


@pytest.fixture
def record() -> Record:
    """A record that would clear and colour the screen wherever its text comes."""
    record = Record(
        Catan(seed=1, rules="trading"),
        agents=(f"human{NASTY}", "greedy", "greedy", "greedy"),
        seed=1,
        headers={"Event": NASTY},
    )
    record.add("settlement 12")
    record.add(Comment(f"comment{NASTY}"))
    record.add(Said(0, f"said{NASTY}"))
    record.add(Incident(1, "late", f"incident{NASTY}"))
    record.add("road 12-17")
    return record


def assert_plain(text: str) -> None:
    """See that a text has no character that a terminal obeys."""
    assert not [letter for letter in text if letter != "\n" and not letter.isprintable()]


def test_what_a_terminal_obeys_is_written_out() -> None:
    assert escape_control_characters(NASTY) == r"\x1b[2J\x9b31m\x07\u202e"
    assert escape_control_characters("\udc80") == r"\udc80"
    assert escape_control_characters("Jürgen: \t 日本\n") == "Jürgen: \t 日本\n"


@pytest.mark.parametrize("words", [[], ["--at", "1"], ["--at", "2", "--seat", "0"]])
def test_replay_prints_nothing_nasty(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    path = tmp_path / "game.record"
    record.write(path)
    assert main(["replay", str(path), *words]) == 0
    printed = capsys.readouterr().out
    assert "\\x1b[2J" in printed or "--at" in words
    assert_plain(printed)


def test_stepping_shows_nothing_nasty(record: Record) -> None:
    terminal = step(record, "n", "n", "s", "m", " ").terminal
    assert isinstance(terminal, ScriptedTerminal)
    assert "said\\x1b[2J" in terminal.text
    assert_plain(terminal.text.replace("\x1b[2J\x1b[H", ""))


def test_a_game_taken_up_again_shows_nothing_nasty(
    record: Record, at_terminal: Run, tmp_path: Path
) -> None:
    record.agents = ("human", "greedy", "greedy", "greedy")
    record.write(tmp_path / "game.record")
    terminal = ScriptedTerminal(["log", "why", "say hello", "quit"], height=24)
    assert at_terminal(terminal, "play", "--resume", "game.record", "--explain", "--fast") == 0
    for said in ("comment", "said", "incident"):
        assert f"{said}\\x1b[2J" in terminal.text
    assert_plain(terminal.text)


def test_errors_repeat_nothing_nasty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.record"
    path.write_text(f'[Format "catanlab-record 1"]\n[Game "{NASTY}"]\n\n1. 0:x\n', encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    assert main([f"--{NASTY}"]) == 2
    assert main(["play", "--watch", "--agents", NASTY]) == 2
    assert_plain(capsys.readouterr().err)


def test_tables_hold_nothing_nasty() -> None:
    assert_plain("".join(in_columns([("agent", "wins"), (NASTY, 3)])))


def test_pictures_hold_nothing_nasty() -> None:
    for sign in "\x1b\x07\x7f\x9b":
        picture = svg(Catan(seed=1).start(), names=(f"a{sign}", "b", "c", "d"), title=f"t{sign}")
        assert sign not in picture

"""Turns are counted from 1 wherever people read of them, and the last one is the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.terminals import ThinkingTerminal
from tests.play.test_sessions import careless

from catanlab import Catan, Rules
from catanlab.cli.random_game import draw_next
from catanlab.framework.random import Random
from catanlab.table.record_reader import read_records


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--rules", "base"), marks=pytest.mark.full),
        ("--rules", "base,max_rounds=3"),
        ("--rules", "base,max_turns=5"),
        ("--rules", "roelofs,points_to_win=4"),
        ("--game", "gomoku:size=5,line=4"),
        ("--game", "sos"),
    ],
    ids=" ".join,
)
def test_the_game_ends_in_the_last_turn_of_its_record(
    at_terminal: Run, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_terminal(None, "play", "--watch", "--seed", "2", *words, "--record", "game.record") == 0
    [said] = re.findall(r" in turn (\d+), after \d+ moves\.", capsys.readouterr().out)
    written = Path("game.record").read_text(encoding="utf-8")
    assert said == re.findall(r"^(\d+)\. ", written, re.MULTILINE)[-1]
    assert at_terminal(None, "replay", "game.record") == 0
    replayed = capsys.readouterr().out
    assert said == re.findall(r"^Turn (\d+)$", replayed, re.MULTILINE)[-1]
    if "--rules" in words:
        assert said == re.findall(r" Turn (\d+), seat", replayed)[-1]
    last = len(read_records(Path("game.record"))[0])
    assert at_terminal(None, "replay", "game.record", "--at", str(last)) == 0
    assert capsys.readouterr().out.startswith(f"After {last} of {last} moves, turn {said}\n")


@pytest.mark.full
def test_a_person_reads_the_same_turn(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless)
    words = ("--seed", "3", "--fast", "--rules", "trading,max_rounds=2", "--record", "game.record")
    assert at_terminal(terminal, "play", *words) == 0
    assert re.search(r"(You win|Seat \d wins|The game is shared) in turn 8; the points are", terminal.text)
    assert re.findall(r"Turn (\d+), ", terminal.text)[-1] == "8"


def test_a_turn_is_one_more_than_those_complete() -> None:
    state, random = Catan(rules=Rules(players=3), seed=5).start(), Random(5)
    while not state.is_over:
        assert state.position.turn_number == state.turn + 1
        assert f"<Catan turn {state.turn + 1}, " in repr(state)
        state.apply(draw_next(state, random))


def test_a_game_that_ends_with_a_turn_is_in_that_turn() -> None:
    position = Catan(seed=5).start().position
    assert position._replace(turn=24, on_turn=3).turn_number == 24
    assert position._replace(turn=24, on_turn=0).turn_number == 25

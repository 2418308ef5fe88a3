"""Whole games with a person: from the first line to the last, left and resumed."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.terminals import ScriptedTerminal, ThinkingTerminal

from catanlab.cli.narration.personal_log import PersonalLog
from catanlab.table.events import Played
from catanlab.table.record_reader import read_records


def careless(new: str) -> str:
    """Take what Enter offers, else the first move, but end a turn when that is possible."""
    if "y leaves" in new:
        return "y"
    if "still work" in new or "[Enter" in new:
        return ""
    best = re.search(r"most dots: (\d+)", new)
    return "end turn" if re.search(r"\d end turn", new) else best[1] if best else "1"


def without_times(path: Path) -> str:
    """Return the text of a record without the seconds that were thought."""
    [record] = read_records(path)
    record.entries = [replace(e, seconds=0.0) if isinstance(e, Played) else e for e in record.entries]
    return record.text


@pytest.mark.full
@pytest.mark.parametrize("height", [24, 40])
def test_a_person_plays_a_whole_game(at_terminal: Run, height: int) -> None:
    terminal = ThinkingTerminal(careless, height=height)
    assert at_terminal(terminal, "play", "--seed", "3", "--fast", "--record", "game.record") == 0
    assert re.search(r"(You win|Seat \d wins) in turn \d+; the points are", terminal.text)
    [record] = read_records(Path("game.record"))
    assert record.termination == "finished"
    assert record.agents == ("human", "greedy", "greedy", "greedy")
    assert not [entry for entry in record.entries if type(entry).__name__ == "Incident"]


@pytest.mark.full
def test_every_line_fits_80_columns_and_the_first_screen_24_lines(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless, height=24)
    at_terminal(terminal, "play", "--seed", "4", "--fast", "--rules", "trading,max_rounds=8")
    assert max(map(len, terminal.text.split("\n"))) <= 80
    first = terminal.text.partition("Your move")[0]
    assert first.count("\n") <= 24


@pytest.mark.full
def test_a_game_taken_up_again_goes_on_as_if_never_left(at_terminal: Run) -> None:
    rules = ("--seed", "8", "--fast", "--rules", "trading,max_rounds=6")
    assert at_terminal(ThinkingTerminal(careless), "play", *rules, "--record", "whole.record") == 0
    left = 0

    def leaving(new: str) -> str:
        nonlocal left
        left += 1
        if left % 7 == 0:
            raise KeyboardInterrupt
        return careless(new)

    code = at_terminal(ThinkingTerminal(leaving), "play", *rules, "--record", "parts.record")
    for _ in range(100):
        if code == 0:
            break
        assert code == 130
        code = at_terminal(ThinkingTerminal(leaving), "play", "--resume", "parts.record", "--fast")
    assert code == 0
    assert left > 14
    assert without_times(Path("parts.record")) == without_times(Path("whole.record"))


@pytest.mark.parametrize(
    ("leaving", "code"), [("quit", 0), ("q", 0), ("exit", 0), (EOFError(), 0), (KeyboardInterrupt(), 130)]
)
def test_a_player_who_leaves_reads_how_to_go_on(at_terminal: Run, leaving: str, code: int) -> None:
    terminal = ScriptedTerminal(["settlement 17", leaving])
    assert at_terminal(terminal, "play", "--seed", "11") == code
    assert any(
        line.endswith("catanlab play --resume catan-11.record") for line in terminal.text.splitlines()
    )
    [record] = read_records(Path("catan-11.record"))
    assert [str(move) for move in record.moves] == ["settlement 17"]


def test_nothing_is_kept_of_a_game_that_did_not_begin(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["quit"])
    assert at_terminal(terminal, "play", "--seed", "11") == 0
    assert "Nothing was played" in terminal.text
    assert not list(Path().iterdir())


def test_a_record_that_is_there_is_not_overwritten(at_terminal: Run) -> None:
    for _ in range(2):
        at_terminal(ScriptedTerminal(["settlement 17"]), "play", "--seed", "11")
    assert sorted(path.name for path in Path().iterdir()) == ["catan-11-2.record", "catan-11.record"]


def test_a_record_that_cannot_be_written_goes_elsewhere(
    at_terminal: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(spare))
    Path("deep").mkdir()

    def vanish(new: str) -> str:
        if Path("deep").exists():
            Path("deep").rmdir()
            return "settlement 17"
        return "quit"

    terminal = ThinkingTerminal(vanish)
    assert at_terminal(terminal, "play", "--seed", "1", "--record", "deep/game.record") == 0
    assert "Cannot write deep/game.record" in terminal.text
    assert (spare / "game.record").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
def test_a_closed_window_keeps_the_game(at_terminal: Run) -> None:
    def close(new: str) -> str:
        if "place a road" in new:
            os.kill(os.getpid(), signal.SIGHUP)
        return "settlement 17"

    terminal = ThinkingTerminal(close)
    asked_to_stop = signal.SIGHUP, signal.SIGTERM
    handlers = [signal.getsignal(each) for each in asked_to_stop]
    try:
        assert at_terminal(terminal, "play", "--seed", "11") == 130
        # A second signal must not kill the process while it ends.
        assert [signal.getsignal(each) for each in asked_to_stop] == [signal.SIG_IGN] * 2
    finally:
        for each, handler in zip(asked_to_stop, handlers, strict=True):
            signal.signal(each, handler)
    assert Path("catan-11.record").exists()


def test_statements_reach_the_record(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(
        ["say I need ore", "say", "say a", "say b", "say c", "settlement 17", "quit"]
    )
    at_terminal(terminal, "play", "--seed", "11")
    assert 'You: "I need ore"' in terminal.text
    assert "Nothing was said" in terminal.text
    assert "You have said enough" in terminal.text
    assert "say 0: I need ore" in Path("catan-11.record").read_text(encoding="utf-8")


def test_reasons_are_shown_with_explain_and_by_why(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["17", "1", "why"])
    at_terminal(terminal, "play", "--seed", "11", "--explain")
    assert "because: Of the open nodes" in terminal.text
    assert "Seat 1, settlement" in terminal.text
    quiet = ScriptedTerminal(["why", "settlement 17"])
    at_terminal(quiet, "play", "--seed", "11")
    assert "Nobody has given a reason yet." in quiet.text
    assert "because" not in quiet.text


@pytest.mark.full
def test_reasons_follow_a_sentence_that_includes_the_outcome(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless)
    words = ("--explain", "--agents", "thomas-plan", "--rules", "trading,max_rounds=30")
    at_terminal(terminal, "play", "--seed", "12", "--fast", *words, "--record", "game.record")
    [record] = read_records(Path("game.record"))
    log = "\n".join(PersonalLog(record, 0, "", explain=True).lines)
    for sentence in (r"Seat \d buys a development card\.", r"Seat \d moves the robber to .* of a card\."):
        found = re.findall(rf"^{sentence}\n(?:L.*\n)*(.*)", log, flags=re.MULTILINE)
        assert found, sentence
        assert all(line.startswith("    because: ") for line in found), found
    assert "The turn begins with the dice" not in log


@pytest.mark.full
def test_gains_are_shown(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(careless)
    at_terminal(terminal, "play", "--seed", "11", "--fast", "--rules", "trading,max_rounds=6")
    assert re.search(r"You build a settlement at \d+ and get 1 ", terminal.text)
    assert re.search(r"You roll \d+: .* gets? \d ", terminal.text)
    assert re.search(r"Seat \d rolls \d+: .* gets? \d ", terminal.text)


def answering(terminal: ScriptedTerminal) -> int:
    """Return how many times an offer was put to the person."""
    return sum("[Enter: reject]" in prompt for prompt in terminal.prompts)


@pytest.mark.full
def test_offers_that_cannot_be_paid_are_declined_without_a_question(at_terminal: Run) -> None:
    words = ("play", "--seed", "3", "--fast", "--rules", "trading,max_rounds=8")
    terminal = ThinkingTerminal(careless)
    assert at_terminal(terminal, *words, "--record", "payable.record") == 0
    assert re.search(r"You decline, for lack of \d \w+\.", terminal.text)
    assert terminal.text.count("declined for you; ask all") == 1
    first: list[str] = []

    def wants_all(new: str) -> str:
        first.append(new)
        return "ask all" if len(first) == 1 else careless(first[0] if len(first) == 2 else new)

    every = ThinkingTerminal(wants_all)
    assert at_terminal(every, *words, "--record", "all.record") == 0
    assert "You are asked about every offer" in every.text
    assert answering(every) > answering(terminal)
    assert "declined for you; ask all" not in every.text
    assert without_times(Path("all.record")) == without_times(Path("payable.record"))
    [record] = read_records(Path("payable.record"))
    state = record.state_at(0)
    for move in record.moves:
        if state.to_move == 0 and move.group == "reject" and state.is_legal("accept"):
            break
        state.apply(move)
    else:
        raise AssertionError("no offer that could be paid was asked about")


def test_people_can_share_a_screen_without_seeing_each_other(at_terminal: Run) -> None:
    lines = ["", "settlement 17", "road 17-22", "", "settlement 30", "road 30-36", "quit"]
    terminal = ScriptedTerminal(lines)
    words = ("play", "--seed", "11", "--agents", "human,human", "--players", "2")
    assert at_terminal(terminal, *words) == 0
    assert "Seat 0, press Enter when only you see the screen." in terminal.text
    assert "Seat 1, press Enter when only you see the screen." in terminal.text


def test_gomoku_and_sos_can_be_played(at_terminal: Run) -> None:
    terminal = ThinkingTerminal(lambda new: "" if "still work" in new else "1", height=24)
    assert at_terminal(terminal, "play", "--game", "gomoku:size=5,line=4", "--seed", "2", "--fast") == 0
    assert "5 . . . . ." in terminal.text
    assert re.search(r"(You win|Seat 1 wins|The game is shared) in turn \d+;", terminal.text)
    terminal = ScriptedTerminal(["switch 99", "9", "switch 8", "save my.record", "quit"])
    assert at_terminal(terminal, "play", "--game", "sos", "--seed", "1") == 0
    assert "Not switch 99" in terminal.text
    assert "Saved in my.record." in terminal.text
    terminal = ScriptedTerminal([])
    assert at_terminal(terminal, "play", "--resume", "my.record") == 0
    assert read_records(Path("my.record"))[0].game.name == "sos"


@pytest.mark.full
def test_the_end_can_be_looked_at(at_terminal: Run) -> None:
    answers = iter(["log", "why", "save end.record", ""])

    def answer(new: str) -> str:
        return next(answers) if "still work" in new else careless(new)

    terminal = ThinkingTerminal(answer)
    assert at_terminal(terminal, "play", "--seed", "3", "--fast", "--rules", "trading,max_rounds=2") == 0
    assert Path("end.record").read_text() == Path("catan-3.record").read_text()
    assert "The game is saved in catan-3.record; catanlab replay catan-3.record shows it" in terminal.text

"""A resumed game: the log of the earlier moves is there, as if it had never been left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.play.conftest import Run
from tests.play.players import MOODY
from tests.play.terminals import ThinkingTerminal
from tests.play.test_sessions import careless

END = "still work"


def ending_with_log(answer: Callable[[str], str]) -> ThinkingTerminal:
    """Return a terminal at which somebody asks for the whole log when the game is over."""
    asked: list[bool] = []

    def type_line(new: str) -> str:
        if END in new and not asked:
            asked.append(True)
            return "log"
        return answer(new)

    return ThinkingTerminal(type_line)


def log_of(terminal: ThinkingTerminal) -> str:
    """Return what the log at the end said."""
    return terminal.text.partition(f"{END}: log\n")[2].partition("Enter leaves")[0].rstrip()


def talkative(new: str) -> str:
    """Say something whenever it is time to roll, then play on."""
    return "say I need wood" if "on turn" in new and "[Enter: roll]" in new else careless(new)


@pytest.mark.full
@pytest.mark.parametrize(
    "explain", [(), pytest.param(("--explain",), marks=pytest.mark.full)], ids=["", "explain"]
)
def test_the_log_is_that_of_a_game_never_left(at_terminal: Run, explain: tuple[str, ...]) -> None:
    rules = ("--seed", "8", "--rules", "trading,max_rounds=9", "--agents", f"{MOODY},greedy,greedy")
    whole = ending_with_log(talkative)
    assert at_terminal(whole, "play", "--fast", *rules, *explain, "--record", "whole.record") == 0
    answers = 0

    def leaving(new: str) -> str:
        nonlocal answers
        answers += 1
        if answers % 3 == 0 and "[Enter: roll]" not in new:
            raise KeyboardInterrupt
        return talkative(new)

    terminal = ending_with_log(leaving)
    codes = [at_terminal(terminal, "play", "--fast", *rules, *explain, "--record", "parts.record")]
    while codes[-1] == 130:
        terminal = ending_with_log(leaving)
        codes.append(at_terminal(terminal, "play", "--fast", "--resume", "parts.record", *explain))
    assert codes[-1] == 0
    assert len(codes) > 5
    log = log_of(whole)
    title = f"Catan, rules trading,max_rounds=9, seed 8: human, {MOODY}, greedy, greedy."
    assert " ".join(log.split()).startswith(title)
    for part in ("You roll ", "Seat 1 rolls ", " offers ", 'You: "I need wood"', 'Seat 1: "I want ore"'):
        assert part in log
    assert "Seat 1 failed (raised) and another move was made for it: ValueError: " in log
    assert ("    because: it is better than nothing" in log) == bool(explain)
    assert log_of(terminal) == log


def test_the_offer_to_be_answered_is_shown_on_a_small_screen(at_terminal: Run) -> None:
    offers: list[str] = []

    def answer(new: str) -> str:
        offered = [line for line in new.split("\n") if " offers " in line]
        if "reject" in new.rpartition("Your move")[0].rpartition("\n\n")[2] and offered:
            offers.append(offered[-1])
            return "quit"
        return careless(new)

    at_terminal(ThinkingTerminal(answer, height=24), "play", "--seed", "8", "--fast")
    assert offers
    terminal = ThinkingTerminal(lambda new: "quit", height=24)
    assert at_terminal(terminal, "play", "--resume", "catan-8.record") == 0
    first = terminal.text.partition("Your move")[0]
    assert ", after " in first.partition("\n")[0]
    assert offers[0] in first.split("\n")


@pytest.mark.full
def test_reasons_stay_out_of_the_record_unless_they_are_asked_for(at_terminal: Run) -> None:
    for extra, later in (((), "The record has no reasons"), (("--explain",), "Seat 1, settlement")):
        answers = iter(["1", "1", "why", "quit", "y", "why", "quit", "y"])
        terminal = ThinkingTerminal(lambda new, answers=answers: next(answers))
        at_terminal(terminal, "play", "--seed", "11", "--record", "game.record", *extra)
        assert "Seat 1, settlement" in terminal.text
        recorded = "{Of the open nodes" in Path("game.record").read_text(encoding="utf-8")
        assert recorded == bool(extra)
        terminal = ThinkingTerminal(lambda new, answers=answers: next(answers))
        at_terminal(terminal, "play", "--resume", "game.record")
        assert later in terminal.text.rpartition("why\n")[2]

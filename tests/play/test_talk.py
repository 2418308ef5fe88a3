"""What a person says at the terminal is understood by agents that negotiate, and answered at once."""

from __future__ import annotations

import re

from tests.play.conftest import Run
from tests.play.players import WARNER
from tests.play.terminals import ScriptedTerminal, ThinkingTerminal
from tests.play.test_sessions import careless

from catanlab import Catan
from catanlab.agents.negotiation.statements import parse
from catanlab.cli.terminal.help_page import help_page


def test_agents_answer_before_the_person_moves(at_terminal: Run) -> None:
    answered: list[str] = []

    def ask(new: str) -> str:
        if '"' in new and "You:" in new:
            answered.append(new)
            if re.search(r'You: "who needs.*Seat \d: "I want', new, flags=re.DOTALL):
                return "quit"
            return careless(new)
        return "say who needs wood, brick, wool, grain or ore?" if "end turn" in new else careless(new)

    terminal = ThinkingTerminal(ask, height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--agents", "greedy:trade=principled")
    assert re.search(r'Seat \d: "I want \w+', answered[-1])
    assert terminal.prompts


def test_what_agents_say_is_shown(at_terminal: Run) -> None:
    def wait(new: str) -> str:
        return "quit" if re.search(r'Seat \d: "Is anyone selling', new) else careless(new)

    terminal = ThinkingTerminal(wait, height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--agents", "greedy:trade=principled")
    assert re.search(r'Seat \d: "Is anyone selling \w+( or \w+)?\? Does anyone want', terminal.text)


def test_what_is_said_before_a_choice_is_shown_before_it(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["quit"], height=24)
    at_terminal(terminal, "play", "--seed", "3", "--fast", "--agents", WARNER)
    before, _, _ = terminal.text.partition("Your move")
    assert 'Seat 2: "mind node 12"' in before


def test_the_help_lists_what_can_be_said(at_terminal: Run) -> None:
    terminal = ScriptedTerminal(["?", "quit"], height=60)
    at_terminal(terminal, "play", "--seed", "3")
    assert "say is anyone selling wheat?" in terminal.text
    assert not any("Agents that negotiate" in line for line in help_page(Catan(rules="base")))


def test_every_example_of_the_help_is_understood() -> None:
    lines = [line for line in help_page(Catan(rules="trading")) if line.startswith("  say ")]
    examples = [text for line in lines for text in re.split(r"\s*\bsay ", line)[1:]]
    said = [text for text in examples if "statement to the table" not in text]
    assert len(said) > 5
    assert all(parse(text) for text in said), said

"""Every command on the page of the theses can be run: it is read, and its agents and rules are made."""

import re
import shlex
from pathlib import Path

import pytest

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import make_agent
from catanlab.cli.main import make_parser
from catanlab.games.catan.text.rules import rules_from_text

pytestmark = pytest.mark.full

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "theses.md"
LOOP = re.compile(r"for (\w+) in ([^;]+); do (.+); done")
THESES = ("martin", "panousis", "roelofs", "smartsettlers", "tuma")


def commands():
    """Return the commands of the page, each loop of the shell written out."""
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            loop = LOOP.fullmatch(line.strip())
            if loop:
                name, words, body = loop.groups()
                found += [body.replace(f"${name}", word) for word in words.split()]
            else:
                found.append(line.strip())
    return found


COMMANDS = commands()


def options_of(command):
    program, *words = shlex.split(command)
    assert program == "catanlab"
    return make_parser(words[0]).parse_args(words)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_can_be_run(command):
    options = options_of(command)
    assert options.command == "match"
    rules = rules_from_text(options.rules)
    assert len(options.agents) == rules.players == 4
    assert options.games
    for spec in set(options.agents):
        assert make_agent(spec).name.partition(":")[0] == spec.partition(":")[0]


def test_the_page_has_every_preset_of_a_thesis():
    used = {spec.partition(":")[0] for command in COMMANDS for spec in options_of(command).agents}
    assert {entry.name for entry in SEARCHES if entry.name.startswith(THESES)} <= used

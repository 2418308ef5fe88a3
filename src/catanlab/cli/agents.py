"""`catanlab agents`: the agents, the games they play and their options."""

from __future__ import annotations

import argparse

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import (
    AGENTS,
    HUMAN,
    PATH_FORM,
    agent_games,
    agent_options,
    make_agent,
)
from catanlab.cli.columns import paragraph
from catanlab.framework.registry import Entry
from catanlab.framework.specs import FORM, spec_value


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "name",
        nargs="?",
        help="show one agent with all its options, such as uct, or uct:policy=puct for those of a policy",
    )


def run(options: argparse.Namespace) -> int:
    """List all agents with their games and options, or show one."""
    if options.name is not None:
        name, _, given = options.name.partition(":")
        if given:
            make_agent(options.name)  # raises AgentError for an invalid option
        print("\n".join(_headline(AGENTS.find(name)) + _options(options.name)))
        return 0
    lines: list[str] = []
    for entry in AGENTS.entries:
        if entry not in SEARCHES:
            lines += _headline(entry) + _options(entry.name)
    lines += paragraph(f"{HUMAN} (any game): a person at this terminal; only for --agents of catanlab play")
    lines += ["", *paragraph("Agents that search; they differ in their defaults:")]
    for entry in SEARCHES:
        lines += _headline(entry)
        if entry.defaults:
            defaults = (f"{option}={spec_value(value)}" for option, value in entry.defaults.items())
            lines += paragraph(", ".join(defaults), indent=4)
    print("\n".join(lines))
    print(f"\nAn agent is written {FORM}.")
    print("All options of an agent: catanlab agents NAME")
    print("\n".join(paragraph(f"Name an agent of your own by its import path, {PATH_FORM}.")))
    return 0


def _headline(entry: Entry) -> list[str]:
    games = ", ".join(agent_games(entry.name)) or "any game"
    summary = f": {entry.summary}" if entry.summary else ""
    return paragraph(f"{entry.name} ({games}){summary}")


def _options(name: str) -> list[str]:
    lines = []
    for option in agent_options(name):
        text = f"{option.name}  {option.meaning}: {option.takes} (default: {option.default})"
        lines += paragraph(text, indent=4)
    return lines

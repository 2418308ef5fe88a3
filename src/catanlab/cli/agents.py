"""`catanlab agents`: the agents, the games they play and their options."""

from __future__ import annotations

import argparse

from catanlab.agents.registry import ENTRIES, HUMAN, agent_games, agent_options
from catanlab.cli.columns import paragraph
from catanlab.framework.imports import PATH_FORM
from catanlab.framework.specs import FORM


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: it has none."""


def run(options: argparse.Namespace) -> int:
    """List every agent with its games and its options."""
    lines: list[str] = []
    for entry in ENTRIES:
        games = ", ".join(agent_games(entry.name)) or "any game"
        lines += paragraph(f"{entry.name} ({games}): {entry.summary}")
        for option in agent_options(entry.name):
            text = f"{option.name}  {option.meaning}: {option.takes} (default: {option.default})"
            lines += paragraph(text, indent=4)
    lines += paragraph(f"{HUMAN} (any game): a person at this terminal; only for --agents of catanlab play")
    print("\n".join(lines))
    print(f"\nAn agent is written {FORM}.")
    print("\n".join(paragraph(f"An agent of your own goes by its import path, {PATH_FORM}, for its name.")))
    return 0

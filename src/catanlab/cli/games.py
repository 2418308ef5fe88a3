"""`catanlab games`: the games and their options."""

from __future__ import annotations

import argparse

from catanlab.cli.columns import paragraph
from catanlab.games.registry import GAMES


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: it has none."""


def run(options: argparse.Namespace) -> int:
    """List every game with its options."""
    for entry in GAMES.entries:
        print("\n".join(paragraph(f"{entry.name}: {entry.summary}")))
        width = max((len(option.name) for option in entry.options), default=0)
        for option in entry.options:
            text = f"{option.name:<{width}}  {option.takes} (default: {option.default})"
            print("\n".join(paragraph(text, indent=4, hanging=width + 2)))
    return 0

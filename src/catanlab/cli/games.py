"""`catanlab games`: the games and their options."""

from __future__ import annotations

import argparse

from catanlab.games.registry import ENTRIES


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: it has none."""


def run(options: argparse.Namespace) -> int:
    """List every game with its options."""
    for entry in ENTRIES:
        print(f"{entry.name}: {entry.summary}")
        width = max((len(option.name) for option in entry.options), default=0)
        for option in entry.options:
            print(f"    {option.name:<{width}}  {option.takes} (default: {option.default})")
    return 0

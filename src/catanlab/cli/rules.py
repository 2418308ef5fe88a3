"""`catanlab rules`: the named sets of rules and every field, with default and meaning."""

from __future__ import annotations

import argparse
import dataclasses

from catanlab.cli.columns import in_columns
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.rules_text import (
    field_meanings,
    field_values,
    set_meanings,
    value_to_text,
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: it has none."""


def run(options: argparse.Namespace) -> int:
    """List the sets, then the fields."""
    base = dataclasses.asdict(Rules())
    print("Named sets, and where they differ from base:")
    meanings = set_meanings()
    for name in NAMED_RULES:
        values = dataclasses.asdict(Rules.named(name))
        changes = [f"{f}={value_to_text(v)}" for f, v in values.items() if v != base[f]]
        print(f"  {name}: {meanings[name]}")
        if changes:
            print(f"      {' '.join(changes)}")
    print()
    print("Fields:")
    rows: list[tuple[str, ...]] = [("field", "base", "takes", "meaning")]
    for field, meaning in field_meanings().items():
        rows.append((field, value_to_text(base[field]), field_values(field), meaning))
    for line in in_columns(rows):
        print(f"  {line}")
    print()
    print("Write them as a set, fields, or both: --rules jsettlers,players=3,bank_limit=yes")
    return 0

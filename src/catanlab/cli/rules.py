"""`catanlab rules`: the named sets of rules and every field, with default and meaning."""

from __future__ import annotations

import argparse
import dataclasses

from catanlab.cli.columns import paragraph
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.text.rules import (
    field_meanings,
    field_values,
    set_meanings,
    value_to_text,
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: it has none."""


def run(options: argparse.Namespace) -> int:
    """List the sets, then the fields."""
    print("\n".join([*_sets(), "", *_fields(), ""]))
    print("Write them as a set, fields, or both: --rules jsettlers,players=3,hand_limit=9")
    return 0


def _sets() -> list[str]:
    base = dataclasses.asdict(Rules())
    lines = ["Named sets, and where they differ from base:"]
    meanings = set_meanings()
    for name in NAMED_RULES:
        values = dataclasses.asdict(Rules.named(name))
        changes = [f"{f}={value_to_text(v)}" for f, v in values.items() if v != base[f]]
        lines += paragraph(f"{name}: {meanings[name]}", indent=2)
        if changes:
            lines += paragraph(" ".join(changes), indent=6, hanging=0)
    return lines


def _fields() -> list[str]:
    base = dataclasses.asdict(Rules())
    lines = ["Fields, with their value in base, the allowed values, and the meaning:"]
    for field, meaning in field_meanings().items():
        lines += paragraph(f"{field}={value_to_text(base[field])} ({field_values(field)})", indent=2)
        lines += paragraph(meaning, indent=6, hanging=0)
    return lines

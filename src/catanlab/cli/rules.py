"""`catanlab rules`: the named sets of rules and every field, or the rule book."""

from __future__ import annotations

import argparse
import dataclasses
import shutil

from catanlab.cli.columns import paragraph
from catanlab.cli.main import UsageError
from catanlab.framework.declared.book import Book, read_book
from catanlab.framework.declared.book_text import plain
from catanlab.framework.declared.game import DeclaredGame
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.text.rule_book import catan_book
from catanlab.games.catan.text.rules import (
    field_meanings,
    field_values,
    set_meanings,
    value_to_text,
)
from catanlab.games.registry import GAMES, own_game_from_text

WIDEST_LINE = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--book",
        action="store_true",
        help="print the rule book instead: every rule in a sentence, and what each option changes",
    )
    parser.add_argument(
        "--game",
        default="catan",
        metavar="GAME",
        help="with --book: the rule book of another declared game, routes or an import path, my_games:Mine "
        "(default: catan)",
    )


def run(options: argparse.Namespace) -> int:
    """List the sets, then the fields; or print the rule book."""
    if not options.book:
        if options.game != "catan":
            raise UsageError("--game goes with --book; the sets of rules are those of Catan")
        print("\n".join([*_sets(), "", *_fields(), ""]))
        print("Write them as a set, fields, or both: --rules jsettlers,players=3,hand_limit=9")
    else:
        width = min(WIDEST_LINE, shutil.get_terminal_size().columns)
        print("\n".join(plain(_book(options.game), width)))
    return 0


def _book(name: str) -> Book:
    """Return the rule book of a game; raises UsageError if it is not declared."""
    if name == "catan":
        return catan_book()
    game = own_game_from_text(name)
    if not isinstance(game, DeclaredGame):
        declared = [entry.name for entry in GAMES.entries if issubclass(entry.load(), DeclaredGame)]
        raise UsageError(f"{name} has no rule book; those that have one are catan, {', '.join(declared)}")
    return read_book(game.declaration)


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

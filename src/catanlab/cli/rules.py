"""`catanlab rules`: the named sets of rules and every field, or the rule book."""

from __future__ import annotations

import argparse
import dataclasses
import shutil
from pathlib import Path

from catanlab.cli.columns import paragraph
from catanlab.cli.main import UsageError
from catanlab.framework.declared.book import Book, read_book
from catanlab.framework.declared.book_text import plain
from catanlab.framework.declared.game import DeclaredGame
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.text.rule_book import (
    PAGE,
    PICTURE,
    catan_book,
    rule_book_page,
    rule_book_picture,
)
from catanlab.games.catan.text.rules import (
    field_meanings,
    field_values,
    set_meanings,
    value_to_text,
)
from catanlab.games.registry import GAMES, game_from_text

WIDEST_LINE = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--book",
        nargs="?",
        const="",
        metavar="FOLDER",
        help=f"print the rule book; with a folder, write it there as {PAGE} and {PICTURE}",
    )
    parser.add_argument(
        "--game",
        default="catan",
        metavar="NAME",
        help="with --book: the rule book of another declared game, such as routes (default: catan)",
    )


def run(options: argparse.Namespace) -> int:
    """List the sets, then the fields; or print or write the rule book."""
    if options.book is None:
        if options.game != "catan":
            raise UsageError("--game goes with --book; the sets of rules are those of Catan")
        print("\n".join([*_sets(), "", *_fields(), ""]))
        print("Write them as a set, fields, or both: --rules jsettlers,players=3,hand_limit=9")
    elif options.book:
        _write_book(Path(options.book), options.game)
    else:
        width = min(WIDEST_LINE, shutil.get_terminal_size().columns)
        print("\n".join(plain(_book(options.game), width)))
    return 0


def _book(name: str) -> Book:
    """Return the rule book of a game; raises UsageError if it is not declared."""
    if name == "catan":
        return catan_book()
    game = game_from_text(name)
    if not isinstance(game, DeclaredGame):
        declared = [entry.name for entry in GAMES.entries if issubclass(entry.load(), DeclaredGame)]
        raise UsageError(f"{name} has no rule book; those that have one are catan, {', '.join(declared)}")
    return read_book(game.declaration)


def _write_book(folder: Path, name: str) -> None:
    """Write the page and the picture of Catan's rule book; raises UsageError if that is not possible."""
    if name != "catan":
        raise UsageError(
            f"only Catan's rule book is written to a folder; catanlab rules --book --game {name}"
        )
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} to write the rule book to")
    for file, text in ((PAGE, rule_book_page()), (PICTURE, rule_book_picture())):
        try:
            (folder / file).write_text(text)
        except OSError as error:
            raise UsageError(f"{folder / file} cannot be written: {error.strerror}") from None
        print(folder / file)


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

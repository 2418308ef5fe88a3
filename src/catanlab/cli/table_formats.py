"""The option --format, and tables printed in these formats."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from catanlab.cli.columns import in_columns
from catanlab.cli.main import UsageError
from catanlab.lab.experiments.tables import Table

FORMATS = ("text", "markdown", "latex", "csv", "json")


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add --format, the format of the tables."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        metavar="F",
        help=f"the format of the tables: {', '.join(FORMATS)} (default: text)",
    )


def add_format_and_json(parser: argparse.ArgumentParser) -> None:
    """Add --format, and --json as a short form of --format json; `format_of` reads both."""
    add_format(parser)
    # None tells a format that was not chosen from --format text, which contradicts --json.
    parser.set_defaults(format=None)
    parser.add_argument("--json", action="store_true", help="the same as --format json")


def format_of(options: argparse.Namespace) -> str:
    """Return the format that --format and --json choose; raises UsageError if they contradict."""
    chosen: str | None = options.format
    if options.json and chosen not in (None, "json"):
        raise UsageError(f"--json and --format {chosen} are two formats; choose one of them")
    return "json" if options.json else chosen or "text"


def print_tables(tables: Sequence[Table], form: str) -> None:
    """Print tables in a format, with an empty line between two."""
    for number, table in enumerate(tables):
        if number:
            print()
        if form == "text":
            print(
                "\n".join(in_columns([table.head, *table.rows], right=range(table.left, len(table.head))))
            )
        else:
            write = {"markdown": Table.to_markdown, "latex": Table.to_latex, "csv": Table.to_csv}[form]
            print(write(table))

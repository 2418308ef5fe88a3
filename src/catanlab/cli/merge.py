"""`catanlab results merge`: merges the results of shards, and says what is missing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import EXIT_REFUSED
from catanlab.lab.store import Store
from catanlab.lab.store.merging import merge_results


def add_merge(parser: argparse.ArgumentParser) -> None:
    """Add the options of the action, apart from --out."""
    parser.add_argument(
        "parts",
        nargs="+",
        type=Path,
        metavar="PART",
        help="the folder of results of a shard, its --out; it is not changed",
    )


def merge(store: Store, options: argparse.Namespace) -> int:
    """Merge the parts into the store; return an exit code that says whether anything is missing."""
    is_incomplete = False
    for merged in merge_results(options.parts, store.root):
        stored = merged.stored
        counts = f"{merged.blocks:,} blocks, {merged.games:,} games, {merged.new_games:,} of them new"
        print(escape_control_characters(f"{stored.key} in {store.root}: {counts}; {stored.plan}"))
        sys.stdout.flush()
        for sentence in merged.missing:
            is_incomplete = True
            print(f"catanlab results: {stored.key}: {sentence}", file=sys.stderr)
    return EXIT_REFUSED if is_incomplete else 0

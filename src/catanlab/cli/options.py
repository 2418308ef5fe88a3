"""Options that several commands share, and readers of their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import rules_from_text

MAX_SEED = 2**64 - 1
RESULTS = Path("results")
"""The default folder of the results of matches."""


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of integers from low to high.

    >>> whole(1, 9)("7")
    7
    """

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{word!r} is not an integer from {low} to {high}")
        return number

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """Return a reader of numbers between low and high, both excluded.

    >>> number(0, 1)("0.25")
    0.25
    """

    def read(word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = low
        if not low < value < high:
            raise argparse.ArgumentTypeError(f"{word!r} is not a number between {low:g} and {high:g}")
        return value

    return read


def seconds(word: str) -> float:
    """Read a number of seconds.

    >>> seconds("0.5")
    0.5
    """
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 60:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds from 0 to 60")
    return number


def add_seed(parser: argparse.ArgumentParser, default: int | None, otherwise: str) -> None:
    """Add --seed."""
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        default=default,
        metavar="S",
        help=f"an integer from 0 that decides board, dice and moves ({otherwise})",
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add --jobs, the processes that play."""
    parser.add_argument(
        "--jobs", type=whole(1, 1024), metavar="J", help="processes (default: one per core)"
    )


def add_out(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add --out, the folder of results."""
    parser.add_argument(
        "--out", type=Path, default=RESULTS, metavar="DIR", help=f"{meaning} (default: {RESULTS})"
    )


def add_rules(parser: argparse.ArgumentParser, default: str = "base") -> None:
    """Add --rules, --players and --board."""
    parser.add_argument(
        "--rules",
        default=default,
        metavar="NAME[,FIELD=VALUE...]",
        help="a named set of rules, fields that differ, or both: jsettlers,hand_limit=9 "
        f"(default: {default}; `catanlab rules` lists them)",
    )
    parser.add_argument(
        "--players",
        type=whole(2, 4),
        metavar="N",
        help="number of players, 2 to 4 (default: as in the rules)",
    )
    parser.add_argument(
        "--board",
        choices=LAYOUTS,
        metavar="LAYOUT",
        help=f"{', '.join(LAYOUTS)} (default: as in the rules)",
    )


def read_rules(options: argparse.Namespace) -> Rules:
    """Return the rules that --rules and --players ask for; raises RulesError."""
    rules = rules_from_text(options.rules)
    return rules if options.players is None else rules.replace(players=options.players)

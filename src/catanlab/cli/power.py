"""`catanlab power`: how many games it takes to distinguish a gain from luck, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from catanlab.cli.columns import in_columns
from catanlab.cli.options import number, whole
from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics.power import PowerRow, design_effect, power_table

DEFAULT_GAINS = (0.01, 0.02, 0.03, 0.05, 0.1)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    share = number(0, 1)
    parser.add_argument(
        "--reference",
        type=share,
        default=0.25,
        metavar="P",
        help="the win rate to compare with (default: 0.25, four equal players)",
    )
    parser.add_argument(
        "--alpha",
        type=share,
        default=0.05,
        metavar="P",
        help="the probability of detecting a gain that is not there (default: 0.05)",
    )
    parser.add_argument(
        "--power",
        type=share,
        default=0.8,
        metavar="P",
        help="the probability of detecting a gain that is there (default: 0.8)",
    )
    parser.add_argument(
        "--gain",
        type=lambda words: [share(word) for word in words.split(",")],
        metavar="G[,G...]",
        help=f"gains over the reference (default: {','.join(f'{gain:g}' for gain in DEFAULT_GAINS)})",
    )
    parser.add_argument(
        "--block-games",
        type=whole(1, 1000),
        default=4,
        metavar="N",
        help="the games of a block: one board and seed under all seatings (default: 4)",
    )
    parser.add_argument(
        "--block-correlation",
        type=number(-1, 1),
        default=0.0,
        metavar="R",
        help="the correlation of the games of a block (default: 0, independent)",
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    rows = power_table(
        _gains(options.reference, options.gain),
        reference=options.reference,
        alpha=options.alpha,
        power=options.power,
        block_games=options.block_games,
        correlation=options.block_correlation,
    )
    print(_as_json(options, rows) if options.json else "\n".join(table(options, rows)))
    return 0


def table(options: argparse.Namespace, rows: list[PowerRow]) -> list[str]:
    """Return a heading, the table, and how to read it, as lines."""
    head = [
        ("", "", "fixed,", "fixed,", "SPRT,", "SPRT,", "SPRT,"),
        ("gain", "win rate", "two-sided", "one-sided", "no gain", "between", "gain"),
    ]
    cells = [
        (
            f"{100 * row.gain:+.4g}",
            f"{100 * row.win_rate:.4g} %",
            *(f"{games:,}" for games in _games(row).values()),
        )
        for row in rows
    ]
    effect = design_effect(options.block_games, options.block_correlation)
    reference, correlation = 100 * options.reference, options.block_correlation
    risks = f"alpha {options.alpha:g}, power {options.power:g}"
    return [
        f"Games to tell a win rate from {reference:.4g} %: {risks},",
        f"blocks of {options.block_games}, correlation {correlation:g}, so a design effect of {effect:.3g}",
        "",
        *in_columns([*head, *cells], right=range(7)),
        "",
        "The gain is in percentage points. SPRT: one-sided, the mean if there is no gain,",
        "at the worst rate between, and if the gain is real. Games come in whole blocks.",
    ]


def _gains(reference: float, asked: list[float] | None) -> list[float]:
    """Return the gains asked for, or the usual ones that leave the win rate below 1."""
    for gain in asked or ():
        if reference + gain >= 1:
            raise ArgumentError(
                f"a gain of {gain:g} over {reference:g} makes a win rate of {reference + gain:g}; "
                "allowed is one below 1"
            )
    gains = asked or [gain for gain in DEFAULT_GAINS if reference + gain < 1]
    if not gains:
        raise ArgumentError(f"none of the usual gains fits above {reference:g}; choose one with --gain")
    return gains


def _games(row: PowerRow) -> dict[str, int]:
    """Return the columns of a row that count games."""
    return {name: count for name, count in asdict(row).items() if name not in ("gain", "win_rate")}


def _as_json(options: argparse.Namespace, rows: list[PowerRow]) -> str:
    return json.dumps(
        {
            "reference": options.reference,
            "alpha": options.alpha,
            "power": options.power,
            "block_games": options.block_games,
            "block_correlation": options.block_correlation,
            "design_effect": design_effect(options.block_games, options.block_correlation),
            "rows": [asdict(row) for row in rows],
        },
        indent=2,
    )

"""`catanlab ratings`: rates agents from stored matches, as a table, for papers or as a plot."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.options import add_out, add_seed, whole
from catanlab.cli.record_files import check_target
from catanlab.cli.seating import split_agents
from catanlab.cli.table_formats import add_format, print_tables
from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.games.registry import GAMES
from catanlab.lab.experiments.tables import Table
from catanlab.lab.plain_numbers import milliseconds
from catanlab.lab.rating_pairs import Pair, compare_pairs, pair_table
from catanlab.lab.ratings import Rating, Tables, rate, require_choix, win_chances
from catanlab.lab.statistics import Interval
from catanlab.lab.store import Store, StoredMatch

DEFAULT_RESAMPLES = 200


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "keys", nargs="*", metavar="KEY", help="keys of matches, or their first characters (default: all)"
    )
    add_out(parser, "the folder of results")
    parser.add_argument(
        "--rules", metavar="TEXT", help="only matches with exactly these rules, or of this game"
    )
    parser.add_argument("--mixed", action="store_true", help="rate matches with different rules together")
    parser.add_argument(
        "--table",
        metavar="A,B,C,D",
        help="print the win probabilities at a table of these rated agents, named as in the list",
    )
    parser.add_argument(
        "--pairs", action="store_true", help="add pairwise comparisons, with Holm's correction"
    )
    parser.add_argument(
        "--resamples",
        type=whole(0, 100_000),
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"resamples of blocks for the intervals (default: {DEFAULT_RESAMPLES})",
    )
    add_seed(parser, 1, "of the resamples; default: 1")
    add_strength_plot(parser)
    add_format(parser)


def add_strength_plot(parser: argparse.ArgumentParser) -> None:
    """Add --svg, the plot of strength against time."""
    parser.add_argument(
        "--svg", type=Path, metavar="FILE", help="plot strength against time; needs catanlab[lab]"
    )


def run(options: argparse.Namespace) -> int:
    """Rate the agents and print the table."""
    require_choix()
    if options.svg:
        from catanlab.lab.plots import require_matplotlib

        require_matplotlib()
        check_target(options.svg, "--svg")
    chosen = _chosen(options)
    matches = [(stored.plan, stored.rows(set(stored.finished_blocks().tolist()))) for stored in chosen]
    tables = Tables()
    for plan, rows in matches:
        tables.add(plan, rows)
    ratings = rate(tables, resamples=options.resamples, seed=options.seed)
    if options.svg:
        from catanlab.games.catan.draw import save_svg
        from catanlab.lab.rating_plots import strength_plot

        save_svg(strength_plot(ratings), str(options.svg))
    at_table = _table_chances(ratings, options.table, chosen) if options.table else None
    pairs = compare_pairs(matches) if options.pairs else None
    if options.format == "json":
        print(json.dumps(_as_json(ratings, chosen, tables, pairs, at_table), indent=2))
        return 0
    shown = [rating_table(ratings)]
    if pairs is not None:
        shown.append(pair_table(pairs))
    if at_table is not None:
        shown.append(at_table)
    print_tables(shown, options.format)
    if options.format == "text":
        print("\n".join(["", *_notes(tables, chosen)]))
    return 0


def rating_table(ratings: Sequence[Rating]) -> Table:
    """Return the ratings as a table."""
    rows = tuple(
        (
            rating.agent,
            _elo(rating.elo),
            f"{100 * rating.win_chance:.1f} %",
            f"{rating.games:,}",
            f"{rating.wins:,}",
            "" if rating.ms_per_move is None else milliseconds(rating.ms_per_move),
        )
        for rating in ratings
    )
    head = ("agent", "Elo [95 %]", "at a table", "seats", "wins", "ms a move")
    return Table("Ratings", head, rows)


def _elo(elo: Interval) -> str:
    """Return a rating with its interval: `random`, which has 0, has none; nobody has one in one block."""
    return f"{elo.estimate:.0f} [{elo.low:.0f}, {elo.high:.0f}]" if elo.width else f"{elo.estimate:.0f}"


def _chosen(options: argparse.Namespace) -> list[StoredMatch]:
    """Return the matches to rate; raises ArgumentError if there are none, or their rules differ."""
    store = Store(options.out)
    problems: list[StoreError] = []
    found = [store.find(key) for key in options.keys] or store.matches(problems=problems)
    for problem in problems:
        print(escape_control_characters(f"catanlab ratings: {problem}"), file=sys.stderr)
    if options.rules is not None:
        found = [
            stored for stored in found if stored.plan.setting in (options.rules, f"rules {options.rules}")
        ]
    if not found:
        raise ArgumentError(
            f"there are no {_wanted(options.rules)} in {options.out}; catanlab results lists them"
        )
    rules = sorted({stored.plan.setting for stored in found})
    if len(rules) > 1 and not options.mixed:
        raise ArgumentError(
            f"the matches have {len(rules)} different settings: {'; '.join(rules)}. Choose one by --rules, "
            "or rate all together by --mixed"
        )
    return found


def _wanted(rules: str | None) -> str:
    """Return in words which matches were asked for; raises RulesError if there are no such rules."""
    if rules is None:
        return "such matches"
    if ":" in rules or rules in GAMES.names:
        return f"matches of {rules}"
    rules_from_text(rules)
    return f"matches with the rules {rules}"


def _table_chances(ratings: Sequence[Rating], text: str, chosen: Sequence[StoredMatch]) -> Table:
    """Return the chances of agents at a table; raises ArgumentError if no rated game has such a table."""
    seated = split_agents([text])
    chances = win_chances(ratings, seated)
    sizes = sorted({stored.plan.seats for stored in chosen})
    if len(seated) not in sizes:
        raise ArgumentError(
            f"--table: the rated games have {' or '.join(map(str, sizes))} seats, not {len(seated)}"
        )
    rows = tuple((agent, f"{100 * chance:.1f} %") for agent, chance in zip(seated, chances, strict=True))
    return Table("Win chances at a table", ("at this table", "win chance"), rows)


def _notes(tables: Tables, chosen: Sequence[StoredMatch]) -> list[str]:
    anchor = "random has 0" if "random" in tables.agents else "the mean is 0, as random did not play"
    notes = [
        f"{len(chosen)} matches. Elo's scale, {anchor}; 400 points are ten times the strength.",
        "At a table: the chance where the other seats are drawn from all others. Intervals over blocks.",
    ]
    if tables.left_out:
        notes.append(f"{tables.left_out:,} games without a single winner are left out.")
    return notes


def _as_json(
    ratings: Sequence[Rating],
    chosen: Sequence[StoredMatch],
    tables: Tables,
    pairs: Sequence[Pair] | None,
    at_table: Table | None,
) -> dict[str, object]:
    from catanlab.lab.provenance import Provenance

    return {
        "matches": [stored.key for stored in chosen],
        "provenance": Provenance.of_this_process().to_dict(),
        "left_out": tables.left_out,
        "ratings": [asdict(rating) for rating in ratings],
        **({"pairs": [asdict(pair) for pair in pairs]} if pairs is not None else {}),
        **({"table": [list(row) for row in at_table.rows]} if at_table else {}),
    }

"""`catanlab results`: lists, shows, compares, exports and merges stored matches."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from catanlab.cli.columns import in_columns
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.match_json import match_json
from catanlab.cli.match_table import match_tables, table
from catanlab.cli.merge import add_merge, merge
from catanlab.cli.options import MAX_SEED, RESULTS, whole
from catanlab.cli.pair_lines import bare_probability, pair_lines, pair_tables, points, probability
from catanlab.cli.run_lines import run_lines
from catanlab.cli.table_formats import add_format_and_json, format_of, print_tables
from catanlab.framework.errors import StoreError
from catanlab.lab.comparison import StoredComparison, compare_stored
from catanlab.lab.experiments.tables import Table
from catanlab.lab.export import about_path, export_about, export_csv
from catanlab.lab.pairs import AgentPair, compare_pairs
from catanlab.lab.store import Store, StoredMatch
from catanlab.lab.store.runs import tests_of
from catanlab.lab.summary import agent_blocks, summarize

FILTERS = ("agent", "rules", "seed")
RATE_HEAD = ("match", "agent", "win rate")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    _add_filters(parser, None)
    _add_out(parser, RESULTS)
    parser.set_defaults(act=_list)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")

    _add_filters(
        _add_action(actions, "list", "list the matches, as without an action", _list), argparse.SUPPRESS
    )

    show = _add_action(actions, "show", "print the table of a match", _show)
    show.add_argument("key", metavar="KEY", help="the key of the match, or its first characters")
    add_format_and_json(show)

    summary = "compare two matches block by block"
    comparison = _add_action(actions, "compare", summary, _compare)
    comparison.add_argument("key", metavar="KEY1", help="the first match")
    comparison.add_argument("other", metavar="KEY2", help="one with the same rules and seed")
    comparison.add_argument(
        "--agent",
        dest="compared",
        metavar="AGENT",
        help="the agent to compare (default: the first of each match)",
    )
    add_format_and_json(comparison)

    pairs = _add_action(actions, "pairs", "compare the agents of a match in pairs", _pairs)
    pairs.add_argument("key", metavar="KEY", help="the key of the match, or its first characters")
    add_format_and_json(pairs)

    export = _add_action(actions, "export", "write all games of a match to a file", _export)
    export.add_argument("key", metavar="KEY", help="the key of the match, or its first characters")
    export.add_argument(
        "--csv",
        type=Path,
        required=True,
        metavar="FILE",
        help="a line for each seat of each game",
    )
    export.add_argument("--force", action="store_true", help="replace an existing file")

    add_merge(_add_action(actions, "merge", "merge the results of shards into one folder", merge))


def run(options: argparse.Namespace) -> int:
    """Run the action on the results in a folder."""
    used = [f"--{name}" for name in FILTERS if getattr(options, name) is not None]
    if used and options.act is not _list:
        raise UsageError(f"{used[0]} before the action chooses what is listed; it goes with the list only")
    return int(options.act(Store(options.out), options) or 0)


def _add_action(actions: Any, name: str, summary: str, act: Any) -> argparse.ArgumentParser:
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=description, allow_abbrev=False
    )
    _add_out(parser, argparse.SUPPRESS)
    parser.set_defaults(act=act)
    return parser


def _add_filters(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--agent", default=default, metavar="TEXT", help="list only matches with this agent"
    )
    parser.add_argument(
        "--rules", default=default, metavar="TEXT", help="list only matches with these rules"
    )
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        default=default,
        metavar="S",
        help="list only matches with this seed",
    )


def _add_out(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=default,
        metavar="DIR",
        help=f"the folder of the results (default: {RESULTS})",
    )


def _list(store: Store, options: argparse.Namespace) -> None:
    problems: list[StoreError] = []
    rows: list[tuple[object, ...]] = []
    everything = store.matches(problems=problems)
    for stored in everything:
        if _is_wanted(stored, options):
            try:
                rows.append(_line(stored, problems))
            except StoreError as error:
                problems.append(error)
    if rows:
        head = ("key", "date", "agents", "rules", "seed", "blocks", "games", "first wins", "test")
        listed = [head, *rows] if any(row[-1] for row in rows) else [row[:-1] for row in (head, *rows)]
        print("\n".join(in_columns(listed, right=(4, 5, 6, 7))))
    elif everything and not problems:
        print(f"None of the {len(everything)} matches in {store.root} is like that.")
    elif not problems:
        print(f"There are no results in {store.root} yet; catanlab match plays and keeps some.")
    _report(problems)


def _report(problems: list[StoreError]) -> None:
    for problem in problems:
        print(escape_control_characters(f"catanlab results: {problem}"), file=sys.stderr)


def _is_wanted(stored: StoredMatch, options: argparse.Namespace) -> bool:
    plan = stored.plan
    return (
        (options.agent is None or any(options.agent in agent for agent in plan.agents))
        and (options.rules is None or options.rules in plan.setting)
        and options.seed in (None, plan.seed)
    )


def _line(stored: StoredMatch, problems: list[StoreError]) -> tuple[object, ...]:
    plan = stored.plan
    finished = stored.finished_blocks()
    rows = stored.rows(finished)
    tests = tests_of(stored.runs(problems=problems))
    rate = f"{100 * agent_blocks(rows, 0).rate:.1f} %" if (rows.agent == 0).any() else ""
    return (
        stored.key,
        stored.created[:16].replace("T", " "),
        " v ".join(plan.agents),
        plan.setting.removeprefix("rules "),
        plan.seed,
        len(finished),
        len(rows),
        rate,
        "; ".join(f"{test.verdict}, blocks 0 to {test.blocks - 1}" for test in tests),
    )


def _show(store: Store, options: argparse.Namespace) -> None:
    form = format_of(options)
    stored = store.find(options.key)
    rows = stored.rows(stored.finished_blocks())
    problems: list[StoreError] = []
    runs = stored.runs(problems=problems)
    if not len(rows):
        raise StoreError(f"{stored.key} has no finished block yet; catanlab match goes on with it")
    summary = summarize(rows, stored.plan)
    if form == "json":
        print(json.dumps(match_json(stored, summary), indent=2))
    elif form != "text":
        print_tables(match_tables(summary, stored.plan), form)
    else:
        lines = table(summary, stored.plan, tests_of(runs))
        print("\n".join([*lines, "", *run_lines(runs, summary.games)]))
    _report(problems)


def _pairs(store: Store, options: argparse.Namespace) -> None:
    form = format_of(options)
    stored = store.find(options.key)
    found = compare_pairs(stored.rows(stored.finished_blocks()), stored.plan)
    if form == "json":
        print(json.dumps({"key": stored.key, "pairs": list(map(_as_data, found))}, indent=2))
    elif form != "text":
        print_tables(pair_tables(found, stored, has_stars=form != "csv"), form)
    else:
        print("\n".join(pair_lines(found, stored)))


def _compare(store: Store, options: argparse.Namespace) -> None:
    form = format_of(options)
    first, second = store.find(options.key), store.find(options.other)
    found = compare_stored(first, second, options.compared)
    if form == "json":
        print(json.dumps({"keys": [first.key, second.key], **_as_data(found)}, indent=2))
    elif form != "text":
        print_tables(_comparison_tables([first.key, second.key], found), form)
    else:
        print("\n".join(_comparison_lines([first.key, second.key], found)))


def _as_data(found: AgentPair | StoredComparison) -> dict[str, Any]:
    """Return a comparison as plain data; without spread between blocks its interval has no bounds."""
    data = asdict(found)
    if found.paired.t is None:
        data["paired"]["difference"].update(low=None, high=None)
    return data


def _comparison_tables(keys: list[str], found: StoredComparison) -> list[Table]:
    paired = found.paired
    cells = {
        "matches differ in": ", ".join(found.differences),
        "blocks": f"{found.blocks:,}",
        "first - second, points [95 %]": points(paired),
        "p": "" if paired.p_value is None else bare_probability(paired.p_value),
        "first won more": f"{paired.better:,}",
        "first won less": f"{paired.worse:,}",
        "won as much": f"{paired.tied:,}",
        "p (sign test)": bare_probability(paired.sign_p_value),
    }
    rates = f"Win rates in the common blocks of {keys[0]} and {keys[1]}"
    difference = f"First, {keys[0]}, minus second, {keys[1]}"
    return [
        Table(rates, RATE_HEAD, _rate_rows(keys, found), 2),
        Table(difference, tuple(cells), (tuple(cells.values()),)),
    ]


def _rate_rows(keys: list[str], found: StoredComparison) -> tuple[tuple[str, ...], ...]:
    rates = [f"{100 * rate:.1f} %" for rate in found.rates]
    return tuple(zip(keys, found.agents, rates, strict=True))


def _comparison_lines(keys: list[str], found: StoredComparison) -> list[str]:
    paired = found.paired
    interval = paired.difference
    difference = f"difference {100 * interval.estimate:+.1f} points"
    if paired.p_value is None:
        difference += " in every block: without spread there is no interval and no t test"
    else:
        bounds = f"{100 * interval.low:+.1f} to {100 * interval.high:+.1f}"
        difference += f", 95 % interval {bounds}, {probability(paired.p_value)}"
    counts = f"more in {paired.better:,} blocks, less in {paired.worse:,}, as much in {paired.tied:,}"
    apart = ", ".join(found.differences)
    return [
        f"{found.blocks:,} blocks in common",
        "",
        *in_columns([RATE_HEAD, *_rate_rows(keys, found)], right=(2,)),
        "",
        difference,
        f"the first won {counts}; sign test {probability(paired.sign_p_value)}",
        *([f"the matches differ in: {apart}"] if apart else []),
    ]


def _export(store: Store, options: argparse.Namespace) -> None:
    stored = store.find(options.key)
    path: Path = options.csv
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(f"--csv {path}: give the name of a file in a folder that exists")
    about = about_path(path)
    for file in (path, about):
        if file.exists() and not options.force:
            said = (
                f"--csv {path}: the file" if file == path else f"--csv {path}: {about}, which goes with it,"
            )
            raise UsageError(f"{said} is there already; --force replaces it")
    games = export_csv(stored, path, force=options.force)
    summary = summarize(stored.rows(stored.finished_blocks()), stored.plan)
    export_about(match_json(stored, summary), about, force=options.force)
    print(f"{games:,} games written to {path}, and where they come from to {about}")

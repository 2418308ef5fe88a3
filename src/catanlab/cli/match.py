"""`catanlab match`: plays agents against each other and says who is stronger, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys

from catanlab.cli.cluster_options import add_cluster, cluster_executor
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.match_failures import EXIT_FAILED, failure_lines, stop_lines
from catanlab.cli.match_json import match_json
from catanlab.cli.match_progress import watcher
from catanlab.cli.match_table import table
from catanlab.cli.options import MAX_SEED, add_jobs, add_out, number, whole
from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.match import STALL_SECONDS, Progress, play_match
from catanlab.lab.match_plan import MAX_TURNS, MatchPlan
from catanlab.lab.shard import WHOLE, Shard
from catanlab.lab.statistics import Sprt
from catanlab.lab.store import Store
from catanlab.lab.store.runs import tests_of
from catanlab.lab.summary import summarize
from catanlab.lab.troubles import MatchStoppedError, Trouble

DEFAULT_BLOCKS = 25
SECONDS_PER_DAY = 86_400.0
MAX_TROUBLES_PRINTED = 10


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT", help="one for each seat; with more than seats, a round robin"
    )
    parser.add_argument("--gauntlet", metavar="AGENT", help="one agent against tables full of --against")
    parser.add_argument(
        "--against", action="append", default=[], metavar="AGENT", help="an opponent; may be repeated"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--blocks",
        type=whole(1, 10**9),
        metavar="N",
        help=f"blocks to play, each a board and seed under all seatings (default: {DEFAULT_BLOCKS})",
    )
    size.add_argument(
        "--games", type=whole(1, 10**10), metavar="N", help="games to play, rounded up to whole blocks"
    )
    parser.add_argument(
        "--shard",
        type=_shard,
        default=WHOLE,
        metavar="K/N",
        help="play only the K-th of N equal parts of the blocks; results merge puts them together",
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=1, metavar="S", help="(default: 1)")
    add_jobs(parser)
    add_cluster(parser)
    parser.add_argument(
        "--rules",
        metavar="R",
        help="a named set of rules, fields, or both: jsettlers,players=3 (default: base)",
    )
    parser.add_argument(
        "--game",
        default="catan",
        metavar="GAME",
        help="another game: a name with options, gomoku:size=9, or an import path, my_games.nim:Nim "
        "(default: catan)",
    )
    parser.add_argument(
        "--sprt",
        type=_test,
        metavar="P0,P1",
        help="a sequential test: stop when the first agent's win rate is clearly one of the two",
    )
    add_out(parser, "the folder for results")
    parser.add_argument("--strict", action="store_true", help="stop at the first failure of an agent")
    parser.add_argument("--records", action="store_true", help="keep the record of every game as well")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--max-turns",
        type=whole(1, 2**31 - 1),
        default=MAX_TURNS,
        metavar="N",
        help=f"stop a game after N turns, without a winner (default: {MAX_TURNS})",
    )
    parser.add_argument(
        "--move-seconds", type=number(0, SECONDS_PER_DAY), metavar="S", help="the time limit for one move"
    )
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="run each agent in its own process, and stop it when it is late",
    )
    parser.add_argument(
        "--stall-seconds",
        type=number(0, SECONDS_PER_DAY),
        default=STALL_SECONDS,
        metavar="S",
        help=f"if an agent takes longer for a move, nobody wins the game (default: {STALL_SECONDS:g})",
    )


def run(options: argparse.Namespace) -> int:
    """Play the missing games and print the result; return 1 if an agent failed often."""
    plan = _plan(options)
    blocks = options.blocks or DEFAULT_BLOCKS
    if options.games:
        blocks = -(-options.games // len(plan.seatings))
    if options.cluster and options.jobs:
        raise ArgumentError("--jobs is about processes of this machine; on a cluster its workers play")
    executor = cluster_executor(options)
    options.shard.blocks(blocks)  # raises ArgumentError before anything is written
    stored = Store(options.out).open(plan)
    last: list[Progress] = []
    stopped: Trouble | None = None
    with watcher(plan, sys.stderr) as show:

        def watch(progress: Progress) -> None:
            last[:] = [progress]
            show(progress)

        try:
            rows = play_match(
                stored,
                blocks,
                processes=options.jobs or len(os.sched_getaffinity(0)),
                executor=executor,
                shard=options.shard,
                sprt=options.sprt,
                records=options.records,
                strict=options.strict,
                stall_seconds=options.stall_seconds,
                watch=watch,
            )
        except KeyboardInterrupt:
            if last:
                _report_stop(last[0])
            raise
        except MatchStoppedError as error:
            stopped = error.trouble
    if stopped is not None:
        _report(stop_lines(stopped, last[0].done, last[0].blocks))
        return EXIT_FAILED
    _report_troubles(last[0])
    summary = summarize(rows, plan)
    problems: list[StoreError] = []
    runs = stored.runs(problems=problems)
    _report([f"catanlab match: {problem}" for problem in problems])
    if options.json:
        print(json.dumps(match_json(stored, summary, options.sprt), indent=2))
    else:
        print("\n".join(table(summary, plan, tests_of(runs))))
    failed = failure_lines(summary, runs, strict=options.strict)
    if failed:
        sys.stdout.flush()  # what is printed last is read first
        _report(failed)
    return EXIT_FAILED if failed else 0


def _plan(options: argparse.Namespace) -> MatchPlan:
    """Return the plan; raises ArgumentError if agents are named in both ways."""
    shared = {
        "rules": options.rules,
        "game": options.game,
        "seed": options.seed,
        "max_turns": options.max_turns,
        "move_seconds": options.move_seconds,
        "isolate": options.isolate,
    }
    if options.gauntlet is not None:
        if options.agents:
            raise ArgumentError(f"with --gauntlet, name opponents by --against, not {options.agents[0]!r}")
        return MatchPlan.gauntlet(options.gauntlet, options.against, **shared)
    if options.against:
        raise ArgumentError("--against names the opponents of a --gauntlet; there is none")
    return MatchPlan.match(options.agents, **shared)


def _shard(word: str) -> Shard:
    try:
        return Shard.parse(word)
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _test(word: str) -> Sprt:
    """Read the two win rates of a sequential test."""
    try:
        low, high = (float(part) for part in word.split(","))
        return Sprt(low, high)
    except (ValueError, ArgumentError) as error:
        why = f": {error}" if isinstance(error, ArgumentError) else ""
        raise argparse.ArgumentTypeError(
            f"{word!r} is not two win rates between 0 and 1, as in 0.25,0.30{why}"
        ) from None


def _report_stop(progress: Progress) -> None:
    print(
        f"Stopped with {progress.done} of {progress.blocks} blocks; the same command goes on from there.",
        file=sys.stderr,
    )


def _report(lines: list[str]) -> None:
    for line in lines:
        print(escape_control_characters(line), file=sys.stderr)


def _report_troubles(progress: Progress) -> None:
    _report([f"catanlab match: {trouble}" for trouble in progress.troubles[:MAX_TROUBLES_PRINTED]])
    if len(progress.troubles) > MAX_TROUBLES_PRINTED:
        _report([f"catanlab match: and {len(progress.troubles) - MAX_TROUBLES_PRINTED} more like these"])

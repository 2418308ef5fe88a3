"""`catanlab leaderboard`: rates all agents, at equal simulations and at equal time."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from catanlab.cli.cluster_options import add_cluster, playing_options
from catanlab.cli.experiment_output import show_progress
from catanlab.cli.options import MAX_SEED, add_jobs, add_out, whole
from catanlab.cli.ratings import add_strength_plot, rating_table
from catanlab.cli.table_formats import add_format, print_tables

if TYPE_CHECKING:
    from catanlab.lab.leaderboard import Entrant
    from catanlab.lab.match import Progress
    from catanlab.lab.match_plan import MatchPlan
    from catanlab.lab.ratings import Rating
    from catanlab.lab.rows import Rows

DEFAULT_ITERATIONS = 200
DEFAULT_BLOCKS = 4
DEFAULT_RULES = "jsettlers"


@dataclass(frozen=True)
class Board:
    """The games of all agents under one condition, and the ratings that follow."""

    title: str
    played: Sequence[tuple[MatchPlan, Rows]]
    """Each match with its games."""
    ratings: Sequence[Rating]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(rows) for _, rows in self.played)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "agents", nargs="*", metavar="NAME", help="agents by name, at least four (default: all)"
    )
    parser.add_argument(
        "--iterations",
        type=whole(1, 10**9),
        default=DEFAULT_ITERATIONS,
        metavar="N",
        help=f"simulations a move for agents that search (default: {DEFAULT_ITERATIONS})",
    )
    parser.add_argument(
        "--blocks",
        type=whole(1, 10**9),
        default=DEFAULT_BLOCKS,
        metavar="N",
        help=f"blocks of each match, every agent in every seat (default: {DEFAULT_BLOCKS})",
    )
    parser.add_argument(
        "--rounds",
        type=whole(1, 100),
        default=1,
        metavar="N",
        help="sets of line-ups: in each, every agent meets others (default: 1)",
    )
    parser.add_argument(
        "--rules",
        default=DEFAULT_RULES,
        metavar="R",
        help=f"a named set of rules, fields, or both (default: {DEFAULT_RULES})",
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=1, metavar="S", help="(default: 1)")
    parser.add_argument("--no-time", action="store_true", help="leave out the board at equal time")
    parser.add_argument(
        "--budgets",
        type=Path,
        metavar="FILE",
        help="simulations at equal time as in a published leaderboard, instead of measuring them",
    )
    add_jobs(parser)
    add_cluster(parser)
    add_out(parser, "the folder for games")
    parser.add_argument(
        "--publish",
        type=Path,
        metavar="DIR",
        help="write leaderboard.md, .json, the plot and the games into this folder; games there are used",
    )
    add_strength_plot(parser)
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, rate the agents and print the boards."""
    from catanlab.cli.record_files import check_target
    from catanlab.lab.experiments.published import check_writable
    from catanlab.lab.leaderboard import entrants, read_budgets
    from catanlab.lab.plots import require_matplotlib
    from catanlab.lab.ratings import require_choix

    require_choix()
    if options.svg or options.publish:
        require_matplotlib()
    if options.svg:
        check_target(options.svg, "--svg")
    everybody = entrants(options.iterations, options.agents)
    budgets: dict[str, int] = {}
    if options.budgets:
        budgets = read_budgets(options.budgets)
        entrants(budgets, options.agents)  # before hours of games
    if options.publish:
        check_writable(options.publish)
    title = f"Equal simulations: {options.iterations:,} a move"
    boards = [_play(options, title, everybody, options.blocks)]
    if not options.no_time and any(entrant.searches for entrant in everybody):
        budgets = budgets or _measure_budgets(options, everybody, boards[0])
        boards.append(_play(options, "Equal time", entrants(budgets, options.agents), options.blocks))
    times = _times(boards, everybody, budgets) if len(boards) > 1 else ""
    _write(options, boards, budgets, times)
    if options.format == "json":
        print(json.dumps(_as_json(boards, budgets), indent=2))
        return 0
    for number, board in enumerate(boards):
        if number or options.format == "text":
            print()
        if options.format in ("text", "markdown"):
            print(f"{board.title}\n" if options.format == "markdown" else board.title)
        print_tables([replace(rating_table(board.ratings), title=board.title)], options.format)
    if times:
        print(times, file=sys.stderr)
    return 0


def _measure_budgets(
    options: argparse.Namespace, everybody: Sequence[Entrant], first: Board
) -> dict[str, int]:
    """Return the simulations at equal time: games with them are timed, and they change, until it is so.

    One block tells roughly; when the times are equal there, all blocks of the board are played and timed.
    """
    from catanlab.lab.leaderboard import MAX_TIMINGS, Timing, entrants, equal_time

    timings = [Timing.of(everybody, options.iterations, first.ratings, options.blocks)]
    budgets, blocks = equal_time(timings), 1
    while len(timings) < MAX_TIMINGS:
        agents = entrants(budgets, options.agents)
        board = _play(options, f"Measuring time, step {len(timings)}", agents, blocks)
        timings.append(Timing.of(agents, budgets, board.ratings, blocks))
        changed = equal_time(timings)
        if changed == budgets and blocks == options.blocks:
            break
        budgets, blocks = changed, options.blocks if changed == budgets else blocks
    return budgets


def _times(boards: Sequence[Board], everybody: Sequence[Entrant], budgets: dict[str, int]) -> str:
    """Return a sentence on how equal the times are over all blocks of the last board."""
    from catanlab.lab.leaderboard import TOLERANCE, Timing, entrants, is_equal, target_time

    names = [entrant.name for entrant in everybody]
    first = Timing.of(everybody, 0, boards[0].ratings, 0)
    last = Timing.of(entrants(budgets, names), budgets, boards[-1].ratings, 0)
    target = target_time([first])
    sentence = f"The equal time is {target:.3g} ms a move"
    others = [
        f"{name} ({milliseconds:.3g} ms)"
        for name, milliseconds in last.milliseconds.items()
        if not is_equal(milliseconds, target)
    ]
    if not others:
        return f"{sentence}; all agents that search are within a factor of {TOLERANCE:g} of it."
    return f"{sentence}; not within a factor of {TOLERANCE:g} of it are {', '.join(others)}."


def _play(options: argparse.Namespace, title: str, agents: Sequence[Entrant], blocks: int) -> Board:
    """Play the missing games of a board, and rate its agents."""
    from catanlab.lab.experiments.published import adopt_rows
    from catanlab.lab.leaderboard import board_matches
    from catanlab.lab.match import play_match
    from catanlab.lab.ratings import Tables, rate
    from catanlab.lab.store import Store

    matches = board_matches(agents, rules=options.rules, seed=options.seed, rounds=options.rounds)
    store = Store(options.out)
    if options.publish:
        adopt_rows((match.plan for match in matches), options.publish, store)
    games = blocks * sum(match.plan.games_in_block for match in matches)
    print(f"{title}: {len(agents)} agents, {len(matches)} matches, {games:,} games", file=sys.stderr)
    played, tables = [], Tables()
    with show_progress(sys.stderr, "catanlab leaderboard") as watch:
        for number, match in enumerate(matches):

            def show(progress: Progress, number: int = number) -> None:
                watch(number, matches, progress)

            stored = store.open(match.plan)
            rows = play_match(stored, blocks, watch=show, **playing_options(options))
            tables.add(match.plan, rows)
            played.append((match.plan, rows))
    return Board(title, played, rate(tables))


def _write(
    options: argparse.Namespace, boards: Sequence[Board], budgets: dict[str, int], times: str
) -> None:
    """Write the plot and the published files, if they are asked for."""
    if not (options.svg or options.publish):
        return
    from catanlab.games.catan.draw import save_svg
    from catanlab.lab.experiments.published import publish_rows
    from catanlab.lab.experiments.reporting import write_text
    from catanlab.lab.provenance import Provenance
    from catanlab.lab.rating_plots import strength_plot
    from catanlab.lab.store import Store

    last = boards[-1]
    plot = strength_plot(last.ratings, f"Strength against time. {last.title}")
    if options.svg:
        save_svg(plot, str(options.svg))
    if options.publish:
        plans = [plan for board in boards for plan, _ in board.played]
        if not publish_rows(plans, Store(options.out), options.publish):
            print("The games are not published: they would take more than 1 MB", file=sys.stderr)
        games = ", ".join(f"{board.games:,}" for board in boards)
        played = f"Games: {games}. Catanlab {Provenance.of_this_process().code}."
        parts = ["# Leaderboard", f"    {_command(options)}", played]
        for board in boards:
            parts += [f"## {board.title}", rating_table(board.ratings).to_markdown()]
        parts += ["![Strength against time](leaderboard.svg)", _HOW_TO_READ]
        parts += [f"{_EQUAL_TIME} {times}"] if times else []
        files = {
            "leaderboard.svg": plot,
            "leaderboard.md": "\n\n".join(parts) + "\n",
            "leaderboard.json": json.dumps(_as_json(boards, budgets), indent=1) + "\n",
        }
        for name, text in files.items():
            write_text(options.publish / name, text)


_HOW_TO_READ = (
    "Ratings by Plackett and Luce's model on Elo's scale, `random` has 0; intervals over resampled blocks. "
    "*At a table* is the chance where the other seats are drawn from the other agents. The last column is "
    "wall time. The command rates the published games again."
)
_EQUAL_TIME = (
    "*Equal time* is the median time of the agents that search at equal simulations. The simulations for "
    "it are in leaderboard.json: games with them were timed, and the simulations changed, until the times "
    "were about equal. Other agents play as they are."
)


def _command(options: argparse.Namespace) -> str:
    words = ["catanlab leaderboard", *options.agents, f"--iterations {options.iterations}"]
    words += [f"--blocks {options.blocks}", f"--rounds {options.rounds}", f"--rules {options.rules}"]
    words += [f"--seed {options.seed}"]
    words += ["--no-time"] if options.no_time else [f"--budgets {options.publish / 'leaderboard.json'}"]
    return " ".join([*words, f"--publish {options.publish}"])


def _as_json(boards: Sequence[Board], budgets: dict[str, int]) -> dict[str, object]:
    from catanlab.lab.experiments.published import rows_digest
    from catanlab.lab.provenance import Provenance

    return {
        "provenance": Provenance.of_this_process().to_dict(),
        "budgets": budgets,
        "boards": [
            {
                "title": board.title,
                "games": board.games,
                "ratings": [asdict(rating) for rating in board.ratings],
                "matches": [
                    {
                        "agents": list(plan.agents),
                        "key": plan.key,
                        "games": len(rows),
                        "digest": rows_digest(rows),
                    }
                    for plan, rows in board.played
                ],
            }
            for board in boards
        ],
    }

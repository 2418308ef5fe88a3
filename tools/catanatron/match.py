"""Plays a match of our agent against three of Catanatron's players, in games that Catanatron hosts.

    python -m tools.catanatron.match --repository ../catanatron --agent greedy --against alphabeta

Our agent sits in each seat of a board once. Each game is kept as soon as it is over: the same command
goes on where a match was stopped. The seed fixes boards and decks; the same game may still go another
way, since Catanatron lists some actions in the order of a set. Its AlphaBeta stops by the clock, after 20
seconds: on a busy machine --search-seconds keeps it from playing below its strength.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from tools.catanatron.hosted_game import GameJob, GameResult, play_hosted_game
from tools.catanatron.repository import (
    OPPONENTS,
    CatanatronError,
    catanatron_version,
    import_catanatron,
    opponent_class,
    set_search_seconds,
)
from tools.catanatron.results import ResultsFile, only_writer, summary, win_rate

from catanlab.agents.registry import make_agent
from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError, CatanlabError
from catanlab.lab.code import code_key
from catanlab.lab.provenance import Provenance
from catanlab.table.child_process import end_with_parent

MAX_GAMES = 10**6
MAX_JOBS = 256
MAX_SECONDS = 3600
_FORMAT = 1


def read_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.catanatron.match",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--agent", default="greedy", help="our agent, with its options (default: %(default)s)")
    add("--against", default="alphabeta", choices=OPPONENTS, help="the three others (default: %(default)s)")
    add("--games", type=int, default=300, help="games of the whole match (default: %(default)s)")
    add("--seed", type=int, default=1, help="seed of boards, dice and agent (default: %(default)s)")
    add("--jobs", type=int, default=1, help="games at a time, each in a process (default: %(default)s)")
    add("--move-seconds", type=float, default=10.0, help="our agent's time a move (default: %(default)s)")
    add("--search-seconds", type=float, help="when their AlphaBeta stops (default: its own, 20 seconds)")
    add("--repository", type=Path, help="a clone of Catanatron (default: the one that is installed)")
    add("--out", type=Path, help="the file of results (default: build/catanatron/AGENT-AGAINST-SEED.jsonl)")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play the missing games and print how the match went; return the exit code."""
    options = read_arguments(words)
    try:
        return _play_match(options)
    except CatanlabError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from the games that are kept", file=sys.stderr)
        return 130


def _play_match(options: argparse.Namespace) -> int:
    whole_number("games", options.games, 1, MAX_GAMES)
    whole_number("jobs", options.jobs, 1, MAX_JOBS)
    whole_number("seed", options.seed, 0, 10**9)
    for name in ("move_seconds", "search_seconds"):
        seconds = getattr(options, name)
        if seconds is not None and not 0 < seconds <= MAX_SECONDS:
            raise ArgumentError(
                f"{name} is {seconds!r}; allowed is a number from 0 to {MAX_SECONDS}, not 0"
            )
    make_agent(options.agent)
    package = import_catanatron(options.repository)
    opponent_class(options.against)
    if options.search_seconds is not None:
        set_search_seconds(options.search_seconds)
    match = {
        "format": _FORMAT,
        "agent": options.agent,
        "against": options.against,
        "seed": options.seed,
        "move_seconds": options.move_seconds,
        "search_seconds": options.search_seconds,
        "catanatron": catanatron_version(package),
        "code": code_key([options.agent]),
    }
    path = options.out or default_path(options)
    with only_writer(path):
        file = ResultsFile(path, match, Provenance.of_this_process().to_dict())
        print(
            f"{options.agent} against three {options.against} of Catanatron {match['catanatron']}: {path}"
        )
        missing = [number for number in range(options.games) if number not in file.games]
        for result in play_all([_job(options, number) for number in missing], options.jobs):
            file.add(result)
            print(_line(result, file), flush=True)
    print("\n".join(summary(game for number, game in file.games.items() if number < options.games)))
    return 0


def _job(options: argparse.Namespace, number: int) -> GameJob:
    return GameJob(
        number=number,
        agent=options.agent,
        against=options.against,
        seed=options.seed,
        move_seconds=options.move_seconds,
        search_seconds=options.search_seconds,
        repository=options.repository,
    )


def _line(result: GameResult, file: ResultsFile) -> str:
    """Return the line that is printed when a game is over."""
    ended = "won" if result.won else result.ended if result.winner is None else "lost"
    return (
        f"game {result.game}, seat {result.seat}: {ended} with {result.points[result.seat]} points in "
        f"{result.seconds:.1f} s; so far {len(file.games)} games, {win_rate(file.games.values())}"
    )


def default_path(options: argparse.Namespace) -> Path:
    """Return the file of results for a match whose file is not named."""
    agent = "".join(letter if letter.isalnum() or letter in "-=." else "_" for letter in options.agent)
    return Path("build", "catanatron", f"{agent}-{options.against}-{options.seed}.jsonl")


def play_all(jobs: Sequence[GameJob], processes: int) -> Iterator[GameResult]:
    """Play games in so many processes, and yield each result as soon as it is there."""
    if not jobs:
        return
    # Most of Catanatron's sets are of texts. A process that is spawned reads the variable at its start.
    os.environ["PYTHONHASHSEED"] = "0"
    waiting = list(reversed(jobs))
    pool = ProcessPoolExecutor(
        processes, mp_context=multiprocessing.get_context("spawn"), initializer=end_with_parent
    )
    try:
        running: set[Future[GameResult]] = set()
        while waiting or running:
            while waiting and len(running) < processes:
                running.add(pool.submit(play_hosted_game, waiting.pop()))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool as error:
        raise CatanatronError("a process that played ended; the games before are kept") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())

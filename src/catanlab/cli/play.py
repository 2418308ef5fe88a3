"""`catanlab play`: a game of random players in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
import time

from catanlab.cli.commentary import tell
from catanlab.cli.options import add_rules, add_seed, read_rules, seconds
from catanlab.cli.sketch import sketch
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules_text import rules_to_text

PAUSE = 0.3


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--watch", action="store_true", help="watch random players")
    add_seed(parser, None, "default: a new game each time")
    add_rules(parser)
    parser.add_argument(
        "--pause",
        type=seconds,
        default=PAUSE,
        metavar="SECONDS",
        help=f"wait after each turn, on a terminal only (default: {PAUSE})",
    )
    parser.add_argument("--fast", action="store_true", help="do not wait")


def run(options: argparse.Namespace) -> int:
    """Print the board, each turn and the result."""
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    game = Catan(rules=read_rules(options), board=options.board, seed=seed)
    if not options.watch:
        print("There is no play by hand yet: you watch, as with --watch.")
    print(f"Catan with {game.seats} random players, rules {rules_to_text(game.rules)}, seed {seed}")
    print()
    for line in sketch(game.board):
        print(line)
    pause = options.pause if sys.stdout.isatty() and not options.fast else 0
    for paragraph in tell(game, seed):
        print()
        print("\n".join(paragraph), flush=pause > 0)
        if pause:
            time.sleep(pause)
    return 0

"""`catanlab perft`: counts the sequences of moves, for each depth or for each first move."""

from __future__ import annotations

import argparse

from catanlab.cli.columns import in_columns
from catanlab.cli.options import add_rules, add_seed, read_rules, whole
from catanlab.cli.random_game import play_on
from catanlab.framework.perft import MAX_DEPTH, divide, perft
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_to_text


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_seed(parser, 1, "default: 1")
    parser.add_argument(
        "--depth",
        type=whole(1, MAX_DEPTH),
        default=3,
        metavar="D",
        help="depth: the number of moves and outcomes (default: 3)",
    )
    parser.add_argument(
        "--after",
        type=whole(0, 1_000_000),
        default=0,
        metavar="N",
        help="start after N random moves and outcomes of the seed's game (default: 0, the start)",
    )
    parser.add_argument("--divide", action="store_true", help="count separately for each first move")
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    game = Catan(rules=read_rules(options), board=options.board, seed=options.seed)
    state = game.start()
    played = play_on(state, options.seed, options.after)
    where = f"after {played} moves" if played else "at the start"
    over = ", game over" if state.is_over else ""
    print(f"catan, rules {rules_to_text(game.rules)}, seed {options.seed}, {where}{over}")
    if options.divide:
        counts = divide(state, options.depth)
        moves = [(move.text, count) for move, count in counts.items()]
        rows = [("first move", "count"), *moves, ("total", sum(counts.values()))]
        print("\n".join(in_columns(rows, right=(1,))))
        return 0
    print("depth  count")
    for depth in range(1, options.depth + 1):
        print(f"{depth:5}  {perft(state, depth)}", flush=True)
    return 0

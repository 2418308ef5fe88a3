"""`catanlab ladder`: the ratings of the players of an online server."""

from __future__ import annotations

import argparse
import json

from catanlab.cli.columns import in_columns
from catanlab.cli.options import whole
from catanlab.cli.serve import DATABASE, server_packages

KINDS = ("person", "bot", "robot")
SIZE = 4
LIMIT = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "database",
        nargs="?",
        default=DATABASE,
        metavar="DATABASE",
        help=f"an SQLite file, or a URL such as postgresql://user@host/name (default: {DATABASE})",
    )
    parser.add_argument(
        "--size",
        type=whole(2, 4),
        default=SIZE,
        metavar="N",
        help=f"the ladder of tables with N seats, 2 to 4 (default: {SIZE})",
    )
    parser.add_argument(
        "--kind", choices=KINDS, metavar="KIND", help=f"list one kind of players: {', '.join(KINDS)}"
    )
    parser.add_argument(
        "--limit",
        type=whole(1, 1_000_000),
        default=LIMIT,
        metavar="N",
        help=f"list at most N (default: {LIMIT})",
    )
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="first compute all ratings again from the games that were rated; they stay the same",
    )
    parser.add_argument("--json", action="store_true", help="print the ladder as JSON")


def run(options: argparse.Namespace) -> int:
    """Rate the games that are not rated yet, and print the ladder."""
    with server_packages("the ladder"):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    # The packages of the extra are imported here, so that --help works without them.
    from catanlab.server.database.database import Database
    from catanlab.server.database.engines import existing_url
    from catanlab.server.database.ratings import ladder
    from catanlab.server.ladder.ladder import rebuild_ratings, update_ratings
    from catanlab.server.ladder.skill import Skill

    with Database(existing_url(options.database)) as database:
        if options.rebuild:
            rebuild_ratings(database)
        while update_ratings(database):
            pass
        rows = ladder(database, size=options.size, kind=options.kind or "", limit=options.limit)
    players = [
        {
            "rank": rank,
            "name": row.name,
            "kind": row.kind,
            "who": row.who,
            "rating": round(Skill(row.mu, row.sigma).rating, 2),
            "mu": round(row.mu, 2),
            "sigma": round(row.sigma, 2),
            "games": row.games,
        }
        for rank, row in enumerate(rows, start=1)
    ]
    if options.json:
        print(json.dumps({"size": options.size, "players": players}, indent=1))
        return 0
    if not players:
        print(f"Nobody is rated at tables of {options.size} yet.")
        return 0
    head = ("rank", "name", "kind", "rating", "skill", "games")
    lines = [
        (
            each["rank"],
            each["name"],
            each["kind"],
            f"{each['rating']:.2f}",
            f"{each['mu']:.2f} ± {each['sigma']:.2f}",
            each["games"],
        )
        for each in players
    ]
    print("\n".join(in_columns([head, *lines], right=(0, 3, 4, 5))))
    return 0

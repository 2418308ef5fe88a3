"""`catanlab study`: what happened in the games of the online server: tables, search, exports."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.options import whole
from catanlab.cli.serve import DATABASE, server_packages

if TYPE_CHECKING:
    from catanlab.server.database.database import Database
    from catanlab.server.study.facts import GameFacts
    from catanlab.server.study.names import Names
    from catanlab.server.study.recorded import Recorded

FOUR = 4
LIMIT = 10


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "database",
        nargs="?",
        default=DATABASE,
        metavar="DATABASE",
        help=f"an SQLite file, or a URL such as postgresql://user@host/name (default: {DATABASE})",
    )
    chosen = parser.add_argument_group("which games")
    chosen.add_argument(
        "--people",
        type=_range,
        metavar="N",
        help="only games that began with N people, such as 4 or 1-3 (default: 4 in the tables of "
        "negotiation, any number elsewhere)",
    )
    chosen.add_argument("--rules", metavar="TEXT", help="only games with these rules")
    chosen.add_argument(
        "--since",
        type=_day,
        metavar="DAY",
        help="only games that began on this day, such as 2026-11-17, or later",
    )
    chosen.add_argument("--room", metavar="ROOM", help="only the game of this room")
    chosen.add_argument(
        "--find",
        action="append",
        default=[],
        metavar="CONDITION",
        help="list the games in which this happened, such as 'counter accepted, offers>=10', instead of "
        "the tables; --find help lists all conditions",
    )
    chosen.add_argument(
        "--limit",
        type=whole(1, 1_000_000),
        default=LIMIT,
        metavar="N",
        help=f"list at most N of them (default: {LIMIT})",
    )
    chosen.add_argument(
        "--substituted",
        action="store_true",
        help="let games count in the tables in which a seat changed hands; what was done in such a seat "
        "is left out",
    )
    written = parser.add_argument_group("files, written instead of the tables")
    written.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write a row for each game; .parquet or .csv, or - for CSV on standard output",
    )
    written.add_argument(
        "--export-offers",
        type=Path,
        metavar="FILE",
        help="write a row for each offer and addressee, with the answer; .parquet, .csv or -",
    )
    written.add_argument(
        "--export-records",
        type=Path,
        metavar="DIR",
        help="write the record of every game, for catanlab replay",
    )
    written.add_argument("--force", action="store_true", help="replace existing files")
    parser.add_argument("--names", action="store_true", help="show the names of people (default: numbers)")
    parser.add_argument(
        "--json", action="store_true", help="print the tables, or all games that were found, as JSON"
    )


def run(options: argparse.Namespace) -> int:
    """Study the games of a database."""
    with server_packages("a study"):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    # The packages of the extra are imported here, so that --help works without them.
    from catanlab.cli.study_tables import condition_lines
    from catanlab.server.study.names import Names
    from catanlab.server.study.recorded import open_database, read_database
    from catanlab.server.study.search import find_games, read_conditions

    if "help" in options.find:
        print("\n".join(condition_lines()))
        return 0
    conditions = tuple(each for text in options.find for each in read_conditions(text))
    _check_files(options)
    with open_database(options.database) as database:
        recorded = read_database(database)
        for problem in recorded.problems:
            print(escape_control_characters(f"catanlab study: {problem}"), file=sys.stderr)
        names = Names(recorded.games, real=options.names)
        games = _chosen(database, recorded, options)
        matches = find_games(games, conditions)
        found = [match.game for match in matches]
        if options.export or options.export_offers or options.export_records:
            _export(database, found, names, options)
        elif conditions:
            _print_matches(matches, names, options)
        else:
            _print_tables(recorded, found, names, options)
    return 0


def _chosen(database: Database, recorded: Recorded, options: argparse.Namespace) -> list[GameFacts]:
    """Return the games that the options choose."""
    games = list(recorded.games)
    if options.room is not None:
        games = [game for game in games if game.room == options.room]
        if not games:
            known = database.room(options.room)
            raise UsageError(
                f"--room {options.room}: there is no such room"
                if known is None
                else f"--room {options.room}: its game has not ended, and is not told before it has"
                if known.status != "over"
                else f"--room {options.room}: its log cannot be read"
            )
    if options.people is not None:
        low, high = options.people
        games = [game for game in games if low <= game.people <= high]
    if options.rules is not None:
        games = [game for game in games if options.rules in game.rules]
    if options.since is not None:
        games = [game for game in games if game.started_at >= options.since]
    return games


# Files.


def _check_files(options: argparse.Namespace) -> None:
    from catanlab.server.study.exports import check_file

    if options.export is not None:
        check_file(options.export, "--export", force=options.force)
    if options.export_offers is not None:
        check_file(options.export_offers, "--export-offers", force=options.force)
    if options.export is not None and options.export == options.export_offers:
        raise UsageError("--export and --export-offers name the same file")


def _export(
    database: Database, games: Sequence[GameFacts], names: Names, options: argparse.Namespace
) -> None:
    from catanlab.server.study.exports import STDOUT, export_games, export_offers, export_records

    told = sys.stderr if STDOUT in (options.export, options.export_offers) else sys.stdout
    # Records first: they find files that are in the way before anything is written.
    if options.export_records is not None:
        count = export_records(database, games, options.export_records, names, force=options.force)
        print(f"{_counted(count, 'record')} written to {options.export_records}", file=told)
    if options.export is not None:
        count = export_games(games, options.export, names, force=options.force)
        print(f"{_counted(count, 'game')} written to {_place(options.export)}", file=told)
    if options.export_offers is not None:
        count = export_offers(games, options.export_offers, names, force=options.force)
        print(f"{_counted(count, 'row')} written to {_place(options.export_offers)}", file=told)


def _place(path: Path) -> str:
    return "standard output" if str(path) == "-" else str(path)


# Tables.


def _print_matches(matches: Sequence[Any], names: Names, options: argparse.Namespace) -> None:
    from msgspec import json, to_builtins

    from catanlab.cli.study_tables import match_lines

    if options.json:
        found = [
            {"room": match.game.room, "started_at": match.game.started_at, "hits": to_builtins(match.hits)}
            for match in matches
        ]
        print(json.format(json.encode({"games": found}), indent=2).decode())
        return
    if not matches:
        print("There is no such game.")
        return
    for line in match_lines(matches, names, options.limit):
        print(escape_control_characters(line))
    room = matches[0].game.room
    print()
    # The URL of a database may hold a password.
    database = "DATABASE" if "@" in options.database else options.database
    print(f"To look: catanlab study {database} --room {room} --export-records .")
    print(f"         catanlab replay {room}.record --at N")


def _print_tables(
    recorded: Recorded, games: Sequence[GameFacts], names: Names, options: argparse.Namespace
) -> None:
    from msgspec import json

    from catanlab.cli import study_tables as tables
    from catanlab.server.study.negotiation import compare_arms, table
    from catanlab.server.study.partners import by_partner
    from catanlab.server.study.times import decision_times
    from catanlab.server.study.wins import by_agent, composite

    finished = [game for game in games if game.termination == "finished"]
    studied = [game for game in finished if game.is_whole or options.substituted]
    whole_games = [game for game in finished if game.is_whole]
    low, high = options.people or (FOUR, FOUR)
    talking = [game for game in studied if low <= game.people <= high]
    negotiation, arms = table(talking), compare_arms(talking)
    wins, agents = composite(whole_games), by_agent(whole_games, names)
    partners, times = by_partner(studied), decision_times(studied)
    if options.json:
        told = {
            "games": len(games),
            "unfinished": recorded.unfinished,
            "continued": recorded.continued,
            "substituted": sum(bool(game.substitutions) for game in finished),
            "cut": len(games) - len(finished),
            "negotiation": {"games": len(talking), "people": [low, high], "lines": negotiation},
            "experiments": arms,
            "wins": wins,
            "agents": agents,
            "partners": partners,
            "times": times,
        }
        print(json.format(json.encode(told), indent=2).decode())
        return
    people = f"{low} people" if low == high else f"{low} to {high} people"
    print("\n".join(_summary(recorded, games)))
    if not studied:
        return
    about = f"{_games(len(talking))} of {people}"
    parts = [
        tables.negotiation_lines(negotiation, about)
        if talking
        else [f"Negotiation: there are no games of {people}; --people widens it."],
        *(tables.arm_lines(each, f"{people}") for each in arms),
        tables.composite_lines(wins) if wins else [],
        tables.agent_lines(agents) if agents else [],
        tables.partner_lines(partners),
        tables.time_lines(times) if times else [],
    ]
    print()
    print("\n".join(tables.apart(parts)))


def _summary(recorded: Recorded, games: Sequence[GameFacts]) -> list[str]:
    """Return how many games there are, and how many are left out of the tables."""
    count, open_rooms = len(games), recorded.unfinished
    lines = [
        f"{_games(count)} that ended; {open_rooms:,} room{'' if open_rooms == 1 else 's'} without an end"
    ]
    changed = sum(bool(game.substitutions) for game in games if game.termination == "finished")
    cut = sum(game.termination == "cut" for game in games)
    if changed:
        lines.append(f"{_games(changed)} in which a seat changed hands (left out, but with --substituted)")
    if recorded.continued:
        lines.append(f"{_games(recorded.continued)} that went on from a position of another (left out)")
    if cut:
        lines.append(f"{_games(cut)} cut off at a limit (left out)")
    if not count:
        lines.append("There is nothing to study yet.")
    return lines


def _games(count: int) -> str:
    return _counted(count, "game")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


# Reading options.


def _range(word: str) -> tuple[int, int]:
    """Read a number of people, or two with a hyphen.

    >>> _range("4"), _range("1-3")
    ((4, 4), (1, 3))
    """
    first, hyphen, last = word.partition("-")
    try:
        low, high = int(first), int(last if hyphen else first)
    except ValueError:
        low, high = 1, 0
    if not 0 <= low <= high <= FOUR:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not a number of people from 0 to 4, such as 4 or 1-3"
        )
    return low, high


def _day(word: str) -> int:
    """Read a day as milliseconds since 1970, in universal time."""
    try:
        day = datetime.strptime(word, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a day such as 2026-11-17") from None
    return int(day.timestamp() * 1000)

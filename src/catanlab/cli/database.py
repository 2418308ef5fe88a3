"""`catanlab database`: upgrades, copies and checks the database of a server."""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path
from typing import Any

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import EXIT_REFUSED
from catanlab.cli.serve import DATABASE, server_packages

MOST_FAULTS = 50
"""Faults that are printed; of more only the number."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    upgrade = _add_action(
        actions, "upgrade", "upgrade the tables, as a server does when it starts", _upgrade
    )
    _add_database(upgrade, nargs="?", default=DATABASE)
    backup = _add_action(actions, "backup", "copy a database while a server may use it", _backup)
    _add_database(backup)
    backup.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="the copy, a new file: an SQLite database, or an archive for pg_restore",
    )
    check = _add_action(actions, "check", "look for faults in tables and logs; changes nothing", _check)
    _add_database(check, nargs="?", default=DATABASE)
    check.add_argument(
        "--games",
        action="store_true",
        help="also rebuild every room from its log, and check the dice of games that are over",
    )


def run(options: argparse.Namespace) -> int:
    """Run the action, and return 0, or 2 if faults were found."""
    with server_packages("the database"):
        return int(options.act(options))


def _add_action(actions: Any, name: str, summary: str, act: Any) -> argparse.ArgumentParser:
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=description, allow_abbrev=False
    )
    parser.set_defaults(act=act)
    return parser


def _add_database(parser: argparse.ArgumentParser, **settings: Any) -> None:
    default = f" (default: {DATABASE})" if settings else ""
    parser.add_argument(
        "database",
        metavar="DATABASE",
        help=f"an SQLite file, or a URL such as postgresql://user@host/name{default}",
        **settings,
    )


# The packages of the extra are imported in the functions, so that --help works without them.


def _upgrade(options: argparse.Namespace) -> int:
    from catanlab.server.database.database import Database
    from catanlab.server.database.engines import shown_url
    from catanlab.server.database.schema import newest_version

    with Database(options.database) as database:
        before, now = database.version_before, newest_version()
        if before is None:
            said = f"new, with tables of version {now}"
        elif before == now:
            said = f"its tables have version {now} already"
        else:
            said = f"its tables had version {before} and have {now} now"
        print(f"{shown_url(database.url)}: {said}")
    return 0


def _backup(options: argparse.Namespace) -> int:
    from catanlab.server.database.backup import back_up
    from catanlab.server.database.engines import existing_url, shown_url

    url = existing_url(options.database)
    back_up(url, options.file)
    size = options.file.stat().st_size
    print(f"{options.file}: a copy of {shown_url(url)}, {size:,} bytes")
    return 0


def _check(options: argparse.Namespace) -> int:
    from catanlab.server.database.check import count_rows, snapshot, table_faults, version_fault
    from catanlab.server.database.engines import existing_url, shown_url
    from catanlab.server.database.schema import version_of
    from catanlab.server.rooms.log_check import log_faults

    url = existing_url(options.database)
    with snapshot(url) as connection:
        version = version_of(connection)
        fault = version_fault(version)
        if fault is not None:
            print(f"{shown_url(url)}: {fault}")
            return EXIT_REFUSED
        counts = ", ".join(f"{count:,} {what}" for what, count in count_rows(connection).items())
        print(f"{shown_url(url)}: version {version}, {counts}")
        found = 0
        for found, each in enumerate(
            chain(table_faults(connection), log_faults(connection, games=options.games)), 1
        ):
            if found <= MOST_FAULTS:
                print(escape_control_characters(each))
    if found > MOST_FAULTS:
        print(f"... and {found - MOST_FAULTS} more")
    checked = "tables, logs and games" if options.games else "tables and logs"
    print(f"{found or 'No'} fault{'s' * (found > 1)} in {checked}")
    return EXIT_REFUSED if found else 0

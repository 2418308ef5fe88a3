"""`catanlab admin`: what an administrator of a server does, on its database, while it runs or not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.options import number, whole
from catanlab.cli.serve import DATABASE, server_packages

if TYPE_CHECKING:
    from sqlalchemy import Connection

STATUSES = ("waiting", "playing", "sleeping", "over", "closed")
MOST_HOURS = 24 * 365 * 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    _add_database(parser, DATABASE)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = _add_action(actions, "list", "list rooms, people, bans or reports", _list)
    listing.add_argument(
        "what", choices=("rooms", "people", "bans", "reports"), help="rooms, people, bans or reports"
    )
    listing.add_argument(
        "--status", choices=STATUSES, metavar="STATUS", help=f"rooms: only those {', '.join(STATUSES)}"
    )
    listing.add_argument(
        "--count",
        type=whole(1, 1_000_000),
        default=50,
        metavar="N",
        help="rooms, people: list the N newest or last seen (default: 50)",
    )
    listing.add_argument("--all", action="store_true", help="reports: include resolved ones")
    closing = _add_action(actions, "close", "close a room for good", _close)
    closing.add_argument("room", metavar="ROOM", help="the id of the room")
    ban = _add_action(actions, "ban", "ban a person or an address", _ban)
    ban.add_argument("person", nargs="?", metavar="PERSON", help="the id or the name of the person")
    ban.add_argument("--address", metavar="ADDRESS", help="an address, or a network such as 192.0.2.0/24")
    ban.add_argument(
        "--hours", type=number(0, MOST_HOURS), metavar="H", help="length of the ban (default: permanent)"
    )
    ban.add_argument(
        "--reason", default="", metavar="TEXT", help="the reason, which is shown to the person"
    )
    unban = _add_action(actions, "unban", "lift a ban", _unban)
    unban.add_argument("number", type=whole(1, 2**63 - 1), metavar="BAN", help="its number in `list bans`")
    resolve = _add_action(actions, "resolve", "mark a report as resolved", _resolve)
    resolve.add_argument(
        "number", type=whole(1, 2**63 - 1), metavar="REPORT", help="its number in `list reports`"
    )
    export = _add_action(actions, "export", "write everything about a person into a file", _export)
    _add_person(export)
    export.add_argument("file", metavar="FILE", help="a new JSON file; - is standard output")
    delete = _add_action(actions, "delete", "delete a person, their bots and what they said", _delete)
    _add_person(delete)
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    bot = _add_action(actions, "bot", "create a bot for a person, and print its token", _bot)
    bot.add_argument("name", metavar="NAME", help="the name of the bot")
    bot.add_argument(
        "--owner", required=True, metavar="PERSON", help="the id or the name of a person with a password"
    )
    password = _add_action(actions, "password", "give a person a new password, and print it", _password)
    _add_person(password)


def run(options: argparse.Namespace) -> int:
    """Run the action, and return 0."""
    with server_packages("the administration of a server"), _refusals():
        options.act(options)
    return 0


def _add_action(
    actions: Any, name: str, summary: str, act: Callable[[argparse.Namespace], None]
) -> argparse.ArgumentParser:
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=description, allow_abbrev=False
    )
    _add_database(parser, argparse.SUPPRESS)
    parser.set_defaults(act=act)
    return parser


def _add_database(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--database",
        default=default,
        metavar="URL",
        help=f"the database of the server: an SQLite file, or a URL (default: {DATABASE})",
    )


def _add_person(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("person", metavar="PERSON", help="the id or the name of the person")


# The packages of the extra are imported in the functions, so that --help works without them.


@contextmanager
def _refusals() -> Iterator[None]:
    """Say what the server would refuse as what is wrong with the command."""
    from catanlab.server.refusals import Refused

    try:
        yield
    except Refused as refused:
        raise UsageError(refused.text.rstrip(".")) from None


@contextmanager
def _reading(options: argparse.Namespace, *, writes: bool = False) -> Iterator[Connection]:
    """Open a transaction of the database, which must be there; raises DatabaseError."""
    from sqlalchemy.exc import SQLAlchemyError

    from catanlab.server.database.database import Database
    from catanlab.server.database.engines import existing_url, shown_url
    from catanlab.server.database.errors import DatabaseError

    url = existing_url(options.database)
    try:
        with Database(options.database) as database:
            engine = database.writer if writes else database.reader
            with engine.begin() as connection:
                yield connection
    except SQLAlchemyError as error:
        said, _, _ = str(getattr(error, "orig", None) or error).partition("\n")
        raise DatabaseError(f"{shown_url(url)}: {said}") from error


def _writing(options: argparse.Namespace) -> AbstractContextManager[Connection]:
    """Open a transaction that writes; the end of the block commits it."""
    return _reading(options, writes=True)


def _find(connection: Connection, text: str) -> Any:
    """Return the person with an id or a name; raises UsageError if there is none, or several."""
    from catanlab.server.database import people_queries as queries
    from catanlab.server.people.names import name_key

    found = queries.person(connection, text)
    if found is not None:
        return found
    named = queries.by_name(connection, name_key(text))
    reserved = [person for person in named if person.reserved]
    if len(reserved or named) != 1:
        ids = ", ".join(person.id for person in named[:10])
        raise UsageError(
            f"there is no person {text!r}"
            if not named
            else f"several are called {text!r}; give an id: {ids}"
        )
    return (reserved or named)[0]


def _say(text: str) -> None:
    print(escape_control_characters(text))


def _now() -> int:
    import time

    return time.time_ns() // 1_000_000


def _list(options: argparse.Namespace) -> None:
    from catanlab.cli.admin_lists import listed

    with _reading(options) as connection:
        lines = listed(connection, options, _now())
    print("\n".join(lines))


def _close(options: argparse.Namespace) -> None:
    from catanlab.server.database.administration import close_room

    with _writing(options) as connection:
        before = close_room(connection, options.room)
    if before is None:
        raise UsageError(f"there is no room {options.room!r}")
    _say(
        f"Room {options.room} is closed; it was {before}" if before != "closed" else "It was closed already"
    )


def _ban(options: argparse.Namespace) -> None:
    from catanlab.server.database.moderation_queries import add_ban
    from catanlab.server.people.addresses import read_network
    from catanlab.server.people.bans import moment

    if (options.person is None) == (options.address is None):
        raise UsageError("ban takes either a person or --address (see catanlab admin ban --help)")
    until = None if options.hours is None else _now() + round(options.hours * 3_600_000)
    with _writing(options) as connection:
        person = address = None
        if options.person is not None:
            found = _find(connection, options.person)
            person, who = found.id, f"{found.name} ({found.id})"
        else:
            address = who = str(read_network(options.address))
        made = add_ban(
            connection, person=person, address=address, until=until, reason=options.reason, at=_now()
        )
    _say(f"Ban {made}: {who}, {'for good' if until is None else f'until {moment(until)}'}")


def _unban(options: argparse.Namespace) -> None:
    from catanlab.server.database.moderation_queries import drop_ban

    with _writing(options) as connection:
        lifted = drop_ban(connection, options.number)
    if not lifted:
        raise UsageError(f"there is no ban {options.number}")
    _say(f"Ban {options.number} is lifted")


def _resolve(options: argparse.Namespace) -> None:
    from catanlab.server.database.moderation_queries import close_report

    with _writing(options) as connection:
        done = close_report(connection, options.number)
    if not done:
        raise UsageError(f"there is no report {options.number}")
    _say(f"Report {options.number} is done")


def _export(options: argparse.Namespace) -> None:
    from catanlab.lab.store.files import write_whole
    from catanlab.server.people.personal_data import export_person

    with _reading(options) as connection:
        person = _find(connection, options.person)
        data = export_person(connection, person.id)
    if options.file == "-":
        sys.stdout.write(data.decode())
        return

    def write(file: Any) -> None:
        Path(file.name).chmod(0o600)
        file.write(data)

    write_whole(Path(options.file), write)
    _say(f"{options.file}: everything about {person.name} ({person.id}), {len(data):,} bytes")


def _delete(options: argparse.Namespace) -> None:
    from catanlab.server.people.personal_data import forget_person

    with _reading(options) as connection:
        person = _find(connection, options.person)
    who = f"{person.name} ({person.id})"
    if not options.yes and not _confirms(f"Delete {who}, their bots and what they said, for good?"):
        raise UsageError("nothing was deleted: it takes a yes, or --yes")
    with _writing(options) as connection:
        forget_person(connection, person.id)
    _say(f"{who} is deleted")


def _confirms(question: str) -> bool:
    if not sys.stdin.isatty():
        return False
    print(escape_control_characters(f"{question} [yes/no] "), end="", flush=True)
    return sys.stdin.readline().strip().lower() == "yes"


def _bot(options: argparse.Namespace) -> None:
    from msgspec import ValidationError, convert

    from catanlab.server.people.bots import add_bot
    from catanlab.server.wire import Name

    try:
        name: str = convert(options.name, Name)
    except ValidationError:
        raise UsageError(f"{options.name!r} is not a name: 1 to 24 letters that can be seen") from None
    with _writing(options) as connection:
        owner = _find(connection, options.owner)
        made = add_bot(connection, owner.id, name, _now())
    _say(f"Bot {made.person.name} ({made.person.id}) of {owner.name}; its token, shown this once:")
    print(made.token)


def _password(options: argparse.Namespace) -> None:
    import asyncio
    import secrets

    from catanlab.server.database import people_queries as queries
    from catanlab.server.people.identities import claim_name
    from catanlab.server.people.passwords import Passwords

    password = secrets.token_urlsafe(12)
    hashing = Passwords(waiting=1)
    hashed = asyncio.run(hashing.hash(password))
    hashing.close()
    with _writing(options) as connection:
        person = _find(connection, options.person)
        if person.kind == "bot":
            raise UsageError(f"{person.name!r} is a bot, and bots have no passwords")
        if not person.reserved:
            claim_name(connection, person.name_key, person.id, person.name, _now())
        queries.change_password(connection, person.id, person.password_hash, hashed)
        queries.end_sessions(connection, person=person.id)
    _say(f"The new password of {person.name} ({person.id}), shown this once; all sessions are ended:")
    print(password)

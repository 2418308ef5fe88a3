"""The entry point of the command line: runs a command, and reports errors on stderr in one line.

A command is a module with `add_options(parser)` and `run(options)`. Only the one that is run is imported,
so that `catanlab --version` answers at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from catanlab._version import __version__
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.streams import drop_output, is_about_output, prepare_streams
from catanlab.framework.errors import CatanlabError

COMMANDS = {
    "play": "play against agents in the terminal, or watch them",
    "replay": "step through the record of a game",
    "show": "draw a position as a picture: from text, a record or a random game",
    "analyze": "search a position and list the best moves: from text or a record",
    "results": "list, show, compare, export and merge the results of matches",
    "agents": "list the agents and their options",
    "games": "list the games and their options",
    "rules": "list the sets and fields of the rules, or print the rule book",
    "perft": "count all sequences of moves of a given length, as a check of the rules",
    "match": "play agents against each other and report who is stronger",
    "experiment": "run an experiment of the theses and report whether its claims hold",
    "ratings": "rate agents from the results of their matches",
    "leaderboard": "rate all agents, at equal simulations and at equal time",
    "tune": "tune parameters of an agent, and confirm the best on fresh blocks",
    "jsettlers": "play as a robot at a JSettlers server, or match agents against its robots",
    "serve": "serve the online game: people and robots at one table over the network",
    "study": "study the games of the online server: tables, search, exports",
    "admin": "administer a server: list, close rooms, ban, export and delete a person's data",
    "database": "upgrade, copy or check the database of a server",
    "ladder": "list the ratings of people, bots and robots at the online server",
    "bot": "seat an agent at a remote server, as a bot with a token",
    "cluster": "check whether a Dask cluster can play matches",
    "power": "compute how many games it takes to detect a gain in the win rate",
    "bandits": "try tree policies on bandits with a known best arm, and measure their regret",
    "bench": "measure the speed of the engine, and of its peers in the same run",
}
"""The commands with their summaries; each is a module of this package."""

NOT_NEEDED_TO_PLAY = {"pyarrow"}
"""Dependencies of the project that `make play` leaves out."""

EXIT_REFUSED = 2
EXIT_INTERRUPTED = 130


class UsageError(CatanlabError, ValueError):
    """An invalid command line."""

    code = "bad-usage"


class _Help(argparse.HelpFormatter):
    """Help with space for the longest command: argparse forgets that commands are indented."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 4 + max(map(len, COMMANDS))


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of printing its usage."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse would ignore an error while it writes the help.
        print(message, end="", file=file)


def make_parser(command: str | None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with the options of one command filled in."""
    parser = _Parser(
        prog="catanlab",
        description="A laboratory for Settlers of Catan.",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"catanlab {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        below = commands.add_parser(name, help=summary, description=description, allow_abbrev=False)
        if name == command:
            module = import_module(f"catanlab.cli.{name}")
            module.add_options(below)
            below.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code: 0, 2 after an error, 130 after Ctrl-C.

    >>> main(["perft", "--seed", "1", "--depth", "1"])
    catan, rules base, seed 1, at the start
    depth  count
        1  54
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if not prepare_streams():
            raise UsageError("standard output is closed, and a command has to write somewhere")
        code = _run(words)
        sys.stdout.flush()
    except CatanlabError as error:
        print(f"catanlab: {escape_control_characters(str(error))}", file=sys.stderr)
        return EXIT_REFUSED
    except KeyboardInterrupt:
        drop_output()
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader, such as head, stopped reading
        drop_output()
        return 0
    except OSError as error:
        print(f"catanlab: {escape_control_characters(_error_text(error))}", file=sys.stderr)
        return EXIT_REFUSED
    except ModuleNotFoundError as error:
        if error.name not in NOT_NEEDED_TO_PLAY:
            raise
        missing = f"this needs the package {error.name}, which is not installed: run make install"
        print(f"catanlab: {missing}", file=sys.stderr)
        return EXIT_REFUSED
    return code


def _error_text(error: OSError) -> str:
    """Return what failed: writing to standard output, or an operation on a named file."""
    why = error.strerror or str(error)
    if drop_output() or is_about_output(error):
        return f"cannot write to standard output: {why}"
    return f"{error.filename}: {why}" if error.filename is not None else f"the system refuses: {why}"


def _run(words: list[str]) -> int:
    parser = make_parser(next((word for word in words if word in COMMANDS), None))
    try:
        options, unknown = parser.parse_known_args(words)
    except SystemExit as leaving:  # after --help or --version
        return int(leaving.code or 0)
    if unknown:
        program = " ".join(filter(None, ["catanlab", options.command]))
        raise UsageError(f"unrecognized arguments: {' '.join(unknown)} (see {program} --help)")
    if options.command is None:
        parser.print_help()
        return 0
    return int(options.run(options))

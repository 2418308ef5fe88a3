"""`catanlab play`: a game in the terminal, against agents or between them."""

from __future__ import annotations

import argparse
import secrets
import shutil
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from catanlab.agents.registry import HUMAN
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import EXIT_INTERRUPTED, UsageError
from catanlab.cli.narration.narrated_table import narrate_table
from catanlab.cli.options import add_rules, add_seed, read_rules, seconds, whole
from catanlab.cli.record_files import check_target, load_records
from catanlab.cli.seating import display_name, make_player, seat_agents, split_agents, usual_opponent
from catanlab.cli.terminal.human import Human
from catanlab.cli.terminal.leaving import interrupted_by_signals
from catanlab.cli.terminal.saved_game import SavedGame
from catanlab.cli.terminal.session import STATEMENTS, Session, is_over
from catanlab.cli.terminal.terminal import LeaveError, Terminal, find_terminal
from catanlab.framework.game import Game
from catanlab.games.catan.game import Catan
from catanlab.games.registry import GAMES, is_listed_game, own_game_from_text
from catanlab.server.robots.levels import LEVELS
from catanlab.table.chance import CHANCE_VERSION
from catanlab.table.record import Record
from catanlab.table.table import Table

PAUSE_SECONDS = 0.3
DEFAULT_RULES = "trading"
MAX_TURNS = 10_000
"""Turns after which a game is cut."""
STDOUT = Path("-")
PLAIN_COLUMNS = 80
"""The width of lines that do not go to a terminal."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--agents",
        action="append",
        metavar="A,B,C",
        help="the agents: one for all other seats, one for each of them, or one for every seat with human "
        "among them; an option belongs to the agent before it: random:by_group=yes,greedy; may be repeated "
        "(default: greedy; `catanlab agents` lists them)",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        metavar="LEVEL",
        help=f"the strength of the others, instead of --agents: {', '.join(LEVELS)}; --agents takes these "
        "names as well, to mix them",
    )
    parser.add_argument("--seat", type=whole(0, 3), metavar="N", help="your seat, 0 to 3 (default: 0)")
    parser.add_argument("--watch", action="store_true", help="watch the agents play; you have no seat")
    parser.add_argument(
        "--game",
        default="catan",
        metavar="GAME",
        help="another game: a name with options, gomoku:size=9, or an import path, my_games.nim:Nim "
        "(default: catan; `catanlab games` lists them)",
    )
    add_seed(parser, None, "default: a new game each time")
    add_rules(parser, DEFAULT_RULES)
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="save the game in this file; with --watch, - is standard output, and the game is shown on "
        "standard error",
    )
    parser.add_argument("--resume", metavar="FILE", type=Path, help="resume the game in this file")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show the reasons of the agents, and write them to the record",
    )
    parser.add_argument(
        "--pause",
        type=seconds,
        default=PAUSE_SECONDS,
        metavar="SECONDS",
        help=f"pause after the moves of others, on a terminal only (default: {PAUSE_SECONDS})",
    )
    parser.add_argument("--fast", action="store_true", help="do not pause")


def run(options: argparse.Namespace) -> int:
    """Play, or watch if there is no terminal."""
    if options.record not in (None, STDOUT):
        check_target(options.record)
    record = _unfinished_game(options) if options.resume else _new_game(options)
    terminal = find_terminal()
    if HUMAN not in record.agents:
        return _watch(record, options)
    if terminal is not None:
        if options.record == STDOUT:
            raise UsageError("--record -: standard output is your screen; give the name of a file")
        return _play(record, terminal, options)
    _check_no_person_asked_for(options)
    names = [usual_opponent(record.game) if name == HUMAN else name for name in record.agents]
    record.agents = tuple(names)
    return _watch(record, options, "There is no terminal to play at: you watch, as with --watch.")


# Setting up.


def _new_game(options: argparse.Namespace) -> Record:
    """Return the empty record of a new game; raises UsageError and the errors of games and agents."""
    seed = secrets.randbelow(2**63) if options.seed is None else options.seed
    game: Game
    if options.game == "catan":
        game = Catan(rules=read_rules(options), board=options.board, seed=seed)
    else:
        for name in ("rules", "players", "board"):
            if getattr(options, name) not in (None, DEFAULT_RULES):
                raise UsageError(f"--{name} goes with Catan; write options as {options.game}:option=value")
        game = _game_of(options.game)
    agents = seat_agents(_chosen_agents(options, game), game, options.seat, options.watch)
    _check_agents(agents)
    return Record(game, agents=agents, seed=seed)


def _game_of(text: str) -> Game:
    """Return the game of a text; raises UsageError if its records would be taken for those of another."""
    game = own_game_from_text(text)
    if game.name in GAMES.names and not isinstance(game, GAMES.find(game.name).load()):
        raise UsageError(f"--game {text}: its name, {game.name}, is that of a listed game; give it another")
    return game


def _chosen_agents(options: argparse.Namespace, game: Game) -> list[str]:
    """Return the agents of --agents or --level, levels as the agents that they stand for."""
    if options.level is not None:
        if options.agents:
            raise UsageError("--level and --agents both say who plays; leave one of the two out")
        if not isinstance(game, Catan):
            raise UsageError(f"--level goes with Catan; give --agents for {game.name}")
        return [LEVELS[options.level].spec]
    names = split_agents(options.agents or ())
    return [LEVELS[name].spec if name in LEVELS else name for name in names]


def _unfinished_game(options: argparse.Namespace) -> Record:
    """Read the record of an unfinished game; raises UsageError or RecordError."""
    given = [
        name
        for name in ("agents", "level", "seat", "seed", "players", "board")
        if getattr(options, name) is not None
    ]
    if options.rules != DEFAULT_RULES:
        given.append("rules")
    if options.game != "catan" and is_listed_game(options.game):
        given.append("game")
    if given:
        raise UsageError(f"--{given[0]}: the record says it already; leave it out with --resume")
    if options.watch:
        raise UsageError(
            "--watch does not go with --resume: who plays is in the record, and a game without a human is "
            "watched anyway"
        )
    path: Path = options.resume
    own = None if is_listed_game(options.game) else _game_of(options.game)
    records = load_records(path, own)
    if len(records) > 1:
        raise UsageError(f"{path} holds {len(records)} games; only a file with one game can be resumed")
    record = records[0]
    if own is not None and record.game is not own:
        raise UsageError(f"--game {options.game}: {path} is a game of {record.game.name}")
    if is_over(record):
        raise UsageError(f"the game in {path} is over: catanlab replay {path} shows it")
    if record.seed is None or not record.agents or record.start is not None:
        raise UsageError(f"{path} does not say how the game began: it needs seed, seats and the first move")
    if record.chance != CHANCE_VERSION:
        raise UsageError(
            f"{path} was rolled by version {record.chance} of the dice, this program has {CHANCE_VERSION}: "
            "the rest of the game would not be the same"
        )
    _check_agents(record.agents)
    return record


def _check_agents(names: Iterable[str]) -> None:
    """Raise AgentError for an unknown agent or invalid options."""
    for name in names:
        if name != HUMAN:
            make_player(name)


def _check_no_person_asked_for(options: argparse.Namespace) -> None:
    """Raise UsageError if the command line asks for a person where there is no terminal."""
    where = "there is no terminal to play at"
    if options.resume is not None:
        raise UsageError(f"--resume {options.resume}: a human plays in this game, and {where}")
    if HUMAN in split_agents(options.agents or ()):
        raise UsageError(f"--agents {HUMAN}: {where}")
    if options.seat is not None:
        raise UsageError(f"--seat {options.seat}: {where}")


def _table(record: Record, terminal: Terminal | None, explain: bool) -> Table:
    """Return a table at which the game of a record is resumed."""
    agents = [
        Human(terminal) if name == HUMAN and terminal is not None else make_player(name)
        for name in record.agents
    ]
    for agent in agents:
        agent.check(record.game)
    return Table.resume(
        record.game,
        agents,
        record.events,
        seed=record.seed or 0,
        max_turns=MAX_TURNS,
        statements_per_turn=STATEMENTS,
        explain=explain,
    )


def _title(record: Record) -> str:
    game = record.game
    return f"{game.title}, seed {record.seed}: {', '.join(map(display_name, record.agents))}"


# Playing.


def _play(record: Record, terminal: Terminal, options: argparse.Namespace) -> int:
    """Let people play; each move is saved, so that a game can be resumed however it was left."""
    path = options.record or options.resume
    saved = SavedGame(
        record,
        path or Path(f"{record.game.name}-{record.seed}.record"),
        new=path is None,
        own_game="" if is_listed_game(options.game) else options.game,
    )
    # The agents always explain their moves, as a person may ask why.
    with _table(record, terminal, explain=True) as table, interrupted_by_signals():
        session = Session(
            table,
            saved,
            terminal,
            title=_title(record),
            names=[display_name(name) for name in record.agents],
            explain=options.explain,
        )
        try:
            result = session.play(0 if options.fast else options.pause)
        except KeyboardInterrupt as leaving:
            said = session.save_unfinished()
            asked = isinstance(leaving, LeaveError)
            with suppress(OSError):  # a window that was closed cannot be written to
                terminal.write(*([] if asked else [""]), said)
            return 0 if asked else EXIT_INTERRUPTED
        try:
            session.finish(result)
        except KeyboardInterrupt:
            with suppress(OSError):
                terminal.write("")
    return 0


# Watching.


def _watch(record: Record, options: argparse.Namespace, note: str = "") -> int:
    """Print a note if there is one, then the board, each turn and the result."""
    stream = sys.stderr if options.record == STDOUT else sys.stdout
    is_terminal = stream.isatty()
    pause = options.pause if is_terminal and not options.fast else 0
    columns = shutil.get_terminal_size((PLAIN_COLUMNS, 24)).columns if is_terminal else PLAIN_COLUMNS
    with _table(record, None, options.explain) as table:
        heading = filter(None, [note, _title(record)])
        print(*(escape_control_characters(line) for line in heading), sep="\n", file=stream)
        try:
            for paragraph in narrate_table(table, options.explain, columns):
                print(file=stream)
                shown = escape_control_characters("\n".join(paragraph))
                print(shown, flush=pause > 0, file=stream)
                if pause:
                    time.sleep(pause)
        finally:
            if options.record is not None:
                for event in table.events[len(record.events) :]:
                    record.add(event)
                _write(record, options.record)
    return 0


def _write(record: Record, path: Path) -> None:
    if path == STDOUT:
        sys.stdout.write(record.text)
        return
    try:
        record.write(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    print(f"\nSaved in {path}.")

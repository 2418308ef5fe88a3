"""`catanlab replay`: steps through the record of a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.narration.narrated_record import NarratedRecord
from catanlab.cli.options import whole
from catanlab.cli.position_source import add_game, check_seat
from catanlab.cli.record_files import choose_record
from catanlab.cli.seating import display_name
from catanlab.cli.terminal.board_map import ASCII
from catanlab.cli.terminal.keys import Keys
from catanlab.cli.terminal.position_screen import draw_position
from catanlab.cli.terminal.record_browser import RecordBrowser
from catanlab.cli.terminal.terminal import find_terminal
from catanlab.games.registry import PATH_FORM, own_game_from_text
from catanlab.server.dice import check_record
from catanlab.table.record import Record

MAX_PLY = 10_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file with records")
    add_game(parser)
    parser.add_argument(
        "--own-game",
        metavar="PATH",
        help=f"the game of the record with its options, if it is one of your own: {PATH_FORM}",
    )
    parser.add_argument(
        "--seat", type=whole(0, 9), metavar="N", help="show only what this seat knew (default: everything)"
    )
    parser.add_argument(
        "--at",
        type=whole(0, MAX_PLY),
        metavar="PLY",
        help="start after PLY moves and outcomes; without a terminal, print only this position",
    )


def run(options: argparse.Namespace) -> int:
    """Step through the record, or print it if there is no terminal; then check its dice, if it says how.

    Raises DiceError if they are wrong.
    """
    own = None if options.own_game is None else own_game_from_text(options.own_game)
    record = choose_record(options.file, options.game, own)
    check_seat(options.seat, record.game.seats)
    if options.seat is not None and record.start is not None:
        raise UsageError("--seat: the record starts from a position and does not say what a seat had seen")
    if options.at is not None and options.at > len(record):
        raise UsageError(f"--at {options.at}: the record ends after {len(record)} moves and outcomes")
    terminal = find_terminal()
    if terminal is not None:
        RecordBrowser(record, terminal, Keys(), seat=options.seat, ply=options.at or 0).run()
    elif options.at is not None:
        _print_position_at(NarratedRecord(record, options.seat), options.at)
    else:
        _print_all(NarratedRecord(record, options.seat))
    verdict = check_record(record)
    if verdict is not None:
        print(verdict)
    return 0


def title(record: Record) -> str:
    """Return the game, the agents, and how the game ended."""
    names = ", ".join(map(display_name, record.agents)) or f"{record.game.seats} seats"
    seed = "" if record.seed is None else f", seed {record.seed}"
    result = record.result
    how = "" if result is None or result.winner < 0 else f", won by seat {result.winner}"
    return f"{record.game.name}{seed}: {names}; {len(record)} moves, {record.termination}{how}"


def _print_position_at(narrated: NarratedRecord, ply: int) -> None:
    """Print one position, and the sentences about the move before it."""
    print(f"After {ply} of {len(narrated.record)} moves, turn {narrated.turns[ply] + 1}")
    for line in narrated.lines[ply]:
        print(escape_control_characters(line))
    print()
    _print_position(narrated, ply)


def _print_all(narrated: NarratedRecord) -> None:
    """Print every move, and the position after each turn."""
    turns = narrated.turns
    print(escape_control_characters(title(narrated.record)))
    for ply, lines in enumerate(narrated.lines):
        new_turn = ply == 0 or turns[ply] != turns[ply - 1]
        if new_turn and ply:
            print()
            _print_position(narrated, ply)
        if new_turn and ply < len(narrated.record):
            print(f"\nTurn {turns[ply] + 1}")
        for line in lines:
            print(f"  {ply:>4}  {escape_control_characters(line)}")
    if turns[-1:] == turns[-2:-1]:
        print()
        _print_position(narrated, len(narrated.record))


def _print_position(narrated: NarratedRecord, ply: int) -> None:
    console = Console(width=100, color_system=None, highlight=False)
    names = [display_name(name) for name in narrated.record.agents]
    for text in draw_position(narrated.at(ply), names, ASCII):
        console.print(text.plain.rstrip(), markup=False)

"""`catanlab replay`: steps through the record of a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from catanlab.cli.harmless import harmless
from catanlab.cli.main import UsageError
from catanlab.cli.options import whole
from catanlab.cli.record_files import choose_record
from catanlab.cli.terminal.board_map import ASCII
from catanlab.cli.terminal.chronicle import Chronicle
from catanlab.cli.terminal.desk import find_desk
from catanlab.cli.terminal.keys import Keys
from catanlab.cli.terminal.scene import scene
from catanlab.cli.terminal.stepper import Stepper
from catanlab.table.record import Record

MOST = 10_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file with records")
    parser.add_argument(
        "--game", type=whole(1, MOST), metavar="N", help="which record of a file with several, from 1"
    )
    parser.add_argument(
        "--seat", type=whole(0, 9), metavar="N", help="show only what this seat knew (default: everything)"
    )
    parser.add_argument(
        "--at",
        type=whole(0, MOST),
        metavar="PLY",
        help="begin after so many moves and outcomes; without a terminal, show this place only",
    )


def run(options: argparse.Namespace) -> int:
    """Step through the record, or print it where there is no terminal."""
    record = choose_record(options.file, options.game)
    if options.seat is not None and options.seat >= record.game.seats:
        raise UsageError(f"--seat {options.seat}: the seats of this game are 0 to {record.game.seats - 1}")
    if options.seat is not None and record.start is not None:
        raise UsageError("--seat: the record starts from a position and does not say what a seat had seen")
    if options.at is not None and options.at > len(record):
        raise UsageError(f"--at {options.at}: the record ends after {len(record)} moves and outcomes")
    desk = find_desk()
    if desk is not None:
        Stepper(record, desk, Keys(), seat=options.seat, ply=options.at or 0).run()
    elif options.at is not None:
        _print_place(Chronicle(record, options.seat), options.at)
    else:
        _print_all(Chronicle(record, options.seat))
    return 0


def title(record: Record) -> str:
    """Return what was played by whom, and how it ended."""
    names = ", ".join(record.agents) or f"{record.game.seats} seats"
    seed = "" if record.seed is None else f", seed {record.seed}"
    result = record.result
    how = "" if result is None or result.winner < 0 else f", won by seat {result.winner}"
    return f"{record.game.name}{seed}: {names}; {len(record)} moves, {record.termination}{how}"


def _print_place(chronicle: Chronicle, ply: int) -> None:
    """Print one position, and what is told about the move before it."""
    print(f"After {ply} of {len(chronicle.record)} moves, turn {chronicle.turns[ply] + 1}")
    for line in chronicle.lines[ply]:
        print(harmless(line))
    print()
    _print_scene(chronicle, ply)


def _print_all(chronicle: Chronicle) -> None:
    """Print every move, and the position at the end of each turn."""
    turns = chronicle.turns
    print(harmless(title(chronicle.record)))
    for ply, lines in enumerate(chronicle.lines):
        new_turn = ply == 0 or turns[ply] != turns[ply - 1]
        if new_turn and ply:
            print()
            _print_scene(chronicle, ply)
        if new_turn and ply < len(chronicle.record):
            print(f"\nTurn {turns[ply] + 1}")
        for line in lines:
            print(f"  {ply:>4}  {harmless(line)}")
    if turns[-1:] == turns[-2:-1]:
        print()
        _print_scene(chronicle, len(chronicle.record))


def _print_scene(chronicle: Chronicle, ply: int) -> None:
    console = Console(width=100, color_system=None, highlight=False)
    for text in scene(chronicle.at(ply), chronicle.record.agents, ASCII):
        console.print(text.plain.rstrip(), markup=False)

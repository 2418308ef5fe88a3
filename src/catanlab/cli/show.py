"""`catanlab show`: a picture of a position, which is given as text, in a record or by a random game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from catanlab.cli.main import UsageError
from catanlab.cli.options import MAX_SEED, add_rules, read_rules, whole
from catanlab.cli.position_source import RecordedPosition, add_game, check_seat, check_viewer, read_source
from catanlab.cli.random_game import draw_next
from catanlab.cli.seating import display_name
from catanlab.cli.streams import write_bytes
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.draw import save_png, save_svg, svg, to_png
from catanlab.games.catan.draw.picture import SIZES
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.reader import SeenPosition


@dataclass(frozen=True)
class Shown:
    """The position to draw, and further arguments of the drawing."""

    source: Any
    extras: dict[str, Any] = field(default_factory=dict)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "what",
        nargs="?",
        metavar="POSITION|RECORD[@PLY]",
        help="a position as text (- reads it from standard input), or a file with a record: the position "
        "after PLY moves and outcomes, 0 for the start (default: the end)",
    )
    parser.add_argument("--svg", metavar="FILE", help="write the picture as SVG; - is standard output")
    parser.add_argument(
        "--png",
        metavar="FILE",
        help="write the picture as PNG; - is standard output (needs catanlab[pictures])",
    )
    parser.add_argument("--hands", action="store_true", help="show the cards, as far as they are known")
    parser.add_argument("--ids", action="store_true", help="write the numbers of hexes and nodes")
    parser.add_argument(
        "--seat", type=whole(0, 3), metavar="N", help="show only what this seat knows (default: everything)"
    )
    parser.add_argument(
        "--size",
        type=whole(SIZES[0], SIZES[-1]),
        default=600,
        metavar="PIXELS",
        help="width of the picture (default: 600)",
    )
    parser.add_argument("--title", metavar="TEXT", help="write a title above the board")
    add_game(parser)
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        metavar="S",
        help="draw the random game of this seed instead of a position or record",
    )
    parser.add_argument(
        "--after",
        type=whole(0, 1_000_000),
        metavar="N",
        help="with --seed: after N random moves and outcomes (default: 0, the start)",
    )
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the picture and write it as SVG, PNG or both."""
    if options.svg is None and options.png is None:
        raise UsageError("say where the picture goes: --svg FILE or --png FILE; - is standard output")
    if options.svg == options.png == "-":
        raise UsageError("--svg - and --png -: standard output takes only one of them")
    if options.png == "-" and sys.stdout.isatty():
        raise UsageError("--png -: a terminal cannot show a PNG; send it to a file or another program")
    if options.what is not None and options.seed is not None:
        raise UsageError("give a position or a record, or --seed, not both")
    if options.seed is not None:
        shown = _random_game(options)
    elif options.what is not None:
        _refuse(options, ("after", "players", "board"), "goes with --seed")
        if options.rules != "base":
            raise UsageError("--rules goes with --seed")
        shown = _given(options)
    else:
        raise UsageError("give a position, a record or --seed")
    picture = svg(
        shown.source,
        hands=options.hands,
        ids=options.ids,
        size=options.size,
        title=options.title,
        **shown.extras,
    )
    if options.png == "-":
        write_bytes(to_png(picture))
    elif options.png is not None:
        save_png(picture, options.png)
    if options.svg == "-":
        sys.stdout.write(f"{picture}\n")
    elif options.svg is not None:
        save_svg(picture, options.svg)
    return 0


def _refuse(options: argparse.Namespace, names: tuple[str, ...], why: str) -> None:
    """Raise UsageError for options that would have no effect."""
    for name in names:
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} {why}")


def _random_game(options: argparse.Namespace) -> Shown:
    """Return the random game of a seed, as --seat sees it."""
    _refuse(options, ("game",), "goes with a record")
    game = Catan(rules=read_rules(options), board=options.board, seed=options.seed)
    check_seat(options.seat, game.seats)
    state, random = game.start(), Random(options.seed, "play")
    observer = None if options.seat is None else game.observer(options.seat)
    moves: list[Move] = []
    while len(moves) < (options.after or 0) and not state.is_over:
        move = draw_next(state, random)
        if observer is not None:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        moves.append(move)
    if observer is None:
        return Shown(state, {"dice": _last_roll(moves)})
    if state.is_over:
        winner = state.position.winner
        observer.finish(-1 if winner is None else winner)
    return Shown(observer.view())


def _given(options: argparse.Namespace) -> Shown:
    """Return the position that the command line names, as --seat sees it; raises UsageError."""
    source = read_source(options.what, options.game)
    if isinstance(source, SeenPosition):
        check_viewer(options.seat, source)
        return Shown(source)
    if not isinstance(source, RecordedPosition):
        _refuse(
            options, ("seat",), "needs a record or --seed: a position does not say what a seat has seen"
        )
        return Shown(source)
    record = source.record
    if not isinstance(record.game, Catan):
        raise UsageError(f"only Catan can be drawn, and {source.path} is a record of {record.game.name}")
    check_seat(options.seat, record.game.seats)
    names = [display_name(name) for name in record.agents]
    extras = {"names": names or None, "dice": _last_roll(source.moves)}
    if options.seat is None:
        return Shown(record.state_at(source.ply), extras)
    return Shown(record.view_at(source.ply, options.seat), extras)


def _last_roll(moves: Sequence[Move]) -> int | None:
    rolls = [move for move in moves if move.group == "dice"]
    return int(rolls[-1].text.split()[1]) if rolls else None

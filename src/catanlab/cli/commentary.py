"""A game told in words: each move and outcome with what it changed, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.cli.columns import in_columns
from catanlab.cli.random_game import draw_next
from catanlab.framework.moves import CHANCE
from catanlab.framework.random import Random
from catanlab.games.catan.details import Details, Seat
from catanlab.games.catan.game import Catan
from catanlab.games.catan.state import CatanState

LONGEST_GAME = 10_000
"""Turns after which a game is no longer told, as in play_random."""


def tell(game: Catan, seed: int) -> Iterator[list[str]]:
    """Play a random game and yield its story: the set-up, then each turn, then the result.

    >>> story = tell(Catan(seed=1), seed=1)
    >>> next(story)[0]
    'Set-up'
    """
    state = game.start()
    random = Random(seed, "play")
    lines = ["Set-up"]
    before = state.details
    moves = 0
    while not state.is_over and before.turn < LONGEST_GAME:
        mover, move = state.to_move, draw_next(state, random)
        state.apply(move)
        moves += 1
        after = state.details
        known = _is_turn(before) and mover in (CHANCE, before.seat_on_turn)
        text = str(move) if known else f"seat {mover}: {move}"
        lines.append(f"  {text:<34} {', '.join(changes(before, after))}".rstrip())
        if _is_turn(after) and (not _is_turn(before) or after.turn != before.turn):
            yield lines
            points = _points(after.seats[after.seat_on_turn])
            lines = [f"Turn {after.turn + 1}: seat {after.seat_on_turn}, {points}"]
        before = after
    if len(lines) > 1:
        yield lines
    yield result(state, moves)


def changes(before: Details, after: Details) -> list[str]:
    """Return in words what differs between two positions: cards, points and awards."""
    told = []
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        cards = [
            f"{new.resources[name] - count:+} {name}"
            for name, count in old.resources.items()
            if new.resources[name] != count
        ]
        if cards:
            told.append(f"seat {number} {' '.join(cards)}")
    for award, old_seat, new_seat in (
        ("Longest Road", before.longest_road, after.longest_road),
        ("Largest Army", before.largest_army, after.largest_army),
    ):
        if old_seat != new_seat:
            told.append(f"{award} to {'nobody' if new_seat is None else f'seat {new_seat}'}")
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.points != new.points:
            told.append(f"seat {number} has {_points(new)}")
    return told


def result(state: CatanState, moves: int) -> list[str]:
    """Return who won, and a table of what everybody had in the end."""
    facts = state.details
    if not state.is_over:
        headline = "Nobody has won"
    elif facts.winner is None:
        headline = "The game is shared"
    else:
        headline = f"Seat {facts.winner} wins"
    rows = [
        ("seat", "points", "settlements", "cities", "roads", "longest", "knights", "victory cards", ""),
        *(_row(number, seat, facts) for number, seat in enumerate(facts.seats)),
    ]
    right = range(1, 8)
    return [f"{headline} after {facts.turn} turns and {moves} moves.", "", *in_columns(rows, right)]


def _row(number: int, seat: Seat, facts: Details) -> tuple[str, ...]:
    awards = [
        name
        for name, holder in (
            ("Longest Road", facts.longest_road),
            ("Largest Army", facts.largest_army),
        )
        if holder == number
    ]
    counts = (
        seat.points,
        len(seat.settlements),
        len(seat.cities),
        len(seat.roads),
        seat.road_length,
        seat.knights,
        seat.cards["victory point"],
    )
    return (f"seat {number}", *map(str, counts), ", ".join(awards))


def _is_turn(facts: Details) -> bool:
    return not facts.phase.startswith("set-up")


def _points(seat: Seat) -> str:
    return f"{seat.points} point{'s' * (seat.points != 1)}"

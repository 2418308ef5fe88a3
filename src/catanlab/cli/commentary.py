"""A game told in words: each move and outcome with what it changed, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.cli.columns import in_columns
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.details import Details, Seat
from catanlab.games.catan.engine.state import CatanState
from catanlab.table.events import Incident, Played, Said
from catanlab.table.table import Table


def tell(table: Table, explain: bool = False) -> Iterator[list[str]]:
    """Play on at a table of Catan and yield its story: the set-up, then each turn, then the result.

    >>> from catanlab import Catan
    >>> from catanlab.table.random_agent import RandomAgent
    >>> story = tell(Table(Catan(seed=1), [RandomAgent() for _ in range(4)], seed=1))
    >>> next(story)[0]
    'Set-up'
    """
    state = _catan(table)
    before = state.details
    lines = [_heading(before) if _is_turn(before) else "Set-up"]
    told = len(table.events)
    while not table.is_over:
        mover = state.to_move
        event = table.step()
        after = state.details
        assert event is not None
        for other in table.events[told:]:
            if isinstance(other, Said):
                lines.append(f"  seat {other.seat} says: {other.text}")
            elif isinstance(other, Incident):
                lines.append(f"  seat {other.seat} fails, {other.kind}: {other.text}")
        told = len(table.events)
        known = _is_turn(before) and mover in (CHANCE, before.seat_on_turn)
        text = str(event.move) if known else f"seat {mover}: {event.move}"
        lines.append(f"  {text:<34} {', '.join(changes(before, after))}".rstrip())
        if explain and isinstance(event, Played) and event.explanation:
            lines.append(f"      ({event.explanation.text})")
        if _is_turn(after) and (not _is_turn(before) or after.turn_number != before.turn_number):
            yield lines
            lines = [_heading(after)]
        before = after
    if len(lines) > 1:
        yield lines
    yield result(state, len(table.moves))


def _catan(table: Table) -> CatanState:
    assert isinstance(table.state, CatanState)
    return table.state


def _heading(facts: Details) -> str:
    points = _points(facts.seats[facts.seat_on_turn])
    return f"Turn {facts.turn_number}: seat {facts.seat_on_turn}, {points}"


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
    winner = -1 if facts.winner is None else facts.winner
    headline = verdict(f"Seat {winner}" if winner >= 0 else "", not state.is_over, facts.turn_number)
    rows = [
        ("seat", "points", "settlements", "cities", "roads", "longest", "knights", "victory cards", ""),
        *(_row(number, seat, facts) for number, seat in enumerate(facts.seats)),
    ]
    right = range(1, 8)
    return [f"{headline}, after {moves} moves.", "", *in_columns(rows, right)]


def verdict(winner: str, cut: bool, turn: int) -> str:
    """Return who won in which turn, counted from 1, or that nobody or several did.

    >>> verdict("Seat 2", False, 60)
    'Seat 2 wins in turn 60'
    """
    if winner:
        return f"{winner} win{'s' * (winner != 'You')} in turn {turn}"
    return (
        f"Nobody has won: the game is cut in turn {turn}" if cut else f"The game is shared in turn {turn}"
    )


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

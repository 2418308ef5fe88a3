"""A game between agents as paragraphs of plain text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.cli.ascii_board import ascii_board
from catanlab.cli.catan_names import awards_of
from catanlab.cli.columns import in_columns
from catanlab.cli.terminal.position_screen import draw_plain_position
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.constants import RESOURCES, VICTORY_POINT
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition
from catanlab.table.events import Incident, Played, Said
from catanlab.table.table import Table

MOVE_COLUMNS = 34
"""Columns of a move before its changes."""


def narrate_table(table: Table, explain: bool = False) -> Iterator[list[str]]:
    """Play on at a table and yield paragraphs: the board, the moves turn by turn, and the result.

    >>> from catanlab.games.gomoku import Gomoku
    >>> from catanlab.table.random_agent import RandomAgent
    >>> table = Table(Gomoku(size=3, line=3), [RandomAgent(), RandomAgent()], seed=1)
    >>> list(narrate_table(table))[-1][-1]
    'Seat 1 wins in turn 8, after 8 moves.'
    """
    if isinstance(table.game, Catan):
        yield ascii_board(table.game.board)
        yield from _narrate_catan(table, explain)
    else:
        yield from _narrate_plainly(table, explain)


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


# Any game.


def _narrate_plainly(table: Table, explain: bool) -> Iterator[list[str]]:
    """Yield the position, each move with the position after it, and the result."""
    yield [text.plain for text in draw_plain_position(table.state)]
    turn = table.state.turn + 1
    while not table.is_over:
        mover, turn = table.state.to_move, table.state.turn + 1
        event = table.step()
        assert event is not None
        seat = f"seat {mover}" if isinstance(event, Played) else "chance"
        lines = [f"{seat}: {event.move}"]
        if explain and isinstance(event, Played) and event.explanation:
            lines.append(f"  ({event.explanation.text})")
        yield [*lines, *(text.plain for text in draw_plain_position(table.state))]
    result = table.result
    assert result is not None
    winner = f"Seat {result.winner}" if result.winner >= 0 else ""
    headline = verdict(winner, result.termination == "cut", turn)
    scores = [f"The points are {', '.join(map(str, result.scores))}."] if any(result.scores) else []
    yield [*scores, f"{headline}, after {len(table.moves)} moves."]


# Catan.


def _narrate_catan(table: Table, explain: bool) -> Iterator[list[str]]:
    """Yield the set-up, then each turn, then the result: each move and outcome with its changes."""
    state = table.state
    assert isinstance(state, CatanState)
    before = state.position
    lines = [_heading(before) if _is_turn(before) else "Set-up"]
    shown = len(table.events)
    while not table.is_over:
        mover = state.to_move
        event = table.step()
        after = state.position
        assert event is not None
        for other in table.events[shown:]:
            if isinstance(other, Said):
                lines.append(f"  seat {other.seat} says: {other.text}")
            elif isinstance(other, Incident):
                lines.append(f"  seat {other.seat} fails, {other.kind}: {other.text}")
        shown = len(table.events)
        known = _is_turn(before) and mover in (CHANCE, before.on_turn)
        text = str(event.move) if known else f"seat {mover}: {event.move}"
        lines.append(f"  {text:<{MOVE_COLUMNS}} {', '.join(_changes(before, after))}".rstrip())
        if explain and isinstance(event, Played) and event.explanation:
            lines.append(f"      ({event.explanation.text})")
        if _is_turn(after) and (not _is_turn(before) or after.turn_number != before.turn_number):
            yield lines
            lines = [_heading(after)]
        before = after
    if len(lines) > 1:
        yield lines
    yield _result(state, len(table.moves))


def _heading(position: CatanPosition) -> str:
    points = _points(position.seats[position.on_turn])
    return f"Turn {position.turn_number}: seat {position.on_turn}, {points}"


def _changes(before: CatanPosition, after: CatanPosition) -> list[str]:
    """Return the differences between two positions: cards, awards and points."""
    changes = []
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        hands = zip(RESOURCES, old.certain, new.certain, strict=True)
        cards = [f"{later - earlier:+} {name}" for name, earlier, later in hands if later != earlier]
        if cards:
            changes.append(f"seat {number} {' '.join(cards)}")
    earlier_awards = awards_of(before)
    for award, seat in awards_of(after).items():
        if seat != earlier_awards[award]:
            changes.append(f"{award} to {'nobody' if seat is None else f'seat {seat}'}")
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.points != new.points:
            changes.append(f"seat {number} has {_points(new)}")
    return changes


def _result(state: CatanState, moves: int) -> list[str]:
    """Return who won, and a table of the points and pieces of every seat."""
    position = state.position
    winner = "" if position.winner is None else f"Seat {position.winner}"
    headline = verdict(winner, not state.is_over, position.turn_number)
    rows = [
        ("seat", "points", "settlements", "cities", "roads", "longest", "knights", "victory cards", ""),
        *(_row(number, seat, position) for number, seat in enumerate(position.seats)),
    ]
    right = range(1, 8)
    return [f"{headline}, after {moves} moves.", "", *in_columns(rows, right)]


def _row(number: int, seat: SeatPosition, position: CatanPosition) -> tuple[str, ...]:
    counts = (
        seat.points,
        len(seat.settlement_nodes),
        len(seat.city_nodes),
        len(seat.road_edges),
        seat.road_length,
        seat.knights,
        seat.cards[VICTORY_POINT],
    )
    awards = [award for award, holder in awards_of(position).items() if holder == number]
    return (f"seat {number}", *map(str, counts), ", ".join(awards))


def _is_turn(position: CatanPosition) -> bool:
    return position.phase not in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)


def _points(seat: SeatPosition) -> str:
    return f"{seat.points} point{'s' * (seat.points != 1)}"

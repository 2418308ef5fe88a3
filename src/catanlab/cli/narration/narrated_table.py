"""A game between agents as paragraphs of plain text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import wrap

from catanlab.cli.ascii_board import ascii_board
from catanlab.cli.catan_names import awards_of
from catanlab.cli.columns import in_columns
from catanlab.cli.narration.narrator import Narrator
from catanlab.cli.terminal.position_screen import draw_plain_position
from catanlab.games.catan.constants import VICTORY_POINT
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition
from catanlab.lab.troubles import Trouble
from catanlab.table.events import Ended, Incident, Outcome, Played
from catanlab.table.table import Table


def narrate_table(table: Table, explain: bool = False, columns: int = 80) -> Iterator[list[str]]:
    """Play on at a table and yield paragraphs: board, moves turn by turn, result, and who failed.

    Lines of sentences are at most so many columns wide.

    >>> from catanlab.games.gomoku import Gomoku
    >>> from catanlab.table.random_agent import RandomAgent
    >>> table = Table(Gomoku(size=3, line=3), [RandomAgent(), RandomAgent()], seed=1)
    >>> list(narrate_table(table))[-1][-1]
    'Seat 1 wins in turn 8, after 8 moves.'
    """
    earlier = len(table.incidents)
    if isinstance(table.game, Catan):
        for paragraph in chain([ascii_board(table.game.board)], _narrate_catan(table, explain)):
            yield [part for line in paragraph for part in _folded(line, columns)]
    else:
        yield from _narrate_plainly(table, explain)
    if failures := _failures(table.incidents[earlier:]):
        yield failures


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


def _failures(incidents: Sequence[Incident]) -> list[str]:
    """Return how often each seat failed, and the error and the line of code of its first failure."""
    lines = []
    for seat in sorted({incident.seat for incident in incidents}):
        mine = [incident for incident in incidents if incident.seat == seat and incident.kind != "retired"]
        if mine:
            often = "once" if len(mine) == 1 else f"{len(mine):,} times, at first"
            source = Trouble("", traceback=mine[0].traceback).source
            lines.append(f"Seat {seat} FAILED {often} at ply {mine[0].ply}, {mine[0].kind}: {mine[0].text}")
            lines += [f"    {source}"] if source else []
    return lines


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
    """Yield the set-up, then each turn, then the result: every move and outcome in a sentence."""
    state = table.state
    assert isinstance(state, CatanState)
    before = state.position
    narrator = Narrator(table.game, start=state)
    lines = [_heading(before) if _is_turn(before) else "Set-up"]
    shown = len(table.events)
    reason = ""
    while not table.is_over:
        table.step()
        after = state.position
        for event in table.events[shown:]:
            if isinstance(event, Ended):
                continue
            if isinstance(event, Played):
                reason = event.explanation.text if explain and event.explanation else ""
            sentences = narrator.narrate(event)
            lines += [f"  {sentence}" for sentence in sentences]
            # The reason for a move that shares a sentence with its outcome comes after that sentence.
            if reason and sentences and isinstance(event, Played | Outcome):
                lines.append(f"      ({reason})")
                reason = ""
        shown = len(table.events)
        lines += [f"  {change}" for change in _point_changes(before, after)]
        if _is_turn(after) and (not _is_turn(before) or after.turn_number != before.turn_number):
            yield lines
            lines, reason = [_heading(after)], ""
        before = after
    if len(lines) > 1:
        yield lines
    yield _result(state, len(table.moves))


def _heading(position: CatanPosition) -> str:
    points = _points(position.seats[position.on_turn])
    return f"Turn {position.turn_number}: seat {position.on_turn}, {points}"


def _point_changes(before: CatanPosition, after: CatanPosition) -> list[str]:
    """Return a sentence for each seat whose points have changed, once the set-up is over."""
    if not _is_turn(before):
        return []
    return [
        f"Seat {number} has {_points(new)}."
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old.points != new.points
    ]


def _folded(line: str, columns: int) -> list[str]:
    """Return a sentence as lines of at most this many columns, the later ones set in further."""
    words = line.lstrip(" ")
    indent = line[: len(line) - len(words)]
    if len(line) <= columns:
        return [line]
    return wrap(words, columns, initial_indent=indent, subsequent_indent=f"{indent}    ")


def _result(state: CatanState, moves: int) -> list[str]:
    """Return who won, and a table of the points and pieces of every seat."""
    position = state.position
    winner = "" if position.winner is None else f"Seat {position.winner}"
    headline = verdict(winner, not state.is_over, position.turn_number)
    rows = [
        ("seat", "points", "settlements", "cities", "roads", "longest", "knights", "victory cards"),
        *(_row(number, seat) for number, seat in enumerate(position.seats)),
    ]
    right = range(1, 8)
    awards = [f"{award}: {_holder(holder)}." for award, holder in awards_of(position).items()]
    return [f"{headline}, after {moves} moves.", "", *in_columns(rows, right), "", " ".join(awards)]


def _holder(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _row(number: int, seat: SeatPosition) -> tuple[str, ...]:
    counts = (
        seat.points,
        len(seat.settlement_nodes),
        len(seat.city_nodes),
        len(seat.road_edges),
        seat.road_length,
        seat.knights,
        seat.cards[VICTORY_POINT],
    )
    return (f"seat {number}", *map(str, counts))


def _is_turn(position: CatanPosition) -> bool:
    return position.phase not in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)


def _points(seat: SeatPosition) -> str:
    return f"{seat.points} point{'s' * (seat.points != 1)}"

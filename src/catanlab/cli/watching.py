"""A game between agents as paragraphs of plain text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.cli.commentary import tell, verdict
from catanlab.cli.sketch import sketch
from catanlab.cli.terminal.scene import plain_scene
from catanlab.games.catan.game import Catan
from catanlab.table.events import Played
from catanlab.table.table import Table


def watch(table: Table, explain: bool = False) -> Iterator[list[str]]:
    """Play on at a table and yield what happens: the board, the moves turn by turn, and the result.

    >>> from catanlab.games.gomoku import Gomoku
    >>> from catanlab.table.random_agent import RandomAgent
    >>> table = Table(Gomoku(size=3, line=3), [RandomAgent(), RandomAgent()], seed=1)
    >>> list(watch(table))[-1][-1]
    'Seat 1 wins in turn 8, after 8 moves.'
    """
    if isinstance(table.game, Catan):
        yield sketch(table.game.board)
        yield from tell(table, explain)
        return
    yield [text.plain for text in plain_scene(table.state)]
    turn = table.state.turn + 1
    while not table.is_over:
        mover, turn = table.state.to_move, table.state.turn + 1
        event = table.step()
        assert event is not None
        seat = f"seat {mover}" if isinstance(event, Played) else "chance"
        lines = [f"{seat}: {event.move}"]
        if explain and isinstance(event, Played) and event.explanation:
            lines.append(f"  ({event.explanation.text})")
        yield [*lines, *(text.plain for text in plain_scene(table.state))]
    result = table.result
    assert result is not None
    winner = f"Seat {result.winner}" if result.winner >= 0 else ""
    headline = verdict(winner, result.termination == "cut", turn)
    scores = [f"The points are {', '.join(map(str, result.scores))}."] if any(result.scores) else []
    yield [*scores, f"{headline}, after {len(table.moves)} moves."]

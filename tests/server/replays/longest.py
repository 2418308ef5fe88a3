"""The longest games that can be pasted: after the set-up everybody rolls a two and ends the turn."""

from __future__ import annotations

from functools import cache

from catanlab.games.catan.game import Catan
from catanlab.table.record import Record

TURNS = 1960
"""With the set-up these are almost as many events as can be shown."""
_WANTED = ("dice 2", "roll", "end turn")


@cache
def long_record(turns: int = TURNS) -> str:
    """Return the record of a game of so many turns that goes on."""
    game = Catan(rules="trading", board="beginner")
    record = Record(game)
    state = game.start()
    while state.turn <= turns:
        moves = [move for move, _ in state.outcomes] if state.is_chance else state.legal_moves
        move = next((move for move in moves if move.text in _WANTED), moves[0])
        state.apply(move)
        record.take(move)
    return record.text

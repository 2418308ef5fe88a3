"""The part of check_game about games that ask several seats at once, and how it reports broken promises."""

from __future__ import annotations

from typing import NoReturn

from catanlab.framework.moves import Move
from catanlab.framework.state import State

Snapshot = tuple[object, ...]
"""All that can be seen of a position from outside."""


class BrokenPromiseError(Exception):
    """A promise that does not hold, in words."""


def fail(what: str) -> NoReturn:
    """Say that a promise is broken."""
    raise BrokenPromiseError(what)


def snapshot(state: State) -> Snapshot:
    """Return all that can be seen of a position from outside."""
    return (
        state.to_move,
        state.deciders,
        state.question,
        state.legal_moves,
        state.outcomes,
        state.scores,
        state.turn,
        state.round,
        state.returns,
    )


def check_deciders(state: State) -> list[Move]:
    """Check what the seats may do that are asked together; return their moves as each makes them.

    A seat must be to move. Raises BrokenPromiseError.
    """
    mover, deciders = state.to_move, state.deciders
    if len(deciders) > 1 and not state.question:
        fail(f"question is 0 although seats {deciders} may decide")
    if snapshot(state.as_decider(mover)) != snapshot(state):
        fail(f"as_decider({mover}) differs, although this seat is to move anyway")
    return [move for seat in deciders if seat != mover for move in _moves_of(state, seat)]


def _moves_of(state: State, seat: int) -> list[Move]:
    """Return the moves of a seat that is asked together with the seat to move, after checks."""
    asked = state.as_decider(seat)
    if asked.to_move != seat or asked.deciders != state.deciders or asked.question != state.question:
        fail(f"as_decider({seat}) has another seat to move, other deciders or another question")
    if not asked.legal_moves:
        fail(f"seat {seat} may decide but has no legal move")
    moves = []
    for move in asked.legal_moves:
        made = state.by(move, seat)
        if not state.is_legal(made) or state.mover(made) != seat:
            fail(f"{move} is listed for seat {seat}, which as {made} may not make it")
        if not state.is_legal(move, seat) or state.by(made, seat) != made:
            fail(f"seat {seat} may make {made} but not {move}, which is the same")
        if any(state.is_legal(made, other) for other in range(state.seats) if other != seat):
            fail(f"{made} of seat {seat} is legal for another seat too")
        moves.append(made)
    state.copy().apply(moves[0])
    return moves

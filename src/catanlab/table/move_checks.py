"""Moves checked before they are played: those of a seat by its view, those of a log by the position."""

from __future__ import annotations

from catanlab.framework.errors import IllegalMoveError, TableError
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.table.events import Outcome, Played


def legal_in(view: View, move: Move) -> Move:
    """Return a move that the seat of the view may make; raises IllegalMoveError.

    The state would know more: a reason from it could tell the seat what it may not know.
    """
    if not 0 <= move < 2**63:
        raise IllegalMoveError(f"{move}: no move has this number")
    if not view.is_legal(move):
        raise IllegalMoveError(f"{move}: {view.illegal_reason(move)}")
    return move


def why_not_deciding(seat: int, deciders: tuple[int, ...], is_over: bool) -> str:
    """Return in words who decides instead of a seat.

    >>> why_not_deciding(0, (1, 2), is_over=False)
    'seat 0 has nothing to decide: seats 1, 2 have'
    """
    if is_over:
        return "the game has ended"
    if not deciders:
        who = "chance has"
    elif len(deciders) == 1:
        who = f"seat {deciders[0]} has"
    else:
        who = f"seats {', '.join(map(str, deciders))} have"
    return f"seat {seat} has nothing to decide: {who}"


def check_logged(event: Played | Outcome, state: State) -> None:
    """Check a move or outcome of a log; raises IllegalMoveError, or TableError if it is another's."""
    mover = state.mover(event.move)  # raises IllegalMoveError
    made_by = event.seat if isinstance(event, Played) else CHANCE
    if mover != made_by:
        raise TableError(f"{event.move} is a move of {_name(mover)}, not of {_name(made_by)}")


def _name(mover: int) -> str:
    return "chance" if mover == CHANCE else f"seat {mover}"

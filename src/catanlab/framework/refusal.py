"""Why a move is refused: a code that stays the same between versions, and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.framework.errors import MoveTextError

if TYPE_CHECKING:
    from catanlab.framework.observer import View


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a seat may not make a move now.

    >>> from catanlab import Catan
    >>> Catan(board="beginner").observer(0).view().refusal("roll").code
    'wrong-phase'
    """

    code: str
    """A stable word for programs, such as `cannot-pay`."""
    text: str
    """A few words for people, without a full stop."""


def general_refusal(view: View, move: int | str) -> Refusal | None:
    """Return why the seat of a view may not make any move now, or why this text is none; None otherwise."""
    try:
        view.game.move_type.of(move)
    except MoveTextError as error:
        return Refusal("bad-move-text", str(error))
    if view.seat is None:
        return Refusal("not-a-player", "a spectator makes no moves")
    if view.is_over:
        return Refusal("game-over", "the game is over")
    if not view.deciders:
        return Refusal("not-your-decision", "chance decides now")
    if view.seat not in view.deciders:
        return Refusal("not-your-decision", "another seat is to move")
    return None

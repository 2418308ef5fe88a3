"""Why a move is refused: a code that stays the same between versions, and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass


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

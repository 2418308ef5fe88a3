"""Proposals: a deal that a seat not on turn proposes to the one on turn, and the verdict on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from catanlab.framework.errors import MoveTextError
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.table.agent import Explanation


class Verdict(NamedTuple):
    """Whether a proposal is taken, the reason without its full stop, and that reason as plain data."""

    takes: bool
    reason: str
    data: Mapping[str, Any] = {}

    @property
    def explanation(self) -> Explanation:
        """The reason as a whole sentence, and its data."""
        return Explanation(f"{self.reason[0].upper()}{self.reason[1:]}.", dict(self.data))

    @property
    def public_reason(self) -> str | None:
        """What may be said during play: why a deal is not taken would tell of the hand."""
        return "The deal helps me." if self.takes else None


REFUSAL = Verdict(False, "I do not trade with players")


def own_side(text: str) -> Deal:
    """Return a proposed deal, a text from the side of its proposer, from the side of the seat on turn.

    >>> own_side("2 wood for 1 ore").text
    '1 ore for 2 wood'

    Raises MoveTextError if the text is not a deal.
    """
    deal = CatanMove.parse(f"counter {text}").deal
    if deal is None:
        raise MoveTextError(f"{text!r} is not a deal; its form is: 1 wood for 1 ore")
    return deal.reversed

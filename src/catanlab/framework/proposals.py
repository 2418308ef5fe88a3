"""Deals that a seat proposes while another is on turn: what a game must say about them.

Most games have none. A game that has them returns its `ProposalRules` as `game.proposals`; `table.play`
keeps the open ones, and lets each lapse when its owner's hand changes and at the end of the turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catanlab.framework.moves import Move
    from catanlab.framework.observer import View
    from catanlab.framework.state import State


class ProposalRules(ABC):
    """How a game reads proposals and judges them, always from the view of the seat that acts."""

    @abstractmethod
    def read(self, deal: str) -> str:
        """Return a deal in its canonical words; raises MoveTextError if the text is not a deal."""

    @abstractmethod
    def propose(self, view: View, deal: str) -> str:
        """Return the deal in its canonical words, if the seat of the view may propose it now.

        Raises MoveTextError, ProposalError if nothing can be proposed now, or IllegalMoveError for a deal
        that the rules forbid.
        """

    @abstractmethod
    def take(self, view: View, proposer: int, deal: str) -> Move:
        """Return the move by which the seat of the view takes the deal that another seat proposed.

        Raises NotDecidingError if it cannot take any now, or IllegalMoveError if it cannot take this one.
        """

    @abstractmethod
    def partner(self, move: int) -> int | None:
        """Return the seat whose proposal this move takes, or None for any other move."""

    @abstractmethod
    def hand(self, state: State, seat: int) -> Hashable:
        """Return what the seat holds: its proposal lapses when this changes.

        Every change of it must be one that everybody notices; else the lapse would tell a secret.
        """

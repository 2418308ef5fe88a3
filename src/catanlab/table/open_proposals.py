"""The proposals that are open: each seat's, until it is taken, withdrawn or lapses."""

from __future__ import annotations

from collections.abc import Hashable

from catanlab.framework.errors import ProposalError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.proposals import ProposalRules
from catanlab.framework.state import State
from catanlab.table.events import Proposed


class OpenProposals:
    """At most one proposal a seat, with what its owner held when it was made."""

    def __init__(self, game: Game) -> None:
        self.deals: dict[int, str] = {}
        """The deals by the seat that proposed them."""
        self._game = game
        self._rules = game.proposals
        self._hands: dict[int, Hashable] = {}

    def rules(self, is_over: bool) -> ProposalRules:
        """Return how the game judges proposals; raises ProposalError if there can be none."""
        if is_over:
            raise ProposalError("the game has ended")
        if self._rules is None:
            raise ProposalError(f"{self._game.name} has no proposals by these rules")
        return self._rules

    def is_taking(self, move: Move) -> bool:
        """Say whether a move takes a proposal."""
        return self._rules is not None and self._rules.partner(move) is not None

    def open_deal(self, seat: int) -> str:
        """Return the deal that a seat has proposed; raises ProposalError if there is none."""
        try:
            return self.deals[seat]
        except KeyError:
            raise ProposalError(f"seat {seat} has no open proposal") from None

    def open(self, proposed: Proposed, state: State) -> None:
        """Open a proposal, in place of an earlier one; raises ProposalError or MoveTextError."""
        rules = self.rules(state.is_over)
        self.deals[proposed.seat] = rules.read(proposed.deal)
        self._hands[proposed.seat] = rules.hand(state, proposed.seat)

    def close(self, seat: int) -> None:
        """Close the proposal of a seat; raises ProposalError if there is none."""
        self.open_deal(seat)
        del self.deals[seat], self._hands[seat]

    def lapsed(self, state: State, move: Move, *, everything: bool) -> list[int]:
        """Return the seats whose proposals lapse after a move; the one that the move took is closed here.

        A proposal lapses with any change of its owner's hand, even if the deal could still be paid: else
        its end would tell what the hand holds.
        """
        rules = self.rules(False)
        partner = rules.partner(move)
        if partner is not None and partner in self.deals:
            self.close(partner)
        return [
            seat
            for seat in sorted(self.deals)
            if everything or rules.hand(state, seat) != self._hands[seat]
        ]

"""Trades that a seat proposes while another is on turn, judged by what the seat that acts may know."""

from __future__ import annotations

from catanlab.framework.errors import IllegalMoveError, MoveTextError, NotDecidingError, ProposalError
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.framework.observer import View
from catanlab.framework.proposals import ProposalRules
from catanlab.framework.state import State
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove, Counts, Deal, cards_text
from catanlab.games.catan.position import Phase, SeatPosition
from catanlab.games.catan.view.view import CatanView


class CatanProposals(ProposalRules):
    """Proposals such as `1 wood for 1 ore`, from the side of the seat that makes them.

    >>> CatanProposals().read("1 ore + 2  wood for 1 sheep")
    '2 wood + 1 ore for 1 sheep'
    """

    def read(self, deal: str) -> str:
        """Return a deal in its canonical words; raises MoveTextError."""
        return _read(deal).text

    def propose(self, view: View, deal: str) -> str:
        """Return the deal, if the seat of the view may propose it now; raises as ProposalRules says."""
        assert isinstance(view, CatanView)
        read = _read(deal)
        position = view.position
        if position.on_turn == position.seat:
            raise ProposalError("the seat on turn makes offers; only the other seats propose")
        if position.phase != Phase.MAIN:
            raise ProposalError(f"nothing can be proposed now: the phase is '{position.phase.text}'")
        if any(given and got for given, got in zip(read.give, read.get, strict=True)):
            raise IllegalMoveError(f"{read.text}: the same resource cannot be on both sides")
        _check_holds(position.own, read.give, read)
        return read.text

    def take(self, view: View, proposer: int, deal: str) -> CatanMove:
        """Return the move that takes a deal; raises as ProposalRules says."""
        assert isinstance(view, CatanView)
        read = _read(deal)
        position = view.position
        if position.on_turn != position.seat:
            raise NotDecidingError(f"only seat {position.on_turn}, which is on turn, can take a proposal")
        if position.phase != Phase.MAIN:
            raise NotDecidingError(f"no proposal can be taken now: the phase is '{position.phase.text}'")
        _check_holds(position.own, read.get, read)
        return CatanMove.deal_with(read.get, read.give, proposer)

    def partner(self, move: int) -> int | None:
        """Return the seat whose proposal this move takes, or None for any other move."""
        return CatanMove(move).seat if move >> GROUP_SHIFT == c.DEAL else None

    def hand(self, state: State, seat: int) -> Counts | None:
        """Return the resource cards of a seat: everybody notices when they change, if not always which."""
        assert isinstance(state, CatanState)
        return state.position.seats[seat].hand


def _read(deal: str) -> Deal:
    try:
        read = CatanMove.parse(f"bank {deal}").deal
    except MoveTextError:
        read = None
    if read is None:
        raise MoveTextError(f"{deal!r} is not a deal; the form is '1 wood + 1 clay for 1 ore'")
    return read


def _check_holds(seat: SeatPosition, cards: Counts, deal: Deal) -> None:
    lacking = tuple(max(0, need - have) for need, have in zip(cards, seat.certain, strict=True))
    if any(lacking):
        wood, clay, sheep, wheat, ore = lacking
        raise IllegalMoveError(f"{deal.text}: the seat lacks {cards_text((wood, clay, sheep, wheat, ore))}")

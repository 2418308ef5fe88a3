"""What each seat sells, as the negotiator of JSettlers remembers it.

A seat that is known to hold a card when a turn begins, or when the dice have paid the own seat, sells it
from then on, even without the card, until it asks for such a card itself or refuses to give it.
"""

from __future__ import annotations

from catanlab.agents.estimates.jsettlers_hands import JSettlersHands
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal, read_deal


class SellerBeliefs(JSettlersHands):
    """What each seat sells in one game, and what this seat tried in this turn."""

    def _begin(self, game: Catan, seat: int) -> None:
        super()._begin(game, seat)
        self._sells = [[False] * 5 for _ in range(self._players)]
        self.forget_offered()
        self._made: set[Deal] = set()
        self.turn = 0
        """How many turns have begun."""
        self.is_closed = False
        """Whether this seat makes no more offers in this turn, as after a trade with the bank."""

    def is_selling(self, seat: int, resource: int) -> bool:
        """Return whether a seat sells a resource."""
        return self._sells[seat][resource]

    def was_made(self, deal: Deal) -> bool:
        """Return whether this seat proposed a deal without success in this turn."""
        return deal in self._made

    def forget_offered(self) -> None:
        """Forget which seats offered what, as the robot does whenever it considers an offer."""
        self._offered = [[False] * 5 for _ in range(self._players)]

    def begin_turn(self) -> None:
        """Note who holds what, and forget the offers of the last turn."""
        self._look()
        self.turn += 1
        self._made = set()
        self.is_closed = False

    def see_roll(self, gained: bool) -> None:
        """Note who holds what, if the server has sent this seat its hand."""
        if gained:
            self._look()

    def see_bank(self, seat: int) -> None:
        """Note that this seat makes no more offers after a trade with the bank."""
        if seat == self.me:
            self.is_closed = True

    def see_offer(self, seat: int, move: CatanMove) -> None:
        """Note that a seat does not sell what it asks for, and sells what it gives even after a refusal."""
        if seat == self.me:
            self.forget_offered()
            return
        deal = read_deal(move)
        for resource in range(5):
            if deal.give[resource]:
                self._offered[seat][resource] = True
            if deal.get[resource]:
                self._sells[seat][resource] = False

    def see_rejection(self, seat: int, offer: CatanMove) -> None:
        """Note that a seat keeps what was asked for, unless it had offered that itself."""
        for resource, count in enumerate(read_deal(offer).get):
            if count and not self._offered[seat][resource]:
                self._sells[seat][resource] = False

    def see_failure(self, seat: int, offer: CatanMove) -> None:
        """Note an offer of this seat that failed."""
        if seat == self.me:
            self._made.add(read_deal(offer))

    def see_success(self, seat: int, offer: CatanMove) -> None:
        """Note an offer of this seat that somebody accepted, even if others refused it."""
        if seat == self.me:
            self._made.discard(read_deal(offer))

    def _look(self) -> None:
        for seat in range(self._players):
            for resource in range(5):
                if self._known[seat][resource]:
                    self._sells[seat][resource] = True

"""Reconstructs the offers of a recorded game: each offer once, with all its answers.

While a game is played, the bridge has to open an offer before it is answered, see `trades`. In a recorded
game every offer of the seat on turn becomes one offer of our game, with the answers in turn order.
"""

from __future__ import annotations

from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.trades import OfferRound, Trades, read_offer, read_trade


class ReconstructedOffers(Trades):
    """The offers of a recorded game, each with all its answers."""

    def _on_makeoffer(self, message: Message) -> None:
        """Take in an offer of the seat on turn, or a counter-offer to it."""
        follower = self._follower
        if follower.seat_state is None:
            return
        maker, deal, asked = read_offer(follower, message)
        if message.seat == follower.current:
            self.close_open_offer()
            self._others_offer = OfferRound(deal, asked)
        elif self._others_offer and maker in self._others_offer.addressees:
            self._others_offer.answers[maker] = deal

    def _on_rejectoffer(self, message: Message) -> None:
        """Take in that a seat rejects an offer; a refusal by the server changes nothing."""
        if self._others_offer and message.reason is None and message.seat in self._follower.order:
            self._others_offer.answer(self._follower.ours(message.seat), None)

    def _on_clearoffer(self, message: Message) -> None:
        """Take in that the seat on turn, or with -1 every seat, withdraws its offer."""
        if self._is_over(message.seat):
            self.close_open_offer()

    def _on_acceptoffer(self, message: Message) -> None:
        """Take in a trade between two players; raises CannotFollowError if it has no resources."""
        seat_state, round_ = self._follower.seat_state, self._others_offer
        if seat_state is None:
            return
        self._others_offer = None
        accepting, offering, deal = read_trade(self._follower, message)
        if round_ and offering == seat_state.on_turn and round_.deal == deal:
            if self._accept(seat_state, round_, accepting):
                return
        if round_ and self._take(seat_state, round_, accepting, offering, deal):
            return
        self._trade(seat_state, accepting, offering, deal)

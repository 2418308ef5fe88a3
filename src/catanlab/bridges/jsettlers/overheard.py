"""Offers in hindsight: with a whole game at hand each offer is told once, with all its answers.

At the table the bridge has to open an offer before it is answered, see `trades`. Afterwards every offer of
the seat on turn, to whomever it was made, becomes one offer of our game with the answers in turn order.
"""

from __future__ import annotations

from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.trades import Round, Trades, read_offer, read_trade


class Overheard(Trades):
    """The offers of one game, of which the robot takes part in none."""

    def see_offer(self, message: Message) -> None:
        """Take in an offer of the seat on turn, or a counter-offer to it."""
        mirror = self._mirror
        if mirror.ledger is None:
            return
        maker, deal, asked = read_offer(mirror, message)
        if message.seat == mirror.current:
            self.clear_table()
            self._overheard = Round(deal, asked)
        elif self._overheard and maker in self._overheard.addressees:
            self._overheard.answers[maker] = deal

    def see_rejection(self, message: Message) -> None:
        """Take in that somebody rejects; what the server itself refuses changes nothing."""
        if self._overheard and message.reason is None and message.seat in self._mirror.order:
            self._overheard.answer(self._mirror.ours(message.seat), None)

    def see_withdrawal(self, seat: int) -> None:
        """Take in that the offer of the seat on turn, or with -1 every offer, is off the table."""
        if self._is_over(seat):
            self.clear_table()

    def see_trade(self, message: Message) -> None:
        """Take in a trade between two players; raises MirrorError if there is nothing in it."""
        ledger, round_ = self._mirror.ledger, self._overheard
        if ledger is None:
            return
        self._overheard = None
        accepting, offering, deal = read_trade(self._mirror, message)
        if round_ and offering == ledger.turn_seat and round_.deal == deal:
            if self._accept(ledger, round_, accepting):
                return
        if round_ and self._take(ledger, round_, accepting, offering, deal):
            return
        self._trade(ledger, accepting, offering, deal)

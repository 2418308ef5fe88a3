"""Offers in hindsight: with a whole game at hand each offer is told once, with all its answers.

At the table the bridge has to open an offer before it is answered, see `trades`. Afterwards every offer of
the seat on turn, to whomever it was made, becomes one offer of our game with the answers in turn order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import MirrorError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.trades import Deal, Round
from catanlab.games.catan import constants as c

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.ledger import Ledger
    from catanlab.bridges.jsettlers.mirror import Mirror


class Overheard:
    """The offers of one game; it stands where the mirror has its `trades`."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self.asked: int | None = None
        self.unanswered: set[int] = set()
        """Nobody: afterwards nothing is to be answered."""
        self._round: Round | None = None

    def see_offer(self, message: Message) -> None:
        """Take in an offer of the seat on turn, or a counter-offer to it."""
        mirror = self._mirror
        if mirror.ledger is None:
            return
        count = len(message.values) - 10
        flags, counts = message.values[:count], [int(word) for word in message.values[count:]]
        deal = Deal(tuple(j.from_wire(counts[:5])), tuple(j.from_wire(counts[5:])))
        if message.seat == mirror.current:
            self.clear_table()
            asked = {mirror.ours(seat) for seat in mirror.order if seat < count and flags[seat] == "true"}
            self._round = Round(deal, frozenset(asked - {mirror.ours(message.seat)}))
        elif self._round and mirror.ours(message.seat) in self._round.addressees:
            self._round.answers[mirror.ours(message.seat)] = deal

    def see_rejection(self, message: Message) -> None:
        """Take in that somebody rejects; what the server itself refuses changes nothing."""
        if self._round and message.reason is None and message.seat in self._mirror.order:
            self._round.answer(self._mirror.ours(message.seat), None)

    def see_withdrawal(self, seat: int) -> None:
        """Take in that the offer of the seat on turn, or with -1 every offer, is off the table."""
        if seat in (-1, self._mirror.current):
            self.clear_table()

    def see_trade(self, message: Message) -> None:
        """Take in a trade between two players; raises MirrorError if there is nothing in it."""
        mirror, ledger, round_ = self._mirror, self._mirror.ledger, self._round
        if ledger is None:
            return
        self._round = None
        accepting, offering = mirror.ours(message.accepting), mirror.ours(message.offering)
        if len(message.counts) != 10:
            raise MirrorError("a trade without its resources")
        deal = Deal(tuple(j.from_wire(message.counts[:5])), tuple(j.from_wire(message.counts[5:])))
        if round_ and offering == ledger.turn_seat and round_.deal == deal:
            round_.answers.pop(accepting, None)
            if ledger.feed_if_lawful(*self._moves(ledger, round_, accepting), (c.ACCEPT, 0)):
                return
        if round_ and accepting == ledger.turn_seat and round_.answers.get(offering) == deal:
            if ledger.feed_if_lawful(*self._moves(ledger, round_), (c.TAKE_COUNTER, offering)):
                return
        if ledger.turn_seat != offering:
            accepting, deal = offering, deal.reversed
        ledger.feed(c.OFFER, deal.argument | 1 << (c.ADDRESSEE_SHIFT + accepting))
        ledger.feed(c.ACCEPT)

    def clear_table(self) -> None:
        """Take in the open offer, if there is one that was answered: it came to nothing."""
        ledger, round_ = self._mirror.ledger, self._round
        self._round = None
        if ledger and round_ and round_.answers and ledger.phase == c.MAIN:
            ledger.feed_if_lawful(*self._moves(ledger, round_))
            ledger.clear_table()

    def _moves(self, ledger: Ledger, round_: Round, accepting: int | None = None) -> list[tuple[int, int]]:
        """Return an offer to all who answered as moves, in turn order up to the seat that accepts."""
        seats = set(round_.answers) | ({accepting} if accepting is not None else set())
        mask = sum(1 << seat for seat in seats)
        moves = [(c.OFFER, round_.deal.argument | mask << c.ADDRESSEE_SHIFT)]
        players = len(self._mirror.order)
        for seat in ((ledger.turn_seat + step) % players for step in range(1, players)):
            if seat == accepting:
                break
            if seat in seats:
                moves.append(_answer(round_.deal, round_.answers[seat]))
        return moves


def _answer(offer: Deal, counter: Deal | None) -> tuple[int, int]:
    """Return a rejection, or the counter-offer if our rules have such a one."""
    if counter is None or counter == offer.reversed or not any(counter.give) or not any(counter.get):
        return (c.REJECT, 0)
    if any(give and get for give, get in zip(counter.give, counter.get, strict=True)):
        return (c.REJECT, 0)
    return (c.COUNTER, counter.argument)

"""Offers at the server and in our game.

At the server anybody on turn makes as many offers as it likes, others answer in any order, and an answer
may be an offer of its own. In our game an offer is answered seat by seat, and then settled. So an offer to
the robot is taken in as one to it alone; the robot's own offer when its answers are there; and an offer
between others when it comes to a trade or its maker goes on to something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import MirrorError
from catanlab.bridges.jsettlers.ledger import deal_of
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan import constants as c

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.ledger import Ledger
    from catanlab.bridges.jsettlers.mirror import Mirror


@dataclass(frozen=True)
class Deal:
    """What an offer gives and gets, in our order of resources, as its maker sees it."""

    give: tuple[int, ...]
    get: tuple[int, ...]

    @property
    def argument(self) -> int:
        """Both sides as the argument of a move."""
        return deal_of(self.give, self.get)

    @property
    def reversed(self) -> Deal:
        """The deal as the other side sees it."""
        return Deal(self.get, self.give)


@dataclass
class Round:
    """An offer of the seat on turn, and the answers that are there, by our seats: None is a rejection."""

    deal: Deal
    addressees: frozenset[int]
    answers: dict[int, Deal | None] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether everybody has answered."""
        return self.addressees <= set(self.answers)

    def answer(self, seat: int, counter: Deal | None) -> bool:
        """Take in what a seat answers first; say whether it was asked and had not answered yet."""
        is_first = seat in self.addressees and seat not in self.answers
        if is_first:
            self.answers[seat] = counter
        return is_first


class Trades:
    """The offers of one game."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self.asked: int | None = None
        """The server's seat whose offer our game has open for the robot to answer."""
        self.unanswered: set[int] = set()
        """The server's seats whose offers the robot has to reject, as our game cannot show them."""
        self.round: Round | None = None
        """The robot's own offer that is on the table."""
        self._overheard: Round | None = None
        """The offer on the table that others make to others."""

    @property
    def is_asking(self) -> bool:
        """Whether an offer to the robot is open; whatever else its maker does closes it."""
        ledger = self._mirror.ledger
        if self.asked is None or ledger is None:
            return False
        return ledger.phase == c.ANSWERING and ledger.actor == ledger.seat

    # What the server tells.

    def see_offer(self, message: Message) -> None:
        """Take in an offer."""
        mirror, ledger = self._mirror, self._mirror.ledger
        if ledger is None:
            if message.seat != mirror.me and message.values[mirror.me : mirror.me + 1] == ("true",):
                self.unanswered.add(message.seat)
            return
        maker, deal, asked = read_offer(mirror, message)
        if maker == ledger.seat:
            if mirror.my_turn:
                self.round = Round(deal, asked)
        elif mirror.my_turn:
            if ledger.seat in asked and not (self.round and self.round.answer(maker, deal)):
                self.unanswered.add(message.seat)
        elif message.seat != mirror.current:
            if self._overheard and mirror.ours(mirror.current) in asked:
                self._overheard.answer(maker, deal)
            if ledger.seat in asked:
                self.unanswered.add(message.seat)
        elif ledger.seat in asked:
            self._ask(ledger, message.seat, deal)
        else:
            self.clear_table()
            self._overheard = Round(deal, asked)

    def _ask(self, ledger: Ledger, seat: int, deal: Deal) -> None:
        """Open an offer to the robot in our game, if it is one that our rules allow."""
        self.clear_table()
        self.asked = None
        ledger.make_room_for_offer()
        offer = deal.argument | 1 << (c.ADDRESSEE_SHIFT + ledger.seat)
        if ledger.phase == c.MAIN and ledger.feed_if_lawful((c.OFFER, offer)):
            self.asked = seat
        else:
            self.unanswered.add(seat)

    def see_rejection(self, message: Message) -> None:
        """Take in that somebody rejects, or that the server refuses what the robot asked for."""
        mirror, ledger = self._mirror, self._mirror.ledger
        if ledger is None:
            return
        if message.reason is not None:
            if self.round:
                self.round.answers |= dict.fromkeys(self.round.addressees - set(self.round.answers))
            elif message.seat in (-1, mirror.me):
                ledger.clear_table()
        elif message.seat != mirror.me and message.seat in mirror.order:
            for round_ in (self.round, self._overheard):
                if round_:
                    round_.answer(mirror.ours(message.seat), None)

    def see_withdrawal(self, seat: int) -> None:
        """Take in that an offer, or with -1 every offer, is off the table."""
        mirror = self._mirror
        if seat in (-1, self.asked) and self.asked is not None:
            self.asked = None
            if mirror.ledger:
                mirror.ledger.clear_table()
        if self._is_over(seat):
            self._forget_overheard()
        self.unanswered = set() if seat == -1 else self.unanswered - {seat}
        if seat in (-1, mirror.me) and self.round:
            self.close_round()
            if mirror.ledger:
                mirror.ledger.clear_table()

    def see_trade(self, message: Message) -> None:
        """Take in a trade between two players."""
        mirror, ledger = self._mirror, self._mirror.ledger
        if ledger is None:
            return
        accepting, offering, deal = read_trade(mirror, message)
        if not self._settle(ledger, accepting, offering, deal):
            self._trade(ledger, accepting, offering, deal)
        self.asked = self.round = self._overheard = None
        self.unanswered = set()

    def forget(self) -> None:
        """Forget all offers, as the game cannot be followed; who waits for an answer is to be rejected."""
        if self.asked is not None:
            self.unanswered.add(self.asked)
        self.asked = self.round = self._overheard = None

    def clear_table(self) -> None:
        """Close whatever offer is open, as its maker goes on to something else."""
        self._forget_overheard()
        if self._mirror.ledger:
            self._mirror.ledger.clear_table()

    def _forget_overheard(self) -> None:
        """Take in an offer between others that came to nothing, if it is one that our rules allow."""
        ledger, overheard = self._mirror.ledger, self._overheard
        self._overheard = None
        if ledger and overheard:
            self._tell(ledger, overheard)

    def _tell(self, ledger: Ledger, round_: Round) -> None:
        """Take in an offer with its answers that came to nothing, if it is one that our rules allow."""
        if ledger.phase == c.MAIN:
            ledger.make_room_for_offer()
            ledger.feed_if_lawful(*self._answered(ledger, round_))
            ledger.clear_table()

    def _settle(self, ledger: Ledger, accepting: int, offering: int, deal: Deal) -> bool:
        """Settle what is open in our game, if this trade is that; say whether."""
        me, facts = ledger.seat, ledger.facts
        if me == accepting and ledger.phase == c.ANSWERING and ledger.actor == me:
            if facts["offer"] & ~(0xF << c.ADDRESSEE_SHIFT) == deal.argument:
                return ledger.feed_if_lawful((c.ACCEPT, 0))
        elif me in (accepting, offering) and ledger.phase == c.CHOOSING:
            if facts["answer"][offering] & ((1 << c.ADDRESSEE_SHIFT) - 1) == deal.argument:
                return ledger.feed_if_lawful((c.TAKE_COUNTER, offering))
        else:
            for round_ in (self.round, self._overheard):
                if round_ and offering == ledger.turn_seat and round_.deal == deal:
                    return self._accept(ledger, round_, accepting)
            if self._overheard and self._take(ledger, self._overheard, accepting, offering, deal):
                return True
        return False

    def _is_over(self, seat: int) -> bool:
        """Say whether with a withdrawal by a seat, or with -1 of all, the offer of others is off the table.

        One with counter-offers is not: a robot withdraws its own before it takes one of them.
        """
        if seat == self._mirror.current and self._overheard:
            return not any(self._overheard.answers.values())
        return seat in (-1, self._mirror.current)

    def _take(self, ledger: Ledger, round_: Round, accepting: int, offering: int, deal: Deal) -> bool:
        """Take in that the seat on turn takes a counter-offer, if this trade is that; say whether."""
        if accepting != ledger.turn_seat or round_.answers.get(offering) != deal:
            return False
        ledger.make_room_for_offer()
        return ledger.feed_if_lawful(*self._answered(ledger, round_), (c.TAKE_COUNTER, offering))

    def _accept(self, ledger: Ledger, round_: Round, accepting: int) -> bool:
        """Take in that an offer is accepted; say whether our rules allow it.

        In our game nobody is asked after who accepts. Those who had answered all the same are told of as
        if they had been made the same offer before, so that it is known who refused.
        """
        order = self._asked_in_turn(ledger)
        later = {seat for seat in order[order.index(accepting) + 1 :] if seat in round_.answers}
        if later:
            made = ledger.facts["offers_made"]
            self._tell(ledger, Round(round_.deal, round_.addressees & later, round_.answers))
            ledger.amend(offers_made=made)  # it was one offer
        first = {seat: answer for seat, answer in round_.answers.items() if seat not in later}
        first.pop(accepting, None)
        ledger.make_room_for_offer()
        moves = self._answered(ledger, Round(round_.deal, round_.addressees - later, first), {accepting})
        return ledger.feed_if_lawful(*moves, (c.ACCEPT, 0))

    def _trade(self, ledger: Ledger, accepting: int, offering: int, deal: Deal) -> None:
        """Take in a trade as an offer of the seat on turn to the other alone, which accepts."""
        self.clear_table()
        ledger.make_room_for_offer()
        if ledger.turn_seat != offering:
            accepting, deal = offering, deal.reversed
        ledger.feed(c.OFFER, deal.argument | 1 << (c.ADDRESSEE_SHIFT + accepting))
        ledger.feed(c.ACCEPT)

    # What the robot does.

    def answer(self, move: int, group: int) -> None:
        """Take in how the robot answers the offer that is open, before the server confirms it."""
        ledger = self._mirror.ledger
        assert ledger is not None
        self.asked = None
        if group != c.ACCEPT:
            ledger.feed(group, move & ((1 << c.ADDRESSEE_SHIFT) - 1))

    def close_round(self) -> None:
        """Take in the robot's own offer with the answers that came; who did not answer rejects.

        If there are counter-offers, our game then asks the robot what it takes.
        """
        ledger, round_ = self._mirror.ledger, self.round
        self.round = None
        if ledger is None or round_ is None:
            return
        round_.answers = {**dict.fromkeys(round_.addressees), **round_.answers}
        if not ledger.feed_if_lawful(*self._answered(ledger, round_)):
            round_.answers = dict.fromkeys(round_.addressees)
            ledger.feed_if_lawful(*self._answered(ledger, round_))

    def _answered(
        self, ledger: Ledger, round_: Round, late: set[int] | None = None
    ) -> list[tuple[int, int]]:
        """Return an offer and the answers that came as moves, in turn order up to the first of `late`."""
        seats = (set(round_.answers) | (late or set())) & round_.addressees
        mask = sum(1 << seat for seat in seats)
        moves = [(c.OFFER, round_.deal.argument | mask << c.ADDRESSEE_SHIFT)]
        for seat in self._asked_in_turn(ledger):
            if late and seat in late:
                break
            if seat in seats:
                moves.append(_answer(round_.deal, round_.answers[seat]))
        return moves

    def _asked_in_turn(self, ledger: Ledger) -> list[int]:
        """Return the seats but the one on turn, in the order in which they answer."""
        players = len(self._mirror.order)
        return [(ledger.turn_seat + step) % players for step in range(1, players)]


def read_offer(mirror: Mirror, message: Message) -> tuple[int, Deal, frozenset[int]]:
    """Return who makes an offer, what it is, and to whom; raises MirrorError."""
    count = len(message.values) - 10
    flags, counts = message.values[:count], [int(word) for word in message.values[count:]]
    maker = mirror.ours(message.seat)
    asked = {mirror.ours(seat) for seat in mirror.order if seat < count and flags[seat] == "true"}
    return maker, _deal(counts), frozenset(asked - {maker})


def read_trade(mirror: Mirror, message: Message) -> tuple[int, int, Deal]:
    """Return who accepts whose offer, and what it was; raises MirrorError."""
    if len(message.counts) != 10:
        raise MirrorError("a trade without its resources")
    if message.accepting == message.offering:
        raise MirrorError("a trade of a seat with itself")
    return mirror.ours(message.accepting), mirror.ours(message.offering), _deal(message.counts)


def _deal(counts: Sequence[int]) -> Deal:
    return Deal(tuple(j.from_wire(counts[:5])), tuple(j.from_wire(counts[5:])))


def _answer(offer: Deal, counter: Deal | None) -> tuple[int, int]:
    """Return a rejection, or the counter-offer if our rules have such a one."""
    if counter is None or counter == offer.reversed or not any(counter.give) or not any(counter.get):
        return (c.REJECT, 0)
    if any(give and get for give, get in zip(counter.give, counter.get, strict=True)):
        return (c.REJECT, 0)
    return (c.COUNTER, counter.argument)

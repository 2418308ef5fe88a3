"""Follows offers, their answers, and trades between players.

At the server the seat on turn makes as many offers as it likes, others answer in any order, and an answer
may be an offer of its own. In our game each seat answers in turn, and then the offer is settled. So an
offer to the robot is entered as one to it alone, the robot's own offer when its answers have come, and an
offer between others when it leads to a trade or its maker does something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan.moves import CatanMove, Deal, MoveKind
from catanlab.games.catan.position import Phase

if TYPE_CHECKING:
    from catanlab.bridges.jsettlers.game_follower import GameFollower
    from catanlab.bridges.jsettlers.seat_state import SeatState


_ACCEPT = CatanMove.make(MoveKind.ACCEPT)
_REJECT = CatanMove.make(MoveKind.REJECT)


@dataclass
class OfferRound:
    """An offer of the seat on turn and the answers so far, by our seats; None is a rejection."""

    deal: Deal
    addressees: frozenset[int]
    answers: dict[int, Deal | None] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether everybody has answered."""
        return self.addressees <= set(self.answers)

    def answer(self, seat: int, counter: Deal | None) -> bool:
        """Take in the first answer of a seat; say whether it was asked and had not answered yet."""
        is_first = seat in self.addressees and seat not in self.answers
        if is_first:
            self.answers[seat] = counter
        return is_first


class Trades:
    """The offers of one game."""

    def __init__(self, follower: GameFollower) -> None:
        self._follower = follower
        self.asked: int | None = None
        """The server's seat whose offer is open in our game, for the robot to answer."""
        self.unanswered: set[int] = set()
        """The server's seats whose offers the robot has to reject, because our rules do not allow them."""
        self.round: OfferRound | None = None
        """The robot's own offer, while it is open."""
        self._others_offer: OfferRound | None = None
        """An open offer of one of the others to others."""

    @property
    def is_asking(self) -> bool:
        """Whether an offer to the robot is open; anything else that its maker does closes it."""
        seat_state = self._follower.seat_state
        if self.asked is None or seat_state is None:
            return False
        return seat_state.phase is Phase.ANSWERING and seat_state.to_move == seat_state.seat

    # Messages.

    def _on_makeoffer(self, message: Message) -> None:
        """Take in an offer, or a counter-offer."""
        follower, seat_state = self._follower, self._follower.seat_state
        if seat_state is None:
            if message.seat != follower.me and message.values[follower.me : follower.me + 1] == ("true",):
                self.unanswered.add(message.seat)
            return
        maker, deal, asked = read_offer(follower, message)
        if maker == seat_state.seat:
            if follower.my_turn:
                self.round = OfferRound(deal, asked)
        elif follower.my_turn:
            if seat_state.seat in asked and not (self.round and self.round.answer(maker, deal)):
                self.unanswered.add(message.seat)
        elif message.seat != follower.current:
            if self._others_offer and follower.ours(follower.current) in asked:
                self._others_offer.answer(maker, deal)
            if seat_state.seat in asked:
                self.unanswered.add(message.seat)
        elif seat_state.seat in asked:
            self._ask(seat_state, message.seat, deal)
        else:
            self.close_open_offer()
            self._others_offer = OfferRound(deal, asked)

    def _ask(self, seat_state: SeatState, seat: int, deal: Deal) -> None:
        """Open an offer to the robot in our game, if our rules allow it."""
        self.close_open_offer()
        self.asked = None
        seat_state.make_room_for_offer()
        offer = CatanMove.offer(*deal, to=[seat_state.seat])
        if seat_state.phase is Phase.MAIN and seat_state.feed_if_legal(offer):
            self.asked = seat
        else:
            self.unanswered.add(seat)

    def _on_rejectoffer(self, message: Message) -> None:
        """Take in that a seat rejects an offer, or that the server refuses a request of the robot."""
        follower, seat_state = self._follower, self._follower.seat_state
        if seat_state is None:
            return
        if message.reason is not None:
            if self.round:
                self.round.answers |= dict.fromkeys(self.round.addressees - set(self.round.answers))
            elif message.seat in (-1, follower.me):
                seat_state.close_open_offer()
        elif message.seat != follower.me and message.seat in follower.order:
            for round_ in (self.round, self._others_offer):
                if round_:
                    round_.answer(follower.ours(message.seat), None)

    def _on_clearoffer(self, message: Message) -> None:
        """Take in that a seat, or with -1 every seat, withdraws its offer."""
        follower, seat = self._follower, message.seat
        if seat in (-1, self.asked) and self.asked is not None:
            self.asked = None
            if follower.seat_state:
                follower.seat_state.close_open_offer()
        if self._is_over(seat):
            self._close_others_offer()
        self.unanswered = set() if seat == -1 else self.unanswered - {seat}
        if seat in (-1, follower.me) and self.round:
            self.close_round()
            if follower.seat_state:
                follower.seat_state.close_open_offer()

    def _on_acceptoffer(self, message: Message) -> None:
        """Take in a trade between two players."""
        follower, seat_state = self._follower, self._follower.seat_state
        if seat_state is None:
            return
        accepting, offering, deal = read_trade(follower, message)
        if not self._settle(seat_state, accepting, offering, deal):
            self._trade(seat_state, accepting, offering, deal)
        self.asked = self.round = self._others_offer = None
        self.unanswered = set()

    def forget(self) -> None:
        """Forget all offers, as the game cannot be followed; an unanswered one will be rejected."""
        if self.asked is not None:
            self.unanswered.add(self.asked)
        self.asked = self.round = self._others_offer = None

    def close_open_offer(self) -> None:
        """Close any open offer, as its maker does something else."""
        self._close_others_offer()
        if self._follower.seat_state:
            self._follower.seat_state.close_open_offer()

    def _close_others_offer(self) -> None:
        """Take in an offer between others that led to no trade, if our rules allow it."""
        seat_state, others_offer = self._follower.seat_state, self._others_offer
        self._others_offer = None
        if seat_state and others_offer:
            self._enter_round(seat_state, others_offer)

    def _enter_round(self, seat_state: SeatState, round_: OfferRound) -> None:
        """Take in an offer and its answers that led to no trade, if our rules allow them."""
        if seat_state.phase is Phase.MAIN:
            seat_state.make_room_for_offer()
            seat_state.feed_if_legal(*self._answered(seat_state, round_))
            seat_state.close_open_offer()

    def _settle(self, seat_state: SeatState, accepting: int, offering: int, deal: Deal) -> bool:
        """Take in a trade as the end of an open offer, if it is that; say whether."""
        me, position = seat_state.seat, seat_state.position
        if me == accepting and position.phase is Phase.ANSWERING and position.to_move == me:
            if position.offer == deal:
                return seat_state.feed_if_legal(_ACCEPT)
        elif me in (accepting, offering) and position.phase is Phase.CHOOSING:
            answer = position.seats[offering].answer
            if answer is not None and answer.deal == deal:
                return seat_state.feed_if_legal(CatanMove.make(MoveKind.TAKE_COUNTER, offering))
        else:
            for round_ in (self.round, self._others_offer):
                if round_ and offering == seat_state.on_turn and round_.deal == deal:
                    return self._accept(seat_state, round_, accepting)
            if self._others_offer and self._take(seat_state, self._others_offer, accepting, offering, deal):
                return True
        return False

    def _is_over(self, seat: int) -> bool:
        """Say whether a withdrawal by a seat, or with -1 by all, closes the offer between others.

        One with counter-offers stays open: a robot withdraws its own offer before it takes one of them.
        """
        if seat == self._follower.current and self._others_offer:
            return not any(self._others_offer.answers.values())
        return seat in (-1, self._follower.current)

    def _take(
        self, seat_state: SeatState, round_: OfferRound, accepting: int, offering: int, deal: Deal
    ) -> bool:
        """Take in a trade as a counter-offer that the seat on turn takes, if it is that; say whether."""
        if accepting != seat_state.on_turn or round_.answers.get(offering) != deal:
            return False
        seat_state.make_room_for_offer()
        return seat_state.feed_if_legal(
            *self._answered(seat_state, round_), CatanMove.make(MoveKind.TAKE_COUNTER, offering)
        )

    def _accept(self, seat_state: SeatState, round_: OfferRound, accepting: int) -> bool:
        """Take in that an offer is accepted; say whether our rules allow it.

        In our game no seat is asked after one has accepted. If others had answered at the server, the same
        offer to them alone is entered first, so that their refusals are known.
        """
        order = self._asked_in_turn(seat_state)
        later = {seat for seat in order[order.index(accepting) + 1 :] if seat in round_.answers}
        if later:
            made = seat_state.position.offers_made
            self._enter_round(
                seat_state, OfferRound(round_.deal, round_.addressees & later, round_.answers)
            )
            seat_state.amend(offers_made=made)  # it was one offer
        first = {seat: answer for seat, answer in round_.answers.items() if seat not in later}
        first.pop(accepting, None)
        seat_state.make_room_for_offer()
        moves = self._answered(
            seat_state, OfferRound(round_.deal, round_.addressees - later, first), {accepting}
        )
        return seat_state.feed_if_legal(*moves, _ACCEPT)

    def _trade(self, seat_state: SeatState, accepting: int, offering: int, deal: Deal) -> None:
        """Take in a trade as an offer of the seat on turn to the other alone, which accepts."""
        self.close_open_offer()
        seat_state.make_room_for_offer()
        if seat_state.on_turn != offering:
            accepting, deal = offering, deal.reversed
        seat_state.feed(CatanMove.offer(*deal, to=[accepting]))
        seat_state.feed(_ACCEPT)

    # The robot's own actions.

    def answer(self, move: CatanMove) -> None:
        """Take in the robot's answer to the open offer, before the server confirms it."""
        seat_state = self._follower.seat_state
        assert seat_state is not None
        self.asked = None
        if move != _ACCEPT:
            seat_state.feed(move)

    def close_round(self) -> None:
        """Take in the robot's own offer and its answers; seats that did not answer reject it.

        If there are counter-offers, our game then asks the robot what it takes.
        """
        seat_state, round_ = self._follower.seat_state, self.round
        self.round = None
        if seat_state is None or round_ is None:
            return
        round_.answers = {**dict.fromkeys(round_.addressees), **round_.answers}
        if not seat_state.feed_if_legal(*self._answered(seat_state, round_)):
            round_.answers = dict.fromkeys(round_.addressees)
            seat_state.feed_if_legal(*self._answered(seat_state, round_))

    def _answered(
        self, seat_state: SeatState, round_: OfferRound, late: set[int] | None = None
    ) -> list[CatanMove]:
        """Return an offer and its answers so far as moves, in turn order up to the first seat of `late`."""
        seats = (set(round_.answers) | (late or set())) & round_.addressees
        moves = [CatanMove.offer(*round_.deal, to=seats)]
        for seat in self._asked_in_turn(seat_state):
            if late and seat in late:
                break
            if seat in seats:
                moves.append(_answer(round_.deal, round_.answers[seat]))
        return moves

    def _asked_in_turn(self, seat_state: SeatState) -> list[int]:
        """Return all seats except the one on turn, in the order in which they answer."""
        players = len(self._follower.order)
        return [(seat_state.on_turn + step) % players for step in range(1, players)]


def read_offer(follower: GameFollower, message: Message) -> tuple[int, Deal, frozenset[int]]:
    """Return the maker of an offer, the deal, and the seats asked, all ours; raises CannotFollowError."""
    count = len(message.values) - 10
    flags, counts = message.values[:count], [int(word) for word in message.values[count:]]
    maker = follower.ours(message.seat)
    asked = {follower.ours(seat) for seat in follower.order if seat < count and flags[seat] == "true"}
    return maker, _deal(counts), frozenset(asked - {maker})


def read_trade(follower: GameFollower, message: Message) -> tuple[int, int, Deal]:
    """Return the seat that accepts, the seat that offered, and the deal; raises CannotFollowError."""
    if len(message.counts) != 10:
        raise CannotFollowError("a trade without its resources")
    if message.accepting == message.offering:
        raise CannotFollowError("a trade of a seat with itself")
    return follower.ours(message.accepting), follower.ours(message.offering), _deal(message.counts)


def _deal(counts: Sequence[int]) -> Deal:
    return Deal(j.from_wire(counts[:5]), j.from_wire(counts[5:]))


def _answer(offer: Deal, counter: Deal | None) -> CatanMove:
    """Return the counter-offer as a move, or a rejection if there is none that our rules allow."""
    if counter is None or counter == offer.reversed or not any(counter.give) or not any(counter.get):
        return _REJECT
    if any(give and get for give, get in zip(counter.give, counter.get, strict=True)):
        return _REJECT
    return CatanMove.counter(*counter)

"""Actions of trade: with the bank, and between the seat on turn and others.

The seat on turn has one open offer at a time, `self.offer`. Those it is made to accept, reject or counter
it; then the seat on turn confirms an acceptance, takes a counter-offer, or cancels. What is a fair deal,
and who may answer when, are rules of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.resources import Resources
from catanlab.framework.declared.targets import Deal, Seat

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration

Cards = tuple[int, ...]

ACCEPTED = "accepted"
REJECTED = "rejected"


class Counter(NamedTuple):
    """A counter-offer, from the side of the seat that makes it."""

    give: Cards
    get: Cards


class Offer(NamedTuple):
    """The open offer of the seat on turn, and the answers to it."""

    give: Cards
    get: Cards
    to: tuple[int, ...]
    answers: tuple[str | Counter | None, ...]
    """By seat: None, ACCEPTED, REJECTED or a counter-offer."""

    def answered(self, seat: int, answer: str | Counter) -> Offer:
        """Return the offer with the answer of a seat."""
        return self._replace(answers=(*self.answers[:seat], answer, *self.answers[seat + 1 :]))

    @property
    def unanswered(self) -> list[int]:
        """The seats it is made to that have not answered."""
        return [seat for seat in self.to if self.answers[seat] is None]


class BankTrade(Action):
    """Trades cards with the bank."""

    noun = "bank trade"

    def __init__(self, kinds: Resources, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(target=Deal(kinds), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Exchange the cards."""
        give, get = values
        play.pay(seat, give)
        play.receive(seat, get)


class OfferTrade(Action):
    """Offers an exchange to other seats."""

    noun = "offer trade"

    def __init__(self, kinds: Resources, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(target=Deal(kinds, partners="many"), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Open the offer."""
        give, get, to = values
        play.offer = Offer(give, get, to, (None,) * play.seats)


class AcceptTrade(Action):
    """Accepts the open offer."""

    noun = "accept trade"

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Note the answer."""
        assert play.offer is not None
        play.offer = play.offer.answered(seat, ACCEPTED)


class RejectTrade(Action):
    """Rejects the open offer."""

    noun = "reject trade"

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Note the answer."""
        assert play.offer is not None
        play.offer = play.offer.answered(seat, REJECTED)


class CounterTrade(Action):
    """Answers the open offer with another."""

    noun = "counter trade"

    def __init__(self, kinds: Resources, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(target=Deal(kinds), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Note the answer."""
        assert play.offer is not None
        play.offer = play.offer.answered(seat, Counter(*values))


class ConfirmTrade(Action):
    """Trades as offered with a seat that accepted."""

    noun = "confirm trade"

    def __init__(self, *, group: str | int = "", by: str = "on turn") -> None:
        super().__init__(target=Seat(), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Exchange the cards and close the offer."""
        offer = play.offer
        assert offer is not None
        play.offer = None
        play.exchange(seat, values[0], offer.give, offer.get)


class TakeCounter(Action):
    """Accepts the counter-offer of a seat."""

    noun = "take counter-offer"

    def __init__(self, *, group: str | int = "", by: str = "on turn") -> None:
        super().__init__(target=Seat(), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Exchange the cards and close the offer."""
        offer = play.offer
        assert offer is not None
        counter = offer.answers[values[0]]
        assert isinstance(counter, Counter)
        play.offer = None
        play.exchange(seat, values[0], counter.get, counter.give)


class CancelTrade(Action):
    """Cancels the open offer."""

    noun = "cancel trade"

    def __init__(self, *, group: str | int = "", by: str = "on turn") -> None:
        super().__init__(group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Close the offer."""
        play.offer = None


class AgreeTrade(Action):
    """Accepts a proposal of another seat at once, without an offer."""

    noun = "agree trade"

    def __init__(self, kinds: Resources, *, group: str | int = "", by: str = "asked") -> None:
        super().__init__(target=Deal(kinds, partners="one"), group=group, by=by)

    def effect(self, play: Declaration, seat: int, *values: Any) -> None:
        """Exchange the cards."""
        give, get, other = values
        play.exchange(seat, other, give, get)

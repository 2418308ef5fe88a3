"""What seats hold in play: cards of resources and of powers; the bank and the decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from catanlab.framework.declared.chance import Chance, Deck
from catanlab.framework.declared.deferred import resolve
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.resources import Cost
from catanlab.framework.random import Random

if TYPE_CHECKING:
    from catanlab.framework.declared.structure import Structure
    from catanlab.framework.declared.trade import Offer

UNLIMITED = 1 << 40
"""The cards of each resource in a bank without limit."""


class Holdings:
    """The part of a position that is about what seats hold."""

    structure: ClassVar[Structure]
    seats: int
    game: Any
    hands: list[list[int]]
    """Cards of each resource, by seat."""
    bank: list[int]
    """Cards of each resource in the bank."""
    held: list[list[int]]
    """Powers of each kind, by seat."""
    acquired_this_turn: list[list[int]]
    """Those among them that were acquired in this turn."""
    offer: Offer | None
    """The open offer of the seat on turn."""
    drawer: int
    """The seat for which a deck decides."""
    _piles: list[list[int]]

    def _set_holdings(self) -> None:
        """Fill the bank and the decks; nobody holds anything."""
        kinds = self.structure.resources[0] if self.structure.resources else None
        size = len(kinds) if kinds else 0
        limit = resolve(kinds.bank, self.game) if kinds else None
        self.hands = [[0] * size for _ in range(self.seats)]
        self.bank = [UNLIMITED if limit is None else limit] * size
        powers = len(self.structure.logics)
        self.held = [[0] * powers for _ in range(self.seats)]
        self.acquired_this_turn = [[0] * powers for _ in range(self.seats)]
        self.offer = None
        self.drawer = 0
        self._piles = [
            [resolve(card.copies, self.game) for card in deck.cards] for deck in self.structure.decks
        ]

    def can_pay(self, seat: int, cost: Cost) -> bool:
        """Say whether a seat has the cards of a price."""
        hand = self.hands[seat]
        for kind, count in cost.items:
            if hand[kind] < count:
                return False
        return True

    def has(self, seat: int, cards: Sequence[int]) -> bool:
        """Say whether a seat has all of these cards."""
        for held, count in zip(self.hands[seat], cards, strict=True):
            if held < count:
                return False
        return True

    def pay(self, seat: int, cards: Sequence[int]) -> None:
        """Give cards of a seat to the bank."""
        hand, bank = self.hands[seat], self.bank
        for kind, count in enumerate(cards):
            if count:
                hand[kind] -= count
                bank[kind] += count

    def receive(self, seat: int, cards: Sequence[int]) -> None:
        """Give cards of the bank to a seat."""
        hand, bank = self.hands[seat], self.bank
        for kind, count in enumerate(cards):
            if count:
                hand[kind] += count
                bank[kind] -= count

    def exchange(self, seat: int, other: int, give: Sequence[int], get: Sequence[int]) -> None:
        """Let a seat give cards to another and get others for them."""
        one, two = self.hands[seat], self.hands[other]
        for kind, (given, got) in enumerate(zip(give, get, strict=True)):
            one[kind] += got - given
            two[kind] += given - got

    def left_in(self, deck: Deck) -> list[int]:
        """Return how many copies of each of its cards a deck has left."""
        return self._piles[deck.pile]

    def draw_from(self, deck: Deck, seat: int) -> None:
        """Let a seat draw the next card of a deck; chance decides which."""
        self.drawer = seat
        self.begin(deck)

    def acquire(self, seat: int, logic: Logic) -> None:
        """Give a seat a power, with everything that follows."""
        self.held[seat][logic.index] += 1
        self.acquired_this_turn[seat][logic.index] += 1
        for rule in logic.acquired_rules:
            rule.function(self, seat)

    def lose(self, seat: int, logic: Logic) -> None:
        """Take a power from a seat, with everything that follows."""
        self.held[seat][logic.index] -= 1
        for rule in logic.lost_rules:
            rule.function(self, seat)

    def deal_card_to(self, deck: Deck, seat: int, logic: Logic, viewer: int | None, random: Random) -> None:
        """Let a seat hold a card instead of another, as far as the viewer cannot tell the difference.

        The card comes from the deck or from a third seat, each copy as likely as any other; the one that
        goes there is drawn from those that the seat has held since before this turn, or else from all.
        """
        old = [held - new for held, new in zip(self.held[seat], self.acquired_this_turn[seat], strict=True)]
        wanted = deck.cards.index(logic)
        sources: list[tuple[int | None, int]] = [(None, self.left_in(deck)[wanted])]
        for other in range(self.seats):
            if other not in (seat, viewer):
                sources.append((other, self.held[other][logic.index]))
        given = [card for card in deck.cards if old[card.index] > 0 and card is not logic]
        if not given or not sum(count for _, count in sources):
            return
        card = given[_pick([old[card.index] for card in given], random)]
        source = sources[_pick([count for _, count in sources], random)][0]
        self.held[seat][card.index] -= 1
        self.held[seat][logic.index] += 1
        if source is None:
            self.left_in(deck)[wanted] -= 1
            self.left_in(deck)[deck.cards.index(card)] += 1
        else:
            self.held[source][logic.index] -= 1
            self.held[source][card.index] += 1

    def return_card(self, deck: Deck, logic: Logic, viewer: int | None, random: Random) -> None:
        """Put a card back into the deck that another seat than the viewer holds, for one that is in it."""
        holders = [seat for seat in range(self.seats) if seat != viewer and self.held[seat][logic.index]]
        left = self.left_in(deck)
        if holders and any(left):
            seat = holders[_pick([self.held[seat][logic.index] for seat in holders], random)]
            other = _pick(left, random)
            for card, change in ((deck.cards.index(logic), 1), (other, -1)):
                left[card] += change
                self.held[seat][deck.cards[card].index] -= change

    def begin(self, node: Chance) -> None:
        """Let chance decide next."""
        raise NotImplementedError


def _pick(weights: Sequence[int], random: Random) -> int:
    """Return a place drawn by weight."""
    rest = random.below(sum(weights))
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    raise AssertionError("weights are positive")

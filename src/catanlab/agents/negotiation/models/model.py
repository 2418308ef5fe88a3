"""The contract of acceptance models, and what a seat may hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.card_counts import counts, covers
from catanlab.agents.base.situation import Situation
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import Counts, Deal
from catanlab.games.catan.view.view import CatanView


class LikelyHand(NamedTuple):
    """A hand that a seat may hold, and how likely that is."""

    cards: Counts
    probability: float


class AcceptanceModel(ABC):
    """Says how likely another seat is to accept a deal, from what the view's own seat knows.

    Questions about one view come together; a model computes what they share when it meets a new view.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    _view: CatanView | None = None
    _board_values: BoardValues | None = None

    def would_accept(self, view: CatanView, seat: int, deal: Deal) -> float:
        """Return the probability that a seat accepts a deal, given from its side, offered or countered now.

        It is 0 for what the seat cannot hold, and the same however often it is asked in a view.
        """
        if view is not self._view:
            if self._view is None or view.game is not self._view.game:
                self._board_values = BoardValues(view.game.board)
            self._view = view
            self._situations: dict[int, Situation] = {}
            self._hands: dict[int, tuple[LikelyHand, ...]] = {}
            self._answers: dict[tuple[int, Deal], float] = {}
            self.look(view)
        question = seat, deal
        if question not in self._answers:
            held = self.chance_to_hold(seat, deal.give)
            self._answers[question] = held * self.inclination(seat, deal) if held else 0.0
        return self._answers[question]

    def look(self, view: CatanView) -> None:  # noqa: B027 - the simplest model need not
        """Prepare for questions about another view."""

    @abstractmethod
    def inclination(self, seat: int, deal: Deal) -> float:
        """Return the probability that a seat that has the cards accepts a deal, given from its side."""

    @property
    def view(self) -> CatanView:
        """The view that the questions are about."""
        assert self._view is not None
        return self._view

    def situation(self, seat: int) -> Situation:
        """Return what is known of a seat's position, as numbers."""
        if seat not in self._situations:
            assert self._board_values is not None
            self._situations[seat] = Situation(self.view, self._board_values, seat)
        return self._situations[seat]

    def likely_hands(self, seat: int) -> tuple[LikelyHand, ...]:
        """Return the hands that a seat may hold, the likeliest first."""
        if seat not in self._hands:
            self._hands[seat] = tuple(
                LikelyHand(counts(hand.resources[name] for name in RESOURCES), hand.probability)
                for hand in self.view.possible_hands(seat)
            )
        return self._hands[seat]

    def chance_to_hold(self, seat: int, cards: Counts) -> float:
        """Return the probability that a seat holds these cards."""
        known = self.view.position.seats[seat]
        if covers(known.certain, cards):
            return 1.0
        if sum(cards) > known.hand_size or not covers(known.possible, cards):
            return 0.0
        return sum(hand.probability for hand in self.likely_hands(seat) if covers(hand.cards, cards))

    def likeliest_hand(self, seat: int, cards: Counts) -> Counts:
        """Return the likeliest hand of a seat that holds these cards."""
        for hand in self.likely_hands(seat):
            if covers(hand.cards, cards):
                return hand.cards
        return self.likely_hands(seat)[0].cards

    def __repr__(self) -> str:
        return f"<acceptance model {self.name}>"

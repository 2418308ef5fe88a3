"""The estimates of a position that a negotiator needs: plans, times, hands and incomes, each computed once.

Each is computed when it is first needed: most offers are answered without any estimate.
"""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.card_counts import NO_CARDS
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.estimates.card_order import rolls_each
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.games.catan.view.view import CatanView


class Outlook:
    """The position of one decision, with the estimates that a negotiator needs."""

    def __init__(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> None:
        self.situation = situation
        self.me = situation.me
        self._view = view
        self._forecasts = forecasts
        self._looked = False
        self._aims: dict[int, Aim | None] = {}
        self._wins: dict[int, int] = {}
        self._hands: dict[int, Counts] = {self.me: situation.hand}
        self._ease: dict[int, tuple[int, ...]] = {}
        self._rolls: dict[tuple[int, Counts], int] = {}

    @property
    def forecasts(self) -> SeatForecasts:
        """The forecasts of this position."""
        if not self._looked:
            self._looked = True
            self._forecasts.look(self._view)
        return self._forecasts

    def roads(self, seat: int) -> int:
        """Return the roads of a seat, as a mask of edges."""
        return self._view.position.seats[seat].roads

    def aim(self, seat: int) -> Aim | None:
        """Return what a seat seems to build next."""
        if seat not in self._aims:
            self._aims[seat] = self.forecasts.aim(seat)
        return self._aims[seat]

    def need(self, seat: int) -> Counts:
        """Return the cards for what a seat seems to build next."""
        aim = self.aim(seat)
        return NO_CARDS if aim is None else aim.need

    def lacking(self, seat: int) -> list[int]:
        """Return the resources of which a seat has not enough for its aim, the hardest to get first."""
        need, hand, ease = self.need(seat), self.hand(seat), self.ease(seat)
        return sorted((r for r in range(5) if need[r] > hand[r]), key=lambda r: -ease[r])

    def win_rolls(self, seat: int) -> int:
        """Return how many rolls a seat may need to win."""
        if seat not in self._wins:
            self._wins[seat] = self.forecasts.win_rolls(seat)
        return self._wins[seat]

    def hand(self, seat: int) -> Counts:
        """Return the cards that a seat is known to hold."""
        if seat not in self._hands:
            self._hands[seat] = self.forecasts.known_hand(seat)
        return self._hands[seat]

    def ease(self, seat: int) -> tuple[int, ...]:
        """Return how many rolls a seat needs for a card of each resource; fewer means easier."""
        if seat not in self._ease:
            self._ease[seat] = tuple(rolls_each(self.forecasts.estimates.income(seat)))
        return self._ease[seat]

    def rolls(self, seat: int, hand: Counts) -> int:
        """Return how many rolls a seat needs for its aim with these cards in hand, bank trades included."""
        key = (seat, hand)
        if key not in self._rolls:
            self._rolls[key] = self.forecasts.estimates.rolls(seat, self.need(seat), hand)
        return self._rolls[key]

"""The FAST strategy of the JSettlers robot: it builds what it can have soonest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.java_hash_order import jsettlers_rank
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import ARMY, LONGEST

MAX_ROLLS = 100
"""The most rolls that the robot estimates for several builds together."""


@dataclass(frozen=True)
class Fast:
    """Below five points the best city or a settlement that comes sooner; from five on the awards too.

    * `idle_with_army`: a seat that holds Largest Army, or has the knights for it in hand, takes the award
      for its quickest aim, and so builds only what can be paid at once.
    """

    awards_from: int = 5
    idle_with_army: bool = True

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return the robot's choice, then the others by the rolls they take."""
        hand = forecasts.known_hand(seat)
        city_rolls, settlement_rolls = self._rolls(forecasts, seat, hand)
        left = forecasts.estimates.pieces_left(seat)
        tracker = forecasts.estimates.possible_pieces(seat)
        city: Aim | None = None
        if left.cities and tracker.possible_cities:
            nodes = sorted(tracker.possible_cities, key=lambda node: jsettlers_rank("city", node))
            best = max(nodes, key=lambda node: forecasts.estimates.gain(seat, node, False))
            city = Aim("city", best, (), city_rolls)
        settlement: Aim | None = None
        possible = tracker.possible_settlements
        for node in sorted(possible, key=lambda node: jsettlers_rank("settlement", node)):
            roads = possible[node]
            if not left.settlements or roads > left.roads:
                continue
            aim = Aim("settlement", node, tuple(forecasts.estimates.way_to(seat, node)))
            rolls = (
                min(forecasts.estimates.rolls(seat, aim.need, hand), MAX_ROLLS)
                if roads
                else settlement_rolls
            )
            if settlement is None or rolls < settlement.rolls:
                settlement = Aim("settlement", node, aim.roads, rolls)
        card = None
        if forecasts.estimates.cards_left and forecasts.on_turn == seat:
            card = Aim("card", -1, (), forecasts.estimates.rolls(seat, COSTS["card"], hand))
        if forecasts.estimates.points(seat) < self.awards_from:
            # Of equals the city: the robot does not estimate the gain of settlements.
            builds = sorted((aim for aim in (city, settlement) if aim), key=lambda aim: aim.rolls)
            return builds if builds or card is None else [card]
        return self._late(forecasts, seat, hand, city, settlement)

    def _late(
        self,
        forecasts: SeatForecasts,
        seat: int,
        hand: Counts,
        city: Aim | None,
        settlement: Aim | None,
    ) -> list[Aim]:
        """Return the aims from five points on."""
        cards = forecasts.estimates.army_cards(seat)
        mine = forecasts.on_turn == seat
        if cards == 0 and self.idle_with_army and mine:
            ready = [aim for aim in (city, settlement) if aim and aim.rolls == 0]
            return ready[:1]
        found: list[Aim] = []
        if mine and 0 < cards <= forecasts.estimates.cards_left:
            _, _, sheep, wheat, ore = COSTS["card"]
            rolls = forecasts.estimates.rolls(seat, (0, 0, sheep * cards, wheat * cards, ore * cards), hand)
            found.append(Aim("card", -1, (), min(rolls, MAX_ROLLS), purpose=ARMY))
        way = forecasts.estimates.longest_way(seat)
        if way:
            rolls = min(forecasts.estimates.rolls(seat, (len(way), len(way), 0, 0, 0), hand), MAX_ROLLS)
            found.append(Aim("road", way[0], (), rolls, purpose=LONGEST, beyond=tuple(way[1:])))
        # Of equals a city comes first, then a settlement, then the awards.
        order = [*(aim for aim in (city, settlement) if aim), *found]
        return sorted(order, key=lambda aim: aim.rolls)

    def pieces(self, forecasts: SeatForecasts, seat: int, aims: Sequence[Aim]) -> list[Aim]:
        """Return the robot's choice with its roads, or all cards that Largest Army takes."""
        count = forecasts.estimates.army_cards(seat) if aims and aims[0].purpose == ARMY else 1
        return list(aims[:1]) * count

    def _rolls(self, forecasts: SeatForecasts, seat: int, hand: Counts) -> tuple[int, int]:
        rolls = forecasts.estimates.rolls_by_kind(seat, hand)
        return rolls[2], rolls[1]

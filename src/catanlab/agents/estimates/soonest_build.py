"""The plan of Thomas' first agent: build what comes soonest, of equals what speeds up building most."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.base.situation import Counts
from catanlab.agents.estimates.seat_forecasts import SeatForecasts

LONGEST, ARMY = "Longest Road", "Largest Army"


@dataclass(frozen=True)
class SoonestBuild:
    """Ranks builds by time: settlements within two roads, cities, from `awards_from` points both awards."""

    awards_from: int = 4

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return what could be built, the soonest first, and a card last."""
        hand = forecasts.known_hand(seat)
        tracker = forecasts.estimates.possible_pieces(seat)
        left = forecasts.estimates.pieces_left(seat)
        found: list[tuple[int, int, Aim]] = []
        if left.cities:
            rolls = forecasts.estimates.rolls(seat, COSTS["city"], hand)
            for node in tracker.possible_cities:
                found.append(
                    (rolls, -forecasts.estimates.gain(seat, node, False), Aim("city", node, (), rolls))
                )
        if left.settlements:
            for node, roads in tracker.possible_settlements.items():
                if roads <= left.roads:
                    aim = Aim("settlement", node, tuple(forecasts.estimates.way_to(seat, node)))
                    rolls = forecasts.estimates.rolls(seat, aim.need, hand)
                    gain = forecasts.estimates.gain(seat, node, True)
                    found.append((rolls, -gain, Aim("settlement", node, aim.roads, rolls)))
        if forecasts.estimates.points(seat) >= self.awards_from:
            found += self._awards(forecasts, seat, hand)
        found.sort(key=lambda entry: entry[:2])
        aims = [aim for _, _, aim in found]
        if forecasts.estimates.cards_left and not any(aim.kind == "card" for aim in aims):
            aims.append(Aim("card", -1, (), forecasts.estimates.rolls(seat, COSTS["card"], hand)))
        return aims

    def _awards(self, forecasts: SeatForecasts, seat: int, hand: Counts) -> list[tuple[int, int, Aim]]:
        found: list[tuple[int, int, Aim]] = []
        way = forecasts.estimates.longest_way(seat)
        if way:
            need = (len(way), len(way), 0, 0, 0)
            rolls = forecasts.estimates.rolls(seat, need, hand)
            found.append((rolls, 0, Aim("road", way[0], (), rolls, purpose=LONGEST, beyond=tuple(way[1:]))))
        cards = forecasts.estimates.army_cards(seat)
        if 0 < cards <= forecasts.estimates.cards_left:
            wood, clay, sheep, wheat, ore = COSTS["card"]
            rolls = forecasts.estimates.rolls(
                seat, (wood, clay, sheep * cards, wheat * cards, ore * cards), hand
            )
            found.append((rolls, 0, Aim("card", -1, (), rolls, purpose=ARMY)))
        return found

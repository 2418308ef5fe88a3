"""Thomas' first agent: whatever can be built soonest, of equals what makes building quickest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.base.situation import Counts

if TYPE_CHECKING:
    from catanlab.agents.estimates.seat_forecasts import Prospects

LONGEST, ARMY = "Longest Road", "Largest Army"


@dataclass(frozen=True)
class First:
    """Settlements within two roads, cities, and from `awards_from` points on the two awards."""

    awards_from: int = 4

    def aims(self, prospects: Prospects, seat: int) -> list[Aim]:
        """Return what could be built, the soonest first; a card comes last, for want of anything else."""
        hand = prospects.known_hand(seat)
        tracker = prospects.tracker(seat)
        left = prospects.pieces_left(seat)
        found: list[tuple[int, int, Aim]] = []
        if left.cities:
            rolls = prospects.rolls(seat, COSTS["city"], hand)
            for node in tracker.possible_cities:
                found.append((rolls, -prospects.gain(seat, node, False), Aim("city", node, (), rolls)))
        if left.settlements:
            for node, roads in tracker.possible_settlements.items():
                if roads <= left.roads:
                    aim = Aim("settlement", node, tuple(prospects.way_to(seat, node)))
                    rolls = prospects.rolls(seat, aim.need, hand)
                    gain = prospects.gain(seat, node, True)
                    found.append((rolls, -gain, Aim("settlement", node, aim.roads, rolls)))
        if prospects.points(seat) >= self.awards_from:
            found += self._awards(prospects, seat, hand)
        found.sort(key=lambda entry: entry[:2])
        aims = [aim for _, _, aim in found]
        if prospects.cards_left and not any(aim.kind == "card" for aim in aims):
            aims.append(Aim("card", -1, (), prospects.rolls(seat, COSTS["card"], hand)))
        return aims

    def _awards(self, prospects: Prospects, seat: int, hand: Counts) -> list[tuple[int, int, Aim]]:
        found: list[tuple[int, int, Aim]] = []
        way = prospects.longest_way(seat)
        if way:
            need = (len(way), len(way), 0, 0, 0)
            rolls = prospects.rolls(seat, need, hand)
            found.append((rolls, 0, Aim("road", way[0], (), rolls, purpose=LONGEST, beyond=tuple(way[1:]))))
        cards = prospects.army_cards(seat)
        if 0 < cards <= prospects.cards_left:
            wood, clay, sheep, wheat, ore = COSTS["card"]
            rolls = prospects.rolls(seat, (wood, clay, sheep * cards, wheat * cards, ore * cards), hand)
            found.append((rolls, 0, Aim("card", -1, (), rolls, purpose=ARMY)))
        return found

"""The SMART strategy of the JSettlers robot: pieces by what they do to the times to win of all seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catanlab.agents.base.aim import Aim, Kind
from catanlab.agents.estimates.java_hash_order import adjacent_edges, jsettlers_rank
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.games.catan import constants as c

KNIGHTS, POINTS = 0.58, 0.21
"""The probability in JSettlers that a card is a knight, or a victory point."""
MAX_PLAYERS = 4
"""The robot divides a score of 100 by this, even in games with fewer players."""
_ORDER: tuple[Kind, ...] = ("road", "settlement", "city", "card")
_SHIP = 4


@dataclass(frozen=True)
class Smart:
    """Scores each piece by the change of all times to win, discounted by the rolls it takes.

    * `eta_bonus`, `adversarial`, `leader_adversarial`, `card_bonus`: the robot's parameters.
    * `ship_discount`: roads are discounted by the rolls for a ship, sheep and wood, as in version 2.
    * `only_gains`: a city or road that scores nothing is never aimed at.
    """

    eta_bonus: float = 0.13
    adversarial: float = 1.0
    leader_adversarial: float = 1.0
    card_bonus: float = 3.0
    ship_discount: bool = True
    only_gains: bool = True

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return the robot's choice, then all others by score; nothing without a choice.

        Cards are considered only in the own turn.
        """
        before = [forecasts.win_rolls(other) for other in range(forecasts.players)]
        rolls = forecasts.estimates.rolls_by_kind(seat, forecasts.known_hand(seat))
        found: dict[Kind, list[Aim]] = {kind: [] for kind in _ORDER}
        card = self.card_bonus
        builds = sorted(forecasts.builds(seat), key=lambda build: _ranked(build[0], build[1]))
        for name, place, after in builds:
            if name in ("knight", "point") and forecasts.on_turn != seat:
                continue
            bonus = self.bonus(seat, before, after)
            if name == "knight":
                card += KNIGHTS * bonus
            elif name == "point":
                card += POINTS * bonus
                found["card"].append(self._aim("card", -1, rolls[3], rolls[3], card, ()))
            else:
                kind: Kind = name  # type: ignore[assignment]
                index = _ORDER.index(kind)
                discounted = rolls[_SHIP] if kind == "road" and self.ship_discount else rolls[index]
                found[kind].append(self._aim(kind, place, rolls[index], discounted, bonus, after))
        best = {kind: max(aims, key=lambda aim: aim.utility) for kind, aims in found.items() if aims}
        pick = self._pick(best)
        rest = sorted((aim for aims in found.values() for aim in aims), key=lambda aim: -aim.utility)
        return [] if pick is None else [pick, *(aim for aim in rest if aim is not pick)]

    def pieces(self, forecasts: SeatForecasts, seat: int, aims: Sequence[Aim]) -> list[Aim]:
        """Return the robot's choice; before it two roads if road building can be played."""
        if not aims or not _may_lay_two(forecasts):
            return list(aims[:1])
        roads = [aim for aim in aims if aim.kind == "road"]
        if not roads:
            return list(aims[:1])
        # The choice is first in the list, so the best road is found by score and order.
        best = max(
            sorted(roads, key=lambda aim: jsettlers_rank("road", aim.place)), key=lambda aim: aim.utility
        )
        after = self._second_road(forecasts, seat, best, roads)
        if after is None:
            return list(aims[:1])
        pick = aims[0]
        return [pick, after] if pick.kind == "road" else [best, after, pick]

    def _second_road(
        self, forecasts: SeatForecasts, seat: int, best: Aim, roads: Sequence[Aim]
    ) -> Aim | None:
        """Return the first road that the best one makes possible, or else the first of the others."""
        tracker = forecasts.estimates.possible_pieces(seat)
        levels = tracker.possible_roads
        for edge in adjacent_edges(best.place):
            if levels.get(edge, 0) > 1 and best.place in tracker.supports_of_road(edge):
                return Aim("road", edge)
        others = [aim for aim in roads if aim.place != best.place]
        return min(others, key=lambda aim: jsettlers_rank("road", aim.place), default=None)

    def bonus(self, seat: int, before: Sequence[int], after: Sequence[int]) -> float:
        """Return the value to a seat of a change in the times to win.

        >>> Smart().bonus(0, [80, 70, 60, 90], [60, 70, 60, 90])
        6.25
        """
        share = 100.0 / MAX_PLAYERS
        best = min(before)
        leaders = [other for other, time in enumerate(before) if time == best]
        total = 0.0
        if after[seat] == 0:
            total += share
        elif before[seat]:
            total += share * (before[seat] - after[seat]) / before[seat]
        for other, old in enumerate(before):
            change = old - after[other]
            for leader in leaders:
                if other in (seat, leader):
                    continue
                if old > 0:
                    total -= share * self.adversarial * change / old * best / old
                elif change < 0:
                    total += share * self.adversarial
        for leader in leaders:
            if leader == seat:
                continue
            change = before[leader] - after[leader]
            if before[leader] > 0:
                total -= share * self.leader_adversarial * change / before[leader]
            elif change < 0:
                total += share * self.leader_adversarial
        return total

    def _pick(self, best: dict[Kind, Aim]) -> Aim | None:
        """Return the best city, road or settlement in the robot's order, or the card if it beats that."""
        city, road, settlement = best.get("city"), best.get("road"), best.get("settlement")
        floor = 0.0 if self.only_gains else float("-inf")
        pick = None
        if city and city.utility > floor and all(_beats(city, other) for other in (settlement, road)):
            pick = city
        elif road and road.utility > floor and (not settlement or settlement.utility < road.utility):
            pick = road
        elif settlement:
            pick = settlement
        card = best.get("card")
        if card and (pick is None or card.utility > pick.utility):
            pick = card
        return pick

    def _aim(
        self, kind: Kind, place: int, rolls: int, discounted: int, bonus: float, after: Sequence[int]
    ) -> Aim:
        score = bonus / (1 + self.eta_bonus) ** discounted
        return Aim(kind, place, (), rolls, score, after=tuple(after))


def _ranked(name: str, place: int) -> tuple[bool, int]:
    """Return the rank of a build in the robot's order; the parts of a card come last, the knight first."""
    return place < 0, 0 if place < 0 else jsettlers_rank(name, place)


def _may_lay_two(forecasts: SeatForecasts) -> bool:
    """Return whether road building can be played for two roads."""
    position = forecasts.seen.position
    if position.card_played or position.own.roads_left < 2:
        return False
    return position.own.cards[c.ROAD_BUILDING] > position.bought_this_turn[c.ROAD_BUILDING]


def _beats(one: Aim, other: Aim | None) -> bool:
    """Return whether an aim scores more, or as much and comes sooner."""
    return other is None or (one.utility, -one.rolls) > (other.utility, -other.rolls)

"""The estimated time to win as the robots of JSettlers compute it, with all its peculiarities.

It is Thomas' plan of two points at a time, see `win_time`, but roads and cards are paid one after another,
and of equal places the first in the robot's tables wins. Its peculiarities:

* Of two cities the first is the one that brings the second soonest, but the rolls for a settlement after a
  city are those after the last city that was tried.
* Spots for settlements are compared by the roads they took when a way to them was last found. Roads built
  on that way since then count only once the spot is chosen.
* When a quicker spot for a settlement is found, the gains of the slower ones are added to its own: an
  equally quick spot must gain more than all of them together.
* The awards are considered from six points on. If the last point comes before that, their rolls are those
  of the present position.
* With `cut_at` no piece takes more rolls than that; all kinds after the first such piece, in the order
  road, settlement, city, card, ship, take `cut_at` too. With `ships` gains include a ship.
* Without `aware` the way to Longest Road is not searched for and counts as 20 roads, and no award brings
  the last point.
"""

import cython

from catanlab.agents.estimates.win_time import named_step
from catanlab.games.catan.grid import NODE_TO_JSETTLERS

if not cython.compiled:
    from catanlab.agents.estimates.build_time import A_CARD, A_CITY, A_ROAD, A_SETTLEMENT
    from catanlab.agents.estimates.income import Income
    from catanlab.agents.estimates.longest_road import OUT_OF_REACH
    from catanlab.agents.estimates.win_time import (
        AWARDS_FROM,
        CITY_THEN_SETTLEMENT,
        LARGEST_ARMY,
        LONGEST_ROAD,
        MAX_STEPS,
        NO_STEP,
        ONE_CITY,
        ONE_SETTLEMENT,
        SETTLEMENT_THEN_CITY,
        TWO_CITIES,
        TWO_SETTLEMENTS,
    )
    from catanlab.framework.buffers import popcount
    from catanlab.games.catan.constants import CITIES_EACH, SETTLEMENTS_EACH
    from catanlab.games.catan.grid import NODE_ADJACENT

    ROADS_UNAWARE = 20
    NODE_ORDER = [0] * 54

__all__ = ["JSettlersWinTime"]

for _place, _node in enumerate(sorted(range(54), key=lambda node: NODE_TO_JSETTLERS[node])):
    NODE_ORDER[_place] = _node


class JSettlersWinTime:
    """The plan of one seat at a time."""

    def __init__(self, build_times, *, cut_at=40, ships=True, aware=True):
        self.build_times = build_times
        self.cut_at = cut_at
        self.ships = ships
        self.aware = aware
        self.now = Income()
        self.tried = Income()
        self.steps = 0
        if not cython.compiled:
            self.speed = [0] * 5
            self.raised = [0] * 5
            self.settled = [0] * 5
            self.other = [0] * 5
            self.step = [0] * MAX_STEPS
            self.first = [0] * MAX_STEPS
            self.second = [0] * MAX_STEPS
            self.cost = [0] * MAX_STEPS

    def plan(self):
        """Return the steps of the last plan: names of pieces with their nodes, and rolls."""
        return [
            (named_step(self.step[i], self.first[i], self.second[i]), self.cost[i])
            for i in range(self.steps)
        ]

    def run(self, p, tracker, income, points, roads_needed, cards_needed, cards_left):
        """Plan to the end and return the rolls.

        `roads_needed` and `cards_needed` are for Longest Road and Largest Army, if they are not held; the
        cards are 0 or -1 if the seat has enough knights to play.
        """
        seat = tracker.seat
        one: cython.ulonglong = 1
        self.steps = 0
        self.now.copy_from(income)
        self._fill(self.now, self.speed)
        self.spots = tracker.settlements
        self.towns = tracker.cities
        self.settlements_left = SETTLEMENTS_EACH - popcount(p.settlements[seat])
        self.cities_left = CITIES_EACH - popcount(p.cities[seat])
        goal: cython.int = p.ruleset.points_to_win
        to_buy: cython.int = cards_needed if cards_needed > 0 else 0
        wants_army: cython.bint = p.army_holder != seat
        wants_road: cython.bint = p.road_holder != seat
        army: cython.int = (self.speed[A_CARD] + 1) * to_buy if to_buy <= cards_left else OUT_OF_REACH
        # Here, unlike in the plan, a road may take more rolls than `cut_at`.
        road: cython.int = roads_needed * min(self.build_times.of(income, A_ROAD, 1), OUT_OF_REACH)
        if not self.aware:
            army = OUT_OF_REACH
            road = OUT_OF_REACH
            roads_needed = ROADS_UNAWARE
        rolls: cython.int = 0
        while points < goal and self.steps < MAX_STEPS:
            if points == goal - 1:
                rolls += self._last_point(
                    tracker, road if wants_road else OUT_OF_REACH, army if wants_army else OUT_OF_REACH
                )
                break
            best: cython.int = OUT_OF_REACH
            town: cython.int = -1
            spot: cython.int = -1
            next_spot: cython.int = -1
            cities: cython.int = OUT_OF_REACH
            settlements: cython.int = OUT_OF_REACH
            settlement_first: cython.int = OUT_OF_REACH
            city_first: cython.int = OUT_OF_REACH
            each: cython.int = 0
            may_raise_two: cython.bint = self.cities_left > 1 and popcount(self.towns) > 1
            may_settle_two: cython.bint = self.settlements_left > 1 and popcount(self.spots) > 1
            may_do_each: cython.bint = (
                self.cities_left > 0
                and self.spots != 0
                and (self.settlements_left > 0 or (self.settlements_left == 0 and self.towns != 0))
            )
            if may_raise_two:
                town = self._quickest_town(p)
                if town >= 0:
                    self.tried.copy_from(self.now)
                    self.tried.add_node(p.ruleset.board, town, False)
                    self._fill(self.tried, self.other)
                    cities = self.speed[A_CITY] + self.other[A_CITY]
                if cities <= best:
                    best = cities
            if may_settle_two:
                spot = self._best_spot(p, tracker, self.spots, self.settled)
                rest = self.spots & ~(NODE_ADJACENT[spot] | (one << spot))
                may_settle_two = rest != 0
                if may_settle_two:
                    next_spot = self._best_spot(p, tracker, rest, self.other)
                    settlements = (
                        self.speed[A_SETTLEMENT]
                        + tracker.settlement_level[spot] * self.speed[A_ROAD]
                        + self.settled[A_SETTLEMENT]
                        + tracker.settlement_level[next_spot] * self.settled[A_ROAD]
                    )
                    if settlements <= best:
                        best = settlements
            if may_do_each:
                if town < 0 and self.towns:
                    town = self._best_town(p, self.raised)
                if spot < 0:
                    spot = self._best_spot(p, tracker, self.spots, self.settled)
                roads: cython.int = tracker.settlement_level[spot]
                if self.settlements_left > 0:
                    settlement_first = (
                        self.settled[A_CITY] + self.speed[A_SETTLEMENT] + roads * self.speed[A_ROAD]
                    )
                if self.towns:
                    city_first = (
                        self.speed[A_CITY] + self.raised[A_SETTLEMENT] + roads * self.raised[A_ROAD]
                    )
                each = settlement_first if settlement_first < city_first else city_first
                if each <= best:
                    best = each
            if points > AWARDS_FROM:
                if wants_army:
                    army = (self.speed[A_CARD] + 1) * to_buy if to_buy <= cards_left else OUT_OF_REACH
                    best = min(best, army)
                if wants_road:
                    road = self.speed[A_ROAD] * roads_needed
                    best = min(best, road)
            points += 2
            rolls += best
            if may_settle_two and best == settlements:
                self._note(TWO_SETTLEMENTS, spot, next_spot, best)
                self._settle_at(p, spot)
                self._settle_at(p, next_spot)
                self.settlements_left -= 2
            elif may_do_each and best == each:
                if not self.towns:
                    town = spot
                if town < 0:
                    break
                if best == settlement_first:
                    self._note(SETTLEMENT_THEN_CITY, spot, town, best)
                else:
                    self._note(CITY_THEN_SETTLEMENT, town, spot, best)
                self._settle_at(p, spot)
                self._raise_at(p, town)
                self.cities_left -= 1
            elif may_raise_two and best == cities:
                self._raise_at(p, town)
                other: cython.int = self._best_town(p, self.raised)
                self._note(TWO_CITIES, town, other, best)
                self._raise_at(p, other)
                self.settlements_left += 2
                self.cities_left -= 2
            elif wants_road and points > AWARDS_FROM and best == road:
                self._note(LONGEST_ROAD, -1, -1, best)
                wants_road = False
            elif wants_army and points > AWARDS_FROM and best == army:
                self._note(LARGEST_ARMY, -1, -1, best)
                wants_army = False
            else:
                self._note(NO_STEP, -1, -1, best)
            self._fill(self.now, self.speed)
        return rolls

    def _last_point(self, tracker, road, army):
        """Note the one step that brings the last point soonest and return its rolls."""
        best: cython.int = OUT_OF_REACH
        step: cython.int = NO_STEP
        node: cython.int = -1
        one: cython.ulonglong = 1
        if self.settlements_left > 0:
            for place in range(54):
                spot = NODE_ORDER[place]
                if (self.spots >> spot) & one:
                    rolls: cython.int = (
                        self.speed[A_SETTLEMENT] + tracker.settlement_number[spot] * self.speed[A_ROAD]
                    )
                    if rolls < best:
                        best = rolls
                        step = ONE_SETTLEMENT
                        node = spot
            if node >= 0:
                best = self.speed[A_SETTLEMENT] + tracker.settlement_level[node] * self.speed[A_ROAD]
        if self.cities_left > 0 and self.towns and self.speed[A_CITY] <= best:
            best = self.speed[A_CITY]
            step = ONE_CITY
            for place in range(54):
                if (self.towns >> NODE_ORDER[place]) & one:
                    node = NODE_ORDER[place]
        if army < best:
            best = army
            step = LARGEST_ARMY
            node = -1
        if road < best:
            best = road
            step = LONGEST_ROAD
            node = -1
        self._note(step, node, -1, best)
        return best

    # Rolls and gains.

    def _fill(self, income, rolls):
        """Write the rolls for one of each kind with an income."""
        beyond: cython.bint = False
        for kind in range(5):
            rolls[kind] = self.build_times.of(income, kind, 1)
            beyond = beyond or (self.cut_at > 0 and rolls[kind] > self.cut_at)
            if beyond:
                rolls[kind] = self.cut_at

    def _gain(self, after):
        """Return how many rolls are saved compared with now, summed over all kinds."""
        total: cython.int = 0
        for kind in range(5 if self.ships else 4):
            if self.speed[kind] > after[kind]:
                total += self.speed[kind] - after[kind]
        return total

    def _best_spot(self, p, tracker, spots, rolls):
        """Return the spot that takes the least rolls; write those for each kind after it."""
        one: cython.ulonglong = 1
        best: cython.int = -1
        least: cython.int = 1 << 20
        most: cython.int = 0
        tried = cython.declare(cython.int[5])
        if not cython.compiled:
            tried = [0] * 5
        for place in range(54):
            node = NODE_ORDER[place]
            if not (spots >> node) & one:
                continue
            time: cython.int = (
                self.speed[A_SETTLEMENT] + tracker.settlement_number[node] * self.speed[A_ROAD]
            )
            if time > least:
                continue
            self.tried.copy_from(self.now)
            self.tried.add_node(p.ruleset.board, node, True)
            self._fill(self.tried, tried)
            gain: cython.int = self._gain(tried)
            if time < least:
                most += gain
            elif gain > most:
                most = gain
            else:
                continue
            least = time
            best = node
            for kind in range(5):
                rolls[kind] = tried[kind]
        return best

    def _quickest_town(self, p):
        """Return the town that as a city brings the next city soonest; `raised` is of the last town."""
        one: cython.ulonglong = 1
        best: cython.int = -1
        least: cython.int = OUT_OF_REACH
        for place in range(54):
            node = NODE_ORDER[place]
            if not (self.towns >> node) & one:
                continue
            self.tried.copy_from(self.now)
            self.tried.add_node(p.ruleset.board, node, False)
            self._fill(self.tried, self.raised)
            if self.speed[A_CITY] + self.raised[A_CITY] < least:
                least = self.speed[A_CITY] + self.raised[A_CITY]
                best = node
        return best

    def _best_town(self, p, rolls):
        """Return the town that gains most by becoming a city, of equals the last; write the rolls after."""
        one: cython.ulonglong = 1
        best: cython.int = -1
        most: cython.int = 0
        tried = cython.declare(cython.int[5])
        if not cython.compiled:
            tried = [0] * 5
        for place in range(54):
            node = NODE_ORDER[place]
            if not (self.towns >> node) & one:
                continue
            self.tried.copy_from(self.now)
            self.tried.add_node(p.ruleset.board, node, False)
            self._fill(self.tried, tried)
            gain: cython.int = self._gain(tried)
            if gain >= most:
                best = node
                most = gain
                for kind in range(5):
                    rolls[kind] = tried[kind]
        return best

    # Carrying out a step.

    def _note(self, step, first, second, cost):
        i = self.steps
        self.step[i] = step
        self.first[i] = first
        self.second[i] = second
        self.cost[i] = cost
        self.steps = i + 1

    def _settle_at(self, p, node):
        one: cython.ulonglong = 1
        self.now.add_node(p.ruleset.board, node, True)
        self.spots &= ~(NODE_ADJACENT[node] | (one << node))
        self.towns |= one << node

    def _raise_at(self, p, node):
        one: cython.ulonglong = 1
        self.now.add_node(p.ruleset.board, node, False)
        self.towns &= ~(one << node)

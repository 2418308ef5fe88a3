"""The estimated time to win: a rough plan of two points at a time, and the rolls it takes.

Thomas, chapter 4. While two points or more are missing, the plan takes the quickest of two cities, a city
and a settlement, two settlements, and from six points on Longest Road and Largest Army; the last point is a
single piece or award. Every piece starts from an empty hand, and production grows with the plan.

With `cut_at` and `ships` gains are those of JSettlers: no piece takes more rolls than `cut_at`, all kinds
after the first such piece take `cut_at` too, and a ship counts. The time to win of JSettlers itself is in
`jsettlers_win_time`.
"""

import cython

if not cython.compiled:
    from catanlab.agents.estimates.build_time import A_CARD, A_CITY, A_ROAD, A_SETTLEMENT
    from catanlab.agents.estimates.income import Income
    from catanlab.agents.estimates.longest_road import OUT_OF_REACH
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.games.catan.constants import CITIES_EACH, SETTLEMENTS_EACH
    from catanlab.games.catan.engine.roads_and_buildings import roads_left
    from catanlab.games.catan.grid import NODE_ADJACENT

    (
        NO_STEP,
        TWO_SETTLEMENTS,
        CITY_THEN_SETTLEMENT,
        SETTLEMENT_THEN_CITY,
        TWO_CITIES,
        LONGEST_ROAD,
        LARGEST_ARMY,
        ONE_CITY,
        ONE_SETTLEMENT,
    ) = range(9)
    MAX_STEPS, AWARDS_FROM = 16, 5

__all__ = ["WinTime", "named_step"]


def named_step(step, first, second):
    """Return the pieces or the award of a step, each with its node or -1.

    >>> named_step(2, 17, 4)
    [('city', 17), ('settlement', 4)]
    """
    if step == TWO_SETTLEMENTS:
        return [("settlement", first), ("settlement", second)]
    if step == CITY_THEN_SETTLEMENT:
        return [("city", first), ("settlement", second)]
    if step == SETTLEMENT_THEN_CITY:
        return [("settlement", first), ("city", second)]
    if step == TWO_CITIES:
        return [("city", first), ("city", second)]
    if step == LONGEST_ROAD:
        return [("Longest Road", first)]
    if step == LARGEST_ARMY:
        return [("Largest Army", first)]
    if step == ONE_CITY:
        return [("city", first)]
    return [("settlement", first)] if step == ONE_SETTLEMENT else []


class WinTime:
    """The plan of one seat at a time."""

    def __init__(self, build_times, *, cut_at=0, ships=False):
        self.build_times = build_times
        self.cut_at = cut_at
        self.ships = ships
        self.now = Income()
        self.one = Income()
        self.two = Income()
        self.steps = 0
        self.rolls = 0
        if not cython.compiled:
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

        `roads_needed` and `cards_needed` are for Longest Road and Largest Army, 0 if they are held.
        """
        seat = tracker.seat
        self.steps = 0
        self.rolls = 0
        self.now.copy_from(income)
        self.spots = tracker.settlements
        self.towns = tracker.cities
        self.settlements_left = SETTLEMENTS_EACH - popcount(p.settlements[seat])
        self.cities_left = CITIES_EACH - popcount(p.cities[seat])
        self.roads_left = roads_left(p, seat)
        goal: cython.int = p.ruleset.points_to_win
        while points < goal - 1 and self.steps < MAX_STEPS - 1:
            # Two cities.
            cities: cython.int = OUT_OF_REACH
            town: cython.int = -1
            if self.cities_left > 0 and self.towns:
                town = self.best_town(p, self.now, self.towns)
                self.one.copy_from(self.now)
                self.one.add_node(p.ruleset.board, town, False)
                if self.cities_left > 1 and popcount(self.towns) > 1:
                    cities = self._kind(self.now, A_CITY) + self._later(A_CITY)
            # A city and a settlement, in the quicker order that pieces and places allow.
            one: cython.ulonglong = 1
            spot: cython.int = -1
            roads: cython.int = 0
            city_first: cython.int = OUT_OF_REACH
            city_second: cython.int = OUT_OF_REACH
            settlements: cython.int = OUT_OF_REACH
            other: cython.int = -1
            if self.spots:
                spot = self.best_spot(p, tracker, self.now, self.spots)
            if spot >= 0:
                roads = tracker.settlement_level[spot]
                if town >= 0:  # `one` has the city
                    city_first = self._kind(self.now, A_CITY) + self._settle_later(roads)
                self.one.copy_from(self.now)
                self.one.add_node(p.ruleset.board, spot, True)
                if self.settlements_left > 0:
                    if self.cities_left > 0:
                        city_second = self._settle(self.now, roads) + self._later(A_CITY)
                    if self.settlements_left > 1:
                        # Two settlements.
                        rest = self.spots & ~(NODE_ADJACENT[spot] | (one << spot))
                        if rest:
                            other = self.best_spot(p, tracker, self.one, rest)
                        if other >= 0:
                            settlements = self._settle(self.now, roads) + self._settle_later(
                                tracker.settlement_level[other]
                            )
            road: cython.int = OUT_OF_REACH
            army: cython.int = OUT_OF_REACH
            if points > AWARDS_FROM:
                if 0 < roads_needed < OUT_OF_REACH:
                    road = self._pave(self.now, roads_needed)
                if 0 < cards_needed <= cards_left:
                    army = self._buy(self.now, cards_needed)
                elif cards_needed < 0:
                    army = 0
            best = min(min(min(settlements, city_first), min(city_second, cities)), min(road, army))
            step: cython.int = self._choose(
                p, best, settlements, city_first, city_second, cities, road, army, town, spot, other
            )
            if step == NO_STEP:
                self._note(NO_STEP, -1, -1, OUT_OF_REACH)
            elif step == TWO_SETTLEMENTS:
                self._note(step, spot, other, best)
                self._settle_at(p, spot)
                self._settle_at(p, other)
            elif step == CITY_THEN_SETTLEMENT:
                self._note(step, town, spot, best)
                self._raise_at(p, town)
                self._settle_at(p, spot)
            elif step == SETTLEMENT_THEN_CITY:
                self._settle_at(p, spot)
                if town < 0:
                    town = spot
                self._note(step, spot, town, best)
                self._raise_at(p, town)
            elif step == TWO_CITIES:
                self._raise_at(p, town)
                other = self.best_town(p, self.now, self.towns)
                self._note(step, town, other, best)
                self._raise_at(p, other)
            elif step == LONGEST_ROAD:
                self._note(step, -1, -1, best)
                roads_needed = 0
            else:
                self._note(step, -1, -1, best)
                cards_needed = 0
            points += 2
        if points == goal - 1:
            self._last_point(p, tracker, roads_needed, cards_needed, cards_left)
        return self.rolls

    def _choose(self, p, best, settlements, city_first, city_second, cities, road, army, town, spot, other):
        """Return the step that takes the least rolls; of equals the one that speeds up building most."""
        if best >= OUT_OF_REACH:
            return NO_STEP
        chosen: cython.int = NO_STEP
        most: cython.int = -1
        for step in range(TWO_SETTLEMENTS, LARGEST_ARMY + 1):
            if step == TWO_SETTLEMENTS:
                if settlements != best:
                    continue
            elif step == CITY_THEN_SETTLEMENT:
                if city_first != best:
                    continue
            elif step == SETTLEMENT_THEN_CITY:
                if city_second != best:
                    continue
            elif step == TWO_CITIES:
                if cities != best:
                    continue
            elif step == LONGEST_ROAD:
                if road != best:
                    continue
            elif army != best:
                continue
            gain: cython.int = 0
            if step <= TWO_CITIES:
                self.two.copy_from(self.now)
                if step != TWO_CITIES:
                    self.two.add_node(p.ruleset.board, spot, True)
                if step == TWO_SETTLEMENTS:
                    self.two.add_node(p.ruleset.board, other, True)
                else:
                    self.two.add_node(p.ruleset.board, town if town >= 0 else spot, False)
                if step == TWO_CITIES:
                    self.one.copy_from(self.two)
                    town_2: cython.int = self._second_town(p, town)
                    self.two.copy_from(self.one)
                    self.two.add_node(p.ruleset.board, town_2, False)
                gain = self._gain(self.now, self.two)
            if gain > most:
                most = gain
                chosen = step
        return chosen

    def _second_town(self, p, first):
        """Return the settlement to upgrade after the first, with the income in `one`."""
        one: cython.ulonglong = 1
        return self.best_town(p, self.one, self.towns & ~(one << first))

    def _last_point(self, p, tracker, roads_needed, cards_needed, cards_left):
        """Add the one step that brings the last point soonest."""
        best: cython.int = OUT_OF_REACH
        step: cython.int = NO_STEP
        node: cython.int = -1
        if self.settlements_left > 0 and self.spots:
            spot: cython.int = self.best_spot(p, tracker, self.now, self.spots)
            if spot >= 0:
                best = self._settle(self.now, tracker.settlement_level[spot])
                step = ONE_SETTLEMENT
                node = spot
        if self.cities_left > 0 and self.towns and self._kind(self.now, A_CITY) <= best:
            best = self._kind(self.now, A_CITY)
            step = ONE_CITY
            node = self.best_town(p, self.now, self.towns)
        if 0 < roads_needed < OUT_OF_REACH and self._pave(self.now, roads_needed) < best:
            best = self._pave(self.now, roads_needed)
            step = LONGEST_ROAD
        if 0 < cards_needed <= cards_left and self._buy(self.now, cards_needed) < best:
            best = self._buy(self.now, cards_needed)
            step = LARGEST_ARMY
        elif cards_needed < 0:
            best = 0
            step = LARGEST_ARMY
        if step == LONGEST_ROAD or step == LARGEST_ARMY:
            node = -1
        self._note(step, node, -1, best)

    # Rolls and gains.

    def _kind(self, income, kind):
        """Return the rolls for one of a kind; `cut_at` if it, or a kind before it, takes more."""
        if self.cut_at:
            for earlier in range(kind + 1):
                if self.build_times.of(income, earlier, 1) > self.cut_at:
                    return self.cut_at
        return self.build_times.of(income, kind, 1)

    def _later(self, kind):
        """Return the rolls for one of a kind with the income in `one`, which only grew."""
        after: cython.int = self._kind(self.one, kind)
        return min(after, self._kind(self.now, kind))

    def _settle_later(self, roads):
        """Return the rolls for a settlement with the income in `one`."""
        after: cython.int = self._settle(self.one, roads)
        return min(after, self._settle(self.now, roads))

    def _settle(self, income, roads):
        return self.build_times.of(income, A_SETTLEMENT, roads + 1)

    def _pave(self, income, roads):
        return self.build_times.of(income, A_ROAD, roads)

    def _buy(self, income, cards):
        return self.build_times.of(income, A_CARD, cards)

    def _gain(self, before, after):
        """Return how many rolls are saved, summed over all kinds; kinds that get slower do not count."""
        total: cython.int = 0
        slow: cython.bint = False  # kinds after one that is cut off are cut off too
        slow_after: cython.bint = False
        for kind in range(5 if self.ships else 4):
            old: cython.int = self.build_times.of(before, kind, 1)
            new: cython.int = self.build_times.of(after, kind, 1)
            if self.cut_at:
                slow = slow or old > self.cut_at
                slow_after = slow_after or new > self.cut_at
                if slow:
                    old = self.cut_at
                if slow_after:
                    new = self.cut_at
            if old > new:
                total += old - new
        return total

    def best_spot(self, p, tracker, income, spots):
        """Return the spot that takes the least rolls; of equals the one with the largest gain; -1 none."""
        best: cython.int = -1
        least: cython.int = OUT_OF_REACH
        most: cython.int = 0
        while spots:
            node = lowest_bit(spots)
            spots &= spots - 1
            roads: cython.int = tracker.settlement_level[node]
            if roads > self.roads_left:
                continue
            rolls: cython.int = self._settle(income, roads)
            if rolls > least or rolls >= OUT_OF_REACH:
                continue
            self.two.copy_from(income)
            self.two.add_node(p.ruleset.board, node, True)
            gain: cython.int = self._gain(income, self.two)
            if rolls < least or gain > most:
                best = node
                least = rolls
                most = gain
        return best

    def best_town(self, p, income, towns):
        """Return the settlement that gains most by becoming a city; of equals the last, -1 if none."""
        best: cython.int = -1
        most: cython.int = 0
        while towns:
            node = lowest_bit(towns)
            towns &= towns - 1
            self.two.copy_from(income)
            self.two.add_node(p.ruleset.board, node, False)
            gain: cython.int = self._gain(income, self.two)
            if gain >= most:
                best = node
                most = gain
        return best

    # Carrying out a step.

    def _note(self, step, first, second, cost):
        i = self.steps
        self.step[i] = step
        self.first[i] = first
        self.second[i] = second
        self.cost[i] = cost
        self.steps = i + 1
        self.rolls += cost

    def _settle_at(self, p, node):
        one: cython.ulonglong = 1
        self.now.add_node(p.ruleset.board, node, True)
        self.spots &= ~(NODE_ADJACENT[node] | (one << node))
        self.towns |= one << node
        self.settlements_left -= 1

    def _raise_at(self, p, node):
        one: cython.ulonglong = 1
        self.now.add_node(p.ruleset.board, node, False)
        self.towns &= ~(one << node)
        self.cities_left -= 1
        self.settlements_left += 1

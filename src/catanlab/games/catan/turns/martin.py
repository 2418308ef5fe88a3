"""Martin's compound turns: an ordered search over card, bank trades, roads, cities, settlements.

Every node of the search is a turn. The pieces are searched first and the trades that pay for them
afterwards, which finds the same turns without a dead end; in the turn the trades come first.

* A set of roads is found once: a road that was tried is not tried again after later ones. Cities and
  settlements go by rising node. The resources that trades give, and those they get, are in rising order.
* The bank is never given a resource that the turn got, from the bank or by a year of plenty. The turn gets
  the cards of a year of plenty first, so that trades do not get the same cards in another order.
* A purchase ends the turn's sequence; after it only purchases are left, and the end of the turn.
"""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.cards import list_plenty, may_play
    from catanlab.games.catan.engine.roads_and_buildings import (
        build_city,
        build_road,
        build_settlement,
        count_roads,
        open_nodes,
        roads_left,
    )
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.grid import EDGE_NODES, NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
    from catanlab.games.catan.hands import held, unbundle
    from catanlab.games.catan.turns.state import Kind, can_fund, has_won, stock_of

    BY_WINNING = 0
    AWARD_WORTH = 1000

__all__ = ["Martin", "RoadWorths"]


class Martin(Kind):
    """The ordered search, with the switches `trade_only_to_build`, `best_roads`, `depth` and `cap`."""

    def __init__(self, game, options):
        Kind.__init__(self, game, options)
        if not cython.compiled:
            self.stock = [0] * 5
            self.head = [0] * 4
            self.builds = [0] * 40
            self.give = [0] * 5
            self.get = [0] * 5
            self.most = [0] * 5
        self.road_worths = RoadWorths(game.board)
        self.trade_only_to_build = options["trade_only_to_build"]
        self.best_roads = options["best_roads"]
        self.depth = options["depth"]

    def make_list(self, p):
        self.only_to_build = self.trade_only_to_build
        self.road_limit = self.best_roads if self.best_roads else 72
        while True:
            self.draft.begin()
            self.search(p)
            if not self.draft.full or not self.tighten():
                return 0

    def tighten(self):
        """Make the next list shorter: trades only to build, then 4, 2 and 1 road spots; else say no."""
        if not self.only_to_build:
            self.only_to_build = True
        elif self.road_limit > 4:
            self.road_limit = 4
        elif self.road_limit > 1:
            self.road_limit //= 2
        else:
            return False
        return True

    def search(self, p):
        """List every turn under the switches as they are."""
        self.seat = p.turn_seat
        self.ratio = p.ratio[p.turn_seat]
        if p.bought_this_turn:
            self.start(p, 0)
            return self.finish(p, 0)
        self.add_plain(p, 1 << PLAY_KNIGHT | 1 << PLAY_MONOPOLY | 1 << OFFER)
        self.start(p, 0)
        self.roads(cython.cast(CatanState, self.levels[0]), 0, 0, 0, 0, 0)
        if may_play(p, ROAD_BUILDING):
            self.start(p, move_code(PLAY_ROAD_BUILDING, 0))
            self.roads(cython.cast(CatanState, self.levels[0]), 0, 0, 0, 0, 2)
        if may_play(p, YEAR_OF_PLENTY):
            count = list_plenty(p, self.moves, 0)
            for i in range(count):
                self.start(p, self.moves.items[i])
                self.roads(cython.cast(CatanState, self.levels[0]), 0, 0, 0, 0, 0)
        return 0

    def start(self, p, card):
        """Begin the search after a card is played, or none."""
        cython.cast(CatanState, self.levels[0]).take_fields(p)
        stock_of(p, self.stock)
        self.hand = p.hand[self.seat]
        self.floor = 0
        self.kept = 0
        self.head_length = 0
        self.builds_length = 0
        if card:
            self.head[0] = card
            self.head_length = 1
        got = unbundle(card >> GET_SHIFT) if card else 0
        self.hand += got
        for resource in range(5):
            if held(got, resource):
                self.stock[resource] -= held(got, resource)
                self.floor = resource
                self.kept |= 1 << resource
        return 0

    def affords(self, cost):
        """Say whether the turn can pay this, trades included."""
        return can_fund(self.hand, self.ratio, self.stock, cost, self.floor, self.kept)

    def is_deep(self):
        """Say whether the turn has as many moves as the depth allows."""
        return self.depth != 0 and self.head_length + self.builds_length >= self.depth

    # Pieces.

    def roads(self, p, level, low, high, cost, free):
        """Go on with the roads; `low` and `high` are edges not to try, `free` the roads to place."""
        if free and (roads_left(p, self.seat) == 0 or count_roads(p) == 0):
            free = 0
        if free == 0:
            self.cities(p, level, p.settlements[self.seat], cost)
            if self.is_deep() or roads_left(p, self.seat) == 0 or not self.affords(cost + ROAD_COST):
                return 0
            cost += ROAD_COST
        elif self.is_deep():
            return 0
        edges = cython.declare(cython.int[72])
        count = self.pick_roads(p, level, edges, free > 0)
        one: cython.ulonglong = 1
        for i in range(count):
            if self.draft.full:
                return 0
            edge = edges[i]
            bit = one << (edge & 63)
            if (high if edge >= 64 else low) & bit:
                continue
            cython.cast(CatanState, self.levels[level + 1]).take_fields(p)
            build_road(cython.cast(CatanState, self.levels[level + 1]), self.seat, edge)
            if free:
                self.head[self.head_length] = move_code(ROAD, edge)
                self.head_length += 1
            else:
                self.builds[self.builds_length] = move_code(ROAD, edge)
                self.builds_length += 1
            if has_won(cython.cast(CatanState, self.levels[level + 1])):
                self.pay(cost, BY_WINNING)
            else:
                self.roads(
                    cython.cast(CatanState, self.levels[level + 1]),
                    level + 1,
                    low,
                    high,
                    cost,
                    free - 1 if free else 0,
                )
            if free:
                self.head_length -= 1
            else:
                self.builds_length -= 1
            if edge >= 64:
                high |= bit
            else:
                low |= bit
        return 0

    def pick_roads(self, p, level, edges, forced):
        """Write the edges worth a road, the best first and not too many; return how many.

        If a free road must be placed and none is of use, any edge will do.
        """
        worths = cython.declare(cython.int[72])
        count = 0
        others = 0
        useless = cython.declare(cython.int[72])
        for word in range(2):
            mask = p.frontier[self.seat * 2 + word] & ~p.occupied_edges[word]
            while mask:
                edge = 64 * word + lowest_bit(mask)
                mask &= mask - 1
                worth = self.road_worths.worth(p, edge, cython.cast(CatanState, self.levels[level + 1]))
                if worth == 0:
                    useless[others] = edge
                    others += 1
                    continue
                # Rising edges come in, so that of equals the lower one stays in front.
                i = count
                while i > 0 and worths[i - 1] < worth:
                    worths[i] = worths[i - 1]
                    edges[i] = edges[i - 1]
                    i -= 1
                worths[i] = worth
                edges[i] = edge
                count += 1
        if count == 0 and forced:
            for i in range(others):
                edges[i] = useless[i]
            count = others
        return count if count < self.road_limit else self.road_limit

    def cities(self, p, level, nodes, cost):
        """Go on with the cities on the nodes, in rising order."""
        self.settlements(p, level, open_nodes(p), cost)
        if self.is_deep() or popcount(p.cities[self.seat]) >= CITIES_EACH:
            return 0
        cost += CITY_COST
        if not nodes or not self.affords(cost):
            return 0
        while nodes and not self.draft.full:
            node = lowest_bit(nodes)
            nodes &= nodes - 1
            cython.cast(CatanState, self.levels[level + 1]).take_fields(p)
            build_city(cython.cast(CatanState, self.levels[level + 1]), self.seat, node)
            self.builds[self.builds_length] = move_code(CITY, node)
            self.builds_length += 1
            if has_won(cython.cast(CatanState, self.levels[level + 1])):
                self.pay(cost, BY_WINNING)
            else:
                self.cities(cython.cast(CatanState, self.levels[level + 1]), level + 1, nodes, cost)
            self.builds_length -= 1
        return 0

    def settlements(self, p, level, nodes, cost):
        """Go on with the settlements on the nodes, in rising order."""
        self.finish(p, cost)
        if self.is_deep() or popcount(p.settlements[self.seat]) >= SETTLEMENTS_EACH:
            return 0
        cost += SETTLEMENT_COST
        nodes &= open_nodes(p)
        if not nodes or not self.affords(cost):
            return 0
        while nodes and not self.draft.full:
            node = lowest_bit(nodes)
            nodes &= nodes - 1
            cython.cast(CatanState, self.levels[level + 1]).take_fields(p)
            build_settlement(cython.cast(CatanState, self.levels[level + 1]), self.seat, node)
            self.builds[self.builds_length] = move_code(SETTLEMENT, node)
            self.builds_length += 1
            if has_won(cython.cast(CatanState, self.levels[level + 1])):
                self.pay(cost, BY_WINNING)
            else:
                self.settlements(cython.cast(CatanState, self.levels[level + 1]), level + 1, nodes, cost)
            self.builds_length -= 1
        return 0

    def finish(self, p, cost):
        """List the turn with these pieces: ended, and with a card bought at last."""
        self.pay(cost, move_code(END_TURN, 0))
        if p.deck and not self.is_deep() and self.affords(cost + CARD_COST):
            self.pay(cost + CARD_COST, move_code(BUY_CARD, 0))
        return 0

    # Trades.

    def pay(self, cost, ending):
        """List the turn once for every way to pay for it with the bank's help."""
        lacking = 0
        limit = 0
        for resource in range(5):
            spare = held(self.hand, resource) - held(cost, resource)
            self.give[resource] = 0
            self.get[resource] = -spare if spare < 0 else 0
            lacking += self.get[resource]
            if spare <= 0 or (self.kept >> resource) & 1:
                self.most[resource] = 0
            else:
                self.most[resource] = spare // held(self.ratio, resource)
                limit += self.most[resource]
        if self.only_to_build:
            limit = lacking
        for total in range(lacking, limit + 1):
            self.give_from(0, total, total - lacking, ending)
        return 0

    def give_from(self, resource, left, extra, ending):
        """Choose how often this resource and those after it are given, `left` times in all."""
        if left == 0:
            return self.get_from(0, extra, ending)
        if resource == 5 or self.draft.full:
            return 0
        times = 0
        while times <= self.most[resource] and times <= left:
            self.give[resource] = times
            self.give_from(resource + 1, left - times, extra, ending)
            times += 1
        self.give[resource] = 0
        return 0

    def get_from(self, resource, extra, ending):
        """Choose the cards to get beyond those that are lacking."""
        if extra == 0:
            return self.write(ending)
        if resource == 5 or self.draft.full:
            return 0
        needed = self.get[resource]
        self.get_from(resource + 1, extra, ending)
        if self.give[resource] == 0 and resource >= self.floor:
            more = 1
            while more <= extra and needed + more <= self.stock[resource]:
                self.get[resource] = needed + more
                self.get_from(resource + 1, extra - more, ending)
                more += 1
        self.get[resource] = needed
        return 0

    def write(self, ending):
        """Write the turn: card, trades, pieces, ending."""
        self.draft.length = 0
        for i in range(self.head_length):
            self.draft.push(self.head[i])
        one: cython.longlong = 1
        given = 0
        got = 0
        gives = self.give[0]
        gets = self.get[0]
        while True:
            while given < 5 and gives == 0:
                given += 1
                gives = self.give[given] if given < 5 else 0
            if given == 5:
                break
            while gets == 0:
                got += 1
                gets = self.get[got]
            paid = (held(self.ratio, given) * one) << (5 * given)
            self.draft.push(move_code(BANK_TRADE, paid | (one << (GET_SHIFT + 5 * got))))
            gives -= 1
            gets -= 1
        for i in range(self.builds_length):
            self.draft.push(self.builds[i])
        if self.depth and self.draft.length + (ending == move_code(BUY_CARD, 0)) > self.depth:
            return 0
        if ending != BY_WINNING:
            self.draft.push(ending)
        return self.draft.emit()


class RoadWorths:
    """The worth of a road to the seat on turn: the places for settlements it leads to, and Longest Road.

    Martin scores roads as he scores opening places, with the weight on room for settlements, and gives no
    numbers. Here a place counts by the dots of its numbers and one: four times where the new road ends,
    twice an edge further, once two edges further. A road that takes Longest Road is worth more than any
    place. A road that leads to no place and does not lengthen the seat's longest road is worth nothing.
    """

    def __init__(self, board):
        if not cython.compiled:
            self.value = [0] * 54
        for node in range(54):
            self.value[node] = 1
            for slot in range(3):
                hexagon = NODE_HEXES[node * 3 + slot]
                number: cython.int = board.numbers[hexagon] or 0 if hexagon >= 0 else 0
                if number:
                    self.value[node] += 6 - abs(7 - number)

    def worth(self, p, edge, trial):
        """Return the worth of a road at the edge, 0 if it is of no use; `trial` is room to try it."""
        seat = p.turn_seat
        found = 0
        for end in range(2):
            node = EDGE_NODES[edge * 2 + end]
            if not (p.road_nodes[seat] >> node) & 1:
                found += self.reach(p, node, 4, EDGE_NODES[edge * 2 + 1 - end])
        if found and (p.road_holder == seat or p.road_length[seat] < 4):
            return found
        trial.take_fields(p)
        build_road(trial, seat, edge)
        if trial.road_holder == seat and p.road_holder != seat:
            return found + AWARD_WORTH
        if found == 0 and trial.road_length[seat] > p.road_length[seat]:
            return 1
        return found

    def reach(self, p, node, weight, origin):
        """Return the worth of the places from a node on that the seat's roads do not touch yet."""
        seat = p.turn_seat
        if ((p.occupied_nodes | p.road_nodes[seat]) >> node) & 1:
            return 0
        found = 0 if (p.blocked_nodes >> node) & 1 else weight * self.value[node]
        if weight == 1:
            return found
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge < 0:
                break
            there = NODE_NEIGHBOURS[node * 3 + slot]
            if there != origin and not (p.occupied_edges[edge >> 6] >> (edge & 63)) & 1:
                found += self.reach(p, there, weight // 2, node)
        return found

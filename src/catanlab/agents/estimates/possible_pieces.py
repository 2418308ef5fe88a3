"""The pieces a seat could build soon: possible roads, settlements and cities, and what supports each.

Thomas' PlayerTracker: settlements up to two roads away, with the roads that lead to them. A possible road
is supported by roads one step nearer, a possible settlement by the roads at its node. When a new piece of
any seat cuts a support, possible pieces without support are removed. Only the neighbourhood of a new piece
is computed again.

`PieceTrackers` updates them for all seats of a game, from view to view.
"""

import cython

if not cython.compiled:
    from catanlab.agents.estimates.longest_road import JSettlersRoads
    from catanlab.framework.buffers import lowest_bit
    from catanlab.framework.moves import GROUP_SHIFT
    from catanlab.games.catan.constants import CITY, END_TURN, ROAD, SETTLEMENT
    from catanlab.games.catan.engine.roads_and_buildings import build_city, build_road, build_settlement
    from catanlab.games.catan.grid import EDGE_NODES, NODE_ADJACENT, NODE_EDGES

    REACH, NOWHERE = 2, -1

__all__ = ["PieceTrackers", "PossiblePieces"]


class PossiblePieces:
    """The possible pieces of one seat: `rebuild` computes them, the `see` methods update them."""

    def __cinit__(self, seat):
        if cython.compiled:
            self.make_room()

    def __init__(self, seat):
        self.seat = seat
        if not cython.compiled:
            self.roads = [0] * 2
            self.road_level = [0] * 72
            self.road_support = [0] * 72
            self.settlement_level = [0] * 54
            self.settlement_support = [0] * 54
            self.settlement_number = [0] * 54
            self.make_room()

    def make_room(self):
        """Make all pieces impossible."""
        self.roads[0] = 0
        self.roads[1] = 0
        self.settlements = 0
        self.cities = 0
        for edge in range(72):
            self.road_level[edge] = 0
            self.road_support[edge] = 0
        for node in range(54):
            self.settlement_level[node] = NOWHERE
            self.settlement_support[node] = 0
            self.settlement_number[node] = NOWHERE

    def copy_from(self, other):
        """Become equal to another tracker of the same seat."""
        self.roads[:] = other.roads
        self.road_level[:] = other.road_level
        self.road_support[:] = other.road_support
        self.settlements = other.settlements
        self.settlement_level[:] = other.settlement_level
        self.settlement_support[:] = other.settlement_support
        self.settlement_number[:] = other.settlement_number
        self.cities = other.cities

    # The Python face.

    @property
    def possible_roads(self):
        """The edges within reach, each with the roads it takes to build there, its own included."""
        return {edge: self.road_level[edge] for edge in range(72) if self.road_level[edge]}

    @property
    def possible_settlements(self):
        """The nodes within reach, each with the roads to build before."""
        return {node: self.settlement_level[node] for node in range(54) if self.settlement_level[node] >= 0}

    @property
    def possible_cities(self):
        """The nodes whose settlement could become a city."""
        return [node for node in range(54) if (self.cities >> node) & 1]

    def supports_of_road(self, edge):
        """Return the possible roads that support a possible road; none if it touches the seat's pieces."""
        found = []
        for slot in range(6):
            if (self.road_support[edge] >> slot) & 1:
                found.append(NODE_EDGES[EDGE_NODES[edge * 2 + slot // 3] * 3 + slot % 3])
        return found

    def supports_of_settlement(self, node):
        """Return the possible roads that support a possible settlement; none if a road is there."""
        return [NODE_EDGES[node * 3 + k] for k in range(3) if (self.settlement_support[node] >> k) & 1]

    def look(self, state):
        """Compute everything from a state."""
        self.rebuild(state)

    def follow(self, state, kind, place):
        """Update after any seat has built a "road", "settlement" or "city", from the state after it."""
        if kind == "road":
            self.see_road(state, place)
        else:
            self.see_building(state, place)

    # Updates.

    def rebuild(self, p):
        """Compute all possible pieces from a position."""
        self.make_room()
        one: cython.ulonglong = 1
        half = one << 63
        self._renew(p, half | (half - 1), 0xFF, (one << 54) - 1)
        self.cities = p.settlements[self.seat]

    def see_road(self, p, edge):
        """Update after a road of any seat."""
        self._renew(p, edges_near(edge, 0), edges_near(edge, 1), 0)

    def see_building(self, p, node):
        """Take in a settlement or city that somebody has built."""
        low: cython.ulonglong = 0
        high: cython.ulonglong = 0
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge >= 0:
                low |= edges_near(edge, 0)
                high |= edges_near(edge, 1)
        one: cython.ulonglong = 1
        self._renew(p, low, high, NODE_ADJACENT[node] | (one << node))
        self.cities = p.settlements[self.seat]

    def loses_by_road(self, edge):
        """Return whether a road of another seat at an edge would remove a possible piece."""
        return self.road_level[edge] != 0

    def loses_by_building(self, node):
        """Return whether a settlement of another seat at a node would remove a possible piece."""
        one: cython.ulonglong = 1
        if self.settlements & (NODE_ADJACENT[node] | (one << node)):
            return True
        for slot in range(3):
            edge = NODE_EDGES[node * 3 + slot]
            if edge >= 0 and self.road_level[edge]:
                return True
        return False

    def _renew(self, p, low, high, nodes):
        """Look again at these edges and nodes, and at whatever rests on those that change.

        It goes level by level: which roads are of a level depends on the level below alone.
        """
        one: cython.ulonglong = 1
        for level in range(1, REACH + 1):
            next_low = low
            next_high = high
            for word in range(2):
                left = low if word == 0 else high
                while left:
                    place = lowest_bit(left)
                    left &= left - 1
                    edge = 64 * word + place
                    if edge >= 72:
                        break
                    old = self.road_level[edge]
                    if 0 < old < level:
                        continue  # settled on a lower level
                    free: cython.bint = not (p.occupied_edges[word] >> place) & 1
                    support: cython.uchar = 0
                    now: cython.bint = False
                    if level == 1:
                        now = free and (p.frontier[self.seat * 2 + word] >> place) & 1 != 0
                    elif free:
                        support = self._support(p, edge, level - 1)
                        now = support != 0
                    if now:
                        self.road_level[edge] = level
                        self.road_support[edge] = support
                        self.roads[word] |= one << place
                    elif old == level or level == REACH or not free:
                        self.road_level[edge] = 0
                        self.road_support[edge] = 0
                        self.roads[word] &= ~(one << place)
                    if now != (old == level):
                        next_low |= edges_near(edge, 0)
                        next_high |= edges_near(edge, 1)
                    # Its level may have changed, and so what rests on it.
                    nodes |= (one << EDGE_NODES[edge * 2]) | (one << EDGE_NODES[edge * 2 + 1])
            low = next_low
            high = next_high
        while nodes:
            self._renew_node(p, lowest_bit(nodes))
            nodes &= nodes - 1

    def _renew_node(self, p, node):
        """Look again whether a settlement is possible at a node, and what it rests on."""
        one: cython.ulonglong = 1
        level: cython.int = NOWHERE
        number: cython.int = NOWHERE
        support: cython.uchar = 0
        if not (p.blocked_nodes >> node) & 1:
            if (p.road_nodes[self.seat] >> node) & 1:
                level = 0
                number = 0
            else:
                before: cython.uchar = self.settlement_support[node]
                if before:
                    number = self.settlement_number[node]
                for slot in range(3):
                    edge = NODE_EDGES[node * 3 + slot]
                    if edge >= 0 and self.road_level[edge]:
                        support |= 1 << slot
                        if level < 0 or self.road_level[edge] < level:
                            level = self.road_level[edge]
                        if not (before >> slot) & 1 and (number < 0 or self.road_level[edge] < number):
                            number = self.road_level[edge]
        self.settlement_level[node] = level
        self.settlement_number[node] = level if level < 0 else number
        self.settlement_support[node] = support
        if level >= 0:
            self.settlements |= one << node
        else:
            self.settlements &= ~(one << node)

    def _support(self, p, edge, level):
        """Return which possible roads of a level lead on to an edge, past no building of another seat."""
        enemies = p.occupied_nodes & ~(p.settlements[self.seat] | p.cities[self.seat])
        support: cython.uchar = 0
        for end in range(2):
            node = EDGE_NODES[edge * 2 + end]
            if (enemies >> node) & 1:
                continue
            for slot in range(3):
                other = NODE_EDGES[node * 3 + slot]
                if other >= 0 and other != edge and self.road_level[other] == level:
                    support |= 1 << (end * 3 + slot)
        return support

    def way_to(self, node, edges):
        """Write the roads that lead to a possible settlement, the first to build first; return how many."""
        count: cython.int = self.settlement_level[node]
        if count <= 0:
            return 0
        edge: cython.int = -1
        for slot in range(3):
            other = NODE_EDGES[node * 3 + slot]
            if other >= 0 and self.road_level[other] == count:
                edge = other
                break
        for i in range(count):
            edges[count - 1 - i] = edge
            for slot in range(6):
                if (self.road_support[edge] >> slot) & 1:
                    edge = NODE_EDGES[EDGE_NODES[edge * 2 + slot // 3] * 3 + slot % 3]
                    break
        return count


def edges_near(edge, word):
    """Return, as one word of a mask, an edge and those that share a node with it."""
    mask: cython.ulonglong = 0
    one: cython.ulonglong = 1
    for end in range(2):
        node = EDGE_NODES[edge * 2 + end]
        for slot in range(3):
            other = NODE_EDGES[node * 3 + slot]
            if other >= 0 and other >> 6 == word:
                mask |= one << (other & 63)
    return mask


class PieceTrackers:
    """The possible pieces of all seats, and their roads in JSettlers' order, updated from view to view."""

    def __init__(self):
        self.trackers = [PossiblePieces(seat) for seat in range(4)]
        self.jsettlers_roads = [JSettlersRoads() for _ in range(4)]
        self.seats = 0
        self.seen = 0
        self.tracked = False
        self.placed = 0
        self.turn = 0

    def begin(self, state):
        """Begin with another game, of which this is a state."""
        self.before = state.blank()
        self.seats = state.ruleset.players
        self.tracked = False
        self.seen = 0
        return 0

    def track(self, now):
        """Update the trackers with the pieces built since the last position, or rebuild them."""
        old = self.before
        grown: cython.bint = self.tracked
        for seat in range(self.seats):
            for word in range(2):
                if old.roads[seat * 2 + word] & ~now.roads[seat * 2 + word]:
                    grown = False
            towns = now.settlements[seat] | now.cities[seat]
            if (old.settlements[seat] | old.cities[seat]) & ~towns or old.cities[seat] & ~now.cities[seat]:
                grown = False
        for seat in range(self.seats):
            tracker: PossiblePieces = self.trackers[seat]
            if not grown:
                tracker.rebuild(now)
                continue
            for builder in range(self.seats):
                new = now.settlements[builder] & ~old.settlements[builder]
                new |= now.cities[builder] & ~old.cities[builder]
                while new:
                    tracker.see_building(now, lowest_bit(new))
                    new &= new - 1
                for word in range(2):
                    new = now.roads[builder * 2 + word] & ~old.roads[builder * 2 + word]
                    while new:
                        tracker.see_road(now, 64 * word + lowest_bit(new))
                        new &= new - 1
        self.tracked = True
        self.before.take_fields(now)
        return 0

    def follow(self, view, now):
        """Update the trackers piece by piece, as built; return whether the log has every piece.

        Their ways to spots depend on the order in which pieces were built.
        """
        log = view.log
        if not self.tracked or self.seen > len(log) or self.seen == 0:
            self.before.take_fields(view.game.start())
            for seat in range(self.seats):
                tracker: PossiblePieces = self.trackers[seat]
                tracker.rebuild(self.before)
                roads: JSettlersRoads = self.jsettlers_roads[seat]
                roads.clear()
            self.seen = 0
            self.placed = 0
            self.turn = 0
        for place in range(self.seen, len(log)):
            move = log[place]
            group: cython.int = move >> GROUP_SHIFT
            if group == END_TURN:
                self.turn += 1
            elif group == ROAD or group == SETTLEMENT or group == CITY:
                self._see_piece(group, move & 0xFF)
        self.seen = len(log)
        self.tracked = True
        for seat in range(self.seats):
            if (
                now.settlements[seat] != self.before.settlements[seat]
                or now.cities[seat] != self.before.cities[seat]
                or now.roads[seat * 2] != self.before.roads[seat * 2]
                or now.roads[seat * 2 + 1] != self.before.roads[seat * 2 + 1]
            ):
                # The log does not go back to the beginning.
                self.tracked = False
                self._order_roads(now)
                return False
        return True

    def _order_roads(self, now):
        """Assume that the roads of all seats were built in the order of their numbers."""
        for seat in range(self.seats):
            roads: JSettlersRoads = self.jsettlers_roads[seat]
            roads.clear()
            for edge in range(72):
                if (now.roads[seat * 2 + (edge >> 6)] >> (edge & 63)) & 1:
                    roads.add(edge)
        return 0

    def _see_piece(self, group, place):
        """Build a piece in the position of the trackers and update them."""
        seat: cython.int = self.turn % self.seats
        if self.placed < 4 * self.seats:
            # A settlement and a road each, twice; by most rules the order turns round.
            seat = self.placed // 2
            if seat >= self.seats:
                straight: cython.bint = self.before.ruleset.straight_setup
                seat = seat - self.seats if straight else 2 * self.seats - 1 - seat
            self.placed += 1
        p = self.before
        if group == ROAD:
            build_road(p, seat, place)
            roads: JSettlersRoads = self.jsettlers_roads[seat]
            roads.add(place)
        elif group == SETTLEMENT:
            build_settlement(p, seat, place)
        else:
            build_city(p, seat, place)
        for other in range(self.seats):
            tracker: PossiblePieces = self.trackers[other]
            if group == ROAD:
                tracker.see_road(p, place)
            else:
                tracker.see_building(p, place)
        return 0

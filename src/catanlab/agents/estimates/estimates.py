"""Estimates of what every seat can build and how soon it could win, as one seat sees the game.

One object serves an agent from view to view; results that a new piece does not affect are kept.
"""

from collections import namedtuple

import cython

from catanlab.agents.base.replay import knights_drawn
from catanlab.agents.estimates.build_time import KIND_NAMES
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.hands import pack, unpack

if not cython.compiled:
    from catanlab.agents.estimates.build_time import (
        A_CARD,
        A_CITY,
        A_ROAD,
        A_SETTLEMENT,
        BuildTimes,
        target_of,
    )
    from catanlab.agents.estimates.income import Income
    from catanlab.agents.estimates.jsettlers_win_time import JSettlersWinTime
    from catanlab.agents.estimates.longest_road import (
        OUT_OF_REACH,
        JSettlersRoads,
        RoadFinder,
        length_to_beat,
    )
    from catanlab.agents.estimates.possible_pieces import PieceTrackers, PossiblePieces
    from catanlab.agents.estimates.win_time import WinTime
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.games.catan.constants import (
        CITIES_EACH,
        KNIGHT,
        LARGEST_ARMY_MINIMUM,
        SETTLEMENTS_EACH,
        VICTORY_POINT,
    )
    from catanlab.games.catan.engine.cards import award_largest_army
    from catanlab.games.catan.engine.roads_and_buildings import (
        build_city,
        build_road,
        build_settlement,
        roads_left,
    )
    from catanlab.games.catan.grid import NODE_EDGES
    from catanlab.games.catan.hands import held
    from catanlab.games.catan.view.view import CatanView

__all__ = ["Estimates", "PiecesLeft"]

PiecesLeft = namedtuple("PiecesLeft", ("roads", "settlements", "cities"))
PiecesLeft.__doc__ = "The pieces that a seat has not built."


class Estimates:
    """Estimates about the position that was looked at last.

    With `jsettlers` times to win are those of JSettlers; `cut_at`, `ships` and `aware` are its options, see
    `JSettlersWinTime`. With `accurate` a roll may bring several cards.
    """

    def __init__(self, *, jsettlers=False, cut_at=0, accurate=False, ships=False, aware=True):
        self.build_times = BuildTimes(accurate=accurate)
        self.jsettlers = jsettlers
        self.win_time = WinTime(self.build_times, cut_at=cut_at, ships=ships)
        self.jsettlers_win_time = JSettlersWinTime(
            self.build_times, cut_at=cut_at, ships=ships, aware=aware
        )
        self.pieces = PieceTrackers()
        self.finders = [RoadFinder() for _ in range(4)]
        self.incomes = [Income() for _ in range(4)]
        self.tried_finder = RoadFinder()
        self.tried_roads = JSettlersRoads()
        self.tried_income = Income()
        self.tried_tracker = PossiblePieces(0)
        self.me = -1
        self.seats = 0
        self.game = None
        if not cython.compiled:
            self.rolls_to_win = [-1] * 4
            self.ready = [False] * 4
            self.known = [0] * 4

    # Looking.

    def look(self, view):
        """Look at a view: all questions are about it from now on."""
        if not isinstance(view, CatanView):
            raise ArgumentError(f"estimates are of a view of Catan, not of {view!r}")
        self._look(view)

    def _look(self, view):
        public_state = view.public_state
        if view.game is not self.game:
            self.game = view.game
            self.position = public_state.blank()
            self.trial = public_state.blank()
            self.pieces.begin(public_state)
        self.me = view.seat
        self.seats = public_state.ruleset.players
        self.position.take_fields(public_state)
        if not self.jsettlers or not self.pieces.follow(view, self.position):
            self.pieces.track(self.position)
        for seat in range(self.seats):
            self.ready[seat] = False
            self.rolls_to_win[seat] = -1
            self.known[seat] = public_state.hand[seat] if seat == self.me else view.belief.bounds(seat)[0]
        self.deck = view.deck_left()
        self.knights_new = (
            held(public_state.bought_this_turn, KNIGHT) if public_state.turn_seat == self.me else 0
        )
        if self.jsettlers and public_state.turn_seat != self.me:
            ago: cython.int = (public_state.turn_seat + self.seats - self.me) % self.seats
            self.knights_new = knights_drawn(view.log, ago)
        self.knights_held = held(public_state.card[self.me], KNIGHT) - self.knights_new
        return 0

    def _prepare(self, seat):
        """Compute a seat's income and its way to Longest Road, unless that was done."""
        if not self.ready[seat]:
            income: Income = self.incomes[seat]
            finder: RoadFinder = self.finders[seat]
            income.read(self.position, seat, -1)
            if self.jsettlers:
                roads: JSettlersRoads = self.pieces.jsettlers_roads[seat]
                finder.needed = roads.find(self.position, seat)
                if finder.needed < OUT_OF_REACH:
                    for i in range(finder.needed):
                        finder.way[i] = roads.way[i]
            else:
                finder.find(self.position, seat)
            self.ready[seat] = True
        return 0

    # Questions.

    def income(self, seat, blocked=-1):
        """Return production and ports of a seat; the hex `blocked` pays nothing."""
        income: Income = Income()
        income.read(self.position, self._seat(seat), blocked)
        return income

    def possible_pieces(self, seat):
        """Return the possible pieces of a seat, read only."""
        return self.pieces.trackers[self._seat(seat)]

    def rolls(self, seat, need, hand):
        """Return the rolls until a hand holds the needed cards, bank trades included."""
        self._prepare(self._seat(seat))
        return self.build_times.until(self.incomes[seat], pack(need), pack(hand))

    def known_hand(self, seat):
        """Return the cards that a seat certainly holds; exact for the seat that looks."""
        return unpack(self.known[self._seat(seat)])

    @property
    def players(self):
        """The number of players."""
        return self.seats

    @property
    def cards_left(self):
        """The number of development cards in the deck."""
        return self.deck

    def pieces_left(self, seat):
        """Return how many roads, settlements and cities a seat has not built."""
        p = self.position
        self._seat(seat)
        settlements = SETTLEMENTS_EACH - popcount(p.settlements[seat])
        return PiecesLeft(roads_left(p, seat), settlements, CITIES_EACH - popcount(p.cities[seat]))

    def points(self, seat):
        """Return the points of a seat as far as they are known."""
        return self._points(self.position, self._seat(seat))

    def win_rolls(self, seat):
        """Return the estimated time to win, in rolls."""
        return self._win(self._seat(seat))

    def win_plan(self, seat):
        """Return the steps of the plan to win: names of pieces with their nodes, and rolls."""
        self.rolls_to_win[self._seat(seat)] = -1
        self._win(seat)
        return self.jsettlers_win_time.plan() if self.jsettlers else self.win_time.plan()

    def longest_way(self, seat):
        """Return the edges to build for Longest Road, [] if it is held, None if it is out of reach."""
        self._prepare(self._seat(seat))
        finder: RoadFinder = self.finders[seat]
        return None if finder.needed == OUT_OF_REACH else [finder.way[i] for i in range(finder.needed)]

    def army_cards(self, seat):
        """Return the knights to buy for Largest Army, 0 if it is held or the seat has enough."""
        return max(0, self._cards_for_army(self.position, self._seat(seat)))

    def gain(self, seat, node, new):
        """Return how many rolls a new settlement at a node, or a city there, saves in building."""
        self._prepare(self._seat(seat))
        income: Income = self.incomes[seat]
        self.tried_income.copy_from(income)
        self.tried_income.add_node(self.position.ruleset.board, node, new)
        return self.win_time._gain(income, self.tried_income)

    def rolls_by_kind(self, seat, hand):
        """Return the rolls from a hand for a road, a settlement, a city, a card, and a ship of JSettlers.

        With `cut_at` the first number above it, and all after that one, are `cut_at`.
        """
        self._prepare(self._seat(seat))
        packed: cython.ulonglong = pack(hand)
        cut_at: cython.int = self.win_time.cut_at
        by_kind = []
        beyond: cython.bint = False
        for kind in range(5):
            rolls: cython.int = self.build_times.until(self.incomes[seat], target_of(kind, 1), packed)
            beyond = beyond or (cut_at > 0 and rolls > cut_at)
            by_kind.append(cut_at if beyond else rolls)
        return by_kind

    def way_to(self, seat, node):
        """Return the roads to build before a settlement at a node, in order."""
        tracker: PossiblePieces = self.pieces.trackers[self._seat(seat)]
        edges = cython.declare(cython.int[4])
        if not cython.compiled:
            edges = [0] * 4
        count = tracker.way_to(node, edges)
        return [edges[i] for i in range(count)]

    def builds(self, seat):
        """Return every piece that the seat could build now, with the times to win of all seats after it.

        Each is a kind, a place and the times by seat; a card comes twice, as "knight" and "point".
        """
        self._seat(seat)
        p = self.position
        for other in range(self.seats):
            self._win(other)
        found = []
        if roads_left(p, seat) > 0:
            for word in range(2):
                edges = p.frontier[seat * 2 + word] & ~p.occupied_edges[word]
                while edges:
                    found.append(self._try(seat, A_ROAD, 64 * word + lowest_bit(edges)))
                    edges &= edges - 1
        if popcount(p.settlements[seat]) < SETTLEMENTS_EACH:
            nodes = p.road_nodes[seat] & ~p.blocked_nodes
            while nodes:
                found.append(self._try(seat, A_SETTLEMENT, lowest_bit(nodes)))
                nodes &= nodes - 1
        if popcount(p.cities[seat]) < CITIES_EACH:
            nodes = p.settlements[seat]
            while nodes:
                found.append(self._try(seat, A_CITY, lowest_bit(nodes)))
                nodes &= nodes - 1
        if self.deck > 0:
            found.append(self._try(seat, A_CARD, 0))
            found.append(self._try(seat, A_CARD, 1))
        return found

    # Trying a piece.

    def _try(self, builder, kind, place):
        """Return a build with the times to win of all seats after it."""
        trial = self.trial
        trial.take_fields(self.position)
        name = KIND_NAMES[kind]
        if kind == A_ROAD:
            build_road(trial, builder, place)
        elif kind == A_SETTLEMENT:
            build_settlement(trial, builder, place)
        elif kind == A_CITY:
            build_city(trial, builder, place)
        elif place == 0:
            name = "knight"
            trial.knights[builder] += 1
            if not self.jsettlers:
                award_largest_army(trial, builder)
        else:
            name = "point"
            trial.public_points[builder] += 1
        if self.jsettlers and (kind == A_ROAD or kind == A_SETTLEMENT):
            # A robot of JSettlers waits for the server to say that an award moves.
            trial.road_holder = self.position.road_holder
            for seat in range(self.seats):
                trial.public_points[seat] = self.position.public_points[seat]
            trial.public_points[builder] += 1 if kind == A_SETTLEMENT else 0
        times = [self._win_after(seat, builder, kind, place) for seat in range(self.seats)]
        return (name, -1 if kind == A_CARD else place, times)

    def _win_after(self, seat, builder, kind, place):
        """Return a seat's time to win in the trial."""
        if not self._is_touched(seat, builder, kind, place):
            return self.rolls_to_win[seat]
        trial = self.trial
        tracker: PossiblePieces = self.pieces.trackers[seat]
        finder: RoadFinder = self.finders[seat]
        income: Income = self.incomes[seat]
        needed: cython.int = finder.needed
        if kind != A_CARD:
            self.tried_tracker.copy_from(tracker)
            self.tried_tracker.seat = seat
            if kind == A_ROAD:
                self.tried_tracker.see_road(trial, place)
            else:
                self.tried_tracker.see_building(trial, place)
            tracker = self.tried_tracker
        if kind == A_ROAD or kind == A_SETTLEMENT:
            if self.jsettlers:
                self.tried_roads.copy_from(self.pieces.jsettlers_roads[seat])
                if kind == A_ROAD and seat == builder:
                    self.tried_roads.add(place)
                needed = self.tried_roads.find(trial, seat)
            else:
                needed = self.tried_finder.find(trial, seat)
        if seat == builder and (kind == A_SETTLEMENT or kind == A_CITY):
            self.tried_income.copy_from(income)
            self.tried_income.add_node(trial.ruleset.board, place, kind == A_SETTLEMENT)
            income = self.tried_income
        drawn: cython.int = 1 if kind == A_CARD and not self.jsettlers else 0
        return self._plan(trial, tracker, income, needed, self.deck - drawn)

    def _is_touched(self, seat, builder, kind, place):
        """Return whether the piece of the trial can change the time to win of a seat."""
        if seat == builder or kind == A_CARD:
            return seat == builder or place == 0
        if kind == A_CITY:
            return False
        if self.jsettlers:
            return True
        now = self.position
        trial = self.trial
        if (
            trial.road_holder != now.road_holder
            or trial.road_length[seat] != now.road_length[seat]
            or length_to_beat(trial, seat) != length_to_beat(now, seat)
        ):
            return True
        tracker: PossiblePieces = self.pieces.trackers[seat]
        finder: RoadFinder = self.finders[seat]
        if kind == A_ROAD:
            return tracker.loses_by_road(place) or (finder.seen[place >> 6] >> (place & 63)) & 1 != 0
        if tracker.loses_by_building(place):
            return True
        for slot in range(3):
            edge = NODE_EDGES[place * 3 + slot]
            if edge >= 0 and (finder.seen[edge >> 6] >> (edge & 63)) & 1:
                return True
        return False

    def _win(self, seat):
        if self.rolls_to_win[seat] < 0:
            self._prepare(seat)
            finder: RoadFinder = self.finders[seat]
            self.rolls_to_win[seat] = self._plan(
                self.position, self.pieces.trackers[seat], self.incomes[seat], finder.needed, self.deck
            )
        return self.rolls_to_win[seat]

    def _plan(self, p, tracker, income, roads_needed, cards_left):
        """Plan the way to win of a tracker's seat and return its rolls."""
        points: cython.int = self._points(p, tracker.seat)
        knights: cython.int = self._cards_for_army(p, tracker.seat)
        if self.jsettlers:
            return self.jsettlers_win_time.run(
                p, tracker, income, points, roads_needed, knights, cards_left
            )
        return self.win_time.run(p, tracker, income, points, roads_needed, knights, cards_left)

    def _points(self, p, seat):
        """Return a seat's points; of the seat that looks, victory point cards included."""
        points: cython.int = p.public_points[seat]
        if seat == self.me:
            points += held(p.card[seat], VICTORY_POINT)
        return points

    def _cards_for_army(self, p, seat):
        """Return the knights to buy for Largest Army: 0 if it is held, -1 if enough are in the hand."""
        if p.army_holder == seat:
            return 0
        size: cython.int = LARGEST_ARMY_MINIMUM
        if p.army_holder >= 0:
            size = p.knights[p.army_holder] + 1
        there: cython.int = p.knights[seat]
        if seat == self.me:
            there += self.knights_held
            if self.jsettlers and there + self.knights_new >= size:
                return -1
        return size - there if size > there else -1

    def _seat(self, seat):
        """Return the seat; raises ArgumentError unless it plays."""
        if not 0 <= seat < self.seats:
            raise ArgumentError(f"{seat!r} is no seat of the game that was looked at")
        return seat

"""A position in numbers, from the perspective of one seat, over nothing but what that seat may know.

Of other hands only the size counts, of other development cards only their number; what is still unknown of
the deck is counted together with what others hold. The seats come in turn order from the own one on, and
no number names a node, an edge or a hex, so that neither seats nor the symmetries of the board matter.
Sums of pips are whole numbers until the end: another order of the hexes gives the same result to the bit.

Everything about time is an estimate as in `quick_build_time`: cards arrive at their expected rates, and
what is left over counts by the ratio of the bank or port.
"""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import GameError
from catanlab.games.catan import constants

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from catanlab.framework.buffers import ValueBuffer, lowest_bit, popcount
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.production_and_robber import WAYS
    from catanlab.games.catan.engine.roads_and_buildings import roads_left
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.grid import NODE_EDGES, NODE_HEXES, NODE_NEIGHBOURS
    from catanlab.games.catan.hands import cards, held, size

    HEXAGONS, MAX_PIPS, REACH, SEAT_FEATURES, FEATURES = 19, 256, 3, 36, 172
    F_POINTS, F_LONGEST_ROAD, F_LARGEST_ARMY, F_KNIGHTS, F_ROAD_LENGTH = range(5)
    F_ROADS_LEFT, F_SETTLEMENTS_LEFT, F_CITIES_LEFT, F_INCOME, F_ROBBED, F_PORT = 5, 6, 7, 8, 13, 18
    F_HAND, F_EXCESS, F_CARDS, F_GROWTH, F_PACE, F_SITE, F_ARMY = 23, 24, 25, 26, 27, 31, 35
    F_OWN_HAND, F_OWN_CARDS, F_PROSPECT, F_BEST, F_SECOND, F_WIN = 144, 149, 154, 158, 159, 160
    F_ON_TURN, F_ROLLED, F_DECK, F_BANK = 161, 165, 166, 167
    RATE, WORTH, INVERSE, WEIGHT = [0.0] * 256, [0.0] * 256, [0.0] * 5, [0.0] * 5

__all__ = ["FEATURE_NAMES", "features"]

_SEATS = ("own", "next", "second", "third")
_KINDS = ("city", "settlement", "card", "road")
_OF_SEAT = (
    "points",
    "longest road",
    "largest army",
    "knights",
    "road length",
    "roads left",
    "settlements left",
    "cities left",
    *(f"{name} income" for name in constants.RESOURCES),
    *(f"{name} income with robber" for name in constants.RESOURCES),
    *(f"{name} port" for name in constants.RESOURCES),
    "hand",
    "excess",
    "cards",
    "growth",
    *(f"{kind} pace" for kind in _KINDS),
    *(f"site at {roads} roads" for roads in range(4)),
    "army",
)
FEATURE_NAMES = (
    *(f"{seat} {name}" for seat in _SEATS for name in _OF_SEAT),
    *(f"own {name}" for name in constants.RESOURCES),
    *(f"own {name}" for name in constants.CARDS),
    *(f"{kind} prospect" for kind in ("city", "settlement", "card", "longest road")),
    "best prospect",
    "second prospect",
    "winning prospect",
    *(f"{seat} turn" for seat in _SEATS),
    "rolled",
    "deck",
    *(f"{name} bank" for name in constants.RESOURCES),
)
"""The name of each number, in their order."""

ADDED_ROLLS = 5.0
"""Rolls added to every wait, so that what can be paid at once does not beat all else."""
MAX_ROLLS = 60.0
"""A wait counts as at most this many rolls."""
POINTS_PER_GROWTH = 7.0
"""How many points a unit of growth is worth at the beginning of a game; it falls to 0 at its end."""
ROBBERY_POINTS = 0.25
"""The points that a robbery by a knight is worth; other progress cards count twice that."""
BANK_WEIGHT = 1.5
"""The worth of a card that goes to the bank, at a ratio of one to one."""

for _pips in range(MAX_PIPS):
    RATE[_pips] = _pips / 36.0
    # The power 3/4 by roots, which are exact everywhere.
    WORTH[_pips] = sqrt(_pips / 36.0) * sqrt(sqrt(_pips / 36.0))
for _ratio in range(1, 5):
    INVERSE[_ratio] = 1.0 / _ratio
for _resource, _weight in enumerate((0.95, 0.95, 0.85, 1.1, 1.05)):
    WEIGHT[_resource] = _weight


def features(state, seat):
    """Return the numbers of a state from the perspective of a seat, in the order of `FEATURE_NAMES`.

    >>> from catanlab import Catan
    >>> found = dict(zip(FEATURE_NAMES, features(Catan(seed=1).start(), 0), strict=True))
    >>> found["own roads left"], found["deck"]
    (15.0, 1.0)

    Raises GameError for anything but a state of Catan, ArgumentError if nobody sits there.
    """
    if not isinstance(state, CatanState):
        raise GameError(f"features are of a state of catan, not of {state!r}")
    whole_number("seat", seat, 0, state.game.seats - 1)
    out = ValueBuffer(FEATURES)
    write_features(state, seat, out, FeatureCache())
    return [out.items[i] for i in range(FEATURES)]


def write_features(p, seat, out, cache):
    """Write all numbers of a position; `out` has room for them, and `cache` is that of the same ruleset."""
    for i in range(FEATURES):
        out.items[i] = 0.0
    players = p.ruleset.players
    for offset in range(players):
        write_seat(p, (seat + offset) % players, offset == 0, out, offset * SEAT_FEATURES, cache)
    for resource in range(5):
        out.items[F_OWN_HAND + resource] = held(p.hand[seat], resource)
        out.items[F_OWN_CARDS + resource] = held(p.card[seat], resource)
        if p.ruleset.bank_counts:
            out.items[F_BANK + resource] = held(p.bank, resource) / 19.0
        else:
            out.items[F_BANK + resource] = 1.0
    write_prospects(p, seat, out, cache)
    out.items[F_ON_TURN + (p.turn_seat + players - seat) % players] = 1.0
    out.items[F_ROLLED] = 1.0 if p.rolled else 0.0
    out.items[F_DECK] = size(p.deck) / 25.0


class FeatureCache:
    """What was last computed for each seat, with all that it was computed from.

    A move changes little: most of the time is saved where positions follow one another that differ by one.
    """

    def __cinit__(self):
        if cython.compiled:
            self.clear()

    def __init__(self):
        if not cython.compiled:
            self.pips, self.ratio, self.worth = [0] * 4, [0] * 4, [0.0] * 4
            self.pace, self.site = [0.0] * 16, [0.0] * 16
            self.site_key = [0] * 28
            self.known = 0
            self.clear()

    def clear(self):
        """Forget everything."""
        for seat in range(4):
            self.pips[seat] = 0
            self.ratio[seat] = 0
            self.worth[seat] = 0.0
        for i in range(28):
            self.site_key[i] = 0

    def find_income(self, seat, pips, ratio):
        """Compute worth and paces of an income, unless they are those computed last for the seat."""
        if self.pips[seat] == pips and self.ratio[seat] == ratio:
            return
        self.pips[seat] = pips
        self.ratio[seat] = ratio
        self.worth[seat] = income_worth(pips, ratio)
        self.pace[4 * seat] = 1.0 / (rolls_until(CITY_COST, 0, pips, ratio) + ADDED_ROLLS)
        self.pace[4 * seat + 1] = 1.0 / (rolls_until(SETTLEMENT_COST, 0, pips, ratio) + ADDED_ROLLS)
        self.pace[4 * seat + 2] = 1.0 / (rolls_until(CARD_COST, 0, pips, ratio) + ADDED_ROLLS)
        self.pace[4 * seat + 3] = 1.0 / (rolls_until(ROAD_COST, 0, pips, ratio) + ADDED_ROLLS)

    def find_sites(self, p, seat, pips):
        """Compute the best sites of a seat, unless nothing that they depend on has changed."""
        mine = p.settlements[seat] | p.cities[seat]
        k = 7 * seat
        if (
            self.site_key[k] == pips
            and self.site_key[k + 1] == p.ratio[seat]
            and self.site_key[k + 2] == mine
            and self.site_key[k + 3] == p.road_nodes[seat]
            and self.site_key[k + 4] == p.blocked_nodes
            and self.site_key[k + 5] == p.occupied_edges[0]
            and self.site_key[k + 6] == p.occupied_edges[1]
        ):
            return
        self.site_key[k] = pips
        self.site_key[k + 1] = p.ratio[seat]
        self.site_key[k + 2] = mine
        self.site_key[k + 3] = p.road_nodes[seat]
        self.site_key[k + 4] = p.blocked_nodes
        self.site_key[k + 5] = p.occupied_edges[0]
        self.site_key[k + 6] = p.occupied_edges[1]
        write_sites(p, seat, pips, self.worth[seat], self)


# What a seat has.


def seat_income(p, seat):
    """Return the pips of each resource that a seat's buildings touch, as if there were no robber."""
    pips: cython.ulonglong = 0
    for hexagon in range(HEXAGONS):
        count = (p.hex_yields[hexagon] >> (8 * seat)) & 0xFF
        if count:
            pips += hex_income(p, hexagon, cython.cast(cython.int, count))
    return pips


def hex_income(p, hexagon, count):
    """Return the pips of a hex for this number of cards from it."""
    if p.ruleset.board.resource[hexagon] == DESERT:
        return 0
    return cards(p.ruleset.board.resource[hexagon], count * WAYS[p.ruleset.board.number[hexagon]])


def node_pips(board, node):
    """Return the pips of each resource around a node."""
    pips: cython.ulonglong = 0
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon < 0:
            break
        if board.resource[hexagon] != DESERT:
            pips += cards(board.resource[hexagon], WAYS[board.number[hexagon]])
    return pips


def better_ratio(ratio, port):
    """Return the ratios of a seat that has another port; -1 is none."""
    if port < 0:
        return ratio
    if port < ANY_PORT:
        return ratio - cards(port, held(ratio, port) - 2)
    for resource in range(5):
        if held(ratio, resource) > 3:
            ratio -= cards(resource, 1)
    return ratio


def income_worth(pips, ratio):
    """Return what an income is worth: variety is rewarded, and what the bank gives for the rest."""
    total: cython.double = 0.0
    for resource in range(5):
        count = held(pips, resource)
        total += WEIGHT[resource] * WORTH[count]
        total += BANK_WEIGHT * RATE[count] * INVERSE[held(ratio, resource)]
    return total


def node_gain(board, node, pips, ratio, before):
    """Return how much another building at a node adds to the worth of an income."""
    return income_worth(pips + node_pips(board, node), better_ratio(ratio, board.node_port[node])) - before


def own_points(p, seat):
    """Return the points of a seat with its victory point cards."""
    return p.public_points[seat] + held(p.card[seat], VICTORY_POINT)


def knights_lacking(p, seat):
    """Return how many more knights a seat must play for Largest Army; 0 if it has it."""
    if p.army_holder == seat:
        return 0
    least = LARGEST_ARMY_MINIMUM
    if p.army_holder >= 0:
        least = max(least, p.knights[p.army_holder] + 1)
    return least - p.knights[seat]


def unseen_cards(p, seat):
    """Return the development cards that a seat has not seen: the deck with those of the others."""
    unseen = p.deck
    for other in range(p.ruleset.players):
        if other != seat:
            unseen += p.card[other]
    return unseen


def write_seat(p, seat, own, out, at, cache):
    """Write the block of one seat."""
    points = own_points(p, seat) if own else p.public_points[seat]
    pips = seat_income(p, seat)
    robbed = pips - hex_income(p, p.robber, (p.hex_yields[p.robber] >> (8 * seat)) & 0xFF)
    ratio = p.ratio[seat]
    cache.find_income(seat, pips, ratio)
    cache.find_sites(p, seat, pips)
    left: cython.double = max(0.0, 1.0 - cython.cast(cython.double, points) / p.ruleset.points_to_win)
    lacking = knights_lacking(p, seat) - (held(p.card[seat], KNIGHT) if own else 0)
    out.items[at + F_POINTS] = points
    out.items[at + F_LONGEST_ROAD] = 1.0 if p.road_holder == seat else 0.0
    out.items[at + F_LARGEST_ARMY] = 1.0 if p.army_holder == seat else 0.0
    out.items[at + F_KNIGHTS] = p.knights[seat]
    out.items[at + F_ROAD_LENGTH] = p.road_length[seat]
    out.items[at + F_ROADS_LEFT] = roads_left(p, seat)
    out.items[at + F_SETTLEMENTS_LEFT] = SETTLEMENTS_EACH - popcount(p.settlements[seat])
    out.items[at + F_CITIES_LEFT] = CITIES_EACH - popcount(p.cities[seat])
    for resource in range(5):
        out.items[at + F_INCOME + resource] = RATE[held(pips, resource)]
        out.items[at + F_ROBBED + resource] = RATE[held(robbed, resource)]
        out.items[at + F_PORT + resource] = INVERSE[held(ratio, resource)]
    hand = size(p.hand[seat])
    out.items[at + F_HAND] = hand
    out.items[at + F_EXCESS] = max(0, hand - p.ruleset.hand_limit)
    out.items[at + F_CARDS] = size(p.card[seat])
    out.items[at + F_GROWTH] = left * cache.worth[seat]
    for kind in range(4):
        out.items[at + F_PACE + kind] = cache.pace[4 * seat + kind]
        out.items[at + F_SITE + kind] = cache.site[4 * seat + kind]
    out.items[at + F_ARMY] = 1.0 / (1 + max(0, lacking))


def write_sites(p, seat, pips, before, cache):
    """Write the gain of the best open node at each number of new roads; 0 where there is none."""
    mine = p.settlements[seat] | p.cities[seat]
    others = p.occupied_nodes & ~mine
    ring: cython.ulonglong = p.road_nodes[seat] | mine
    seen: cython.ulonglong = ring
    for roads in range(REACH + 1):
        best: cython.double = 0.0
        rest: cython.ulonglong = ring & ~p.blocked_nodes
        while rest:
            gain = node_gain(p.ruleset.board, lowest_bit(rest), pips, p.ratio[seat], before)
            if gain > best:
                best = gain
            rest &= rest - 1
        cache.site[4 * seat + roads] = best
        if roads == REACH:
            return
        further: cython.ulonglong = 0
        rest = ring & ~others
        one: cython.ulonglong = 1
        while rest:
            node = lowest_bit(rest)
            rest &= rest - 1
            for slot in range(3):
                edge = NODE_EDGES[node * 3 + slot]
                if edge < 0:
                    break
                if not (p.occupied_edges[edge >> 6] >> (edge & 63)) & 1:
                    further |= one << NODE_NEIGHBOURS[node * 3 + slot]
        ring = further & ~seen
        seen |= ring


# What the own seat is about to build.


def rolls_until(need, hand, pips, ratio):
    """Return the expected number of rolls until a cost can be paid from a hand, bank trades included."""
    gap: cython.double = 0.0
    speed: cython.double = 0.0
    short_now = 0
    waiting = 0
    for resource in range(5):
        short = held(need, resource) - held(hand, resource)
        rate: cython.double = RATE[held(pips, resource)]
        if short > 0:
            short_now += short
            gap += short
            speed += rate
            if rate > 0.0:
                waiting |= 1 << resource
        else:
            part: cython.double = INVERSE[held(ratio, resource)]
            short_now -= (-short) // held(ratio, resource)
            gap += short * part
            speed += rate * part
    if short_now <= 0:
        return 0.0
    if gap <= speed:  # parts of trades do not make a whole one: it takes a roll at least
        return 1.0
    now: cython.double = 0.0
    while waiting:  # from its time on a resource is no longer short, only left over
        first = -1
        at: cython.double = 0.0
        for resource in range(5):
            if (waiting >> resource) & 1:
                short = held(need, resource) - held(hand, resource)
                time: cython.double = short / RATE[held(pips, resource)]
                if first < 0 or time < at:
                    first = resource
                    at = time
        if speed * (at - now) >= gap:
            break
        gap -= speed * (at - now)
        now = at
        rate = RATE[held(pips, first)]
        speed -= rate - rate * INVERSE[held(ratio, first)]
        waiting &= ~(1 << first)
    if speed <= 1e-9:
        return MAX_ROLLS
    return min(MAX_ROLLS, now + gap / speed)


def write_prospects(p, seat, out, cache):
    """Write what each kind of build promises for the rolls it takes from the present hand."""
    hand = p.hand[seat]
    ratio = p.ratio[seat]
    pips = cache.pips[seat]
    before: cython.double = cache.worth[seat]
    points = own_points(p, seat)
    target = p.ruleset.points_to_win
    growth: cython.double = POINTS_PER_GROWTH * max(0.0, 1.0 - cython.cast(cython.double, points) / target)
    gain: cython.double = -1.0
    if popcount(p.cities[seat]) < CITIES_EACH:
        rest: cython.ulonglong = p.settlements[seat]
        while rest:
            gain = max(
                gain, income_worth(pips + node_pips(p.ruleset.board, lowest_bit(rest)), ratio) - before
            )
            rest &= rest - 1
        if gain >= 0.0:
            rolls = rolls_until(CITY_COST, hand, pips, ratio)
            add_prospect(out, 0, 1.0 + growth * gain, rolls, points + 1 >= target)
    if popcount(p.settlements[seat]) < SETTLEMENTS_EACH:
        for roads in range(min(REACH, roads_left(p, seat)) + 1):
            gain = out.items[F_SITE + roads]
            if gain > 0.0:
                rolls = rolls_until(SETTLEMENT_COST + roads * ROAD_COST, hand, pips, ratio)
                add_prospect(out, 1, 1.0 + growth * gain, rolls, points + 1 >= target)
    unseen = unseen_cards(p, seat)
    total = size(unseen)
    if p.deck and total:
        lacking = knights_lacking(p, seat) - held(p.card[seat], KNIGHT)
        knight: cython.double = ROBBERY_POINTS
        if 1 <= lacking <= 3:
            knight += cython.cast(cython.double, AWARD_POINTS) / lacking
        worth: cython.double = held(unseen, VICTORY_POINT) + held(unseen, KNIGHT) * knight
        worth += 2.0 * ROBBERY_POINTS * (total - held(unseen, VICTORY_POINT) - held(unseen, KNIGHT))
        add_prospect(out, 2, worth / total, rolls_until(CARD_COST, hand, pips, ratio), False)
    if p.road_holder != seat:
        least = LONGEST_ROAD_MINIMUM
        if p.road_holder >= 0:
            least = max(least, p.road_length[p.road_holder] + 1)
        missing = max(1, least - p.road_length[seat])
        if missing <= REACH and missing <= roads_left(p, seat):
            rolls = rolls_until(missing * ROAD_COST, hand, pips, ratio)
            add_prospect(out, 3, AWARD_POINTS, rolls, points + AWARD_POINTS >= target)


def add_prospect(out, place, gain, rolls, wins):
    """Note something to build: by kind, and among the two best and those that win."""
    value: cython.double = gain / (rolls + ADDED_ROLLS)
    if value > out.items[F_PROSPECT + place]:
        out.items[F_PROSPECT + place] = value
    if value > out.items[F_BEST]:
        out.items[F_SECOND] = out.items[F_BEST]
        out.items[F_BEST] = value
    elif value > out.items[F_SECOND]:
        out.items[F_SECOND] = value
    if wins and 1.0 / (rolls + 1.0) > out.items[F_WIN]:
        out.items[F_WIN] = 1.0 / (rolls + 1.0)

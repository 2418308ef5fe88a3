"""The building speed estimate: how many rolls until a seat can pay for a piece, and how good nodes are.

Thomas, chapter 3. The estimate goes roll by roll: a resource that takes f rolls comes with every f-th roll.
Cards that the target does not need are traded at the port or the bank, each time for the missing resource
that takes the most rolls. The accurate form counts that one roll may bring several cards of a kind, his
table 3.11.

Chapter 4: the building speed of nodes (one, a pair, or one more next to those already built on) is the sum
of the estimates from an empty hand for a road, a settlement, a city and a card. Of equal sums the one with
more hundredths of its numbers is better. A pair trades at the ports of both nodes. The functions of nodes
raise ArgumentError for a node that does not exist.
"""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.games.catan.hands import pack

if not cython.compiled:
    from catanlab.agents.estimates.income import HUNDREDTHS, Income
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.games.catan.board import Board
    from catanlab.games.catan.constants import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
    from catanlab.games.catan.grid import NODE_ADJACENT, NODE_HEXES
    from catanlab.games.catan.hands import cards, held

    A_ROAD, A_SETTLEMENT, A_CITY, A_CARD, A_SHIP = range(5)
    SLOT_BITS, SLOTS, VALUE_BITS, MAX_ROLLS = 15, 1 << 15, 11, 2000
    NODES, MAX_ESTIMATE, FIRST_BEST = 54, 1 << 20, 160
    ORDER, IN_TURN = [0] * 5, [0] * 4

__all__ = [
    "KIND_NAMES",
    "BuildTimes",
    "best_addition",
    "best_pair",
    "hand_after_trades",
    "lone_build_time",
    "lone_spots",
    "weight",
]

KIND_NAMES = ("road", "settlement", "city", "card")

# The order of resources in Thomas and JSettlers: clay, ore, sheep, wheat, wood.
for _place, _resource in enumerate((1, 4, 2, 3, 0)):
    ORDER[_place] = _resource
# JSettlers adds its four estimates in this order, which matters where it stops early.
for _place, _kind in enumerate((A_SETTLEMENT, A_CITY, A_CARD, A_ROAD)):
    IN_TURN[_place] = _kind


class BuildTimes:
    """Estimates of building speed, with a cache of those already computed.

    An estimate of more rolls than `limit` becomes `limit`. With `accurate` one roll may bring
    several cards. `weights` are those of road, settlement, city and card in their sum.

    >>> from catanlab.agents.estimates import Income
    >>> income = Income.of({"ore": (5, 9), "sheep": (9,)})
    >>> BuildTimes().rolls(income, (0, 0, 1, 1, 1))
    25

    Raises ArgumentError unless the limit is 1 to 2000, and the weights are 0 to 100.
    """

    def __init__(self, *, limit=1000, accurate=False, weights=(1, 1, 1, 1)):
        if not cython.compiled:
            self.weight = [0] * 4
        for kind, weight in zip(range(4), weights, strict=True):
            self.weight[kind] = whole_number("the weight of an estimate", weight, 0, 100)
        self.limit = whole_number("limit", limit, 1, MAX_ROLLS)
        self.several = bool(accurate)
        self.slots = MoveBuffer(SLOTS)
        for i in range(SLOTS):
            self.slots.items[i] = -1

    def rolls(self, income, target, hand=(0, 0, 0, 0, 0)):
        """Return the rolls until a hand holds a target; both count wood, clay, sheep, wheat, ore."""
        return self.until(income, pack(target), pack(hand))

    def rolls_for(self, income, kind, count=1):
        """Return the rolls from an empty hand for a number of roads, settlements, cities or cards."""
        return self.of(income, KIND_NAMES.index(kind), whole_number("count", count, 1, 25))

    def sum(self, income):
        """Return the weighted sum of the rolls from an empty hand for road, settlement, city and card."""
        return self.total(income)

    def until(self, income, target, hand):
        return self.until_limit(income, target, hand, self.limit)

    def until_limit(self, income, target, hand, limit):
        if self.several:
            return rolls_several(income, target, hand, limit)
        return rolls_one_each(income, target, hand, limit)

    def of(self, income, kind, count):
        """Return the rolls from an empty hand for `count` of a kind; a settlement has count - 1 roads."""
        if self.several:
            return rolls_several(income, target_of(kind, count), 0, self.limit)
        one: cython.ulonglong = 1
        key: cython.ulonglong = (income.key << 8) | (kind << 5) | count
        mixed: cython.ulonglong = key * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
        slot: cython.int = cython.cast(cython.int, (mixed >> (64 - SLOT_BITS)) & (SLOTS - 1))
        known: cython.longlong = self.slots.items[slot]
        if known >= 0 and cython.cast(cython.ulonglong, known >> VALUE_BITS) == key:
            return cython.cast(cython.int, known & ((one << VALUE_BITS) - 1))
        rolls = rolls_one_each(income, target_of(kind, count), 0, self.limit)
        self.slots.items[slot] = cython.cast(cython.longlong, (key << VALUE_BITS) | rolls)
        return rolls

    def total(self, income):
        sum_of_all: cython.int = 0
        for kind in range(4):
            sum_of_all += self.weight[kind] * self.of(income, kind, 1)
        return sum_of_all


def target_of(kind, count):
    """Return the cards for `count` of a kind; a settlement has count - 1 roads."""
    times: cython.ulonglong = count
    if kind == A_ROAD:
        return ROAD_COST * times
    if kind == A_SETTLEMENT:
        return SETTLEMENT_COST + ROAD_COST * (times - 1)
    if kind == A_CITY:
        return CITY_COST * times
    if kind == A_CARD:
        return CARD_COST * times
    one: cython.ulonglong = 1
    return (one | (one << 24)) * times  # a ship: wood and sheep


def rolls_one_each(income, target, hand, limit):
    """Return the rolls until a hand holds a target, a roll bringing at most one card of a kind."""
    have = cython.declare(cython.int[5])
    want = cython.declare(cython.int[5])
    left = cython.declare(cython.int[5])
    if not cython.compiled:
        have, want, left = [0] * 5, [0] * 5, [0] * 5
    for r in range(5):
        have[r] = held(hand, r)
        want[r] = held(target, r)
        left[r] = income.rolls[r]
    rolls: cython.int = 0
    news: cython.bint = True
    while True:
        if news and trade_up(income, have, want):
            return rolls
        if rolls >= limit:
            return limit
        rolls += 1
        news = False
        for r in range(5):
            left[r] -= 1
            if left[r] == 0:
                left[r] = income.rolls[r]
                have[r] += 1
                news = True


def rolls_several(income, target, hand, limit):
    """Return the rolls until a hand holds a target, a roll bringing all its cards (Thomas, table 3.11)."""
    have = cython.declare(cython.int[5])
    want = cython.declare(cython.int[5])
    every = cython.declare(cython.int[55])
    if not cython.compiled:
        have, want, every = [0] * 5, [0] * 5, [0] * 55
    for r in range(5):
        have[r] = held(hand, r)
        want[r] = held(target, r)
        for n in range(11):
            every[r * 11 + n] = 0
        for number in range(2, 13):
            # Thomas counts ten cards a roll at most.
            amount = min(income.amount[r * 13 + number], 10)
            if amount:
                every[r * 11 + amount] += HUNDREDTHS[number]
        for n in range(1, 11):
            chance = every[r * 11 + n]
            every[r * 11 + n] = (200 + chance) // (2 * chance) if chance else 0
    rolls: cython.int = 0
    while True:
        if trade_up(income, have, want):
            return rolls
        if rolls >= limit:
            return limit
        rolls += 1
        for r in range(5):
            for n in range(1, 11):
                if every[r * 11 + n] and rolls % every[r * 11 + n] == 0:
                    have[r] += n


def trade_up(income, have, want):
    """Trade spare cards for missing ones, the hardest first; return whether no card is missing then."""
    missing: cython.int = 0
    for r in range(5):
        if have[r] < want[r]:
            missing += want[r] - have[r]
    if missing == 0:
        return True
    for place in range(5):
        r = ORDER[place]
        ratio = income.ratio[r]
        while have[r] - want[r] >= ratio:
            hardest: cython.int = -1
            for other_place in range(5):
                other = ORDER[other_place]
                if have[other] < want[other] and (
                    hardest < 0 or income.rolls[other] > income.rolls[hardest]
                ):
                    hardest = other
            have[r] -= ratio
            have[hardest] += 1
            missing -= 1
            if missing == 0:
                return True
    return False


def hand_after_trades(income: Income, hand, target):
    """Return a packed hand after all trades towards a target, or None if it then holds the target."""
    have = cython.declare(cython.int[5])
    want = cython.declare(cython.int[5])
    if not cython.compiled:
        have, want = [0] * 5, [0] * 5
    had: cython.ulonglong = hand
    wanted: cython.ulonglong = target
    for r in range(5):
        have[r] = held(had, r)
        want[r] = held(wanted, r)
    if trade_up(income, have, want):
        return None
    left: cython.ulonglong = 0
    for r in range(5):
        left += cards(r, have[r])
    return left


def weight(board: Board, node):
    """Return the sum of the hundredths of the numbers at a node."""
    return weight_of(board, _node(node))


def lone_build_time(board: Board, build_times: BuildTimes, node, *, cap=MAX_ESTIMATE):
    """Return the sum of the four estimates with a node alone, each no more than `cap`."""
    income: Income = Income()
    income.add_node(board, _node(node), True)
    return capped_total(build_times, income, cap)


def lone_spots(board: Board, build_times: BuildTimes, nodes):
    """Return (node, sum, hundredths) for each of the nodes by itself, the best first."""
    income: Income = Income()
    found = []
    for node in _each(nodes):
        income.clear()
        income.add_node(board, node, True)
        found.append((node, build_times.total(income), weight_of(board, node)))
    found.sort(key=_rank)
    return found


def _rank(spot):
    return spot[1], -spot[2]


def best_pair(board: Board, build_times: BuildTimes, nodes):
    """Return the best two nodes that are not neighbours, and their sum, or None; of equals the first."""
    order = cython.declare(cython.int[54])
    weights = cython.declare(cython.int[54])
    if not cython.compiled:
        order, weights = [0] * NODES, [0] * NODES
    count: cython.int = 0
    for node in _each(nodes):
        order[count] = node
        weights[count] = weight_of(board, node)
        count += 1
    one: Income = Income()
    both: Income = Income()
    best: cython.int = MAX_ESTIMATE
    best_weight: cython.int = 0
    first: cython.int = -1
    second: cython.int = -1
    for i in range(count):
        one.clear()
        one.add_node(board, order[i], True)
        for j in range(i + 1, count):
            if (NODE_ADJACENT[order[i]] >> order[j]) & 1:
                continue
            both.copy_from(one)
            both.add_node(board, order[j], True)
            rolls: cython.int = build_times.total(both)
            heavy: cython.int = weights[i] + weights[j]
            if rolls < best or (rolls == best and heavy > best_weight):
                best, best_weight = rolls, heavy
                first, second = order[i], order[j]
    return None if first < 0 else (first, second, best)


def best_addition(board: Board, build_times: BuildTimes, own, nodes, *, cut_off=False):
    """Return the node that goes best with the own ones and its sum, or None; of equal nodes the first.

    With `cut_off` an estimate above the best sum so far makes the node equal to the best, as in JSettlers:
    if its numbers weigh more it is then taken, however slow it is.
    """
    base: Income = Income()
    for node in _each(own):
        base.add_node(board, node, True)
    income: Income = Income()
    best: cython.int = FIRST_BEST if cut_off else MAX_ESTIMATE
    best_weight: cython.int = 0
    chosen: cython.int = -1
    for node in _each(nodes):
        income.copy_from(base)
        income.add_node(board, node, True)
        rolls: cython.int = total_below(build_times, income, best) if cut_off else build_times.total(income)
        heavy: cython.int = weight_of(board, node)
        if chosen < 0 or rolls < best or (rolls == best and heavy > best_weight):
            best, best_weight, chosen = rolls, heavy, node
    return None if chosen < 0 else (chosen, best)


def _node(node):
    return whole_number("node", node, 0, NODES - 1)


def _each(nodes):
    """Return the nodes in their order, each once."""
    return list(dict.fromkeys([_node(node) for node in nodes]))


def weight_of(board, node):
    total: cython.int = 0
    for slot in range(3):
        hexagon = NODE_HEXES[node * 3 + slot]
        if hexagon >= 0:
            total += HUNDREDTHS[board.number[hexagon]]
    return total


def total_below(build_times, income, most):
    """Return the sum of the estimates, computed until it reaches `most`; `most` if one is above it."""
    total: cython.int = 0
    for place in range(4):
        rolls: cython.int = build_times.of(income, IN_TURN[place], 1)
        if rolls > most:
            return most
        total += rolls
        if total >= most:
            break
    return total


def capped_total(build_times, income, cap):
    total: cython.int = 0
    for place in range(4):
        rolls: cython.int = build_times.of(income, IN_TURN[place], 1)
        total += build_times.weight[IN_TURN[place]] * min(rolls, cap)
    return total

"""The building speed estimate: how many rolls until a hand holds what something costs.

Thomas, chapter 3. It goes roll by roll: a resource that takes f rolls comes with every f-th; cards that the
target does not need are traded at the port or the bank, each time for the lacking resource that takes the
most rolls. The accurate form counts that one roll may bring several cards of a kind, his table 3.11.
"""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.games.catan.hands import pack

if not cython.compiled:
    from catanlab.agents.estimates.income import HUNDREDTHS
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.games.catan.constants import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
    from catanlab.games.catan.hands import held

    A_ROAD, A_SETTLEMENT, A_CITY, A_CARD, A_SHIP = range(5)
    SLOT_BITS, SLOTS, VALUE_BITS, MOST_ROLLS = 15, 1 << 15, 11, 2000
    ORDER = [0] * 5

__all__ = ["KIND_NAMES", "BuildTimes"]

KIND_NAMES = ("road", "settlement", "city", "card")

# Resources are gone through as Thomas and JSettlers do: clay, ore, sheep, wheat, wood.
for _place, _resource in enumerate((1, 4, 2, 3, 0)):
    ORDER[_place] = _resource


class BuildTimes:
    """Estimates of building speed, with a book of those already worked out.

    Whatever takes more rolls than `limit` is said to take `limit`. With `accurate` one roll may bring
    several cards.

    >>> from catanlab.agents.estimates.income import Income
    >>> income = Income.of({"ore": (5, 9), "sheep": (9,)})
    >>> BuildTimes().rolls(income, (0, 0, 1, 1, 1))
    25

    Raises ArgumentError for a limit that is not from 1 to 2000.
    """

    def __init__(self, *, limit=1000, accurate=False):
        self.limit = whole_number("limit", limit, 1, MOST_ROLLS)
        self.several = bool(accurate)
        self.slots = MoveBuffer(SLOTS)
        for i in range(SLOTS):
            self.slots.items[i] = -1

    def rolls(self, income, target, hand=(0, 0, 0, 0, 0)):
        """Return the rolls until a hand holds a target; both count wood, clay, sheep, wheat, ore."""
        return self.until(income, pack(target), pack(hand))

    def rolls_for(self, income, kind, count=1):
        """Return the rolls from nothing for a road, settlement, city or card, or for so many of them."""
        return self.of(income, KIND_NAMES.index(kind), whole_number("count", count, 1, 25))

    def sum(self, income):
        """Return the sum of the rolls for a road, a settlement, a city and a card, each from nothing."""
        return self.total(income)

    def until(self, income, target, hand):
        return self.until_limit(income, target, hand, self.limit)

    def until_limit(self, income, target, hand, limit):
        if self.several:
            return rolls_several(income, target, hand, limit)
        return rolls_one_each(income, target, hand, limit)

    def of(self, income, kind, count):
        """Return the rolls from nothing for so many of a kind, or a settlement with count - 1 roads."""
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
            sum_of_all += self.of(income, kind, 1)
        return sum_of_all


def target_of(kind, count):
    """Return the cards for so many of a kind; for a settlement the count is one more than its roads."""
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
            # ten cards are the most that one roll brings him
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
    """Trade what is not wanted for what is, the hardest first; say whether nothing is lacking then."""
    lacking: cython.int = 0
    for r in range(5):
        if have[r] < want[r]:
            lacking += want[r] - have[r]
    if lacking == 0:
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
            lacking -= 1
            if lacking == 0:
                return True
    return False

"""The exact waiting time for a target: the chance to hold it after so many rolls.

JSettlers has such an estimate and does not use it: hands are followed through all rolls of the dice, each
with its probability, and trade with the bank by the rule of the fast estimate. Until the target is held
something is lacking, so fewer cards than a trade takes are ever left over, and the hands are few. Here the
dice fall with their true probabilities; sevens and what the others do are left out.

On the nine rows of Thomas' tables 4.1 and 4.2 whose numbers are known, four things each, the fast estimate
is between 20 % below the exact median and 35 % above, on average 9 % above.
"""

import cython

from catanlab.framework.arguments import whole_number
from catanlab.games.catan.hands import pack

if not cython.compiled:
    from catanlab.agents.estimates.build_time import trade_up
    from catanlab.agents.estimates.income import Income
    from catanlab.games.catan.hands import cards, held

__all__ = ["chances", "median_rolls"]


def chances(income: Income, target, hand=(0, 0, 0, 0, 0), *, rolls=100, until=1.0):
    """Return the chances to hold a target after 0, 1, 2 and more rolls, until one is as high as `until`.

    >>> from catanlab.agents.estimates.income import Income
    >>> [round(36 * chance, 2) for chance in chances(Income.of({"ore": (8,)}), (0, 0, 0, 0, 1), rolls=2)]
    [0.0, 5.0, 9.31]

    Target and hand count wood, clay, sheep, wheat, ore. Raises ArgumentError unless rolls is 0 to 10000.
    """
    whole_number("rolls", rolls, 0, 10_000)
    want: cython.ulonglong = pack(target)
    gains = _gains(income)
    known = {}
    first = after_trades(income, pack(hand), want)
    hands = {} if first == 0 else {first: 1.0}
    reached = 1.0 if first == 0 else 0.0
    found = [reached]
    while len(found) <= rolls and reached < until:
        after: dict = {}
        for held_now, chance in hands.items():
            next_hands = known.get(held_now)
            if next_hands is None:
                known[held_now] = next_hands = [
                    (after_trades(income, held_now - 1 + gain, want), share) for gain, share in gains
                ]
            for next_hand, share in next_hands:
                if next_hand == 0:
                    reached += chance * share
                else:
                    after[next_hand] = after.get(next_hand, 0.0) + chance * share
        hands = after
        found.append(reached)
    return found


def median_rolls(income: Income, target, hand=(0, 0, 0, 0, 0), *, limit=1000):
    """Return the rolls after which the target is held with a chance of a half; `limit` if it takes more."""
    found = chances(income, target, hand, rolls=limit, until=0.5)
    return len(found) - 1


def _gains(income: Income):
    """Return what the dice bring, packed, with probabilities; numbers that bring the same are one."""
    gains: dict = {}
    for number in range(2, 13):
        gain: cython.ulonglong = 0
        for resource in range(5):
            gain += cards(resource, income.amount[resource * 13 + number])
        gains[gain] = gains.get(gain, 0) + 6 - abs(7 - number)
    return [(gain, ways / 36) for gain, ways in gains.items()]


def after_trades(income, hand, target):
    """Return 1 + the hand after all trades that bring the target nearer, 0 if it is held then."""
    have = cython.declare(cython.int[5])
    want = cython.declare(cython.int[5])
    if not cython.compiled:
        have, want = [0] * 5, [0] * 5
    for r in range(5):
        have[r] = held(hand, r)
        want[r] = held(target, r)
    if trade_up(income, have, want):
        return 0
    left: cython.ulonglong = 0
    for r in range(5):
        left += cards(r, have[r])
    return left + 1

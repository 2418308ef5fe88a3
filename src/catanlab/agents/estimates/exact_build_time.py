"""The exact waiting time for a target: the probability of holding it after a number of rolls.

JSettlers has such an estimate and does not use it. It follows the possible hands through all rolls of the
dice, each with its probability, and trades with the bank by the rule of the fast estimate. While a card is
missing, every hand trades what it can, so the surplus stays small and the hands are few. Here the dice fall
with their true probabilities; sevens and the moves of other seats are left out.

On the nine rows of Thomas' tables 4.1 and 4.2 whose numbers are known, with four targets each, the fast
estimate is between 20 % below the exact median and 35 % above, on average 9 % above.
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.estimates.build_time import hand_after_trades
from catanlab.agents.estimates.income import Income
from catanlab.framework.arguments import whole_number
from catanlab.games.catan.hands import pack

__all__ = ["chances", "median_rolls"]


def chances(
    income: Income,
    target: Sequence[int],
    hand: Sequence[int] = (0, 0, 0, 0, 0),
    *,
    rolls: int = 100,
    until: float = 1.0,
) -> list[float]:
    """Return the chances to hold a target after 0, 1, 2 and more rolls, until one is as high as `until`.

    >>> from catanlab.agents.estimates.income import Income
    >>> [round(36 * chance, 2) for chance in chances(Income.of({"ore": (8,)}), (0, 0, 0, 0, 1), rolls=2)]
    [0.0, 5.0, 9.31]

    Target and hand count wood, clay, sheep, wheat, ore. Raises ArgumentError unless rolls is 0 to 10000.
    """
    whole_number("rolls", rolls, 0, 10_000)
    want = pack(target)
    gains = _gains(income)
    known: dict[int, list[tuple[int | None, float]]] = {}
    first = hand_after_trades(income, pack(hand), want)
    hands = {} if first is None else {first: 1.0}
    reached = 1.0 if first is None else 0.0
    found = [reached]
    while len(found) <= rolls and reached < until:
        after: dict[int, float] = {}
        for held_now, chance in hands.items():
            next_hands = known.get(held_now)
            if next_hands is None:
                known[held_now] = next_hands = [
                    (hand_after_trades(income, held_now + gain, want), share) for gain, share in gains
                ]
            for next_hand, share in next_hands:
                if next_hand is None:
                    reached += chance * share
                else:
                    after[next_hand] = after.get(next_hand, 0.0) + chance * share
        hands = after
        found.append(reached)
    return found


def median_rolls(
    income: Income, target: Sequence[int], hand: Sequence[int] = (0, 0, 0, 0, 0), *, limit: int = 1000
) -> int:
    """Return the rolls after which the target is held with a chance of a half; `limit` if it takes more."""
    found = chances(income, target, hand, rolls=limit, until=0.5)
    return len(found) - 1


def _gains(income: Income) -> list[tuple[int, float]]:
    """Return the packed cards that a roll brings, with probabilities; equal cards are one entry."""
    gains: dict[int, int] = {}
    for number in range(2, 13):
        gain = pack(income.cards(number))
        gains[gain] = gains.get(gain, 0) + 6 - abs(7 - number)
    return [(gain, ways / 36) for gain, ways in gains.items()]

"""A quick estimate of the rolls until a seat can pay a cost, bank trades included.

A continuous form of Thomas' building speed estimate (2003, chapter 3): cards arrive at their expected
rates, a surplus card is worth its share of another card at the ratio of the bank or port, and the estimate
is the moment at which no card is missing. It takes one pass over the five resources instead of going roll
by roll.
"""

from __future__ import annotations

from collections.abc import Sequence

ROLLS_WITHOUT_PRODUCTION = 999.0
"""The estimate without any production, in rolls."""
MIN_ROLLS = 1.0
"""The least estimate for a cost that the hand does not cover, in rolls."""


def rolls_until(
    need: Sequence[int], hand: Sequence[int], rates: Sequence[float], ratios: Sequence[int]
) -> float:
    """Return the expected number of rolls until the need can be paid from the hand.

    >>> rolls_until((1, 1, 0, 0, 0), (1, 1, 0, 0, 0), (0.1,) * 5, (4,) * 5)
    0.0
    >>> round(rolls_until((1, 1, 0, 0, 0), (1, 0, 0, 0, 0), (0.1, 0.2, 0, 0, 0), (4,) * 5), 2)
    4.44
    """
    gap = speed = 0.0
    turns: list[tuple[float, float]] = []
    short_now = 0
    for needed, held, rate, ratio in zip(need, hand, rates, ratios, strict=True):
        short = needed - held
        if short > 0:
            short_now += short
            gap += short
            speed += rate
            if rate > 0:
                turns.append((short / rate, rate - rate / ratio))
        else:
            short_now -= -short // ratio
            gap += short / ratio
            speed += rate / ratio
    if short_now <= 0:
        return 0.0
    if gap <= MIN_ROLLS * speed:  # parts of trades do not make a whole one: it takes a roll at least
        return MIN_ROLLS
    turns.sort()
    now = 0.0
    for at, loss in turns:  # from here on the resource is no longer short, only surplus
        if speed * (at - now) >= gap:
            break
        gap -= speed * (at - now)
        now = at
        speed -= loss
    return now + gap / speed if speed > 1e-9 else ROLLS_WITHOUT_PRODUCTION


def shortage(need: Sequence[int], hand: Sequence[int]) -> list[int]:
    """Return how many cards of each resource are missing."""
    return [max(0, needed - held) for needed, held in zip(need, hand, strict=True)]


def spare(need: Sequence[int], hand: Sequence[int]) -> list[int]:
    """Return how many cards of each resource are left over."""
    return [max(0, held - needed) for needed, held in zip(need, hand, strict=True)]


def trades_possible(left_over: Sequence[int], ratios: Sequence[int]) -> int:
    """Return how many cards the bank would give for those left over."""
    return sum(held // ratio for held, ratio in zip(left_over, ratios, strict=True))

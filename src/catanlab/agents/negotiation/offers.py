"""The deals that Thomas' negotiator considers, in his order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catanlab.agents.base.card_counts import one, pair
from catanlab.agents.base.situation import Counts
from catanlab.games.catan.moves import Deal

_PAIRS = tuple((a, b) for a in range(5) for b in range(a, 5))


def thomas_order(need: Counts, hand: Counts, ease: Sequence[int], wanted: Sequence[int]) -> Iterator[Deal]:
    """Yield the deals for one wanted card, the hardest to get first, in Thomas' order.

    First one unneeded card for a wanted one, then one needed card for one that is harder to get, then two
    cards for one, unneeded ones first. Within each group the cards easiest to get are given first.

    >>> deals = thomas_order((1, 1, 0, 0, 0), (1, 0, 1, 0, 1), (3, 9, 5, 9, 4), [1])
    >>> [deal.text for deal in deals][:3]
    ['1 ore for 1 clay', '1 sheep for 1 clay', '1 wood for 1 clay']
    """
    order = sorted(range(5), key=lambda r: ease[r])
    spare = [max(0, hand[r] - need[r]) for r in range(5)]
    for get in wanted:
        for give in order:
            if spare[give] and give != get:
                yield Deal(one(give), one(get))
    for get in wanted:
        for give in order:
            if hand[give] and not spare[give] and give != get and ease[give] < ease[get]:
                yield Deal(one(give), one(get))
    pairs = sorted(
        (p for p in _PAIRS if hand[p[0]] > (p[0] == p[1]) and hand[p[1]]),
        key=lambda p: (not _is_spare(p, spare), ease[p[0]] + ease[p[1]]),
    )
    for get in wanted:
        for first, second in pairs:
            if get not in (first, second):
                yield Deal(pair(first, second), one(get))


def _is_spare(cards: tuple[int, int], spare: Sequence[int]) -> bool:
    first, second = cards
    return spare[first] > 1 if first == second else bool(spare[first] and spare[second])

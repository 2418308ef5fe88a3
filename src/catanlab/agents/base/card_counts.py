"""Cards as five counts, of wood, clay, sheep, wheat and ore: hands, costs and the sides of a deal."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.games.catan.moves import Counts

NO_CARDS: Counts = (0, 0, 0, 0, 0)

_SINGLES: tuple[Counts, ...] = (
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)


def counts(numbers: Iterable[int]) -> Counts:
    """Return five numbers as counts of the five resources."""
    wood, clay, sheep, wheat, ore = numbers
    return wood, clay, sheep, wheat, ore


def one(resource: int, count: int = 1) -> Counts:
    """Return this number of cards of one resource.

    >>> one(3), one(0, count=4)
    ((0, 0, 0, 1, 0), (4, 0, 0, 0, 0))
    """
    return _SINGLES[resource] if count == 1 else counts(count * n for n in _SINGLES[resource])


def pair(first: int, second: int) -> Counts:
    """Return a card of each of two resources, or two of the same."""
    return counts(a + b for a, b in zip(_SINGLES[first], _SINGLES[second], strict=True))


# The five are written out: a loop takes at least three times as long, and negotiators ask for every deal.


def exchanged(hand: Counts, get: Counts, give: Counts) -> Counts:
    """Return a hand after an exchange of cards."""
    return (
        hand[0] + get[0] - give[0],
        hand[1] + get[1] - give[1],
        hand[2] + get[2] - give[2],
        hand[3] + get[3] - give[3],
        hand[4] + get[4] - give[4],
    )


def covers(hand: Counts, cards: Counts) -> bool:
    """Return whether a hand holds all these cards."""
    return (
        hand[0] >= cards[0]
        and hand[1] >= cards[1]
        and hand[2] >= cards[2]
        and hand[3] >= cards[3]
        and hand[4] >= cards[4]
    )

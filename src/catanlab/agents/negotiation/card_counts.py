"""Cards of one or two resources, as the sides of a deal."""

from __future__ import annotations

from catanlab.games.catan.moves import Counts

_SINGLES: tuple[Counts, ...] = (
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)


def one(resource: int, count: int = 1) -> Counts:
    """Return so many cards of one resource."""
    return _SINGLES[resource] if count == 1 else tuple(count * n for n in _SINGLES[resource])  # type: ignore[return-value]


def pair(first: int, second: int) -> Counts:
    """Return a card of each of two resources, or two of the same."""
    return tuple(a + b for a, b in zip(_SINGLES[first], _SINGLES[second], strict=True))  # type: ignore[return-value]

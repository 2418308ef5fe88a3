"""An exchange of cards between two seats, from the side of one of them, and as a move of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from catanlab.agents.base.situation import Counts
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove

SIDES = (1 << c.ADDRESSEE_SHIFT) - 1
"""Both sides of an offer, without group and addressees."""


class Deal(NamedTuple):
    """What is given and what is got."""

    give: Counts
    get: Counts

    @property
    def turned(self) -> Deal:
        """The same from the other side."""
        return Deal(self.get, self.give)

    @property
    def code(self) -> int:
        """Both sides as a move holds them."""
        return packed(self.give) | packed(self.get) << c.GET_SHIFT

    @property
    def text(self) -> str:
        """The deal in words.

        >>> Deal((0, 0, 0, 2, 0), (1, 0, 0, 0, 0)).text
        '2 wheat for 1 wood'
        """
        return f"{cards_text(self.give)} for {cards_text(self.get)}"

    def offer(self, seats: Iterable[int]) -> CatanMove:
        """Return the offer of it to these seats."""
        addressees = sum(1 << seat for seat in seats)
        return CatanMove(c.OFFER << GROUP_SHIFT | addressees << c.ADDRESSEE_SHIFT | self.code)

    def counter(self) -> CatanMove:
        """Return the counter-offer of it."""
        return CatanMove(c.COUNTER << GROUP_SHIFT | self.code)


def read_deal(move: int) -> Deal:
    """Return the deal in an offer or counter-offer, from the side of the seat that makes it."""
    return Deal(_unpacked(move & c.BUNDLE_MASK), _unpacked(move >> c.GET_SHIFT & c.BUNDLE_MASK))


def one(resource: int, count: int = 1) -> Counts:
    """Return so many cards of one resource."""
    return _SINGLES[resource] if count == 1 else tuple(count * n for n in _SINGLES[resource])  # type: ignore[return-value]


def pair(first: int, second: int) -> Counts:
    """Return a card of each of two resources, or two of the same."""
    return tuple(a + b for a, b in zip(_SINGLES[first], _SINGLES[second], strict=True))  # type: ignore[return-value]


def cards_text(cards: Counts) -> str:
    """Return cards in words: 2 wheat + 1 ore."""
    return " + ".join(f"{count} {c.RESOURCES[r]}" for r, count in enumerate(cards) if count)


def packed(counts: Counts) -> int:
    """Return counts as a bundle inside a move."""
    return counts[0] | counts[1] << 5 | counts[2] << 10 | counts[3] << 15 | counts[4] << 20


def _unpacked(bundle: int) -> Counts:
    return bundle & 31, bundle >> 5 & 31, bundle >> 10 & 31, bundle >> 15 & 31, bundle >> 20 & 31


_SINGLES: tuple[Counts, ...] = (
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)

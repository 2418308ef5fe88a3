"""The numbers of JSettlers for states, pieces, resources and cards, and their translation into ours."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import Counts

# States of a game.
NEW, READY = 0, 1
FIRST_SETTLEMENT, FIRST_ROAD, SECOND_SETTLEMENT, SECOND_ROAD = 5, 6, 10, 11
ROLL_OR_CARD, PLAY = 15, 20
PLACING_ROAD, PLACING_SETTLEMENT, PLACING_CITY, PLACING_ROBBER = 30, 31, 32, 33
FREE_ROAD_1, FREE_ROAD_2 = 40, 41
DISCARDS, CHOOSE_PLAYER, DISCOVERY, MONOPOLY = 50, 51, 52, 53
OVER = 1000

SETUP_STATES = (FIRST_SETTLEMENT, FIRST_ROAD, SECOND_SETTLEMENT, SECOND_ROAD)
FREE_ROADS = (FREE_ROAD_1, FREE_ROAD_2)
PLACING = (PLACING_ROAD, PLACING_SETTLEMENT, PLACING_CITY)
"""States in which a piece is already paid for and has to be placed, in the order of the pieces."""

# Pieces.
ROAD, SETTLEMENT, CITY = 0, 1, 2

# Elements of players and of games, and the actions on them.
SET, GAIN, LOSE = 100, 101, 102
UNKNOWN_RESOURCE, KNIGHTS, ALL_RESOURCES, LAST_SETTLEMENT, CARD_PLAYED = 6, 15, 17, 18, 19
ROUND, CARDS_LEFT, FIRST_PLAYER, CURRENT_PLAYER, ARMY_PLAYER, ROAD_PLAYER = 1, 2, 3, 4, 5, 6

# Actions of cards, and simple actions.
DRAW, PLAY_CARD, ADD_NEW, ADD_OLD, CANNOT_PLAY = range(5)
CARD_BOUGHT, TRADE_SUCCESSFUL, MONOPOLIZED = 1, 2, 3

RESOURCES = (c.CLAY, c.ORE, c.SHEEP, c.WHEAT, c.WOOD)
"""Our resources in the order of the wire, where they are numbered from 1."""

CARDS = {
    1: c.ROAD_BUILDING,
    2: c.YEAR_OF_PLENTY,
    3: c.MONOPOLY,
    4: c.VICTORY_POINT,
    5: c.VICTORY_POINT,
    6: c.VICTORY_POINT,
    7: c.VICTORY_POINT,
    8: c.VICTORY_POINT,
    9: c.KNIGHT,
}
"""Our development cards by their numbers on the wire; 0 is a hidden card."""
CARD_NUMBERS = {c.ROAD_BUILDING: 1, c.YEAR_OF_PLENTY: 2, c.MONOPOLY: 3, c.KNIGHT: 9}
"""The numbers of the cards that can be played."""


def from_wire(counts: Sequence[int]) -> Counts:
    """Return five counts of the wire in our order.

    >>> from_wire([1, 2, 3, 4, 5])
    (5, 1, 3, 4, 2)
    """
    clay, ore, sheep, wheat, wood = counts
    return wood, clay, sheep, wheat, ore


def to_wire(counts: Sequence[int]) -> Counts:
    """Return five of our counts in the order of the wire.

    >>> to_wire([5, 1, 3, 4, 2])
    (1, 2, 3, 4, 5)
    """
    wood, clay, sheep, wheat, ore = counts
    return clay, ore, sheep, wheat, wood


def resource_to_wire(resource: int) -> int:
    """Return the number of a resource on the wire.

    >>> resource_to_wire(c.CLAY), resource_to_wire(c.WOOD)
    (1, 5)
    """
    return RESOURCES.index(resource) + 1

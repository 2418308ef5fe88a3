"""What roads, settlements, cities and development cards cost, and what a person lacks for each."""

from __future__ import annotations

from catanlab.games.catan.constants import COSTS
from catanlab.games.catan.moves import Counts, MoveKind, cards_text
from catanlab.games.catan.position import CatanPosition

_NAMES = {
    MoveKind.ROAD: "road",
    MoveKind.SETTLEMENT: "settlement",
    MoveKind.CITY: "city",
    MoveKind.BUY_CARD: "dev. card",
}


def cost_lines(position: CatanPosition) -> list[str]:
    """Return a line for each thing to build or buy: its cost, what the seat lacks, how many are left.

    >>> from catanlab import Catan
    >>> for line in cost_lines(Catan(board="beginner").observer(0).view().position)[2:]:
    ...     print(line)
    city        2 wheat + 3 ore               4 left  you lack all of it
    dev. card   sheep + wheat + ore          25 left  you lack all of it
    """
    own = position.own
    left = (own.roads_left, own.settlements_left, own.cities_left, position.deck_size)
    lines = []
    for (kind, name), count in zip(_NAMES.items(), left, strict=True):
        cost: Counts = COSTS[kind]
        lacked = _lacked(cost, own.certain)
        paid = f"you lack {'all of it' if lacked == cost else _cards(lacked)}"
        paid = paid if any(lacked) else "you can pay it"
        lines.append(f"{name:<11} {_cards(cost):<28}{count:>3} left  {paid}")
    return lines


def _cards(cards: Counts) -> str:
    """Return cards in words, a single one without its number: wood + 2 clay."""
    return cards_text(cards).replace("1 ", "")


def _lacked(cost: Counts, hand: Counts) -> Counts:
    wood, clay, sheep, wheat, ore = (max(0, c - h) for c, h in zip(cost, hand, strict=True))
    return wood, clay, sheep, wheat, ore

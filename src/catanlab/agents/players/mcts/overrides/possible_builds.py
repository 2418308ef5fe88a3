"""What Panousis' agent could build now, and the cards that his rules need for it (4.4.5)."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.situation import Counts, Situation
from catanlab.games.catan.constants import VICTORY_POINT
from catanlab.games.catan.position import members


def possible_builds(situation: Situation) -> list[Aim]:
    """Return one aim of each kind for which there are pieces and places, in the order of his tree.

    A city, a settlement, a road unless a settlement could be built or the seat holds Longest Road, and a
    card unless the seat holds one that can be played.
    """
    found = []
    towns = members(situation.settlements[situation.me])
    spots = members(situation.road_nodes & ~situation.blocked_nodes)
    if towns and situation.cities_left:
        found.append(Aim("city", _richest(situation, towns)))
    if spots and situation.settlements_left:
        found.append(Aim("settlement", _richest(situation, spots)))
    edges = _free_edges(situation)
    if edges and situation.roads_left and not spots and situation.longest_road != situation.me:
        found.append(Aim("road", edges[0]))
    if situation.deck_size and sum(situation.cards) == situation.cards[VICTORY_POINT]:
        found.append(Aim("card"))
    return found


def needed(aims: Iterable[Aim]) -> Counts:
    """Return the cards for all of the aims together."""
    wood, clay, sheep, wheat, ore = (
        sum(cards) for cards in zip((0,) * 5, *(aim.need for aim in aims), strict=True)
    )
    return wood, clay, sheep, wheat, ore


def _richest(situation: Situation, nodes: Iterable[int]) -> int:
    """Return the node with the most expected cards."""
    return max(nodes, key=lambda node: sum(situation.board_values.yields[node]))


def _free_edges(situation: Situation) -> list[int]:
    """Return the free edges next to own roads, except beyond another seat's building."""
    foreign = situation.occupied_nodes & ~situation.mine
    return [
        edge
        for node in members(situation.road_nodes & ~foreign)
        for edge, _ in situation.board_values.ways[node]
        if not situation.occupied_edges >> edge & 1
    ]

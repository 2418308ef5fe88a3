"""What Panousis' agent could build as the board stands: the needed cards of his rules (4.4.5)."""

from __future__ import annotations

from collections.abc import Iterable

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.situation import Counts, Situation
from catanlab.games.catan.constants import PLAYABLE
from catanlab.games.catan.details import members
from catanlab.games.catan.hands import pack


def possible_builds(reading: Situation) -> list[Aim]:
    """Return one aim of each kind that there are pieces and places for, in the order of his tree.

    A city, a settlement, a road unless there is a place to settle or Longest Road is held, and a card
    unless one that can be played is in hand.
    """
    found = []
    towns = members(reading.settlements[reading.me])
    spots = members(reading.road_nodes & ~reading.blocked_nodes)
    if towns and reading.cities_left:
        found.append(Aim("city", _richest(reading, towns)))
    if spots and reading.settlements_left:
        found.append(Aim("settlement", _richest(reading, spots)))
    edges = _free_edges(reading)
    if edges and reading.roads_left and not spots and reading.road_holder != reading.me:
        found.append(Aim("road", edges[0]))
    if reading.deck_size and not pack(reading.cards) & PLAYABLE:
        found.append(Aim("card"))
    return found


def needed(aims: Iterable[Aim]) -> Counts:
    """Return the cards for all of the aims together."""
    wood, clay, sheep, wheat, ore = (
        sum(cards) for cards in zip((0,) * 5, *(aim.need for aim in aims), strict=True)
    )
    return wood, clay, sheep, wheat, ore


def _richest(reading: Situation, nodes: Iterable[int]) -> int:
    """Return the node that brings most."""
    return max(nodes, key=lambda node: sum(reading.board_values.yields[node]))


def _free_edges(reading: Situation) -> list[int]:
    """Return the edges on which a road could go, unless another seat's building stands in between."""
    foreign = reading.occupied_nodes & ~reading.mine
    return [
        edge
        for node in members(reading.road_nodes & ~foreign)
        for edge, _ in reading.board_values.ways[node]
        if not reading.occupied_edges >> edge & 1
    ]

"""When to play road building, and where the free roads go."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.needs import roads_of
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView

LONGEST_ROAD = "Longest Road"
"""The purpose of an aim that is about the award."""


def play_road_building(
    view: CatanView, situation: Situation, aims: Sequence[Aim], *, two_roads: bool = False
) -> Choice | None:
    """Play the card if the best aim needs two roads or serves Longest Road, or if the best two are roads.

    With `two_roads` an aim for Longest Road must need two roads as well, as in JSettlers.
    """
    move = CatanMove.make(c.PLAY_ROAD_BUILDING)
    if not aims or situation.roads_left < 2 or not view.is_legal(move):
        return None
    best = aims[0]
    roads = roads_of(best)
    if len(roads) >= 2 or (roads and best.purpose == LONGEST_ROAD and not two_roads):
        return Choice(move, f"the roads lead to {best.text}")
    if [aim.kind for aim in aims[:2]] == ["road", "road"]:
        return Choice(move, f"I want {best.text} and {aims[1].text}")
    return None


def lay_free_road(view: CatanView, aims: Sequence[Aim], random: Random) -> Choice:
    """Lay the first road of the best aim that has one, or any road if none can be laid."""
    legal = view.legal_moves
    for aim in aims:
        for edge in roads_of(aim):
            move = CatanMove.make(c.ROAD, edge)
            if move in legal:
                return Choice(move, f"it leads to {aim.text}" if aim.roads else f"I want {aim.text}")
    roads = [move for move in legal if move.kind == c.ROAD]
    if not roads:
        return Choice(legal[0], "no road can be laid")
    return Choice(roads[random.below(len(roads))], "no plan of mine needs a road here")

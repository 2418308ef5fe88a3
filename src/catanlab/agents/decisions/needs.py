"""The cards that an aim needs, for its first piece or for all of it, and its roads."""

from __future__ import annotations

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.agents.base.situation import Counts


def need_of(aim: Aim, *, whole: bool) -> Counts:
    """Return the cards for the piece that is bought first, or for the whole aim with its roads.

    JSettlers considers the first piece of its plan, Thomas the whole aim.

    >>> need_of(Aim("settlement", 7, roads=(3,)), whole=False)
    (1, 1, 0, 0, 0)
    >>> need_of(Aim("settlement", 7, roads=(3,)), whole=True)
    (2, 2, 1, 1, 0)
    """
    return aim.need if whole else COSTS[aim.first.kind]


def roads_of(aim: Aim) -> tuple[int, ...]:
    """Return the edges of an aim in building order, including the roads that follow a road.

    >>> roads_of(Aim("road", 9, roads=(3, 4), beyond=(10,)))
    (3, 4, 9, 10)
    """
    return (*aim.roads, aim.place, *aim.beyond) if aim.kind == "road" else aim.roads

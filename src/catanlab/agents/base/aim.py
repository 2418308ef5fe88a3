"""What a seat is about to build: the piece, the roads that lead to it, its cost, and the time it takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from catanlab.agents.base.situation import Counts
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.moves import CatanMove

Kind = Literal["road", "settlement", "city", "card"]

_MOVES: dict[Kind, int] = {
    "road": c.ROAD,
    "settlement": c.SETTLEMENT,
    "city": c.CITY,
    "card": c.BUY_CARD,
}
COSTS: dict[Kind, Counts] = {kind: c.COSTS[move] for kind, move in _MOVES.items()}
"""The cards that each kind of build costs."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something to build next. A settlement out of reach has the roads that lead to it, in order."""

    kind: Kind
    place: int = -1
    """The node or edge; -1 for a card."""
    roads: tuple[int, ...] = ()
    rolls: int = 0
    """The estimated rolls until the seat has the cards for it."""
    utility: float = 0.0
    purpose: str = ""
    """Longest Road or Largest Army, if it is built for that; else empty."""
    beyond: tuple[int, ...] = ()
    """The roads to build after a road, towards its purpose."""
    after: tuple[int, ...] = ()
    """The rolls that each seat needs to win once it is built; empty if not estimated."""

    @property
    def need(self) -> Counts:
        """The cards for all of it, its roads included."""
        wood, clay, sheep, wheat, ore = COSTS[self.kind]
        return wood + len(self.roads), clay + len(self.roads), sheep, wheat, ore

    @property
    def first(self) -> Aim:
        """The piece that is bought first: the first of its roads, or the thing itself."""
        return Aim("road", self.roads[0], purpose=self.text) if self.roads else self

    @property
    def move(self) -> CatanMove:
        """The move that builds it, once its roads are there.

        >>> Aim("settlement", 7).move, Aim("card").move
        (<settlement 7>, <buy card>)
        """
        return CatanMove.make(_MOVES[self.kind], 0 if self.kind == "card" else self.place)

    @property
    def rest(self) -> Aim | None:
        """What is left of it when its first piece is built; None if that was all."""
        if self.roads:
            return replace(self, roads=self.roads[1:])
        return replace(self, place=self.beyond[0], beyond=self.beyond[1:]) if self.beyond else None

    @property
    def text(self) -> str:
        """The aim in words."""
        if self.kind == "card":
            what = "a development card"
        elif self.kind == "road":
            what = "a road at {}-{}".format(*edge_nodes(self.place))
        else:
            what = f"a {self.kind} at node {self.place}"
        return f"{what} for {self.purpose}" if self.purpose else what

"""Placeables: the pieces on the board, their placement rules and their triggers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

from catanlab.framework.declared.graph import Places
from catanlab.framework.declared.resources import Cost
from catanlab.framework.declared.rule import Declared, Function, Rule


class Placeable(Declared):
    """A kind of piece for one kind of element.

    `supply` is how many each seat has, None for any number. `cost` is the price of one. A `shared` piece
    belongs to nobody, as a robber does. One piece lies on a place, unless one of two names the other in
    `over`: a piece, several, or "any", which allows pieces of its own kind too.

    Rules are hung on it as decorators; each is a method of the game:

        @road.where("not-connected")          may it stand there?     (self, seat, place) -> bool
        @road.payable("cannot-pay")           may it be bought?       (self, seat) -> bool
        @road.placed, @road.removed           what follows            (self, seat, place)
        @road.activated, @road.deactivated    when a rule says so     (self, seat, place)
        @road.owner_changed                   what follows            (self, seat, place, before)
        @road.neighbour_placed                for a road that touches a piece that was placed or removed,
        @road.neighbour_removed               or lies next to it      (self, seat, place, piece, at, whose)

    A placement predicate (`where`) may look at pieces near the place only: those on it, on what touches it,
    on its neighbours and on what touches these; so the set of open places is kept and only places near a
    change are asked again. With `reach="board"` it may look at all pieces. What depends on anything but
    pieces belongs to the action that places them.
    """

    noun = "placeable"

    def __init__(
        self,
        places: Places,
        *,
        supply: Any = None,
        cost: Cost | None = None,
        shared: bool = False,
        over: Placeable | Collection[Placeable] | Literal["any"] = (),
        reach: str = "near",
    ) -> None:
        super().__init__()
        if not isinstance(places, Places):
            raise self.refuse(f"is for {places!r}: write the places of a board, as in board.areas")
        self.places = places
        self.kind = places.kind
        self.supply = supply
        self.cost = cost
        self.shared = shared
        self.over: Collection[Placeable] | Literal["any"] = (over,) if isinstance(over, Placeable) else over
        self.reach = reach
        self.where_rules: list[Rule] = []
        self.cost_rules: list[Rule] = []
        self.triggers: dict[str, list[Rule]] = {name: [] for name in TRIGGERS}

    def may_share(self, other: Placeable) -> bool:
        """Say whether this piece and another may lie on one place; a piece itself: two of its kind."""
        return any(one.over == "any" or two in one.over for one, two in ((self, other), (other, self)))

    def where(self, code: str) -> Callable[[Function], Function]:
        """Add a placement predicate with the code of its refusal."""
        return self.hang(self.where_rules, code)

    def payable(self, code: str) -> Callable[[Function], Function]:
        """Add a cost predicate beyond the price."""
        return self.hang(self.cost_rules, code)

    def placed(self, function: Function) -> Function:
        """Add a trigger that runs when a piece was placed."""
        return self.hang(self.triggers["placed"])(function)

    def removed(self, function: Function) -> Function:
        """Add a trigger that runs when a piece was removed."""
        return self.hang(self.triggers["removed"])(function)

    def neighbour_placed(self, function: Function) -> Function:
        """Add a trigger that runs for a piece when another was placed next to it."""
        return self.hang(self.triggers["neighbour_placed"])(function)

    def neighbour_removed(self, function: Function) -> Function:
        """Add a trigger that runs for a piece when another was removed next to it."""
        return self.hang(self.triggers["neighbour_removed"])(function)

    def activated(self, function: Function) -> Function:
        """Add a trigger that runs when a rule activates a piece."""
        return self.hang(self.triggers["activated"])(function)

    def deactivated(self, function: Function) -> Function:
        """Add a trigger that runs when a rule deactivates a piece."""
        return self.hang(self.triggers["deactivated"])(function)

    def owner_changed(self, function: Function) -> Function:
        """Add a trigger that runs when the owner changed: a piece was placed, removed or handed over."""
        return self.hang(self.triggers["owner_changed"])(function)


TRIGGERS = (
    "placed",
    "removed",
    "neighbour_placed",
    "neighbour_removed",
    "activated",
    "deactivated",
    "owner_changed",
)
"""The events of a piece."""

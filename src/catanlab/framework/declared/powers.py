"""Logic: special powers that seats acquire and play, such as cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from catanlab.framework.declared.rule import Declared, Function, Rule


class Logic(Declared):
    """A kind of special power, with a number of `copies`.

    Rules are hung on it as decorators:

        @knight.when("card-bought-this-turn")      may it be played?     (self, seat) -> bool
        @knight.played                             its effect            (self, seat, *target)
        @knight.acquired                           what follows          (self, seat)
        @knight.lost                               when it is removed    (self, seat)

    Seats have `held[seat][logic.index]` of each kind, and `acquired_this_turn[seat][logic.index]`.
    """

    noun = "logic"

    def __init__(self, *, copies: Any = None, title: str = "") -> None:
        super().__init__()
        self.copies = copies
        self._title = title
        self.when_rules: list[Rule] = []
        self.played_rules: list[Rule] = []
        self.acquired_rules: list[Rule] = []
        self.lost_rules: list[Rule] = []

    @property
    def title(self) -> str:
        """The name in words."""
        return self._title or super().title

    def when(self, code: str) -> Callable[[Function], Function]:
        """Add an activation predicate with the code of its refusal."""
        return self.hang(self.when_rules, code)

    def played(self, function: Function) -> Function:
        """Add a trigger that runs when it is played."""
        return self.hang(self.played_rules)(function)

    def acquired(self, function: Function) -> Function:
        """Add a trigger that runs when a seat gets it."""
        return self.hang(self.acquired_rules)(function)

    def lost(self, function: Function) -> Function:
        """Add a trigger that runs when a seat loses it."""
        return self.hang(self.lost_rules)(function)

"""Agents whose options change how they play, for designs of experiments, or depend on each other."""

from typing import Annotated

from catanlab.framework.errors import ArgumentError
from catanlab.table.random_agent import RandomAgent


class Wins(RandomAgent):
    """Plays at random; with `a` it builds cities whenever it can, and with `b` settlements."""

    name = "wins"

    def __init__(
        self,
        *,
        iterations: Annotated[int, "not used: a search would have it"] = 1,
        a: Annotated[bool, "build cities"] = False,
        b: Annotated[bool, "build settlements"] = False,
        lazy: Annotated[bool, "end every turn at once"] = False,
    ) -> None:
        super().__init__()
        self._kinds = [kind for kind, is_on in (("end", lazy), ("city", a), ("settlement", b)) if is_on]

    def native_policy(self) -> None:
        """Return nothing: it needs Python."""

    def choose(self, view, deadline):
        """Return a move of the kinds that are on, if there is a choice of kinds, or any move."""
        by_kind = {str(move).split()[0]: move for move in view.legal_moves}
        wanted = [by_kind[kind] for kind in self._kinds if kind in by_kind and len(by_kind) > 1]
        return wanted[0] if wanted else super().choose(view, deadline)


class Bounded(RandomAgent):
    """Plays at random, and takes only a `low` that is not above `high`."""

    name = "bounded"

    def __init__(
        self, *, low: Annotated[int, "not used"] = 0, high: Annotated[int, "not used"] = 1
    ) -> None:
        super().__init__()
        if low > high:
            raise ArgumentError(f"low is {low}; allowed is an integer up to high, {high}")

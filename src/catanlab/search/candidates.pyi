from collections.abc import Callable, Sequence
from typing import final

from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["Candidates", "GroupPriors", "HeuristicPriors", "PlainPriors", "Priors"]

class Priors:
    def __init__(self) -> None: ...

@final
class GroupPriors(Priors):
    def __init__(
        self, weights: Sequence[float] = (), wins: Sequence[float] = (), adds_up: bool = False
    ) -> None: ...

@final
class PlainPriors(Priors):
    def __init__(
        self, function: Callable[[State, list[Move]], Sequence[float]], others: Priors
    ) -> None: ...

@final
class HeuristicPriors(Priors):
    def __init__(
        self, function: Callable[[State, list[Move]], Sequence[tuple[float, int]]], others: Priors
    ) -> None: ...

@final
class Candidates:
    def __init__(
        self,
        state: State,
        random: Random,
        priors: Priors | None,
        *,
        seat: int,
        high: float,
        varies: bool,
        masks: bool,
        counts: bool,
        tree_policy: TreePolicy | None = None,
    ) -> None: ...

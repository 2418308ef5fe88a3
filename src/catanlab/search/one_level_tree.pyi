from collections.abc import Sequence
from typing import Any, final

from catanlab.framework.random import Random
from catanlab.search.tree import Tree
from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["OneLevelTree"]

@final
class OneLevelTree:
    @property
    def tree(self) -> Tree: ...
    @property
    def arms(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def visits(self) -> list[int]: ...
    def __init__(
        self,
        policy: TreePolicy,
        arms: int,
        *,
        seats: int = 1,
        seat: int = 0,
        low: float = 0.0,
        span: float = 1.0,
    ) -> None: ...
    def set(
        self,
        arm: int | None,
        *,
        visits: int | None = None,
        value: float | None = None,
        square: float | None = None,
        prior: float | None = None,
        available: int | None = None,
        extras: Sequence[float] | None = None,
    ) -> None: ...
    def facts(self, arm: int | None) -> dict[str, Any]: ...
    def choose(self, random: Random, among: Sequence[int] | None = None) -> int: ...
    def reward(self, arm: int, value: float) -> None: ...
    def run(self, win_rates: Sequence[float], pulls: int, random: Random) -> None: ...

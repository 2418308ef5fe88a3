from collections.abc import Iterable
from typing import final

from catanlab.agents.estimates.income import Income

__all__ = ["KIND_NAMES", "BuildTimes"]

KIND_NAMES: tuple[str, ...]

@final
class BuildTimes:
    limit: int
    several: bool
    def __init__(self, *, limit: int = ..., accurate: bool = ...) -> None: ...
    def rolls(self, income: Income, target: Iterable[int], hand: Iterable[int] = ...) -> int: ...
    def rolls_for(self, income: Income, kind: str, count: int = ...) -> int: ...
    def sum(self, income: Income) -> int: ...

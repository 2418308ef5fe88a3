from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["SCHEDULES", "Rave"]

SCHEDULES: tuple[str, ...]

@final
class MoveSet:
    def __init__(self) -> None: ...

@final
class Rave(TreePolicy):
    @property
    def k(self) -> float: ...
    @property
    def bias(self) -> float: ...
    @property
    def c(self) -> float: ...
    def __init__(
        self, k: float = 1000.0, schedule: str = "hand", bias: float = 0.1, c: float = 0.0
    ) -> None: ...

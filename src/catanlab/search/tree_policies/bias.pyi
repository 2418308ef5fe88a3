from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["ProgressiveBias"]

@final
class ProgressiveBias(TreePolicy):
    @property
    def c(self) -> float: ...
    @property
    def weight(self) -> float: ...
    def __init__(self, c: float = 1.0, weight: float = 1.0) -> None: ...

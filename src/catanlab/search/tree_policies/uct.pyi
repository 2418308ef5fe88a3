from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["Uct"]

@final
class Uct(TreePolicy):
    @property
    def c(self) -> float: ...
    def __init__(self, c: float = 1.0) -> None: ...

from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["Widening"]

@final
class Widening(TreePolicy):
    @property
    def c(self) -> float: ...
    @property
    def width_c(self) -> float: ...
    @property
    def width_a(self) -> float: ...
    def __init__(self, c: float = 1.0, width_c: float = 2.0, width_a: float = 0.5) -> None: ...

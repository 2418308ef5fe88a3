from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["Thompson"]

@final
class Thompson(TreePolicy):
    @property
    def reshape(self) -> bool: ...
    @property
    def floor(self) -> bool: ...
    @property
    def a(self) -> float: ...
    @property
    def b(self) -> float: ...
    def __init__(
        self, reshape: bool = False, floor: bool = False, a: float = 1.0, b: float = 1.0
    ) -> None: ...

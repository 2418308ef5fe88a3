from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["FPU_FROM", "Puct"]

FPU_FROM: tuple[str, ...]

@final
class Puct(TreePolicy):
    @property
    def c(self) -> float: ...
    @property
    def fpu(self) -> float: ...
    def __init__(self, c: float = 1.0, fpu: float = 0.0, fpu_from: str = "parent") -> None: ...

from typing import final

from catanlab.framework.random import Random
from catanlab.search.tree_policies.base import TreePolicy

__all__ = [
    "SPREADS",
    "BayesianUct",
    "DirichletPolicy",
    "Thompson",
    "draw_beta",
    "draw_gamma",
    "draw_normal",
]

SPREADS: tuple[str, ...]

class DirichletPolicy(TreePolicy):
    @property
    def alpha(self) -> float: ...
    @property
    def support(self) -> int: ...
    def __init__(
        self, alpha: float = 1.0, support: int = 2, least: float | None = None, most: float | None = None
    ) -> None: ...
    def bound(self, low: float, span: float) -> None: ...

@final
class BayesianUct(DirichletPolicy):
    def __init__(
        self,
        spread: str = "reward",
        alpha: float = 1.0,
        support: int = 2,
        least: float | None = None,
        most: float | None = None,
    ) -> None: ...

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

def draw_normal(random: Random) -> float: ...
def draw_gamma(random: Random, shape: float) -> float: ...
def draw_beta(random: Random, a: float, b: float) -> float: ...

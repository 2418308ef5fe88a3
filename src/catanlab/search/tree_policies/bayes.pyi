from typing import final

from catanlab.search.tree_policies.dirichlet import DirichletPolicy

__all__ = ["SPREADS", "BayesianUct"]

SPREADS: tuple[str, ...]

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

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["DirichletPolicy"]

class DirichletPolicy(TreePolicy):
    @property
    def alpha(self) -> float: ...
    @property
    def support(self) -> int: ...
    def __init__(
        self, alpha: float = 1.0, support: int = 2, least: float | None = None, most: float | None = None
    ) -> None: ...

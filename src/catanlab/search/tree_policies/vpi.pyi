from typing import final

from catanlab.search.tree_policies.bayes import DirichletPolicy

__all__ = ["FORMS", "Vpi", "expected_excess"]

FORMS: tuple[str, ...]

def expected_excess(mean: float, deviation: float) -> float: ...

@final
class Vpi(DirichletPolicy):
    @property
    def samples(self) -> int: ...
    def __init__(
        self,
        form: str = "analytic",
        samples: int = 100,
        alpha: float = 1.0,
        support: int = 2,
        least: float | None = None,
        most: float | None = None,
    ) -> None: ...

from typing import final

from catanlab.playout.evaluations import Evaluation

__all__ = ["REWARDS", "Rewards"]

REWARDS: tuple[str, ...]

@final
class Rewards:
    @property
    def low(self) -> float: ...
    @property
    def span(self) -> float: ...
    def __init__(
        self,
        name: str,
        evaluation: Evaluation,
        seat: int,
        win_weight: float = 1.0,
        points_weight: float = 1.0,
        scale: float = 10.0,
    ) -> None: ...

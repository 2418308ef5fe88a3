from typing import final

from catanlab.framework.random import Random
from catanlab.playout.evaluations import Evaluation
from catanlab.playout.policies import Policy
from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["BACKUPS", "REWARDS", "Backup", "Ending", "Rewards"]

REWARDS: tuple[str, ...]
BACKUPS: tuple[str, ...]

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

@final
class Ending:
    def __init__(
        self,
        policy: Policy,
        rewards: Rewards,
        random: Random,
        seats: int,
        cut: int | None = None,
        is_traced: bool = False,
    ) -> None: ...

@final
class Backup:
    @property
    def keeps_averages(self) -> bool: ...
    def __init__(
        self,
        tree_policy: TreePolicy,
        *,
        kind: str = "average",
        blend: float = 0.5,
        expects: bool = False,
        high: float = 1.0,
    ) -> None: ...

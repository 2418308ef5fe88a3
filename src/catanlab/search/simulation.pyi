from collections.abc import Sequence
from typing import final

from catanlab.framework.random import Random
from catanlab.framework.state import Sampler, State
from catanlab.playout.policies import Policy
from catanlab.search.backup import Rewards
from catanlab.search.candidates import Priors
from catanlab.search.tree import Tree
from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["CHANCE_MODELS", "ChanceModel", "Simulation"]

CHANCE_MODELS: tuple[str, ...]

@final
class ChanceModel:
    def __init__(self, name: str, random: Random, *, seat: int, masks: bool) -> None: ...

@final
class Simulation:
    @property
    def tree(self) -> Tree: ...
    @property
    def done(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    def __init__(
        self,
        *,
        state: State,
        seat: int,
        sampler: Sampler,
        tree_policy: TreePolicy,
        policy: Policy,
        rewards: Rewards,
        random: Random,
        tree: Tree | None = None,
        priors: Priors | None = None,
        chance: str = "nodes",
        varies: bool = False,
        by_group: bool = False,
        groups: Sequence[int] = (),
        threshold: int = 0,
        threshold_at: str = "parent",
        expand_after: int = 1,
        cut: int | None = None,
        backup: str = "average",
        blend: float = 0.5,
        cap: int = 1_000_000,
    ) -> None: ...
    def run(self, iterations: int, seconds: float = ...) -> int: ...
    def choose_again(self, among_tried: bool = False) -> int: ...

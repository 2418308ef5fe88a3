from collections.abc import Mapping
from typing import final

from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.state import State

__all__ = ["GroupFirst", "Policy", "Uniform", "Weighted"]

# `choose` is seen by native code only.
class Policy:
    def __init__(self) -> None: ...
    def pick(self, state: State, random: Random) -> Move: ...

@final
class Uniform(Policy):
    def __init__(self) -> None: ...

@final
class GroupFirst(Policy):
    def __init__(self) -> None: ...

@final
class Weighted(Policy):
    def __init__(self, weights: str | Mapping[str, float], move_type: type[Move]) -> None: ...

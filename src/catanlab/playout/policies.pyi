from collections.abc import Callable, Mapping
from typing import Final, Protocol, final

from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.state import State

__all__ = ["SIGNATURE", "CompiledFunction", "GroupFirst", "PlainPolicy", "Policy", "Uniform", "Weighted"]

SIGNATURE: Final[str]

class _Compiled(Protocol):
    @property
    def address(self) -> int: ...

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

@final
class PlainPolicy(Policy):
    def __init__(self, function: Callable[[State, Random], int | str]) -> None: ...

@final
class CompiledFunction(Policy):
    def __init__(self, function: int | _Compiled) -> None: ...

from collections.abc import Callable
from typing import Final, Protocol, final

from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.playout.policies import Policy

__all__ = ["SIGNATURE", "CompiledFunction", "PlainPolicy"]

SIGNATURE: Final[str]

class _Compiled(Protocol):
    @property
    def address(self) -> int: ...

@final
class PlainPolicy(Policy):
    def __init__(self, function: Callable[[State, Random], int | str]) -> None: ...

@final
class CompiledFunction(Policy):
    def __init__(self, function: int | _Compiled) -> None: ...

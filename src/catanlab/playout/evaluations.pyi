from collections.abc import Callable, Iterable
from typing import final

from catanlab.framework.state import State

__all__ = ["Evaluation", "Leader", "Nothing", "PlainEvaluation", "Points"]

# `value` is seen by native code only.
class Evaluation:
    def __init__(self) -> None: ...
    def values(self, state: State) -> list[float]: ...

@final
class Nothing(Evaluation): ...

@final
class Points(Evaluation):
    def __init__(self, scale: float) -> None: ...

@final
class Leader(Evaluation): ...

@final
class PlainEvaluation(Evaluation):
    def __init__(self, function: Callable[[State], Iterable[float]]) -> None: ...

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.state import State
from catanlab.playout.evaluations import Evaluation
from catanlab.playout.policies import Policy

__all__ = ["Batch", "NativeMatch", "Trace", "play_out"]

@final
class Trace:
    def __init__(self) -> None: ...

@final
class Batch:
    def __init__(self, roots: Sequence[State]) -> None: ...

def play_out(
    roots: Sequence[State],
    seed: int,
    first: int,
    policy: Policy,
    max_turns: int,
    returns: NDArray[np.float64],
    scores: NDArray[np.int32],
    turns: NDArray[np.int32],
    moves: NDArray[np.int64],
    evaluation: Evaluation | None = None,
) -> None: ...

@final
class NativeMatch:
    def __init__(self, policies: Sequence[Policy]) -> None: ...
    def play(
        self,
        roots: Sequence[State],
        seeds: NDArray[np.uint64],
        seatings: NDArray[np.int32],
        max_turns: int,
        returns: NDArray[np.float64],
        scores: NDArray[np.int32],
        turns: NDArray[np.int32],
        decisions: NDArray[np.int32],
        groups: NDArray[np.int32],
        evaluation: Evaluation | None = None,
    ) -> None: ...
    def moves(self, root: State, seed: int, seating: Sequence[int], max_turns: int) -> list[int]: ...

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.state import State
from catanlab.playout.policies import Policy

__all__ = ["Contest"]

@final
class Contest:
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
    ) -> None: ...
    def moves(self, root: State, seed: int, seating: Sequence[int], max_turns: int) -> list[int]: ...

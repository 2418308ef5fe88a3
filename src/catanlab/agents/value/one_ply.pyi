from collections.abc import Mapping
from typing import final

from catanlab.framework.state import State
from catanlab.games.catan.moves import CatanMove
from catanlab.playout.policies import Policy

__all__ = ["OnePly"]

@final
class OnePly(Policy):
    def __init__(self, weights: Mapping[str, float] | None = ...) -> None: ...
    def evaluate(self, state: State, seat: int) -> float: ...
    def count_leaves(self, state: State, rounds: int) -> int: ...
    def rate_moves(self, state: State) -> list[tuple[CatanMove, float]]: ...

from collections.abc import Mapping, Sequence
from typing import final

from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.state import State
from catanlab.games.catan.moves import CatanMove, Counts

__all__ = ["Expectimax"]

@final
class Expectimax(OnePly):
    depth: int
    width: int
    nodes: int
    def __init__(
        self,
        weights: Mapping[str, float] | None = ...,
        *,
        depth: int = ...,
        width: int = ...,
        nodes: int = ...,
    ) -> None: ...
    def believe(self, means: Sequence[Sequence[float]] | None) -> None: ...
    def rate_actions(self, state: State) -> tuple[list[tuple[CatanMove, float]], list[CatanMove], int]: ...
    def evaluate_turn(self, state: State, seat: int, hand: Counts) -> float: ...
    def chances(self, state: State, seat: int, hands: Sequence[Counts], deck: Counts) -> list[float]: ...

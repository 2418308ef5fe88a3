from typing import final

from catanlab.framework.state import State
from catanlab.playout.policies import Policy

__all__ = ["Heavy"]

@final
class Heavy(Policy):
    settlement: int
    city: int
    card: int
    opening_road: int
    leading_road: int
    far_road: int
    spot_penalty: int
    trade: int
    haul: int
    def __init__(
        self,
        *,
        settlement: int = ...,
        city: int = ...,
        card: int = ...,
        opening_road: int = ...,
        leading_road: int = ...,
        far_road: int = ...,
        spot_penalty: int = ...,
        trade: int = ...,
        haul: int = ...,
    ) -> None: ...
    def rate_builds(self, state: State) -> dict[str, tuple[int, int]]: ...
    def rate_roads(self, state: State) -> dict[int, str]: ...
    def rate_hexes(self, state: State) -> dict[int, int]: ...

from typing import final

from catanlab.search.policy import Policy

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

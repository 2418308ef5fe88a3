from typing import final

from catanlab.agents.estimates.build_time import BuildTimes

__all__ = ["JSettlersWinTime"]

@final
class JSettlersWinTime:
    def __init__(
        self, build_times: BuildTimes, *, cut_at: int = ..., ships: bool = ..., aware: bool = ...
    ) -> None: ...
    def plan(self) -> list[tuple[list[tuple[str, int]], int]]: ...

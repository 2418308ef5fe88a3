from typing import final

from catanlab.agents.estimates.build_time import BuildTimes

__all__ = ["WinTime"]

@final
class WinTime:
    def __init__(self, build_times: BuildTimes, *, cut_at: int = ..., ships: bool = ...) -> None: ...
    def plan(self) -> list[tuple[list[tuple[str, int]], int]]: ...

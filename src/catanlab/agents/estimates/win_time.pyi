from typing import final

from catanlab.agents.estimates.build_time import BuildTimes

__all__ = ["WinTime", "named_step"]

def named_step(step: int, first: int, second: int) -> list[tuple[str, int]]: ...

@final
class WinTime:
    def __init__(self, build_times: BuildTimes, *, cut_at: int = ..., ships: bool = ...) -> None: ...
    def plan(self) -> list[tuple[list[tuple[str, int]], int]]: ...

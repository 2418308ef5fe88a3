from typing import final

from catanlab.agents.estimates.build_time import Speeds

__all__ = ["Race"]

@final
class Race:
    def __init__(
        self, speeds: Speeds, *, cut_at: int = ..., ships: bool = ..., aware: bool = ...
    ) -> None: ...
    def plan(self) -> list[tuple[list[tuple[str, int]], int]]: ...

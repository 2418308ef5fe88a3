from typing import final

from catanlab.agents.estimates.build_time import Speeds

__all__ = ["Forecast"]

@final
class Forecast:
    def __init__(self, speeds: Speeds, *, cut_at: int = ..., ships: bool = ...) -> None: ...
    def plan(self) -> list[tuple[list[tuple[str, int]], int]]: ...

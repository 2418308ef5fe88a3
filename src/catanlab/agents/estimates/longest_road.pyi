from typing import final

from catanlab.games.catan.engine.state import CatanState

__all__ = ["JSettlersRoads", "RoadFinder"]

@final
class RoadFinder:
    def __init__(self) -> None: ...
    def look(self, state: CatanState, seat: int) -> list[int] | None: ...

@final
class JSettlersRoads:
    def __init__(self) -> None: ...

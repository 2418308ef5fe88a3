from typing import final

__all__ = ["JSettlersRoads"]

@final
class JSettlersRoads:
    def __init__(self) -> None: ...

from typing import final

__all__ = ["RobotRoads"]

@final
class RobotRoads:
    def __init__(self) -> None: ...

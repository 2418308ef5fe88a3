from typing import final

__all__ = ["MoveSet"]

@final
class MoveSet:
    def __init__(self) -> None: ...

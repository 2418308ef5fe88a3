from typing import final

__all__ = ["Draft"]

@final
class Draft:
    def __init__(self, cap: int) -> None: ...

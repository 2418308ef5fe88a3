from collections.abc import Sequence
from typing import final

__all__ = ["Draft", "Memo", "Sequences", "turn_code"]

def turn_code(moves: Sequence[int]) -> int: ...

@final
class Sequences: ...

@final
class Draft:
    def __init__(self, cap: int) -> None: ...

@final
class Memo: ...

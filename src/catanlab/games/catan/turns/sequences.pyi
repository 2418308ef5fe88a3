from collections.abc import Sequence
from typing import final

__all__ = ["Sequences", "turn_code"]

def turn_code(moves: Sequence[int]) -> int: ...

@final
class Sequences: ...

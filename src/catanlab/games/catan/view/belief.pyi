from collections.abc import Sequence
from typing import final

@final
class Belief:
    def __init__(self, players: int, hands: Sequence[int] = (0, 0, 0, 0)) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    def bounds(self, seat: int) -> tuple[int, int]: ...
    def worlds(self) -> list[tuple[tuple[int, ...], float]]: ...

def restore_belief(
    players: int,
    exact: bool,
    hands: Sequence[int],
    weights: Sequence[float],
    sizes: Sequence[int],
    least: Sequence[int],
    most: Sequence[int],
) -> Belief: ...

from collections.abc import Sequence
from typing import final

from catanlab.search.seeding import Seeding

__all__ = ["TurnSeeding"]

@final
class TurnSeeding(Seeding):
    def __init__(self, weights: Sequence[float], wins: Sequence[float]) -> None: ...

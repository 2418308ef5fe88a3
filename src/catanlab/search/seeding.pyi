from collections.abc import Sequence
from typing import final

__all__ = ["GroupSeeding", "Seeding"]

class Seeding:
    def __init__(self) -> None: ...

@final
class GroupSeeding(Seeding):
    def __init__(
        self, weights: Sequence[float] = (), wins: Sequence[float] = (), adds_up: bool = False
    ) -> None: ...

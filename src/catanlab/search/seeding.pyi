from collections.abc import Mapping
from typing import final

__all__ = ["GroupSeeding", "Seeding"]

class Seeding:
    def __init__(self) -> None: ...

@final
class GroupSeeding(Seeding):
    def __init__(self, weights: Mapping[int, float], wins: Mapping[int, float]) -> None: ...

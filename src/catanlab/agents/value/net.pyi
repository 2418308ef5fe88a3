from collections.abc import Sequence
from typing import final

__all__ = ["LAYERS", "NET_SHA256", "Net", "shipped_net"]

LAYERS: tuple[int, ...]
NET_SHA256: str

def shipped_net() -> Net: ...

@final
class Net:
    def __init__(self, weights: bytes) -> None: ...
    def predict(self, features: Sequence[float]) -> float: ...

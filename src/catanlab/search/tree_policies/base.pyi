__all__ = ["TreePolicy"]

class TreePolicy:
    width: int
    updates: bool
    learns: bool
    low: float
    span: float
    def __init__(self) -> None: ...
    def bound(self, low: float, span: float) -> None: ...

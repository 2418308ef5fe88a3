from typing import final

from catanlab.playout.policies import Policy

__all__ = ["Plans"]

@final
class Plans(Policy):
    prune_roads: bool
    def __init__(self, *, prune_roads: bool = ...) -> None: ...

from typing import final

from catanlab.games.catan.board import Board
from catanlab.games.catan.turns.state import Kind

__all__ = ["Martin", "RoadWorths"]

@final
class Martin(Kind): ...

@final
class RoadWorths:
    def __init__(self, board: Board) -> None: ...

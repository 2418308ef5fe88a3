from typing import final

from catanlab.games.catan.board import Board

__all__ = ["Spots"]

@final
class Spots:
    def __init__(self, board: Board) -> None: ...

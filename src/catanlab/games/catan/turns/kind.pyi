from collections.abc import Mapping
from typing import Self, final

from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan

__all__ = ["Kind", "Spots"]

class Kind:
    def __init__(self, game: Catan, options: Mapping[str, int]) -> None: ...
    @property
    def game(self) -> Catan: ...
    @property
    def options(self) -> dict[str, int]: ...
    def twin(self) -> Self: ...

@final
class Spots:
    def __init__(self, board: Board) -> None: ...

from typing import Any, final

from catanlab.games.catan.board import Board
from catanlab.games.catan.rules import Rules

@final
class Setup:
    def __init__(self, rules: Rules, board: Board) -> None: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Any: ...

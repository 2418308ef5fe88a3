from collections.abc import Sequence
from typing import Any, final

from catanlab.framework.game import Game
from catanlab.framework.state import State
from catanlab.games.catan.board import Board
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.rules import Rules

@final
class Ruleset:
    def __init__(self, rules: Rules, board: Board) -> None: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Any: ...
    def on(self, board: Board) -> Ruleset: ...

class Position(State):
    def __init__(self, game: Game, ruleset: Ruleset) -> None: ...
    @property
    def ruleset(self) -> Ruleset: ...
    def fields(self) -> dict[str, Any]: ...
    def set_fields(self, values: dict[str, Any]) -> None: ...
    def typed(
        self,
        viewer: int | None,
        bounds: Sequence[tuple[int, int]],
        hidden: Sequence[int],
        unseen: int,
        hidden_bought: int,
        deck_size: int,
        limits: Sequence[int],
    ) -> CatanPosition: ...

PHASES: tuple[Phase, ...]

def wide_mask(low: int, high: int) -> int: ...
def or_none(number: int) -> int | None: ...

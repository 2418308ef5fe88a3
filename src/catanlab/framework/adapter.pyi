from typing import final

from catanlab.framework.game import Game
from catanlab.framework.plain import Position
from catanlab.framework.state import State

@final
class PlainState(State):
    def __init__(self, game: Game, position: Position) -> None: ...
    @property
    def position(self) -> Position: ...
    def blank(self) -> PlainState: ...

def natural(value: int, name: str) -> int: ...

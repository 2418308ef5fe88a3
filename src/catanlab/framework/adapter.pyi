from typing import final

from catanlab.framework.game import Game
from catanlab.framework.plain import Position
from catanlab.framework.state import State

__all__ = ["PlainState", "Wrapper"]

@final
class PlainState(State):
    def __init__(self, game: Game, position: Position) -> None: ...
    @property
    def position(self) -> Position: ...
    def illegal_reason(self, move: int) -> str: ...
    def blank(self) -> PlainState: ...

class Wrapper(State):
    def __init__(self, game: Game, inner: State) -> None: ...
    @property
    def inner(self) -> State: ...

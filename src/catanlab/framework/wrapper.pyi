from catanlab.framework.game import Game
from catanlab.framework.state import State

__all__ = ["Wrapper"]

class Wrapper(State):
    def __init__(self, game: Game, inner: State) -> None: ...
    @property
    def inner(self) -> State: ...

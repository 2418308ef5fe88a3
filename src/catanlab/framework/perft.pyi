from typing import final

from catanlab.framework.moves import Move
from catanlab.framework.state import State

MAX_DEPTH: int

@final
class Level:
    def __init__(self, state: State, depth: int) -> None: ...

def perft(state: State, depth: int) -> int: ...
def divide(state: State, depth: int) -> dict[Move, int]: ...

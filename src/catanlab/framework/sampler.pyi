from typing import final

from catanlab.framework.game import Game
from catanlab.framework.observer import View
from catanlab.framework.random import Random
from catanlab.framework.state import State

__all__ = ["FixedSampler", "PlainSampler", "Sampler"]

# `draw` is seen by native code only.
class Sampler:
    def __init__(self, game: Game) -> None: ...
    @property
    def game(self) -> Game: ...
    def takes(self, state: object) -> bool: ...
    def sample_into(self, state: State, random: Random) -> None: ...

@final
class FixedSampler(Sampler):
    def __init__(self, state: State) -> None: ...

@final
class PlainSampler(Sampler):
    def __init__(self, view: View) -> None: ...

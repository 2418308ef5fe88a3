from typing import final

from catanlab.framework.observer import View
from catanlab.framework.state import State

__all__ = ["FixedSampler", "PlainSampler", "Sampler"]

class Sampler: ...

@final
class FixedSampler(Sampler):
    def __init__(self, state: State) -> None: ...

@final
class PlainSampler(Sampler):
    def __init__(self, view: View) -> None: ...

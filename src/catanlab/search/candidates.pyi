from typing import final

from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.search.priors import Priors

__all__ = ["Candidates"]

@final
class Candidates:
    def __init__(
        self,
        state: State,
        random: Random,
        priors: Priors | None,
        *,
        seat: int,
        high: float,
        varies: bool,
        masks: bool,
        counts: bool,
    ) -> None: ...

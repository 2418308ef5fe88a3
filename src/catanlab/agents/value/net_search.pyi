from typing import final

from catanlab.agents.value.net import Net
from catanlab.playout.evaluations import Evaluation
from catanlab.search.candidates import Priors

__all__ = ["NetEvaluation", "NetPriors"]

@final
class NetEvaluation(Evaluation):
    def __init__(self, net: Net | None = ...) -> None: ...

@final
class NetPriors(Priors):
    def __init__(self) -> None: ...

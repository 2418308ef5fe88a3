from typing import final

from catanlab.framework.state import Sampler
from catanlab.games.catan.view.view import CatanView

__all__ = ["CatanSampler"]

@final
class CatanSampler(Sampler):
    def __init__(self, view: CatanView) -> None: ...

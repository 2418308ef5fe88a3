from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["UcbTuned"]

@final
class UcbTuned(TreePolicy):
    def __init__(self) -> None: ...

from typing import final

from catanlab.search.tree_policies.base import TreePolicy

__all__ = ["BACKUPS", "Backup"]

BACKUPS: tuple[str, ...]

@final
class Backup:
    @property
    def keeps_averages(self) -> bool: ...
    def __init__(
        self,
        tree_policy: TreePolicy,
        *,
        kind: str = "average",
        blend: float = 0.5,
        expects: bool = False,
        high: float = 1.0,
    ) -> None: ...

from typing import final

from catanlab.games.catan.turns.kind import Kind

__all__ = ["Martin"]

@final
class Martin(Kind): ...

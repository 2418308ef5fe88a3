from typing import final

from catanlab.games.catan.turns.kind import Kind

__all__ = ["Panousis"]

@final
class Panousis(Kind): ...

from typing import final

from catanlab.games.catan.turns.state import Kind

__all__ = ["Tuma"]

@final
class Tuma(Kind): ...

"""How a table treats an agent that fails: which move replaces its own, when the agent is retired, or that
its error is raised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import TableError
from catanlab.framework.moves import Move
from catanlab.framework.random import STREAMS, Random
from catanlab.framework.state import State

FALLBACK_STREAM = STREAMS["agent"] + 0x100
"""Random fallback moves come from this stream + seat, at the number of moves played."""
MAX_LIMIT = 2**31 - 1
"""The largest number of moves, turns, incidents or statements that a table can be limited to."""


@dataclass(frozen=True, kw_only=True)
class FailurePolicy:
    """The fallback, the number of incidents after which an agent is retired (None: never), and whether its
    errors are raised instead.

    Raises TableError for an unknown fallback or `on_error`, and ArgumentError for an invalid number.
    """

    seed: int
    fallback: Literal["random", "first"]
    max_incidents: int | None
    on_error: Literal["fallback", "raise"] = "fallback"

    def __post_init__(self) -> None:
        if self.fallback not in ("random", "first"):
            raise TableError(f"fallback is {self.fallback!r}; allowed are 'random' and 'first'")
        if self.on_error not in ("fallback", "raise"):
            raise TableError(f"on_error is {self.on_error!r}; allowed are 'fallback' and 'raise'")
        if self.max_incidents is not None:
            whole_number("max_incidents", self.max_incidents, 1, MAX_LIMIT)

    def fallback_move(self, state: State, seat: int, ply: int) -> Move:
        """Return the move for a seat whose agent failed after this many moves and outcomes."""
        if self.fallback == "first":
            return state.legal_moves[0]
        return state.draw_move(Random(self.seed, FALLBACK_STREAM + seat, ply), by_group=True)

    @property
    def raises(self) -> bool:
        """Whether the error of an agent is raised."""
        return self.on_error == "raise"

    def retires_after(self, incidents: int) -> bool:
        """Say whether an agent with this many incidents is retired."""
        return self.max_incidents is not None and incidents >= self.max_incidents

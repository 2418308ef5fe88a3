"""The results of games, a row for each: columns that workers fill, the store keeps and statistics read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

FINISHED, CUT, LOST = 0, 1, 2
"""How a game ended: by the rules, cut off at the limit of turns, or lost with the process it ran in."""

GAME_COLUMNS: dict[str, Any] = {
    "block": np.int64,
    "game": np.int32,
    "ended": np.int8,
    "turns": np.int32,
    "moves": np.int32,
    "offers": np.int32,
    "trades": np.int32,
    "bank_trades": np.int32,
    "seconds": np.float32,
}
SEAT_COLUMNS: dict[str, Any] = {
    "agent": np.int16,
    "share": np.float64,
    "points": np.int32,
    "decisions": np.int32,
    "thought": np.float32,
    "errors": np.int32,
}
TIMES = ("seconds", "thought")
"""The columns that differ from run to run."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Games as columns: those of a game have shape (games,), those of its seats (games, seats)."""

    block: NDArray[np.int64]
    game: NDArray[np.int32]
    """The number of the game in its block, which is the number of its seating."""
    ended: NDArray[np.int8]
    """FINISHED, CUT or LOST."""
    turns: NDArray[np.int32]
    """Turns completed."""
    moves: NDArray[np.int32]
    """Moves and outcomes played."""
    offers: NDArray[np.int32]
    """Offers made to other players."""
    trades: NDArray[np.int32]
    """Trades between players that came about."""
    bank_trades: NDArray[np.int32]
    seconds: NDArray[np.float32]
    """The CPU time of the game; the time by the clock if agents are isolated."""
    agent: NDArray[np.int16]
    """The agent in each seat, by its number in the plan."""
    share: NDArray[np.float64]
    """Each seat's share of the win; all 0 if the game did not finish."""
    points: NDArray[np.int32]
    """Victory points at the end, hidden ones included; in other games the score."""
    decisions: NDArray[np.int32]
    """How many moves each seat made."""
    thought: NDArray[np.float32]
    """How many seconds each seat took for them."""
    errors: NDArray[np.int32]
    """How often a seat's agent failed, and a move was made in its place or its game was lost."""

    @classmethod
    def empty(cls, games: int, seats: int) -> Rows:
        """Return rows of zeros."""
        columns = {name: np.zeros(games, kind) for name, kind in GAME_COLUMNS.items()}
        columns |= {name: np.zeros((games, seats), kind) for name, kind in SEAT_COLUMNS.items()}
        return cls(**columns)

    @classmethod
    def joined(cls, parts: Sequence[Rows], seats: int) -> Rows:
        """Return all the rows of the parts in the order of their blocks and games."""
        if not parts:
            return cls.empty(0, seats)
        whole = cls(**{name: np.concatenate([part[name] for part in parts]) for name in cls.columns()})
        order = np.lexsort((whole.game, whole.block))
        return whole if bool(np.all(order == np.arange(len(order)))) else whole.take(order)

    @classmethod
    def columns(cls) -> tuple[str, ...]:
        """Return the names of all columns."""
        return tuple(field.name for field in fields(cls))

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        return int(self.agent.shape[1])

    def take(self, which: Any) -> Rows:
        """Return the rows that an index of numpy chooses."""
        return Rows(**{name: self[name][which] for name in self.columns()})

    def without_times(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Yield name and values of the columns that are the same in every run of a match."""
        return ((name, self[name]) for name in self.columns() if name not in TIMES)

    def __getitem__(self, column: str) -> NDArray[Any]:
        found: NDArray[Any] = getattr(self, column)
        return found

    def __len__(self) -> int:
        return len(self.block)

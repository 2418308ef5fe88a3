"""Units: the blocks that a worker of a cluster plays in one go, and what becomes of those that are lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, islice

from catanlab.lab.jobs import JobSize

MAX_LOSSES_ALONE = 2
"""How many workers may be lost while they play nothing but one block, before the block is given up."""


@dataclass(frozen=True)
class Unit:
    """Some blocks to play.

    A worker plays a unit of which one worker was lost alone, so that the next loss is its own.
    """

    blocks: tuple[int, ...]
    is_suspect: bool = False
    losses: tuple[str, ...] = ()
    """How each worker was lost that played it."""


class Units:
    """What is to be played: blocks from a source, taken when a worker is free, and units that came back.

    >>> units = Units([4, 5, 6], JobSize(native=False))
    >>> first = units.take()
    >>> first
    Unit(blocks=(4,), is_suspect=False, losses=())
    >>> units.came_back(first)
    >>> [units.take().blocks, units.take().blocks, units.take().blocks, units.take()]
    [(4,), (5,), (6,), None]
    >>> units.is_empty
    True
    """

    def __init__(self, blocks: Iterable[int], size: JobSize) -> None:
        self.size = size
        self._source = iter(blocks)
        self._again: deque[Unit] = deque()
        self._suspects: deque[Unit] = deque()

    def take(self, *, is_idle: bool = True) -> Unit | None:
        """Return the next unit for a worker, or None; a suspect waits for a worker that plays nothing else.

        As long as there are suspects, nothing else is begun: workers become idle for them.
        """
        if self._suspects:
            return self._suspects.popleft() if is_idle else None
        if self._again:
            return self._again.popleft()
        blocks = tuple(islice(self._source, self.size.blocks))
        return Unit(blocks) if blocks else None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to take."""
        if self._again or self._suspects:
            return False
        for block in self._source:
            self._source = chain([block], self._source)
            return False
        return True

    def came_back(self, unit: Unit) -> None:
        """Take back a unit that was not played, through no fault of its own."""
        (self._suspects if unit.is_suspect else self._again).append(unit)

    def was_lost(self, unit: Unit, how: str) -> Unit | None:
        """Take back a unit that was lost with its worker; return it if its block is to be given up.

        It is divided into single blocks, as one of them may be what ended the worker.
        """
        losses = (*unit.losses, how)
        if unit.is_suspect and len(losses) > MAX_LOSSES_ALONE:
            return Unit(unit.blocks, True, losses)
        self._suspects.extend(Unit((block,), True, losses) for block in unit.blocks)
        return None

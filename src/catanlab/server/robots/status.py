"""How the pool of robots is doing, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.server.robots.lanes import Lane


@dataclass(frozen=True)
class WorkerStatus:
    """One worker."""

    pid: int
    """Its process; 0 while none runs."""
    lanes: tuple[Lane, ...]
    ready: bool
    busy: bool
    waiting: int
    """Questions that wait for it."""
    robots: int
    """How many robots it keeps."""
    bytes: int
    """The memory that they take, as estimated."""


@dataclass(frozen=True)
class PoolStatus:
    """The pool at one moment; counts are since its start."""

    workers: tuple[WorkerStatus, ...]
    quick_waiting: int
    quick_seconds: float
    """How long a new question to a quick agent would wait, if it came after all others."""
    search_waiting: int
    search_seconds: float
    """The same for a search."""
    budget: float
    """The least part of their usual budget that searches of an address get."""
    answered: int
    rebuilt: int
    """Answers of robots that were made anew for them."""
    refused: int
    failed: int
    replaced: int
    """Workers that died, hung or grew too big, and were replaced."""

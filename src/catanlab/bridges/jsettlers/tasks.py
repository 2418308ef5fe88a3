"""Ends asyncio tasks without losing errors or a cancellation from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from catanlab.bridges.jsettlers.errors import BridgeError


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all have ended; their results and errors are dropped.

    If the caller is cancelled meanwhile, CancelledError is raised as soon as they have ended.
    """
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def run_while(work: Coroutine[Any, Any, None], others: Iterable[asyncio.Task[None]]) -> None:
    """Run `work` to its end; raises the error of another task that ends before, or BridgeError."""
    others = list(others)
    working = asyncio.create_task(work)
    try:
        await asyncio.wait((working, *others), return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            if task.done():
                task.result()
                raise BridgeError("a robot left before the match was over")
        working.result()
    finally:
        await end_tasks([working])

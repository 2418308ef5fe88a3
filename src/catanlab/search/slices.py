"""Budgets: simulations run in slices, on one thread or several, until the iterations or the time are spent.

Between slices Python looks at the clock and can be interrupted; within them the GIL is released. A slice
also ends with the first simulation that is done after its time: simulations can become hundreds of times
slower at once, where every move has been tried and the tree policy begins to compute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from time import perf_counter

from catanlab.search.simulation import Simulation

SLICE_SIMULATIONS = 1000
"""The most simulations between two looks at the clock."""
SLICE_SECONDS = 0.05
"""The most time of a slice, but for its last simulation."""


def run_in_slices(
    simulations: Sequence[Simulation],
    threads: int,
    iterations: int | None,
    until: float | None,
    stop: Callable[[], bool] | None,
) -> None:
    """Run the trees, each its share of the iterations, or until the time `until` or until `stop()`."""
    count = len(simulations)
    shares = [None if iterations is None else _share(iterations, count, i) for i in range(count)]
    threads = min(threads, count)
    if threads == 1:
        _run_some(list(zip(simulations, shares, strict=True)), until, stop)
        return
    over = False

    def is_stopped() -> bool:
        return over or (stop is not None and stop())

    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(
                _run_some,
                list(zip(simulations[i::threads], shares[i::threads], strict=True)),
                until,
                is_stopped,
            )
            for i in range(threads)
        ]
        try:
            for job in jobs:
                # A thread that only waits cannot be interrupted by another, so it looks up now and then.
                while wait([job], SLICE_SECONDS).not_done:
                    pass
                job.result()
        finally:
            over = True


@dataclass
class _Pace:
    """How many simulations fit into a slice."""

    size: int = 16

    def adapt(self, seconds: float) -> None:
        if seconds < SLICE_SECONDS / 2:
            self.size = min(2 * self.size, SLICE_SIMULATIONS)
        elif seconds > SLICE_SECONDS:
            self.size = max(self.size // 2, 1)


def _run_some(
    jobs: Sequence[tuple[Simulation, int | None]], until: float | None, stop: Callable[[], bool] | None
) -> None:
    """Run simulations in turns, a slice each, until their shares are done or the time is over."""
    left = dict(enumerate(share for _, share in jobs))
    pace = _Pace()
    while left:
        for i in list(left):
            share = left[i]
            size = pace.size if share is None else min(pace.size, share)
            begin = perf_counter()
            seconds = SLICE_SECONDS if until is None else min(SLICE_SECONDS, until - begin)
            made = jobs[i][0].run(size, seconds)
            pace.adapt(perf_counter() - begin)
            if share is not None:
                left[i] = share - made
                if share == made:
                    del left[i]
            if is_over(until, stop):
                return


def from_now(seconds: float | None) -> float | None:
    """Return the time on the clock in this many seconds; None stays None."""
    return None if seconds is None else perf_counter() + seconds


def is_over(until: float | None, stop: Callable[[], bool] | None) -> bool:
    """Say whether the time is over or `stop` says so."""
    return (until is not None and perf_counter() >= until) or (stop is not None and stop())


def _share(iterations: int, count: int, index: int) -> int:
    """Return the part of one tree; each has one simulation at least."""
    return max(iterations // count + (index < iterations % count), 1)

"""Fixtures of the tests of searches."""

from time import thread_time

import pytest

from catanlab.search import search, slices


@pytest.fixture
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches look at the time of the processor: what else a busy machine does takes none of it."""
    for module in (search, slices):
        monkeypatch.setattr(module, "perf_counter", thread_time)

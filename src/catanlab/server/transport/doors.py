"""The doors: how many connections there are, in all and from each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from catanlab.server.limits import Limits
from catanlab.server.people.addresses import network_of
from catanlab.server.refusals import Refused


class Doors:
    """Counts the connections that are open, those of bots too."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._count = 0
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def open(self, address: str) -> Iterator[None]:
        """Count a connection while the block runs; raises Refused: too-many-connections."""
        network = network_of(address)
        if self._count >= self._limits.connections:
            raise Refused("too-many-connections", "The server is full: try again later.")
        if self._by_address[network] >= self._limits.connections_per_address:
            text = f"An address may have {self._limits.connections_per_address} connections, not more."
            raise Refused("too-many-connections", text)
        self._count += 1
        self._by_address[network] += 1
        try:
            yield
        finally:
            self._count -= 1
            self._by_address[network] -= 1
            if not self._by_address[network]:
                del self._by_address[network]

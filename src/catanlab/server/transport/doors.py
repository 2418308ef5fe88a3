"""The doors: how many connections there are, in all and from each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from ipaddress import ip_network

from catanlab.server.limits import Limits
from catanlab.server.people.addresses import network_of, parse_address
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


class PlainDoors:
    """Counts the connections of plain HTTP by address, except those of proxies, which many people share.

    `refused` is told of those that are too many: a code and an address.
    """

    def __init__(
        self,
        limits: Limits,
        proxies: Collection[str] = (),
        refused: Callable[[str, str], None] | None = None,
    ) -> None:
        self._limit = limits.http_connections_per_address
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._refused = refused
        self._by_address: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection until it leaves; return False, and count nothing, if there are too many."""
        if self._is_proxy(address):
            return True
        network = network_of(address)
        if self._by_address[network] >= self._limit:
            if self._refused is not None:
                self._refused("too-many-connections", address)
            return False
        self._by_address[network] += 1
        return True

    def leave(self, address: str) -> None:
        """Forget a connection that was counted."""
        if self._is_proxy(address):
            return
        network = network_of(address)
        self._by_address[network] -= 1
        if not self._by_address[network]:
            del self._by_address[network]

    def _is_proxy(self, address: str) -> bool:
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self._proxies)

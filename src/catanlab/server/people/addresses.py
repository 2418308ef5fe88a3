"""Addresses: one is counted with its neighbours where one household or machine has them all."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from catanlab.framework.errors import ArgumentError

Network: TypeAlias = IPv4Network | IPv6Network

HOUSE_BITS = 64
"""An IPv6 address is counted by this many leading bits: a person has the whole network."""


def network_of(address: str) -> str:
    """Return what an address is counted by; texts that are no addresses are themselves.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    parsed = parse_address(address)
    if parsed is None:
        return address
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, HOUSE_BITS), strict=False))
    return str(parsed)


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address as a value, one of IPv4 in the clothes of IPv6 as itself; None for other texts."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed


def read_network(text: str) -> Network:
    """Return the network of an address or network that somebody wrote; raises ArgumentError.

    >>> str(read_network("192.0.2.7")), str(read_network("192.0.2.9/24")), str(read_network("2001:db8::1"))
    ('192.0.2.7/32', '192.0.2.0/24', '2001:db8::/64')
    """
    try:
        return ip_network(text if "/" in text else network_of(text), strict=False)
    except ValueError:
        raise ArgumentError(
            f"{text!r} is not an address such as 192.0.2.7, or a network such as 192.0.2.0/24"
        ) from None

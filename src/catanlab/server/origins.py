"""Which pages may ask something of the server: browsers let any page send requests, and send cookies along.

A browser says in `Origin` which page a request comes from, and in `Sec-Fetch-Site` how that page is related
to the server; pages cannot forge either. Programs send neither, and they have no cookies of anybody else.
The page's own host is compared with the header `Host`, which a proxy has to pass on. `X-Forwarded-Host` is
not looked at: anybody can send it, and where a proxy changes `Host` the option `--origin` names the host.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

OWN_SITES = frozenset({"same-origin", "none"})
"""What `Sec-Fetch-Site` says of the server's own pages, and of addresses that people type."""


def is_foreign(
    *, origins: Sequence[str], fetch_sites: Sequence[str] = (), host: str, allowed: Collection[str] = ()
) -> bool:
    """Say whether a request comes from a page that is neither the server's own nor allowed.

    `origins` and `fetch_sites` are all headers `Origin` and `Sec-Fetch-Site` of the request, `host` is its
    `Host`; `allowed` are origins in small letters.

    >>> is_foreign(origins=["https://catan.example"], fetch_sites=["same-origin"], host="catan.example")
    False
    >>> is_foreign(origins=["https://evil.example"], host="catan.example")
    True
    """
    if len(origins) > 1 or len(fetch_sites) > 1:
        return True
    if origins and origins[0].lower() in allowed:
        return False
    if fetch_sites and fetch_sites[0].lower() not in OWN_SITES:
        return True
    return bool(origins) and host_of(origins[0]) != host.lower()


def host_of(origin: str) -> str | None:
    """Return the host and port of a page's origin; None for `null` and other texts that name none."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    is_origin = parts.scheme in ("http", "https") and origin == f"{parts.scheme}://{parts.netloc}"
    return parts.netloc.lower() if is_origin and parts.netloc else None

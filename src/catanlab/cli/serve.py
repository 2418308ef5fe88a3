"""`catanlab serve`: the server of the online game, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from ipaddress import ip_network
from urllib.parse import urlsplit

from catanlab._version import __version__
from catanlab.cli.browser import open_in_browser
from catanlab.cli.main import UsageError
from catanlab.cli.options import whole
from catanlab.server.event_log import configure, log_event
from catanlab.server.limits import Limits, limit_names

_logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
PORT = 8000
DATABASE = "sqlite:///catanlab.db"
EXPERIMENTS = ("counter-button", "interest-buttons")
"""Those of `server/rooms/experiments.py`, which needs the packages of the extra."""
PACKAGES = {
    "alembic",
    "anyio",
    "argon2",
    "h11",
    "httpcore",
    "httpx",
    "msgspec",
    "openskill",
    "prometheus_client",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "websockets",
}
"""What the extra `server` installs, or its packages need."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="HOST",
        help=f"the address to listen on; 0.0.0.0 lets other machines connect (default: {HOST})",
    )
    parser.add_argument(
        "--port",
        type=whole(0, 65535),
        metavar="N",
        help=f"the port; 0 for any free one (default: {PORT}; with --open, the next one that is free)",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open the page in a browser, if this machine has a graphical one",
    )
    parser.add_argument(
        "--database",
        default=DATABASE,
        metavar="URL",
        help="the database: an SQLite file, or a URL such as postgresql://user@host/name "
        f"(default: {DATABASE}, in this folder)",
    )
    parser.add_argument(
        "--workers",
        type=whole(1, 256),
        metavar="N",
        help="processes in which robots think (default: one less than there are cores)",
    )
    parser.add_argument(
        "--origin",
        type=_origin,
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let pages of this origin connect, such as https://catan.example; may be repeated (pages of "
        "the server's own host always may)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change what connections and addresses may take, such as connections_per_address=20; may be "
        f"repeated. The limits: {', '.join(limit_names())}; docs/reference/accounts.md explains them",
    )
    parser.add_argument(
        "--proxy",
        type=_proxy,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe the proxy at this address or network where its clients are (X-Forwarded-For) "
        "and whether they use TLS (X-Forwarded-Proto); may be repeated",
    )
    parser.add_argument(
        "--experiment",
        choices=EXPERIMENTS,
        metavar="NAME",
        help="assign every new room to one of two arms, with and without a part of the interface: "
        f"{' or '.join(EXPERIMENTS)}; catanlab study compares them",
    )
    parser.add_argument(
        "--public-url",
        type=_public_url,
        metavar="URL",
        help="where clients reach this very process, such as wss://catan.example/a/ws or "
        "https://catan.example/a: other servers on the same database send them there for its rooms "
        "(default: from --host and --port)",
    )
    parser.add_argument(
        "--metrics",
        type=_address,
        metavar="HOST:PORT",
        help="serve /metrics for Prometheus at this address, such as 127.0.0.1:9100, and nowhere else "
        "(default: not at all)",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="how events are written to stderr, one a line (default: text)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="what is written at the least; info has the start and end of the server and of rooms, and "
        "who is refused (default: warning)",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(options: argparse.Namespace) -> int:
    """Serve until a signal comes, and return 0: that is how a server ends."""
    with server_packages():
        return _run(options)


@contextmanager
def server_packages(what: str = "the server") -> Iterator[None]:
    """Say which package of the extra `server` is missing, if the block imports one that is."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        raise UsageError(
            f"{what} needs the package {package}, which is not installed: "
            "run pip install 'catanlab[server]'"
        ) from None


def _run(options: argparse.Namespace) -> int:
    begun = time.monotonic()
    configure(options.log_format, options.log_level)
    log_event(_logger, "server starting", version=__version__, pid=os.getpid())
    if not options.quiet and sys.stderr.isatty():
        print("Starting ...", file=sys.stderr, flush=True)
    # The packages of the extra are imported here, so that --help works without them.
    from catanlab.server.api.api import routes
    from catanlab.server.hub.hub import open_hub
    from catanlab.server.metrics import Metrics
    from catanlab.server.transport.serve import address_of, listen, listen_near, serve

    limits = Limits().changed(*options.limit)
    if options.port is None and options.open:
        listener = listen_near(options.host, PORT)
    else:
        listener = listen(options.host, PORT if options.port is None else options.port)
    address = address_of(listener)
    url = options.public_url or _public_url(address)
    operators = None if options.metrics is None else listen(*options.metrics, option="--metrics")
    metrics = Metrics()

    def tell(server: object) -> None:
        seconds = time.monotonic() - begun
        log_event(_logger, "server started", address=address, url=url, seconds=round(seconds, 2))
        if not options.quiet:
            print(f"{'Play' if options.open else 'Serving'} at {address} until Ctrl-C", flush=True)
        if options.open:
            open_in_browser(_as_seen_from_here(address))

    async def serve_rooms() -> None:
        hub = open_hub(
            database=options.database,
            workers=options.workers,
            experiment=options.experiment,
            limits=limits,
            url=url,
            metrics=metrics,
        )
        await serve(
            hub,
            listener,
            origins=options.origin,
            routes=routes(hub, origins=options.origin, limits=limits),
            limits=limits,
            proxies=options.proxy,
            metrics=metrics,
            operators=operators,
            started=tell,
        )

    with listener, operators or nullcontext():
        asyncio.run(serve_rooms())
    log_event(_logger, "server ended", pid=os.getpid())
    return 0


def _as_seen_from_here(address: str) -> str:
    """Return an address of this machine for one that stands for all of them."""
    return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def _address(word: str) -> tuple[str, int]:
    """Read a host and a port."""
    host, colon, port = word.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{word!r} is not a host and a port such as 127.0.0.1:9100")
    return host.strip("[]"), int(port)


def _public_url(word: str) -> str:
    """Return the address of the WebSocket of a server, given as that or as its page."""
    try:
        parts = urlsplit(word)
        fits = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname)
        fits = fits and (parts.port or 1) > 0 and not (parts.query or parts.fragment or "@" in parts.netloc)
    except ValueError:
        fits = False
    if not fits:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not the address of a server, such as https://catan.example or "
            "wss://catan.example/ws"
        )
    path = parts.path.rstrip("/")
    if parts.scheme in ("http", "https") and not path.endswith("/ws"):
        path += "/ws"
    return f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}{path}"


def _proxy(word: str) -> str:
    """Read the address or network of a proxy."""
    try:
        return str(ip_network(word))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not an address such as 127.0.0.1 or a network such as 10.0.0.0/8"
        ) from None


def _origin(word: str) -> str:
    """Read the origin of a page: the scheme, the host, and perhaps a port."""
    try:
        parts = urlsplit(word)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fits = False
    if not fits or word.lower() != f"{parts.scheme}://{parts.netloc}".lower() or "@" in word:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not an origin such as https://catan.example or http://localhost:3000"
        )
    return word.lower()

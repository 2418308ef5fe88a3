"""`catanlab serve`: the server of the online game, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from urllib.parse import urlsplit

from catanlab.cli.main import UsageError
from catanlab.cli.options import whole
from catanlab.server.limits import Limits, limit_names

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
        help=f"the address to listen at; 0.0.0.0 lets other machines in (default: {HOST})",
    )
    parser.add_argument(
        "--port",
        type=whole(0, 65535),
        default=PORT,
        metavar="N",
        help=f"the port; 0 for any free one (default: {PORT})",
    )
    parser.add_argument(
        "--database",
        default=DATABASE,
        metavar="URL",
        help="where games are kept: a file of SQLite, or a URL such as postgresql://user@host/name "
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
        f"repeated. The limits: {', '.join(limit_names())}; docs/server.md explains them",
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
    parser.add_argument("--quiet", action="store_true", help="do not print the address")


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
    # The packages of the extra are imported here, so that --help works without them.
    from catanlab.server.api.api import routes
    from catanlab.server.hub.hub import open_hub
    from catanlab.server.transport.serve import address_of, listen, serve

    limits = Limits().changed(*options.limit)
    logging.basicConfig(level=logging.WARNING, format="catanlab serve: %(message)s")
    listener = listen(options.host, options.port)
    address = address_of(listener)

    def tell(server: object) -> None:
        if not options.quiet:
            print(f"Serving at {address} until Ctrl-C", flush=True)

    async def serve_rooms() -> None:
        hub = open_hub(
            database=options.database,
            workers=options.workers,
            experiment=options.experiment,
            limits=limits,
        )
        await serve(
            hub,
            listener,
            origins=options.origin,
            routes=routes(hub, origins=options.origin, limits=limits),
            limits=limits,
            proxies=options.proxy,
            started=tell,
        )

    with listener:
        asyncio.run(serve_rooms())
    return 0


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

"""A running server: the address it listens at, uvicorn's settings, and an end that tells the clients."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress

import uvicorn
from starlette.routing import BaseRoute

from catanlab.framework.errors import CatanlabError
from catanlab.server.limits import Limits
from catanlab.server.metrics import Metrics
from catanlab.server.ports import Hub
from catanlab.server.transport.app import Server
from catanlab.server.transport.doors import PlainDoors
from catanlab.server.transport.operations import serve_aside
from catanlab.server.transport.sockets import CLOSE_SECONDS, MendedServer, ended_quietly, mended
from catanlab.server.wire import MAX_FRAME_BYTES

BACKLOG = 2048
"""Connections that the system holds until the server takes them."""


NEAR = 20
"""Ports that are tried, one after the other, where any near one will do."""


class AddressError(CatanlabError, OSError):
    """An address at which the server cannot listen."""

    code = "bad-address"


class PortTakenError(AddressError):
    """A port at which somebody else listens."""


def listen(host: str, port: int, *, option: str = "--port") -> socket.socket:
    """Return a socket that listens; port 0 stands for any free one. Raises AddressError.

    `option` is what chooses another port, for its message.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise AddressError(f"there is no address {host!r} on this machine: {error.strerror}") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        kind_of_error = PortTakenError if error.errno == errno.EADDRINUSE else AddressError
        raise kind_of_error(_why_not(host, port, error, option)) from error
    return listener


def listen_near(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a port, or at the first free one of those after it.

    Raises PortTakenError if none of them is free, AddressError as `listen` does.
    """
    last = min(port + NEAR, 65536) - 1
    for each in range(port, last + 1):
        with suppress(PortTakenError):
            return listen(host, each)
    raise PortTakenError(f"the ports {port} to {last} of {host} are in use; choose another with --port")


def _why_not(host: str, port: int, error: OSError, option: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; choose another with {option}"
    if error.errno == errno.EACCES:
        return f"port {port} of {host} needs more rights than this user has; choose one from 1024 on"
    return f"cannot listen at port {port} of {host}: {error.strerror}"


def address_of(listener: socket.socket) -> str:
    """Return the address of a listening socket as people type it into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


async def serve(
    hub: Hub,
    listener: socket.socket,
    *,
    origins: Collection[str] = (),
    routes: Sequence[BaseRoute] = (),
    limits: Limits | None = None,
    proxies: Collection[str] = (),
    metrics: Metrics | None = None,
    operators: socket.socket | None = None,
    stop: asyncio.Event | None = None,
    started: Callable[[Server], None] = lambda server: None,
) -> None:
    """Start the hub and serve it until `stop` is set or a signal (SIGINT, SIGTERM) comes; then close both.

    `proxies` are the addresses and networks of proxies that may say, by `X-Forwarded-For` and
    `X-Forwarded-Proto`, for whom they ask. `started` is called when clients may connect. Raises what
    `hub.start` raises. `operators` is where they find the `metrics`. A second signal does what it does to
    every program: it ends this one at once.
    """
    server = Server(hub, origins=origins, routes=routes, limits=limits, metrics=metrics)
    doors = PlainDoors(server.limits, proxies, server.refused)
    plain, websocket = mended(server.limits, doors)
    config = uvicorn.Config(
        ended_quietly(server.app),
        ws=websocket,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        http=plain,
        lifespan="off",  # run below: an error of the hub's start should reach the caller
        log_config=None,
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=round(CLOSE_SECONDS) + 1,
    )
    web = MendedServer(config, server, started)
    stop = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    with _signals(loop, stop.set):
        async with (
            serve_aside(server.operations.app, operators),
            server.app.router.lifespan_context(server.app),
        ):
            stopping = loop.create_task(_stop(web, stop))
            try:
                await web.serve(sockets=[listener])
            finally:
                stopping.cancel()


async def _stop(web: MendedServer, stop: asyncio.Event) -> None:
    await stop.wait()
    web.should_exit = True


@contextmanager
def _signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> Iterator[None]:
    """Let the first signal stop the server, and the second end the program."""

    def heard() -> None:
        forget()
        stop()

    def forget() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

    # Only the main thread may listen to signals; elsewhere `stop` is the way to end.
    with suppress(ValueError, RuntimeError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, heard)
    try:
        yield
    finally:
        forget()

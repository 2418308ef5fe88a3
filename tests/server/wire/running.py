"""A server on the loopback for tests, and what they wait for, with a limit that only a failure reaches."""

from __future__ import annotations

import asyncio
import gc
import socket
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.routing import BaseRoute
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server.limits import Limits
from catanlab.server.ports import Hub
from catanlab.server.transport.app import Server
from catanlab.server.transport.serve import listen, serve
from catanlab.server.transport.sockets import MendedWebSocket

PATIENCE = 30.0
"""Seconds after which a test has failed."""
HOST = "127.0.0.1"

_T = TypeVar("_T")


class Running:
    """A server that runs in the loop of the test."""

    def __init__(self, server: Server, port: int, stop: asyncio.Event) -> None:
        self.server = server
        self.port = port
        self.stop = stop
        self.url = f"ws://{HOST}:{port}/ws"

    def sockets(self) -> list[MendedWebSocket]:
        """Return the sockets that are not closed."""
        # Not by isinstance, which looks through proxies of objects that are gone.
        alive = (found for found in gc.get_objects() if issubclass(type(found), MendedWebSocket))
        return [found for found in alive if not found.disconnected]


@asynccontextmanager
async def running(
    hub: Hub | None = None,
    *,
    limits: Limits | None = None,
    origins: Collection[str] = (),
    routes: Sequence[BaseRoute] = (),
    proxies: Collection[str] = (),
    port: int = 0,
    send_buffer: int | None = None,
) -> AsyncIterator[Running]:
    """Run a server until the end of the block, or until its `stop` is set.

    `send_buffer` are the bytes that the system holds for a client that does not read, instead of megabytes.
    """
    listener = listen(HOST, port)
    if send_buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    bound = listener.getsockname()[1]
    stop = asyncio.Event()
    begun: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(
        serve(
            hub or TalkingHub(),
            listener,
            limits=limits,
            origins=origins,
            routes=routes,
            proxies=proxies,
            stop=stop,
            started=begun.set_result,
        )
    )
    waiting: list[asyncio.Future[Any]] = [begun, task]
    await soon(asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED))
    if not begun.done():
        await task
    try:
        yield Running(begun.result(), bound, stop)
    finally:
        stop.set()
        await soon(task)


async def get(server: Running, path: str) -> tuple[int, str]:
    """Return the status and the text of a page."""

    def fetch() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{server.port}{path}", timeout=20) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    return await asyncio.to_thread(fetch)


async def soon(waiting: Awaitable[_T]) -> _T:
    """Wait for something that must happen."""
    return await asyncio.wait_for(waiting, PATIENCE)


async def eventually(condition: Callable[[], bool]) -> None:
    """Let the loop run until a condition holds that no event announces."""

    async def wait() -> None:
        while not condition():
            await asyncio.sleep(0.001)

    await soon(wait())


def run(test: Coroutine[Any, Any, _T]) -> _T:
    """Run a test in a loop of its own."""
    return asyncio.run(test)

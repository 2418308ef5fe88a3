"""For those who run the server: is it alive, can it work, and its metrics, at an address of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from catanlab._version import __version__
from catanlab.server.metrics import CONTENT_TYPE, gauge

if TYPE_CHECKING:
    from catanlab.server.transport.app import Server

READY_SECONDS = 3.0
"""How long the database may take to answer."""


class Operations:
    """Pages about a server: `/health`, `/ready`, and `/metrics` where only operators look."""

    def __init__(self, server: Server) -> None:
        self._server = server
        server.metrics.look_up(
            lambda: [
                gauge("connections", "Open connections", len(server.connections)),
                gauge(
                    "frames_queued",
                    "Frames that wait for clients",
                    sum(connection.queued for connection in server.connections),
                ),
            ]
        )
        self.public = [Route("/health", self._health), Route("/ready", self._ready)]
        self.app = Starlette(routes=[*self.public, Route("/metrics", self._metrics)])

    async def _health(self, request: Request) -> Response:
        is_closing = self._server.is_closing
        state = "closing" if is_closing else "well"
        body = {"status": state, "version": __version__, "connections": len(self._server.connections)}
        return JSONResponse(body, status_code=503 if is_closing else 200)

    async def _ready(self, request: Request) -> Response:
        missing = "the server ends"
        if not self._server.is_closing:
            try:
                missing = await asyncio.wait_for(self._server.hub.missing(), READY_SECONDS)
            except TimeoutError:
                missing = "the database does not answer"
        body = {"status": "waiting", "reason": missing} if missing else {"status": "ready"}
        return JSONResponse(body, status_code=503 if missing else 200)

    async def _metrics(self, request: Request) -> Response:
        return Response(self._server.metrics.text(), media_type=CONTENT_TYPE)


class _Aside(uvicorn.Server):
    """uvicorn next to another one, which handles the signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield


@asynccontextmanager
async def serve_aside(app: Starlette, listener: socket.socket | None) -> AsyncIterator[None]:
    """Serve an application at an address of its own while the block runs; nothing without a listener."""
    if listener is None:
        yield
        return
    config = uvicorn.Config(
        app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False, server_header=False
    )
    web = _Aside(config)
    task = asyncio.get_running_loop().create_task(web.serve(sockets=[listener]))
    try:
        yield
    finally:
        web.should_exit = True
        await asyncio.gather(task, return_exceptions=True)

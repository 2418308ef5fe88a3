"""A worker process as the pool sees it: started by a thread, spoken to by the event loop, and ended."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.context import SpawnProcess

from catanlab.server.robots.messages import LENGTH_BYTES, MAX_REPLY_BYTES, Reply, frame_length
from catanlab.server.robots.worker import serve


class Keeper:
    """The thread that starts workers and waits for their end, so that the event loop never does."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(
            1,
            thread_name_prefix="robots",
            # Processes inherit it: Ctrl-C cannot end one that has only begun to start.
            initializer=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}),
        )

    async def start(self, max_bytes: int) -> tuple[SpawnProcess, socket.socket]:
        """Start a worker; return its process and our end of the connection. Raises OSError."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _start, max_bytes)

    async def end(self, process: SpawnProcess, patience: float = 0.0) -> int | None:
        """Wait this many seconds for a process to end, else kill it; return its exit code."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _end, process, patience)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)


def _start(max_bytes: int) -> tuple[SpawnProcess, socket.socket]:
    ours, theirs = socket.socketpair()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=serve, args=(theirs, max_bytes), name="robots", daemon=True)
    try:
        process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    ours.setblocking(False)
    return process, ours


def _end(process: SpawnProcess, patience: float) -> int | None:
    if patience:
        process.join(patience)
    process.kill()
    process.join()
    code = process.exitcode
    process.close()
    return code


class WorkerProcess(asyncio.Protocol):
    """A running worker: sends it frames, and reports each reply, or once that it is lost.

    What it sends is read without trust: anything but a reply of a sensible length means that it is lost,
    as if it had ended. `on_lost` gets the reason, and whether the process is gone by itself.
    """

    def __init__(
        self, process: SpawnProcess, on_reply: Callable[[Reply], None], on_lost: Callable[[str, bool], None]
    ) -> None:
        self.process = process
        self.pid = process.pid or 0
        self._on_reply = on_reply
        self._on_lost = on_lost
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._is_lost = False

    async def connect(self, connection: socket.socket) -> None:
        """Begin to read replies."""
        loop = asyncio.get_running_loop()
        await loop.create_unix_connection(lambda: self, sock=connection)

    def send(self, frame: bytes) -> None:
        """Send a request, without waiting."""
        assert self._transport is not None
        self._transport.write(frame)

    def abandon(self) -> None:
        """Kill the process and report nothing more of it; `Keeper.end` must still be called."""
        self._is_lost = True
        with suppress(OSError, ValueError):
            self.process.kill()
        if self._transport is not None:
            self._transport.abort()

    def hang_up(self) -> None:
        """Close the connection, at which the process ends by itself, and report nothing more of it."""
        self._is_lost = True
        if self._transport is not None:
            self._transport.close()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Report every whole reply."""
        self._buffer += data
        while not self._is_lost and len(self._buffer) >= LENGTH_BYTES:
            length = frame_length(self._buffer[:LENGTH_BYTES])
            if length > MAX_REPLY_BYTES:
                self._lose(f"it announced a reply of {length} bytes")
                return
            end = LENGTH_BYTES + length
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[LENGTH_BYTES:end])
            del self._buffer[:end]
            try:
                reply = Reply.decode(body)
            except ValueError as error:
                self._lose(str(error))
                return
            self._on_reply(reply)

    def connection_lost(self, error: Exception | None) -> None:
        """Report that the process is gone."""
        self._lose("its process is gone", gone=True)

    def _lose(self, reason: str, *, gone: bool = False) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._on_lost(reason, gone)

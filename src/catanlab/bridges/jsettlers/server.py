"""A JSettlers server as a process: started with what a match needs, and ended with it."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shlex
import signal
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from catanlab.bridges.jsettlers.errors import BridgeError, ConnectionLostError
from catanlab.framework.wording import one_line

START_SECONDS = 60.0
"""How long a server may take until it listens."""
_STOP_SECONDS = 5.0
_STEP = 0.1
_TELL_OF_PARENT = 1


class Server:
    """A server on a port of this machine; use it by `async with`.

    `command` starts a server when options, a port and a number of connections are appended to it, as
    `java -cp CLASSPATH soc.server.SOCServer` does. Raises BridgeError if it does not come up.
    """

    def __init__(self, command: str, options: Sequence[str], *, connections: int = 50) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BridgeError(f"the command of the server cannot be read: {error}") from None
        if not words:
            raise BridgeError("the command of the server is empty")
        self.host = "127.0.0.1"
        self.port = _free_port()
        self._words = [*words, *options, str(self.port), str(connections)]
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the server is stopped
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=self._log,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_to_end_with_parent(),
            )
        except OSError as error:
            self._log.close()
            raise BridgeError(
                f"the server cannot be started: {self._words[0]}: {error.strerror}"
            ) from error
        try:
            await self._wait_until_it_listens()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    async def _wait_until_it_listens(self) -> None:
        assert self._process is not None
        for _ in range(int(START_SECONDS / _STEP)):
            if self._process.returncode is not None:
                code, said = self._process.returncode, self._last_words()
                raise ConnectionLostError(f"the server ended at once with code {code}; it said: {said}")
            with suppress(OSError):
                _, writer = await asyncio.open_connection(self.host, self.port)
                writer.close()
                return
            await asyncio.sleep(_STEP)
        raise ConnectionLostError(f"the server does not listen after {START_SECONDS:g} s")

    def _last_words(self) -> str:
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 500))
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return one_line(lines[-1], 200) if lines else "nothing"

    async def _stop(self) -> None:
        process = self._process
        self._process = None
        if process is not None and process.returncode is None:
            for how in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, how)
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), _STOP_SECONDS)
                    break
        self._log.close()


def _to_end_with_parent() -> Callable[[], None] | None:
    """Return what makes a new process end when this one is killed, where the system can do that."""
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None

    def end_with_parent() -> None:
        prctl(_TELL_OF_PARENT, signal.SIGKILL, 0, 0, 0)

    return end_with_parent


def _free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

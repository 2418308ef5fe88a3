"""Runs a program for a match, the server or a robot, and ends it with the match."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shlex
import signal
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from catanlab.bridges.jsettlers.errors import BridgeError, ConnectionLostError
from catanlab.framework.wording import one_line

_STOP_SECONDS = 5.0
_SET_DEATH_SIGNAL = 1


class Program:
    """A process started by a command with some arguments appended; use it by `async with`.

    `name` is its name in error messages. Raises BridgeError if the command cannot be started.
    """

    def __init__(self, name: str, command: str, arguments: Sequence[str]) -> None:
        try:
            own = shlex.split(command)
        except ValueError as error:
            raise BridgeError(f"the command of {name} cannot be read: {error}") from None
        if not own:
            raise BridgeError(f"the command of {name} is empty")
        self.name = name
        self._arguments = [*own, *arguments]
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the program is stopped
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=self._log,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_end_with_parent(),
            )
        except OSError as error:
            self._log.close()
            raise BridgeError(
                f"{self.name} cannot be started: {self._arguments[0]}: {error.strerror}"
            ) from error
        try:
            await self.get_ready()
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

    async def get_ready(self) -> None:
        """Wait until the program is ready; raises BridgeError if it never is."""

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended; asks the system, since asyncio notices it later."""
        process = self._process
        if process is None or process.returncode is not None or not hasattr(os, "waitid"):
            return process is not None and process.returncode is not None
        try:
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:  # asyncio has just collected it
            return True

    def check(self) -> None:
        """Raise ConnectionLostError if the program has ended."""
        if self._process is not None and self._process.returncode is not None:
            code, said = self._process.returncode, self._last_line()
            raise ConnectionLostError(f"{self.name} ended with code {code}; it said: {said}")

    async def ended(self) -> None:
        """Wait until the program ends by itself, and raise ConnectionLostError."""
        if self._process is not None:
            await self._process.wait()
        self.check()

    def _last_line(self) -> str:
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
                    async with asyncio.timeout(_STOP_SECONDS):
                        await process.wait()
                    break
        self._log.close()


def _end_with_parent() -> Callable[[], None] | None:
    """Return a function for a new process that makes it end with this one, None if the system has none."""
    try:
        control = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda: control(_SET_DEATH_SIGNAL, signal.SIGKILL)

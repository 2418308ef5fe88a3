"""A server in a process of its own, for tests that kill it.

`python -m tests.server.room_server DATABASE PORT` serves the rooms of a database; people may be as quick
as they like, and its lease is short.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.conftest import ROOT
from tests.server.logs import url
from tests.server.players import UNHURRIED
from tests.server.wire.running import HOST

from catanlab.server.hub.hub import open_hub
from catanlab.server.transport.serve import listen, serve

READY = "ready"
EVERY_SECONDS, LEASE_SECONDS = 0.4, 2.0
"""How often the server renews its lease, and how long that lasts."""


class KillableServer:
    """A server that is killed and started again at the same address."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str = "",
        command: list[str] | None = None,
        log: Path | None = None,
    ) -> None:
        """`log` is a file for what the servers write to stderr."""
        database = database or url(folder)
        self.port = free_port()
        self.url = f"ws://{HOST}:{self.port}/ws"
        self.kills = 0
        self._command = command or [sys.executable, "-m", "tests.server.room_server", database]
        self._log = log
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start the server, and wait until it is ready."""
        assert self._process is None
        command = [*self._command, str(self.port)]
        with ExitStack() as stack:
            log = None if self._log is None else stack.enter_context(self._log.open("a"))
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert line, f"the server ended with {self._process.wait()}"

    def kill(self) -> None:
        """Kill the server with SIGKILL, and wait for its end."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None
            self.kills += 1

    def signal(self, number: signal.Signals) -> None:
        """Send the server a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def end(self) -> int:
        """Ask the server to end, and return its exit code."""
        assert self._process is not None
        self._process.terminate()
        code = await asyncio.to_thread(self._process.wait)
        self.kill()
        return code

    async def __aenter__(self) -> KillableServer:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.kill()


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


async def main(database: str, port: int) -> None:
    """Serve until killed."""
    hub = open_hub(database=database, workers=1, limits=UNHURRIED, url=f"ws://{HOST}:{port}/ws")
    hub.watch.every_seconds, hub.watch.lease_seconds = EVERY_SECONDS, LEASE_SECONDS
    await serve(hub, listen(HOST, port), limits=UNHURRIED, started=lambda _: print(READY, flush=True))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))

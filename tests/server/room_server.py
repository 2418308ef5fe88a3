"""A server in a process of its own, for tests that kill it.

`python -m tests.server.room_server FOLDER PORT` serves the rooms of a database; its people may be as quick
as they like.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.server.players import UNHURRIED, url_of, without_hurry
from tests.server.wire.running import HOST

from catanlab.server.hub.hub import open_hub
from catanlab.server.transport.serve import listen, serve

READY = "ready"


class KillableServer:
    """A server that is killed and started again at the same address."""

    def __init__(self, folder: Path, *, command: list[str] | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"ws://{HOST}:{self.port}/ws"
        self.kills = 0
        self._command = command or [sys.executable, "-m", "tests.server.room_server", str(folder)]
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start the server, and wait until it is ready."""
        assert self._process is None
        command = [*self._command, str(self.port)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
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


async def main(folder: Path, port: int) -> None:
    """Serve until killed."""
    hub = open_hub(database=url_of(folder), workers=1, limits=UNHURRIED)
    hub.services.budgets = without_hurry()
    await serve(hub, listen(HOST, port), limits=UNHURRIED, started=lambda _: print(READY, flush=True))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))

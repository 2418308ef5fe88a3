"""Runs a JSettlers server as a program, for a match."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress

from catanlab.bridges.jsettlers.errors import ConnectionLostError
from catanlab.bridges.jsettlers.program import Program

START_SECONDS = 60.0
"""How long a server may take until it listens."""
_STEP = 0.1


class Server(Program):
    """A server on a port of this machine; use it by `async with`.

    `command` starts a server when options, a port and a number of connections are appended to it, as
    `java -cp CLASSPATH soc.server.SOCServer` does. Raises BridgeError if it does not come up.
    """

    def __init__(self, command: str, options: Sequence[str], *, connections: int = 50) -> None:
        self.host = "127.0.0.1"
        self.port = _free_port()
        super().__init__("the server", command, [*options, str(self.port), str(connections)])

    async def get_ready(self) -> None:
        """Wait until the server listens."""
        for _ in range(int(START_SECONDS / _STEP)):
            self.check()
            with suppress(OSError):
                _, writer = await asyncio.open_connection(self.host, self.port)
                writer.close()
                return
            await asyncio.sleep(_STEP)
        raise ConnectionLostError(f"the server does not listen after {START_SECONDS:g} s")


def _free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

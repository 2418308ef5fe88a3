"""Thirty guests of one address who mean harm, in a process of their own that leaves the others the CPU.

`python -m tests.faults.attacks.crowd ATTACK PORT` is told `on`, `off` and `end`, a line each, and answers
each with a line of JSON: what the attackers got so far.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from tests.server.wire.raw import UPGRADE
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

HOST: Final = "127.0.0.1"
ATTACKERS: Final = "127.0.0.2"
"""The address from which the attackers come."""
GUESTS: Final = 30
TOO_MUCH: Final = 2.0
"""How much more often than the limits allow the attackers ask."""


class Guest:
    """A guest with one connection, who counts the answers by kind, and refusals by their code."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.name = f"Evil {number}"
        self.number = number
        self.token = ""
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._line: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ids = 0

    async def come(self) -> bool:
        """Connect and say hello; return whether the server says welcome."""
        try:
            self._line = await connect(
                f"ws://{HOST}:{self.crowd.port}/ws",
                local_addr=(ATTACKERS, 0),
                compression=None,
                proxy=None,
                ping_interval=None,
                max_size=None,
            )
            hello = {"t": "hello", "protocol": 1, "name": self.name}
            await self._line.send(json.dumps(hello | ({"token": self.token} if self.token else {})))
            while True:
                message = json.loads(await self._line.recv())
                if message["t"] == "welcome":
                    break
                if message["t"] == "refused":
                    self.crowd.got[f"hello {message['code']}"] += 1
                    return False
        except (OSError, InvalidStatus, WebSocketException) as error:
            self.crowd.got[type(error).__name__] += 1
            return False
        self.token = message.get("token") or self.token
        self._reading = asyncio.create_task(self._read(self._line))
        return True

    async def go(self) -> None:
        """Close the connection."""
        if self._line is not None:
            with suppress(OSError, WebSocketException):
                self._line.transport.abort()
            self._line = None
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    @property
    def is_here(self) -> bool:
        """Whether the connection is open."""
        return self._reading is not None and not self._reading.done()

    async def send(self, **message: Any) -> None:
        """Send a message; if the connection is gone, another one is made first."""
        if not self.is_here and not await self.come():
            await asyncio.sleep(0.5)
            return
        assert self._line is not None
        with suppress(OSError, WebSocketException):
            await self._line.send(json.dumps(message))
            self.crowd.got["sent"] += 1

    async def act(self, **message: Any) -> dict[str, Any]:
        """Do an act and return its answer, an empty one if none comes in time."""
        self._ids += 1
        id = f"e{self.number}-{self._ids}"
        await self.send(**message, id=id)
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                while True:
                    answer = await self.answers.get()
                    if answer.get("id") == id:
                        return answer
        return {}

    async def _read(self, line: ClientConnection) -> None:
        with suppress(WebSocketException):
            async for frame in line:
                message = json.loads(frame)
                kind = message["t"]
                if kind == "ping":
                    await line.send(json.dumps({"t": "pong", "n": message["n"]}))
                    continue
                self.crowd.got[message["code"] if kind in ("refused", "bye") else kind] += 1
                if kind == "update":
                    self.crowd.held["rooms followed at once"].add(message["room"])
                if kind == "channel":
                    self.crowd.held["channels entered at once"].add(message["channel"])
                if kind in ("ack", "refused"):
                    self.answers.put_nowait(message)


class Crowd:
    """The guests of one address, and an attack that is switched on and off."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: Counter[str] = Counter()
        """What the attackers sent and got, by name."""
        self.guests = [Guest(self, number) for number in range(GUESTS)]
        self.held: dict[str, set[str]] = {
            "rooms followed at once": set(),
            "channels entered at once": set(),
        }
        """The rooms and channels of which something came since the attack was switched on."""
        self._running: list[asyncio.Task[None]] = []

    async def each(self, work: Callable[[Guest], Coroutine[Any, Any, None]]) -> None:
        """Let every guest do something until the attack is switched off."""
        for guest in self.guests:
            self.run(work(guest))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something until the attack is switched off."""
        self._running.append(asyncio.create_task(work))

    async def off(self) -> None:
        """End whatever runs, and all connections."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for task in self._running:
            if not task.cancelled() and (error := task.exception()) is not None:
                self.got[f"broke: {error!r}"[:80]] += 1
        self._running.clear()
        for name, held in self.held.items():
            self.got[name] = max(self.got[name], len(held))
            held.clear()
        for guest in self.guests:
            await guest.go()

    # What is no WebSocket of a guest.

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a plain connection."""
        reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(ATTACKERS, 0))
        return reader, writer

    async def upgrade(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket as bytes."""
        reader, writer = await self.dial()
        writer.write(UPGRADE.encode() + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def ask(self, method: str, path: str, body: object = None, *, token: str = "") -> int:
        """Make a request, read the answer, and return its status."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
            "Content-Type: application/json\r\n"
        )
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        self.got["requests"] += 1
        try:
            reader, writer = await self.dial()
        except OSError:
            self.got["no connection"] += 1
            return 0
        try:
            writer.write(head.encode() + b"\r\n" + data)
            first = await reader.readline()
            while await reader.read(65536):
                pass
        except (OSError, asyncio.IncompleteReadError):
            self.got["cut off"] += 1
            return 0
        finally:
            writer.transport.abort()
        status = int(first.split()[1]) if first else 0
        self.got[f"status {status}"] += 1
        return status


async def serve(name: str, port: int, words: list[str]) -> None:
    """Do what standard input says."""
    from tests.faults.attacks.attacks import ATTACKS

    crowd, begin = Crowd(port), ATTACKS[name].begin
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        match line.strip():
            case "on":
                await begin(crowd, words)
            case "off":
                await crowd.off()
        print(json.dumps(crowd.got), flush=True)
        if line.strip() == "end":
            return


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))

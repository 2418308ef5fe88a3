"""A WebSocket as bytes: clients that send what no library would, and read what comes, or nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.server.wire.running import HOST, Running, soon

TEXT, PIECE, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def frame(opcode: int, data: bytes = b"", *, is_last: bool = True) -> bytes:
    """Return a frame as a client sends it, with a mask of zeros."""
    first = (0x80 if is_last else 0) | opcode
    if len(data) < 126:
        return bytes([first, 0x80 | len(data)]) + bytes(4) + data
    return bytes([first, 0x80 | 126]) + len(data).to_bytes(2, "big") + bytes(4) + data


class RawClient:
    """One end of a WebSocket whose handshake is done."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Send bytes; a server that has hung up is no error."""
        with suppress(ConnectionError):
            self.writer.write(data)
            await soon(self.writer.drain())

    async def read(self) -> tuple[int, bytes]:
        """Return the next frame; raises IncompleteReadError at the end."""
        first, length = await soon(self.reader.readexactly(2))
        if length == 126:
            length = int.from_bytes(await soon(self.reader.readexactly(2)), "big")
        elif length == 127:
            length = int.from_bytes(await soon(self.reader.readexactly(8)), "big")
        return first & 0x0F, await soon(self.reader.readexactly(length))

    async def rest(self) -> list[tuple[int, bytes]]:
        """Return all frames to the end of the connection."""
        frames = []
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                frames.append(await self.read())
        return frames


@asynccontextmanager
async def raw_client(server: Running, *, receive_buffer: int | None = None) -> AsyncIterator[RawClient]:
    """Open a WebSocket until the end of the block."""
    plain = socket.socket()
    if receive_buffer is not None:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    plain.setblocking(False)
    await soon(asyncio.get_running_loop().sock_connect(plain, (HOST, server.port)))
    reader, writer = await asyncio.open_connection(sock=plain, limit=receive_buffer or 2**16)
    try:
        writer.write(UPGRADE.encode() + b"\r\n")
        assert b" 101 " in await soon(reader.readuntil(b"\r\n\r\n"))
        yield RawClient(reader, writer)
    finally:
        writer.close()


def close_codes(frames: list[tuple[int, bytes]]) -> list[int]:
    """Return the codes of the close frames among frames."""
    return [int.from_bytes(data[:2], "big") for opcode, data in frames if opcode == CLOSE]

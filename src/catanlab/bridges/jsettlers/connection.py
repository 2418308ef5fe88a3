"""A connection to a server: sends and receives messages, and keeps a transcript if one is given."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

from catanlab.bridges.jsettlers.errors import ConnectionLostError, FrameError, MessageError
from catanlab.bridges.jsettlers.frames import FrameReader, decode_text, frame
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.transcript import Transcript

VERSION = Message("VERSION", number=2700, label="2.7.00", build="catanlab", features="")
"""The version that the robot reports: a client of the modern protocol that plays the classic game only."""
OPEN_SECONDS = 20.0
"""How long a server may take to answer at all."""
CLOSE_SECONDS = 2.0
"""How long a server may take to read the last messages."""
_PIECE = 65536


class Connection:
    """An open connection; `report` is called with a sentence about each message that cannot be read."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        report: Callable[[str], None],
        transcript: Transcript | None = None,
        silence_seconds: float | None = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._report = report
        self._transcript = transcript
        self._silence_seconds = silence_seconds
        self._frames = FrameReader()
        self._waiting: list[bytes] = []
        self._socket: socket.socket | None = writer.get_extra_info("socket")

    @classmethod
    async def open(
        cls,
        host: str,
        port: int,
        *,
        report: Callable[[str], None],
        transcript: Transcript | None = None,
        silence_seconds: float | None = None,
    ) -> Connection:
        """Connect; raises ConnectionLostError if nobody answers.

        With `silence_seconds` a connection on which nothing has come for so long counts as lost.
        """
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                reader, writer = await asyncio.open_connection(host, port)
        except TimeoutError:
            why = f"not within {OPEN_SECONDS:g} s"
            raise ConnectionLostError(f"no server answers at {host}, port {port}: {why}") from None
        except (OSError, ValueError) as error:  # a ValueError for an invalid name of a host
            why = str(getattr(error, "strerror", None) or error)
            raise ConnectionLostError(f"no server answers at {host}, port {port}: {why}") from error
        return cls(reader, writer, report=report, transcript=transcript, silence_seconds=silence_seconds)

    def send(self, message: Message) -> None:
        """Send a message; `receive` notices a lost connection.

        Reports an invalid message, such as one with a name of a game that is too long, and sends nothing.
        """
        try:
            text = message.text
            data = frame(text)
        except (FrameError, MessageError) as error:
            self._report(f"a message was not sent: {error}")
            return
        if self._transcript:
            self._transcript.add(">", text)
        if not self._writer.is_closing():
            self._writer.write(data)

    async def receive(self) -> Message:
        """Return the next message of a known type; raises ConnectionLostError at the end."""
        while True:
            while not self._waiting:
                self._waiting = self._frames.feed(await self._more())
            body = self._waiting.pop(0)
            try:
                text = decode_text(body)
                if self._transcript:
                    self._transcript.add("<", text)
                message = Message.read(text)
            except (FrameError, MessageError) as error:
                self._report(f"a message was left out: {error}")
                continue
            if message is not None:
                return message

    async def _more(self) -> bytes:
        self._acknowledge_at_once()
        limit = asyncio.timeout(self._silence_seconds)
        try:
            async with limit:
                data = await self._reader.read(_PIECE)
        except OSError as error:
            if limit.expired():
                raise ConnectionLostError(
                    f"the server has sent nothing for {self._silence_seconds:g} s"
                ) from None
            raise ConnectionLostError(f"the connection broke: {error.strerror or error}") from error
        if not data:
            raise ConnectionLostError("the server closed the connection")
        return data

    def _acknowledge_at_once(self) -> None:
        # The server sends every message by itself and waits for each to be acknowledged.
        if self._socket is not None and hasattr(socket, "TCP_QUICKACK"):
            with suppress(OSError):
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    async def close(self) -> None:
        """Send what is left and close; a server that does not read it is not waited for."""
        with suppress(OSError):
            self._writer.close()
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._writer.wait_closed()
            except TimeoutError:
                self._writer.transport.abort()

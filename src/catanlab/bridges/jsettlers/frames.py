"""Frames: each is two bytes of length, high byte first, and then a text in Java's modified UTF-8.

Modified UTF-8 writes U+0000 as C0 80, and a character beyond U+FFFF as two surrogates of three bytes each.
"""

from __future__ import annotations

from catanlab.bridges.jsettlers.errors import FrameError

MAX_FRAME_BYTES = 0xFFFF
"""The most bytes that a frame can carry."""


def encode_text(text: str) -> bytes:
    """Return a text in modified UTF-8.

    >>> encode_text("a\\0").hex(), encode_text("\\N{GRINNING FACE}").hex()
    ('61c080', 'eda0bdedb880')
    """
    units = text.encode("utf-16-be", "surrogatepass")
    if text.isascii() and "\0" not in text:
        return text.encode("ascii")
    whole = "".join(chr(int.from_bytes(units[i : i + 2], "big")) for i in range(0, len(units), 2))
    return whole.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def decode_text(data: bytes) -> str:
    """Return the text of bytes in modified UTF-8; raises FrameError if they are not.

    >>> decode_text(bytes.fromhex("eda0bdedb880")) == "\\N{GRINNING FACE}"
    True
    """
    try:
        units = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
    except UnicodeDecodeError as error:
        raise FrameError(f"byte {error.start} of a frame is not modified UTF-8: {error.reason}") from None


def frame(text: str) -> bytes:
    """Return a text as a frame; raises FrameError if it is too long.

    >>> frame("1031|g")
    b'\\x00\\x061031|g'
    """
    data = encode_text(text)
    if len(data) > MAX_FRAME_BYTES:
        raise FrameError(f"a text of {len(data)} bytes fits into no frame; the most is {MAX_FRAME_BYTES}")
    return len(data).to_bytes(2, "big") + data


class FrameReader:
    """Puts frames together from pieces of any size, as they come from a connection.

    >>> reader = FrameReader()
    >>> reader.feed(b"\\x00\\x06103"), reader.feed(b"1|g\\x00")
    ([], [b'1031|g'])
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take in some bytes and return the bodies of the frames that are now complete."""
        data = self._rest + data
        found = []
        start = 0
        while len(data) - start >= 2:
            end = start + 2 + int.from_bytes(data[start : start + 2], "big")
            if len(data) < end:
                break
            found.append(data[start + 2 : end])
            start = end
        self._rest = data[start:]
        return found

"""Why a connection was closed: the codes of the WebSocket, and what the client should do."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """A code with which the server closes a connection; `meaning` is a sentence."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> CloseCode:
        code = int.__new__(cls, value)
        code._value_ = value
        code.meaning = meaning
        return code

    BAD_TEXT = 1007, "A text frame was not UTF-8."
    TOO_LARGE = 1009, "A message was larger than 32,768 bytes."
    RESTARTING = 1012, "The server ends or restarts: connect again after the seconds that `bye` names."
    RESYNC = 4000, "The client read too slowly: connect again and join with the last number."
    SILENT = 4001, "Nothing came from the client for too long, not even a `pong`: connect again."
    MISUSE = 4002, "Too many messages were invalid, or too many came: correct the client."
    REPLACED = 4003, "Another stream with the same token took the place of this one: do not come back."
    DISMISSED = (
        4004,
        "The session has ended, or the person is banned: `bye` says which. Do not come back with it.",
    )

"""The errors of the bridge to a JSettlers server.

BridgeError
├── FrameError            bytes that are not a valid frame, or a text that is too long for one
├── MessageError          an invalid message
├── CannotFollowError     our rules do not allow an event at the server
├── RecordedGameError     a recorded game cannot be completed
├── RefusedError          the server refuses the robot
├── TranscriptError       the folder for transcripts cannot be written
└── ConnectionLostError   the connection cannot be made, or ended
"""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError


class BridgeError(CatanlabError):
    """Anything that goes wrong between catanlab and a JSettlers server."""

    code = "bridge"


class FrameError(BridgeError, ValueError):
    """Bytes that are not a valid frame, or a text that is too long for one."""

    code = "bad-frame"


class MessageError(BridgeError, ValueError):
    """A text that is not a valid message of its type, or a message with invalid fields."""

    code = "bad-message"


class CannotFollowError(BridgeError):
    """Our rules do not allow an event at the server, so the game can no longer be followed."""

    code = "cannot-follow"


class RecordedGameError(BridgeError, ValueError):
    """A recorded game cannot be completed, for example because its end or the true hands are missing."""

    code = "no-recorded-game"


class RefusedError(BridgeError):
    """The server refuses the robot, for example because of a wrong cookie."""

    code = "refused"


class TranscriptError(BridgeError):
    """The folder for transcripts cannot be written."""

    code = "no-transcripts"


class ConnectionLostError(BridgeError, ConnectionError):
    """The connection to the server failed or ended."""

    code = "no-connection"

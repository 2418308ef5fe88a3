"""What can go wrong at a JSettlers server.

BridgeError
├── FrameError            bytes that are no frame, or a text that fits into none
├── MessageError          a text that is no message, or a message that cannot be sent
├── MirrorError           the server told what our rules do not allow
├── ChronicleError        a recorded game that cannot be completed
├── RefusedError          the server refuses the robot
├── TranscriptError       nothing can be written where transcripts are to be kept
└── ConnectionLostError   the connection ended
"""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError


class BridgeError(CatanlabError):
    """Anything that goes wrong between catanlab and a JSettlers server."""

    code = "bridge"


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a text that fits into none."""

    code = "bad-frame"


class MessageError(BridgeError, ValueError):
    """A text that is no message of its type, or a message that cannot be sent."""

    code = "bad-message"


class MirrorError(BridgeError):
    """The server told what our rules do not allow, so that its game can no longer be followed."""

    code = "lost-mirror"


class ChronicleError(BridgeError, ValueError):
    """A recorded game that cannot be completed, as its end or the true hands are missing."""

    code = "no-chronicle"


class RefusedError(BridgeError):
    """The server refuses the robot, as for a wrong cookie."""

    code = "refused"


class TranscriptError(BridgeError):
    """Nothing can be written where transcripts are to be kept."""

    code = "no-transcripts"


class ConnectionLostError(BridgeError, ConnectionError):
    """The connection to the server cannot be made, or ended."""

    code = "no-connection"

"""A seat at a JSettlers server: any agent plays there as a robot, and matches against its robots.

`frames` and `messages` speak the wire protocol, whose messages `forms` lists; `mirror` turns what the
server tells into what a seat of our game sees; `seat` plays one game and `robot` many at once; `harness`
runs whole matches. `docs/jsettlers.md` tells how to use it and where the rules differ.
"""

from catanlab.bridges.jsettlers.errors import BridgeError, ConnectionLostError, FrameError, MessageError
from catanlab.bridges.jsettlers.harness import play_match
from catanlab.bridges.jsettlers.lineup import LineUp
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.bridges.jsettlers.robot import Robot

__all__ = [
    "BridgeError",
    "ConnectionLostError",
    "FrameError",
    "LineUp",
    "Message",
    "MessageError",
    "Mirror",
    "Robot",
    "play_match",
]

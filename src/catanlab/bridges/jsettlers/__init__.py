"""Plays at a JSettlers server: any agent as a robot, and matches against the server's robots.

The wire protocol is in `frames`, `messages` and `message_table`. `game_follower` translates the server's
messages into what a seat of our game sees. `seat` plays one game, `robot` many at once, and `match` a whole
match. `analysis` works on recorded games. `docs/jsettlers.md` is the manual.
"""

from catanlab.bridges.jsettlers.errors import BridgeError, ConnectionLostError, FrameError, MessageError
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.match import play_match
from catanlab.bridges.jsettlers.match_options import MatchOptions
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.robot import Robot

__all__ = [
    "BridgeError",
    "ConnectionLostError",
    "FrameError",
    "GameFollower",
    "MatchOptions",
    "Message",
    "MessageError",
    "Robot",
    "play_match",
]

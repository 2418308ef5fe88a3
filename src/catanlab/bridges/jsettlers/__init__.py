"""Play at a JSettlers server: any agent as a robot, and matches against the server's robots.

`message_table` lists the types of messages. The bridge handles one of a type such as PUTPIECE here:

* `robot`: everything outside a game, such as invitations and pings.
* `seat`: questions to the robot and refusals; it asks the agent, and `requests` makes the messages.
* `game_follower`, `dice_and_robber`, `card_plays`, `trades`: events of the game, which become moves of our
  rules; each type has its own method, such as `_on_putpiece`.
* `server_position`: the same events again, without our rules, so that `resume` can resume a game.
* `host`: the games of a match.

`match` plays a whole match. `recorded` completes recorded games, in which `fidelity` compares robots with
our agents. `docs/how-to/jsettlers.md` is the manual.
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

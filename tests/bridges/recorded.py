"""The games that the project recorded at a real server, and how tests go through them."""

from collections.abc import Iterator
from pathlib import Path

from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.transcript import Transcript

FOLDER = Path(__file__).parent / "transcripts"
WHOLE = ("random", "greedy", "smart")
"""Games from their beginning to their end, by the agent that played."""
TAKEOVER = "takeover"
"""A game that a person left and the robot took over, as far as it went."""


def transcript(name: str) -> Transcript:
    """Return a recorded game."""
    return Transcript.read(FOLDER / f"{name}.txt.gz")


def messages(name: str) -> Iterator[tuple[str, Message]]:
    """Yield direction and message of a recorded game, all of known types."""
    for line in transcript(name).lines:
        message = Message.read(line.text)
        if message is not None:
            yield line.direction, message


def followed(name: str) -> GameFollower:
    """Return the follower of a recorded game at its end."""
    follower: GameFollower | None = None
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            follower = GameFollower(message.seat, message.options)
        elif follower is not None and direction == "<":
            follower.take(message)
    assert follower is not None
    return follower

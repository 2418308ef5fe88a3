"""What goes wrong in the games of a match: failures of agents, each with the place where it happened."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from catanlab.framework.errors import CatanlabError

NO_SEAT = -1
"""In place of a seat, where no agent was called."""
_FRAME = re.compile(r'File "([^"\n]*)", line (\d+)(?:, in ([^\n]+))?')


@dataclass(frozen=True)
class Trouble:
    """Something that went wrong, as a sentence; if an agent failed, also who, where and how.

    >>> str(Trouble("2 blocks were there already"))
    '2 blocks were there already'
    """

    text: str
    agent: str = ""
    """The agent that failed; empty if none did."""
    block: int = -1
    game: int = -1
    seat: int = NO_SEAT
    error: str = ""
    """The kind of failure, and what the agent raised or answered."""
    ply: int = -1
    """How many moves and outcomes had been played, -1 if that is unknown."""
    turn: int = -1
    """How many turns had been completed, -1 if that is unknown."""
    traceback: str = ""
    """Where the agent raised its error, from its own first line on; empty if it raised none."""

    def __str__(self) -> str:
        return self.text

    @property
    def where(self) -> str:
        """The seat, game and block of a failure, and how far the game had come.

        >>> Trouble("", "greedy", block=17, game=1, seat=0, ply=25, turn=3).where
        'seat 0 of game 1 of block 17, ply 25, turn 3'
        """
        place = f"seat {self.seat} of game {self.game} of block {self.block}"
        return f"{place}, {self.progress}" if self.progress else place

    @property
    def progress(self) -> str:
        """How far the game had come, or nothing if that is unknown."""
        return f"ply {self.ply}, turn {self.turn}" if self.ply >= 0 else ""

    @property
    def source(self) -> str:
        """The last line of code in the traceback, or nothing.

        >>> Trouble("", traceback='  File "bots.py", line 7, in choose\\n    1 / 0').source
        'bots.py, line 7, in choose'
        """
        frames = _FRAME.findall(self.traceback)
        if not frames:
            return ""
        file, line, function = frames[-1]
        return f"{file}, line {line}" + (f", in {function}" if function else "")

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Trouble:
        """Return the trouble that `to_dict` described."""
        return cls(**data)


class MatchStoppedError(CatanlabError):
    """A strict match stopped at the first failure of an agent."""

    code = "match-stopped"

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble

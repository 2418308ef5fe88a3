"""Reads the log of a server that prints the messages to its robots, for cards that others did not see.

A server started with the Java property `jsettlers.debug.traffic` prints every message to its robots: among
them are the development cards that they drew and the resources that they discarded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from catanlab.bridges.jsettlers import codes as j

Player = tuple[str, str]
"""The name of a game and the name of a player in it."""

_TO = r"IN - (?P<nick>[^|]+?) - "
_DRAW = re.compile(
    _TO + r"SOCDevCardAction:game=(?P<game>[^|]+)\|playerNum=\d+\|actionType=(?:DRAW|0)"
    r"\|cardType=(?P<card>\d+)\s*$"
)
_DISCARD = re.compile(
    _TO + r"SOCDiscard:game=(?P<game>[^|]+)\|playerNum=\d+\|resources=clay=(?P<clay>\d+)\|ore=(?P<ore>\d+)"
    r"\|sheep=(?P<sheep>\d+)\|wheat=(?P<wheat>\d+)\|wood=(?P<wood>\d+)\|unknown=0\s*$"
)
_WIRE_ORDER = ("clay", "ore", "sheep", "wheat", "wood")


@dataclass(frozen=True)
class ServerLog:
    """Hidden cards of players, each player's in the order of the game; players may be missing."""

    draws: dict[Player, list[int]] = field(default_factory=dict)
    """The development cards that players drew."""
    discards: dict[Player, list[tuple[int, ...]]] = field(default_factory=dict)
    """The resources that players discarded, five counts for each time."""


def read_server_log(path: Path) -> ServerLog:
    """Return the cards that the robots of a server drew and discarded; raises OSError.

    >>> import tempfile
    >>> log = Path(tempfile.mkdtemp()) / "server.log"
    >>> line = "IN - robot 2 - SOCDevCardAction:game=g|playerNum=1|actionType=DRAW|cardType=9"
    >>> _ = log.write_text(line)
    >>> read_server_log(log).draws
    {('g', 'robot 2'): [0]}
    """
    log = ServerLog()
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            draw = _DRAW.search(line) if "SOCDevCardAction" in line else None
            if draw and int(draw["card"]) in j.CARDS:
                log.draws.setdefault((draw["game"], draw["nick"]), []).append(j.CARDS[int(draw["card"])])
            discard = _DISCARD.search(line) if "SOCDiscard" in line else None
            if discard:
                counts = j.from_wire([int(discard[resource]) for resource in _WIRE_ORDER])
                log.discards.setdefault((discard["game"], discard["nick"]), []).append(tuple(counts))
    return log

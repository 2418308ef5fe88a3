"""What the server's own robots were told in private, from the log of a server that prints their messages.

A server started with the Java property `jsettlers.debug.traffic` prints every message to its robots. With
that the development cards that they drew are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from catanlab.bridges.jsettlers import codes as j

Draws = Mapping[tuple[str, str], Sequence[int]]
"""The cards that players drew, in order, by the name of the game and theirs."""

_DRAW = re.compile(
    r"IN - (?P<nick>[^|]+?) - SOCDevCardAction:game=(?P<game>[^|]+)\|playerNum=(?P<seat>\d+)"
    r"\|actionType=(?:DRAW|0)\|cardType=(?P<card>\d+)\s*$"
)


def read_draws(path: Path) -> Draws:
    """Return what the robots of a server drew; raises OSError.

    >>> import tempfile
    >>> log = Path(tempfile.mkdtemp()) / "server.log"
    >>> line = "IN - robot 2 - SOCDevCardAction:game=g|playerNum=1|actionType=DRAW|cardType=9"
    >>> _ = log.write_text(line)
    >>> read_draws(log)
    {('g', 'robot 2'): [0]}
    """
    draws: dict[tuple[str, str], list[int]] = {}
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            found = _DRAW.search(line) if "SOCDevCardAction" in line else None
            if found and int(found["card"]) in j.CARDS:
                draws.setdefault((found["game"], found["nick"]), []).append(j.CARDS[int(found["card"])])
    return draws

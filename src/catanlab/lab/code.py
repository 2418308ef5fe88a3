"""A fingerprint of the code that plays: results of one code are not those of another."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import catanlab
from catanlab.agents.negotiation.trader import Trader
from catanlab.agents.registry import make_agent

ROOMS = ("framework", "games", "table", "playout", "search", "agents")
"""The packages that decide how a game goes."""


def fingerprint(agents: Iterable[str], rooms: tuple[str, ...] = ROOMS) -> str:
    """Return 16 letters that change with the code of these rooms, or of these agents.

    Of an agent from elsewhere it is the file of its class that counts, not what that file imports.
    """
    digest = hashlib.sha256(_own_code(rooms).encode())
    for spec in agents:
        agent = make_agent(spec)
        kind = type(agent.agent if isinstance(agent, Trader) else agent)
        if not kind.__module__.startswith("catanlab."):
            file = inspect.getsourcefile(kind)
            digest.update(Path(file).read_bytes() if file and Path(file).exists() else spec.encode())
    return digest.hexdigest()[:16]


@cache
def _own_code(rooms: tuple[str, ...]) -> str:
    package = Path(catanlab.__file__).parent
    digest = hashlib.sha256()
    for room in rooms:
        for path in sorted((package / room).rglob("*.py")):
            digest.update(f"{path.relative_to(package)} ".encode() + path.read_bytes())
    return digest.hexdigest()

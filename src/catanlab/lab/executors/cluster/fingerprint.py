"""What must be the same on all machines that play a match: version, code of the agents, native modules."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from catanlab._version import __version__
from catanlab.games.registry import module_of_game
from catanlab.lab.code import code_key
from catanlab.lab.code.key import needed_modules
from catanlab.lab.match_plan import MatchPlan


@dataclass(frozen=True)
class Fingerprint:
    """The catanlab of a process as far as it decides how the games of a match go."""

    version: str
    code: str
    """The code that plays: a word for every game, and one for each agent."""
    native: str
    """A digest of the native modules that the games need."""

    @classmethod
    def of(cls, plan: MatchPlan) -> Fingerprint:
        """Return the fingerprint of this process; raises AgentError or GameError if one is missing."""
        also = () if plan.rules else (module_of_game(plan.game_text),)
        return cls(__version__, code_key(plan.agents, also), native_digest(plan.agents))

    def to_dict(self) -> dict[str, str]:
        """Return it as plain data."""
        return asdict(self)

    def differences(self, other: Fingerprint, agents: tuple[str, ...]) -> list[str]:
        """Return in what another one differs from this one, a phrase each.

        >>> here = Fingerprint("1.2", "aa bb cc", "dd")
        >>> here.differences(Fingerprint("1.3", "aa bb ee", "dd"), ("greedy", "random"))
        ['it has catanlab 1.3, and here is 1.2', 'its code of random differs']
        """
        found = []
        if other.version != self.version:
            found.append(f"it has catanlab {other.version}, and here is {self.version}")
        names = ["every game", *agents]
        words = zip(names, self.code.split(" "), other.code.split(" "), strict=False)
        apart = [name for name, here, there in words if here != there]
        if apart or self.code.count(" ") != other.code.count(" "):
            found.append(f"its code of {', '.join(apart) or 'the agents'} differs")
        elif other.native != self.native:
            found.append(
                "its native modules differ; install the same wheel on all machines, or build them alike"
            )
        return found


@cache
def native_digest(agents: tuple[str, ...]) -> str:
    """Return a digest of the native modules that the games of some agents need, as files of this machine.

    Sources that were not compiled count as none.
    """
    digest = hashlib.sha256()
    for name in sorted({module for spec in agents for module in needed_modules(spec)}):
        found = find_spec(name)
        if found and found.origin and found.origin.endswith(tuple(EXTENSION_SUFFIXES)):
            digest.update(name.encode())
            digest.update(hashlib.sha256(Path(found.origin).read_bytes()).digest())
    return digest.hexdigest()[:16]

"""What a run of a scenario found, as figures that add up and as sentences that say what failed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Outcome:
    """The figures of one scenario on one database; `failures` are the bars that it did not reach."""

    scenario: str
    database: str
    seed: int
    scale: str
    faults: dict[str, int] = field(default_factory=dict)
    """How often each kind of fault was brought about."""
    acknowledged: int = 0
    """Acts that a client was told are done."""
    seen: int = 0
    """Events that clients saw, each once for every room and seat."""
    lost: int = 0
    """Of these acts and events, those that are not in the log."""
    doubled: int = 0
    """Acts that are in the log more than once."""
    wrong: int = 0
    """Acts and events that are in the log under another number, or with other contents."""
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    """Whatever else was counted, by name."""
    failures: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether every bar was reached."""
        return not self.failures

    @property
    def injected(self) -> int:
        """How many faults were brought about in all."""
        return sum(self.faults.values())

    def fault(self, kind: str, times: int = 1) -> None:
        """Count faults of a kind."""
        self.faults[kind] = self.faults.get(kind, 0) + times

    def count(self, name: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts[name] = self.counts.get(name, 0) + number

    def fail(self, sentence: str) -> None:
        """Say which bar was not reached, once."""
        if sentence not in self.failures:
            self.failures.append(sentence)

    def require(self, condition: bool, sentence: str) -> bool:
        """Fail with a sentence unless a condition holds, and return whether it does."""
        if not condition:
            self.fail(sentence)
        return condition

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON has it."""
        return asdict(self)

"""What a player of a cluster needs to know before it plays: the plan of the match, and how to play it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from catanlab.lab.match_plan import MatchPlan


@dataclass(frozen=True)
class Setup:
    """A plan and the options of playing; it travels as JSON.

    >>> setup = Setup(MatchPlan.match(["random"] * 4), records=True)
    >>> Setup.from_text(setup.text) == setup
    True
    """

    plan: MatchPlan
    records: bool = False
    strict: bool = False
    stall_seconds: float = 60.0

    @property
    def text(self) -> str:
        """The setup as JSON."""
        return json.dumps({"plan": self.plan.to_dict(), "options": self.options}, sort_keys=True)

    @property
    def options(self) -> dict[str, Any]:
        """The options of an executor that plays so."""
        return {"records": self.records, "strict": self.strict, "stall_seconds": self.stall_seconds}

    @classmethod
    def from_text(cls, text: str) -> Setup:
        """Return the setup of a text."""
        data = json.loads(text)
        return cls(MatchPlan.from_dict(data["plan"]), **data["options"])

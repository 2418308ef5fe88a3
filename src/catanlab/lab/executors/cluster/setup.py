"""What a player of a cluster needs to know before it plays: the plan of the match, and how to play it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from catanlab.lab.match_plan import MatchPlan


@dataclass(frozen=True)
class Setup:
    """A plan and the options of playing; it travels as JSON.

    >>> setup = Setup(MatchPlan.match(["random"] * 4), records=False, stall_seconds=60.0)
    >>> Setup.from_text(setup.text) == setup
    True
    """

    plan: MatchPlan
    records: bool
    stall_seconds: float

    @property
    def text(self) -> str:
        """The setup as JSON."""
        options = {"records": self.records, "stall_seconds": self.stall_seconds}
        return json.dumps({"plan": self.plan.to_dict(), "options": options}, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Setup:
        """Return the setup of a text."""
        data = json.loads(text)
        return cls(MatchPlan.from_dict(data["plan"]), **data["options"])

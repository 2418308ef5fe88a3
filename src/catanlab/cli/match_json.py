"""The result of a match as JSON: what was played, how the agents did, tests, and the runs that made it."""

from __future__ import annotations

from dataclasses import asdict

from catanlab.lab.statistics import Sprt
from catanlab.lab.store import StoredMatch
from catanlab.lab.store.runs import tests_of
from catanlab.lab.summary import Summary


def match_json(stored: StoredMatch, summary: Summary, sprt: Sprt | None = None) -> dict[str, object]:
    """Return the result of a match as plain data; `sprt` is the test of this very run."""
    runs = stored.runs(problems=[])  # a run that cannot be read is reported where it is shown
    found: dict[str, object] = {
        "key": stored.key,
        "created": stored.created,
        "experiment": stored.plan.to_dict(),
        **summary.to_dict(),
        "tests": [asdict(test) for test in tests_of(runs)],
        "runs": [run.to_dict() for run in runs],
    }
    if sprt:
        found["sprt"] = {
            "p0": sprt.p0,
            "p1": sprt.p1,
            "verdict": str(sprt.verdict),
            "llr": sprt.llr,
            "bounds": [sprt.lower, sprt.upper],
            "blocks": sprt.blocks,
        }
    return found

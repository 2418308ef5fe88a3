"""Runs a scenario on a database and returns what came of it, also if the scenario itself breaks."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.faults.databases import Kind
from tests.faults.outcomes import Outcome
from tests.faults.stage import Scale, Scenario, Stage


def run_scenario(
    scenario: Scenario,
    kind: Kind,
    *,
    seed: int,
    scale: Scale,
    folder: Path,
    starter: Sequence[str] = ("catanlab",),
) -> Outcome:
    """Run a scenario in a folder that keeps its database, logs and reports; see `Stage` for the words."""
    folder.mkdir(parents=True, exist_ok=True)
    outcome = Outcome(scenario.name, kind, seed, scale)
    begun = time.monotonic()
    with Stage(outcome, kind, folder, starter) as stage:
        try:
            scenario.run(stage)
        except Exception as error:
            (folder / "broken.txt").write_text(traceback.format_exc())
            outcome.fail(f"the scenario broke: {type(error).__name__}: {str(error)[-1500:]}")
        stage.read_logs()
    outcome.seconds = time.monotonic() - begun
    return outcome

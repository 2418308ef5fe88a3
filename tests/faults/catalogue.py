"""All scenarios, in the order in which they run. A new one is a module in `scenarios/` and a name here."""

from __future__ import annotations

from typing import Final

from tests.faults.scenarios import kills
from tests.faults.stage import Scenario

SCENARIOS: Final[tuple[Scenario, ...]] = (kills.SCENARIO,)

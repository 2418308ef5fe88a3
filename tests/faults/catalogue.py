"""All scenarios, in the order in which they run. A new one is a module in `scenarios/` and a line here."""

from __future__ import annotations

from typing import Final

from tests.faults.scenarios import (
    floods,
    full_disk,
    kills,
    outages,
    races,
    two_servers,
    wall_clock,
)
from tests.faults.stage import Scenario

SCENARIOS: Final[tuple[Scenario, ...]] = (
    kills.SCENARIO,
    two_servers.SCENARIO,
    outages.SCENARIO,
    full_disk.SCENARIO,
    wall_clock.SCENARIO,
    races.SCENARIO,
    floods.SCENARIO,
)

"""All scenarios, in the order in which they run. A new one is a module in `scenarios/` and a line here."""

from __future__ import annotations

from typing import Final

from tests.faults.scenarios import (
    floods,
    full_disk,
    kills,
    messages,
    outages,
    races,
    refusals,
    requests,
    two_servers,
    wall_clock,
    worlds,
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
    messages.SCENARIO,
    requests.SCENARIO,
    worlds.SCENARIO,
    refusals.SCENARIO,
)

"""The quick part of `python -m tests.faults`, and that all of it sees a server that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.catalogue import SCENARIOS
from tests.faults.databases import Kind, postgres_is_missing
from tests.faults.outcomes import Outcome
from tests.faults.running import run_scenario
from tests.faults.scenarios import full_disk, kills, outages, races
from tests.faults.stage import Scenario, Stage

pytestmark = pytest.mark.full


def everything(stage: Stage) -> None:
    """Kill the server, end it, and take the database away, in one game."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], 3, stands=0)  # who stands up sees less from then on
    for strike in (kills.kill, kills.end):
        tables.play(20)
        strike(stage, server)
        server.start()
        tables.go_on("a restart")
    tables.play(20)
    if stage.kind == "postgresql":
        outages.away(stage, server, "ended", long=False)
    else:
        stage.outcome.require(full_disk.no_growth(stage, server), "no commit failed")
    tables.go_on("an outage of the database")
    tables.settle()


def good(scenario: Scenario, kind: Kind, folder: Path) -> Outcome:
    """Run a scenario, all of whose bars must be reached."""
    if kind == "postgresql" and (missing := postgres_is_missing()):
        pytest.skip(missing)
    outcome = run_scenario(scenario, kind, seed=1, scale="quick", folder=folder)
    assert outcome.is_good, outcome.failures
    return outcome


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_kill_an_end_and_an_outage_lose_nothing(kind: Kind, tmp_path: Path) -> None:
    outcome = good(Scenario("everything", "", everything), kind, tmp_path)
    assert outcome.injected == 3
    assert outcome.acknowledged >= 60
    assert outcome.seen > outcome.acknowledged
    assert outcome.counts["contents not read again"] == 0


def test_of_several_who_want_one_thing_one_gets_it(tmp_path: Path) -> None:
    outcome = good(races.SCENARIO, "sqlite", tmp_path)
    assert outcome.injected == 2 * races.RACES


@pytest.mark.slow  # test_comparison has the same in data
def test_a_server_that_counts_wrongly_is_seen(tmp_path: Path) -> None:
    starter = ("tests.faults.starters.planted", "numbers")
    outcome = run_scenario(
        Scenario("play", "", play), "sqlite", seed=1, scale="quick", folder=tmp_path, starter=starter
    )
    assert outcome.wrong > 0
    assert [sentence for sentence in outcome.failures if "another number" in sentence], outcome.failures


def play(stage: Stage) -> None:
    """Play a while, and do no harm."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], 1)
    tables.play(40)
    tables.settle()


def test_the_catalogue_names_each_scenario_once() -> None:
    names = [scenario.name for scenario in SCENARIOS]
    assert len(set(names)) == len(names)
    assert all(scenario.summary and scenario.databases for scenario in SCENARIOS)

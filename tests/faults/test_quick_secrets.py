"""The quick part of what strangers send, and of what they must not learn, at one pair of servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.running import run_scenario
from tests.faults.scenarios import messages, refusals, requests, worlds
from tests.faults.stage import Scenario, Stage
from tests.faults.stored import store

LIMITS = requests.OPEN | messages.OPEN | worlds.OPEN | refusals.OPEN


def everything(stage: Stage) -> None:
    """Send messages and requests that are almost right, compare worlds, and time refusals."""
    games = requests.finished_games(2)
    both = worlds.Worlds(stage)
    store(stage.database.url, games | both.logs(other=False))
    store(both.second.url, both.logs(other=True))
    servers = [stage.server(limits=LIMITS), stage.server(limits=LIMITS)]
    servers[1].database = both.second.url
    for server in servers:
        server.launch()
    for server in servers:
        server.wait_until_ready()
    worlds.compare_worlds(stage, both, servers)
    stage.outcome.require(servers[1].end() == 0, "the other server did not end with exit code 0")
    tables = stage.tables(servers[:1], 1)
    tables.play(10)
    messages.send_messages(stage, servers[0], total=1000)
    requests.send_requests(stage, servers[0], games, total=150)
    refusals.time_refusals(stage, servers[0])
    tables.go_on("all of this")
    tables.settle()


@pytest.mark.full
def test_nobody_breaks_the_server_or_learns_a_hidden_card(tmp_path: Path) -> None:
    scenario = Scenario("everything", "", everything)
    outcome = run_scenario(scenario, "sqlite", seed=1, scale="quick", folder=tmp_path)
    assert outcome.is_good, outcome.failures
    assert outcome.counts["frames compared"] > 100
    assert outcome.counts["mutated messages that reached a room or the lobby"] > 300
    assert outcome.counts["requests that were understood"] > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "mistake"),
    [
        (messages.SCENARIO, "codes"),
        (messages.SCENARIO, "crashes"),
        (requests.SCENARIO, "queries"),
        (worlds.SCENARIO, "sealed"),
        (worlds.SCENARIO, "reasons"),
        (refusals.SCENARIO, "pauses"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_what_is_planted_is_found(scenario: Scenario, mistake: str, tmp_path: Path) -> None:
    starter = ("tests.faults.starters.planted", mistake)
    outcome = run_scenario(scenario, "sqlite", seed=1, scale="quick", folder=tmp_path, starter=starter)
    assert [each for each in outcome.failures if "the scenario broke" not in each], outcome.failures


def test_the_measures_of_two_samples() -> None:
    one, other = [1.0, 2.0, 3.0, 4.0] * 10, [11.0, 12.0, 13.0] * 10
    assert refusals.rank_difference(one, other)[0] == 0.0
    assert refusals.rank_difference(one, other)[1] < -refusals.MOST_Z
    assert refusals.rank_difference(one, one) == (0.5, 0.0)
    assert refusals.greatest_distance(one, other) == 1.0
    assert refusals.greatest_distance(one, one) == 0.0

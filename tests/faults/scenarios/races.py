"""Several people want one thing at the same moment, or one person wants it on several sockets."""

from __future__ import annotations

from tests.faults.stage import Scenario, Stage

RACES = 7
"""Races in a round."""


def run(stage: Stage) -> None:
    """Let them race, and check what each was told."""
    server = stage.server()
    server.start()
    people = stage.people("races.mjs", [server])
    found = people.clients.call("race", rounds=stage.scaled(2, 25), timeout=300)
    stage.outcome.fault("race", found["races"])
    for sentence in found["wrong"]:
        stage.outcome.wrong += 1
        stage.outcome.fail(sentence)
    people.settle()


SCENARIO = Scenario("races", "one seat, one start, one decision, one id: wanted by several at once", run)

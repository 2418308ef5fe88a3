"""Connections flood the server with pings of the WebSocket and never read: its memory stays bounded."""

from __future__ import annotations

import time

from tests.faults.stage import Scenario, Stage

CONNECTIONS = 4
MOST_SECONDS = 60
MOST_BYTES = 16 << 20
"""How much the server may grow: a few times what may wait for so many clients (`queued_bytes`)."""


def run(stage: Stage) -> None:
    """Flood the server while people play, and watch its memory."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(2, 4))
    tables.play(100)
    flooding = stage.clients("floods.mjs")
    pings = stage.scaled(60_000, 200_000)
    before, done = server.memory(), tables.acknowledged()
    answer = flooding.send(
        "flood", address=server.address, connections=CONNECTIONS, pings=pings, seconds=MOST_SECONDS
    )
    most = before
    while not answer.done():
        most = max(most, server.memory())
        time.sleep(0.05)
    flooded = tables.acknowledged() - done
    found = answer.result()
    outcome = stage.outcome
    outcome.fault("flooding connection", CONNECTIONS)
    outcome.count("pings", found["pings"])
    outcome.count("floods that the server ended", found["ended"])
    outcome.count("MB that the server grew by", (most - before) >> 20)
    outcome.count("acts during the floods", flooded)
    outcome.require(flooded > 0, "nobody could act during the floods")
    outcome.require(
        most - before < MOST_BYTES,
        f"{found['pings']:,} pings made the server grow by {(most - before) >> 20} MB",
    )
    tables.go_on("floods")
    tables.settle()


SCENARIO = Scenario("floods", "pings without end from clients that never read", run, databases=("sqlite",))

"""Connections flood the server with pings of the WebSocket and never read: its memory stays bounded."""

from __future__ import annotations

import time

from tests.faults.stage import Scenario, Stage

MOST_BYTES = 32 << 20
"""How much the server may grow: a few times what may wait for so many clients (`queued_bytes`)."""


def run(stage: Stage) -> None:
    """Flood the server while people play, and watch its memory."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(2, 4))
    tables.play(100)
    seconds = stage.scaled(3, 10)
    before, done = server.memory(), tables.acknowledged()
    time.sleep(seconds)
    quiet = tables.acknowledged() - done
    flooding = stage.clients("floods.mjs")
    before, done = server.memory(), tables.acknowledged()
    answer = flooding.send("flood", address=server.address, connections=4, seconds=seconds)
    most = before
    while not answer.done():
        most = max(most, server.memory())
        time.sleep(0.1)
    flooded = tables.acknowledged() - done
    found = answer.result()
    outcome = stage.outcome
    outcome.fault("flooding connection", 4)
    outcome.count("pings", found["pings"])
    outcome.count("floods that the server ended", found["ended"])
    outcome.count("MB that the server grew by", (most - before) >> 20)
    outcome.count("acts in the quiet seconds", quiet)
    outcome.count("acts in the flooded seconds", flooded)
    outcome.require(
        most - before < MOST_BYTES,
        f"{found['pings']:,} pings in {seconds} s made the server grow by {(most - before) >> 20} MB",
    )
    tables.go_on("floods")
    tables.settle()


SCENARIO = Scenario("floods", "pings without end from clients that never read", run, databases=("sqlite",))

"""The server is killed and ended at random moments amid games, and starts again; the clients come back."""

from __future__ import annotations

from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage


def run(stage: Stage) -> None:
    """Kill or end the server after so many further acts, so many times."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(3, 6))
    for _ in range(stage.scaled(2, 12)):
        tables.play(stage.random.randint(20, stage.scaled(60, 200)))
        strike = kill if stage.random.random() < 0.65 else end
        strike(stage, server)
        server.start()
        tables.go_on("a restart")
    tables.settle()


def kill(stage: Stage, server: Server) -> None:
    """End the server as `kill -9` does."""
    server.kill()
    stage.outcome.fault("SIGKILL")


def end(stage: Stage, server: Server) -> None:
    """Ask the server to end."""
    stage.outcome.require(server.end() == 0, "SIGTERM did not end with exit code 0")
    stage.outcome.fault("SIGTERM")


SCENARIO = Scenario("kills", "kill -9 and SIGTERM at random moments, and a restart", run)

"""The database is away for a while, and comes back: acts are refused meanwhile, and none is half done.

PostgreSQL is ended, or crashes; another program keeps the file of SQLite, or tables of PostgreSQL, locked.
"""

from __future__ import annotations

import time

from tests.faults.stage import Scenario, Stage

REFUSED = ("not-committed", "hello not-committed", "join not-committed", "no answer")
"""What people are told, or not told, while the database is away."""


def run(stage: Stage) -> None:
    """Take the database away, so many times."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(3, 5), patience=25)
    kinds = ["ended", "crashed", "locked"] if stage.kind == "postgresql" else ["locked"]
    for number in range(stage.scaled(1, 6)):
        tables.play(stage.random.randint(20, 100))
        kind = kinds[number % len(kinds)]
        if kind == "locked":
            # Longer than a commit waits for a lock, or not.
            with stage.database.locked():
                if number % 2:
                    time.sleep(stage.random.uniform(0.5, 5))
                else:
                    stage.outcome.require(
                        tables.are_troubled(*REFUSED, seconds=30),
                        "nobody noticed that the database was locked",
                    )
        else:
            if kind == "ended":
                stage.database.stop()
            else:
                stage.database.crash()
            stage.outcome.require(
                tables.are_troubled(*REFUSED, seconds=30), "nobody noticed that the database was away"
            )
            time.sleep(stage.random.uniform(0, 0.5 if stage.is_quick else 4))
            stage.database.start()
        stage.outcome.fault(f"database {kind}")
        tables.go_on("an outage of the database")
    tables.settle()


SCENARIO = Scenario("outages", "the database is ended, crashes, or is locked by another program", run)

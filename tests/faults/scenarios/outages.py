"""The database is away for a while, and comes back: acts wait or are refused, and none is half done.

PostgreSQL is ended, or crashes; another program keeps the file of SQLite, or tables of PostgreSQL, locked,
for longer than a commit waits for a lock, or not.
"""

from __future__ import annotations

import time

from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage


def run(stage: Stage) -> None:
    """Take the database away, so many times."""
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(3, 5))
    kinds = ("ended", "crashed", "locked") if stage.kind == "postgresql" else ("locked",)
    for number in range(stage.scaled(1, 6)):
        tables.play(stage.random.randint(20, 100))
        away(stage, server, kinds[number % len(kinds)], long=number % 2 == 0)
        tables.go_on("an outage of the database")
    tables.settle()


def away(stage: Stage, server: Server, kind: str, *, long: bool) -> None:
    """Take the database away, and bring it back."""
    stage.outcome.fault(f"database {kind}")
    database = stage.database
    if kind == "locked" and not long:
        with database.locked():
            time.sleep(stage.random.uniform(0.5, 5))
        return
    if kind == "locked":
        with database.locked():
            noticed = stage.notices(server, lambda: None)
    else:
        noticed = stage.notices(server, database.stop if kind == "ended" else database.crash)
        time.sleep(stage.random.uniform(0, 4 if long else 1))
        database.start()
    stage.outcome.require(noticed, f"no commit failed while the database was {kind}")


SCENARIO = Scenario("outages", "the database is ended, crashes, or is locked by another program", run)

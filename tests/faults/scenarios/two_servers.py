"""Two servers on one database: one is paused for longer than its lease and woken, or killed.

The rooms of a paused or killed server go on at the other one. A server that wakes finds that it has lost
them: what waited in its sockets must not get into the log.
"""

from __future__ import annotations

import signal
import time

from tests.faults.stage import Scenario, Stage


def run(stage: Stage) -> None:
    """Pause or kill one of two servers, so many times."""
    servers = [stage.server(), stage.server()]
    for server in servers:
        server.start()
    tables = stage.tables(servers, stage.scaled(2, 6), patience=4)
    for number in range(stage.scaled(2, 8)):
        tables.play(stage.random.randint(20, 100))
        server = stage.random.choice(servers)
        if number % 3 == 2:
            server.kill()
            stage.outcome.fault("SIGKILL of one of two")
            time.sleep(stage.random.uniform(0, 2))
            server.start()
        else:
            # A lease is valid for ten seconds: some pauses are longer, some are not.
            longer = number % 3 == 0
            server.signal(signal.SIGSTOP)
            time.sleep(stage.random.uniform(11, 15) if longer else stage.random.uniform(1, 8))
            server.signal(signal.SIGCONT)
            stage.outcome.fault(f"SIGSTOP {'longer' if longer else 'shorter'} than the lease")
        tables.go_on("a server was away")
    tables.settle()


SCENARIO = Scenario(
    "two-servers", "two servers on one database, one is paused or killed", run, databases=("postgresql",)
)

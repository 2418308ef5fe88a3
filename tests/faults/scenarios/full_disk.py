"""The disk of the database is full, and has space again; or no file may grow any more.

Root mounts a small disk for it. Without root the system refuses to let the files of the server grow, which
only reaches SQLite.
"""

from __future__ import annotations

import resource
import time

from tests.faults.disks import SmallDisk, SmallDiskError
from tests.faults.stage import Scenario, Stage

REFUSED = ("not-committed", "hello not-committed", "join not-committed")


def run(stage: Stage) -> None:
    """Fill the disk and free it again, so many times."""
    disk: SmallDisk | None = None
    try:
        disk = stage.on_small_disk()
    except SmallDiskError as error:
        stage.outcome.count(f"no small disk: {error}")
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(3, 5))
    for number in range(stage.scaled(1, 6)):
        tables.play(stage.random.randint(20, 150))
        if disk is not None and (stage.kind == "postgresql" or number % 2 == 0):
            kind = "full disk"
            disk.fill()
        elif stage.kind == "sqlite":
            kind = "files may not grow"
            size = stage.database.log_bytes()
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 1000, resource.RLIM_INFINITY))
        else:
            return
        if tables.are_troubled(*REFUSED, seconds=30):
            stage.outcome.fault(kind)
        time.sleep(stage.random.uniform(0, 3))
        if disk is not None:
            disk.free()
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        stage.database.revive()
        tables.go_on("the disk was full")
    stage.outcome.require(stage.outcome.injected > 0, "the disk was never full")
    tables.settle()


SCENARIO = Scenario("full-disk", "the disk is full for a while, or files may not grow", run)

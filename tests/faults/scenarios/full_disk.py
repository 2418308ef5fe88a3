"""The disk of the database is full, and has space again; or no file may grow any more.

Root mounts a small disk for it. Without root the system refuses to let the files of the server grow, which
only reaches SQLite.
"""

from __future__ import annotations

import resource
import time

from tests.faults.disks import SmallDisk, SmallDiskError
from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage

SPARE_BYTES = 128 << 10
ANY_SIZE = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def run(stage: Stage) -> None:
    """Fill the disk and free it again, so many times."""
    disk: SmallDisk | None = None
    try:
        disk = stage.on_small_disk()
    except SmallDiskError as error:
        stage.outcome.count(f"no small disk: {error}")
        if stage.kind == "postgresql":
            return
    server = stage.server()
    server.start()
    tables = stage.tables([server], stage.scaled(3, 5))
    for number in range(stage.scaled(1, 6)):
        tables.play(stage.random.randint(20, 150))
        if disk is not None and (stage.kind == "postgresql" or number % 2 == 0):
            noticed = stage.notices(server, disk.fill)
            time.sleep(stage.random.uniform(0, 3))
            disk.free()
            stage.database.revive()
            if noticed:  # SQLite writes over its old log for a while
                stage.outcome.fault("full disk")
        else:
            stage.outcome.require(no_growth(stage, server), "no commit failed where no file may grow")
        tables.go_on("the disk was full")
    stage.outcome.require(
        disk is None or stage.outcome.faults.get("full disk", 0) > 0, "the disk was never full"
    )
    tables.settle()


def no_growth(stage: Stage, server: Server) -> bool:
    """Let no file of the server grow for a while; return whether a commit failed."""
    # The server's own log may grow a little. SQLite writes over its old log for a while, but not for long.
    size = server.log.stat().st_size + SPARE_BYTES

    def refuse() -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    noticed = stage.notices(server, refuse)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, ANY_SIZE)
    stage.outcome.fault("files may not grow")
    return noticed


SCENARIO = Scenario("full-disk", "the disk is full for a while, or files may not grow", run)

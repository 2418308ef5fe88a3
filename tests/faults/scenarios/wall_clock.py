"""The wall clock of the server jumps forward and back by hours, amid games and over restarts.

Clocks of games, leases and sessions must not take a jump for time that went by. The jumps are in the
server's process alone, neither in that of its robots nor in PostgreSQL.
"""

from __future__ import annotations

from tests.faults.stage import Scenario, Stage

HOUR = 3600
JUMPS = (HOUR, -2 * HOUR, 26 * HOUR, -HOUR, 0, -30 * HOUR, 5 * HOUR, 0)
"""Where the clock is set, one after the other, in seconds from the true time."""


def run(stage: Stage) -> None:
    """Set the clock, so many times; every third time the server is killed and started again after it."""
    offset = stage.folder / "offset"
    offset.write_text("0")
    server = stage.server(starter=("tests.faults.starters.shifted_clock", str(offset)))
    server.start()
    tables = stage.tables([server], stage.scaled(3, 5))
    for number, seconds in enumerate(JUMPS[: stage.scaled(2, len(JUMPS))]):
        tables.play(stage.random.randint(20, 100))
        new = stage.folder / "offset.new"
        new.write_text(str(seconds))
        new.replace(offset)
        stage.outcome.fault("jump of the wall clock")
        if number % 3 == 2:
            server.kill()
            server.start()
            stage.outcome.fault("SIGKILL")
        tables.go_on("a jump of the clock", events=15)
    tables.settle()


SCENARIO = Scenario("wall-clock", "the wall clock of the server jumps by hours", run)

"""Workers killed and hung while many rooms wait for robots: all are served, by the robots themselves."""

import asyncio
import os
import signal
import time
from pathlib import Path

import msgspec
import pytest
from tests.server.players import OPTIONS, check_log, connected, serving
from tests.server.wire.running import run

from catanlab.server.robots.pool import RobotPool

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]

ROOMS = 100
BOUND = 60.0
"""Seconds within which every room must have gone on after its worker was lost."""


def workers_of(pool: RobotPool) -> list[int]:
    """Return the processes of a pool's workers."""
    return [station.worker.process.pid for station in pool._stations if station.worker is not None]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["killed", "hung"])
def test_a_hundred_rooms_are_served_though_a_worker_is_lost(kind: str, tmp_path: Path) -> None:
    pool = RobotPool(workers=2, grace_seconds=1.0)

    async def test() -> None:
        async with serving(tmp_path, pool=pool, robot_seconds=2.0) as server:
            owner = await connected(server.url, "Owner")
            options = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=3")
            rooms = [await owner.create(options) for _ in range(ROOMS)]
            for room in rooms:
                await owner.start(room.room)  # four robots, and somebody who watches
            before = [room.seq for room in rooms]
            lost = workers_of(pool)[0]
            os.kill(lost, signal.SIGKILL if kind == "killed" else signal.SIGSTOP)
            begun = time.monotonic()

            def have_gone_on() -> bool:
                return all(
                    room.seq > seq + 4 or (room.table is not None and room.table.status == "over")
                    for room, seq in zip(rooms, before, strict=True)
                )

            await asyncio.wait_for(owner.until(have_gone_on), BOUND)
            print(f"worker {kind}: all {ROOMS} rooms went on within {time.monotonic() - begun:.1f} s")
            assert lost not in workers_of(pool)
            database = server.hub.services.database
            for room in rooms:
                await asyncio.to_thread(check_log, database, room.room, over=False)
            await owner.close()

    run(test())

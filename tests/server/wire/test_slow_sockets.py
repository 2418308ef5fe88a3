"""One socket that never reads among many: nobody waits for it, and it is cut."""

import asyncio

import pytest
from tests.server.wire.lines import open_socket_that_never_reads
from tests.server.wire.running import eventually, run, running, soon
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server import wire
from catanlab.server.client.client import Client, connect
from catanlab.server.client.room_view import RoomView
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames

SPECTATORS = 100
BURSTS = 20
EVENTS_A_BURST = 20
PADDING = "x" * 2000


@pytest.mark.full
def test_one_socket_that_never_reads_among_a_hundred_delays_nobody() -> None:
    async def has(client: Client, view: RoomView, seq: int) -> None:
        await soon(client.until(lambda: view.seq == seq))

    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, limits=Limits(queued_bytes=300_000), send_buffer=16_384) as server:
            clients = await asyncio.gather(
                *(connect(server.url, f"Spectator {number}") for number in range(SPECTATORS))
            )
            views = [await client.join("hall") for client in clients]
            stuck = await open_socket_that_never_reads(server.port, "hall")
            hall = hub.rooms["hall"]
            await eventually(lambda: len(hall.followers) == SPECTATORS + 1)
            followers = []
            for burst in range(1, BURSTS + 1):
                for _ in range(EVENTS_A_BURST):
                    hall.add(wire.Said(seat=0, text=PADDING))  # a plain call: there is nothing to wait in
                # Everybody else has every event, before the stuck socket is cut and after.
                seq = burst * EVENTS_A_BURST
                await asyncio.gather(*(map(has, clients, views, [seq] * SPECTATORS)))
                followers.append(len(hall.followers))
            assert followers[0] == SPECTATORS + 1
            assert followers[-1] == SPECTATORS
            for client, view in zip(clients, views, strict=True):
                assert [event.seq for event in view.events] == [*range(1, seq + 1)]
                assert client.connections == 1
                await client.close()
            stuck.close()

    run(test())


@pytest.mark.full
def test_a_socket_that_never_reads_is_cut_and_leaves_no_task_behind() -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with running(hub, limits=Limits(queued_frames=50), send_buffer=16_384) as server:
            stuck = await open_socket_that_never_reads(server.port, "hall")
            await eventually(lambda: len(hub.rooms["hall"].followers) == 1)
            frame = frames.write(wire.Update(room="hall", epoch=1, seq=0)) + b" " * 4000
            (session,) = hub.sessions
            while session.outbox.put(frame):
                await asyncio.sleep(0)
            await eventually(lambda: not hub.sessions and not server.server.connections)
            # Its buffer is still full of what it did not read; the system has closed it all the same.
            await eventually(lambda: not [task for task in asyncio.all_tasks() if "run_asgi" in repr(task)])
            await eventually(
                lambda: not [task for task in asyncio.all_tasks() if "Connection." in repr(task)]
            )
            await eventually(lambda: not server.sockets())
            stuck.close()

    run(test())

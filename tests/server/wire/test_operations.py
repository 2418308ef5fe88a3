"""What operators see: health, readiness, and metrics at an address of their own."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.hubs import Bench
from tests.server.players import UNHURRIED
from tests.server.wire.running import HOST, get, run, running
from tests.server.wire.talking_hub import TalkingHub

from catanlab.server import wire
from catanlab.server.client.client import RefusedError, connect
from catanlab.server.hub.watch import LEASE_SECONDS
from catanlab.server.rooms.holdings import bytes_of
from catanlab.server.transport.serve import listen, serve


async def fetch(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of a page."""

    def ask() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=20) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    return await asyncio.to_thread(ask)


def values(text: str) -> dict[str, float]:
    """Return all values of metrics as the library for Prometheus reads them."""
    samples = [each for family in text_string_to_metric_families(text) for each in family.samples]
    return {
        sample.name + "".join(f"{{{value}}}" for value in sample.labels.values()): sample.value
        for sample in samples
    }


@pytest.mark.full
def test_metrics_tell_what_happened_and_name_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        bench = Bench(tmp_path)
        metrics = bench.services.metrics
        listener, operators = listen(HOST, 0), listen(HOST, 0)
        port, aside = listener.getsockname()[1], operators.getsockname()[1]
        stop, begun = asyncio.Event(), asyncio.Event()
        serving = asyncio.create_task(
            serve(
                bench.hub,
                listener,
                limits=UNHURRIED,
                metrics=metrics,
                operators=operators,
                stop=stop,
                started=lambda _: begun.set(),
            )
        )
        await begun.wait()
        async with await connect(f"ws://{HOST}:{port}/ws", "Gwendolyn") as client:
            room = await client.create()
            await client.sit(room.room, 0)
            with pytest.raises(RefusedError):
                await client.sit(room.room, 0)
            status, text = await fetch(aside, "/metrics")
            assert status == 200
            found = values(text)
            assert found["catanlab_connections"] == 1
            assert found["catanlab_people{person}"] == 1
            assert found["catanlab_rooms{waiting}"] == 1
            assert found["catanlab_room_bytes"] == bytes_of(1)
            assert found["catanlab_messages_total{sit}"] == 2
            assert found["catanlab_refusals_total{already-seated}"] == 1
            assert found["catanlab_acknowledgement_seconds_count"] >= 1
            assert found["catanlab_commit_seconds_count"] >= 2
            assert found["catanlab_events_total"] >= 2
            assert found["catanlab_process_resident_memory_bytes"] > 1e6
            assert found["catanlab_workers{starting}"] == 1
            for secret in (client.token, client.person, "Gwendolyn", room.room, HOST):
                assert secret not in text
            # Clients and the public see none of it.
            assert (await fetch(port, "/metrics"))[0] == 404
        stop.set()
        await serving

    run(test())


@pytest.mark.full
def test_a_server_that_ends_is_neither_well_nor_ready() -> None:
    async def test() -> None:
        async with running(TalkingHub()) as server:
            assert (await get(server, "/ready"))[0] == 200
            server.server._closing = True
            assert (await get(server, "/health"))[0] == 503
            status, text = await get(server, "/ready")
            assert (status, text) == (503, '{"status":"waiting","reason":"the server ends"}')
            server.server._closing = False

    run(test())


def test_a_hub_without_database_or_lease_is_not_ready(tmp_path: Path) -> None:
    async def test() -> None:
        bench = Bench(tmp_path)
        await bench.hub.start()
        assert await bench.hub.missing() == ""
        bench.services.time += LEASE_SECONDS + 1
        assert await bench.hub.missing() == "the lease cannot be renewed"
        await bench.hub.watch.look()
        assert await bench.hub.missing() == ""
        await bench.hub.close()
        (tmp_path / "rooms.db").unlink()
        (tmp_path / "rooms.db").mkdir()
        assert await bench.hub.missing() == "the database does not answer"

    run(test())


def test_kinds_of_messages_are_the_tags_of_the_wire() -> None:
    assert wire.Sit.__struct_config__.tag == "sit"

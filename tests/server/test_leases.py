"""Two servers on one database: each has its rooms while its lease lives, and only one ever writes a log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.server.hubs import Bench, Guest

from catanlab.server import wire
from catanlab.server.database.servers import live_servers
from catanlab.server.database.standing import Standing
from catanlab.server.hub.watch import LEASE_SECONDS

pytestmark = pytest.mark.usefixtures("both_databases")

A, B = "ws://a.example/ws", "ws://b.example/ws"


def on_two(folder: Path, test: Callable[[Bench, Bench], Coroutine[Any, Any, None]]) -> None:
    """Run a test with two servers on one database; `close` a server that was not closed."""

    async def run() -> None:
        benches = [Bench(folder), Bench(folder)]
        for bench, url in zip(benches, (A, B), strict=True):
            bench.services.url = url
            await bench.hub.start()
        try:
            await test(*benches)
        finally:
            for bench in benches:
                await bench.hub.close()

    asyncio.run(run())


def owner(bench: Bench, room: str) -> str | None:
    found = bench.services.database.room(room)
    assert found is not None
    return found.owner


async def same_person(guest: Guest, bench: Bench) -> Guest:
    """Return a connection of the same person to another server."""
    [welcome] = guest.box.of(wire.Welcome)
    return await bench.guest(welcome.name, welcome.token)


def test_a_room_of_another_server_is_answered_with_its_address(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        assert owner(a, room) == a.services.server
        bob = await b.guest("Bob")
        await bob.do(wire.Join(room=room))
        assert bob.last == wire.Elsewhere(room=room, url=A)
        # An act that was on its way already is sent there, too.
        await bob.do(wire.Sit(id="sits", room=room, seat=0))
        assert bob.last == wire.Elsewhere(room=room, url=A, id="sits")
        assert owner(a, room) == a.services.server
        assert a.host(room).room.epoch == 1

    on_two(tmp_path, test)


def test_a_room_that_is_made_again_at_another_server_is_answered_with_its_address(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        await ann.do(wire.Create(id="one"))
        [ack] = ann.box.of(wire.Ack)
        again = await same_person(ann, b)
        await again.do(wire.Create(id="one"))
        assert again.last == wire.Elsewhere(room=ack.room, url=A, id="one")

    on_two(tmp_path, test)


def test_after_the_lease_another_server_takes_the_room_and_the_first_cannot_write(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.game(ann)
        seq = ann.update.seq
        b.services.time += LEASE_SECONDS + 0.1
        bob = await same_person(ann, b)
        await bob.do(wire.Join(room=room))
        assert bob.update.epoch == 2
        assert owner(b, room) == b.services.server
        before = b.services.database.read_rows(room)
        assert len(before) >= seq
        # The first server was only asleep: it finds its epoch gone, and sends people to the other.
        await b.hub.watch.look()
        a.services.time = b.services.time
        await ann.do(wire.Chat(id="late", room=room, text="still here?"))
        await a.settle()
        assert ann.box.answers("late") == []
        assert ann.box.of(wire.Elsewhere)[0] == wire.Elsewhere(room=room, url=B, id="late")
        assert room not in a.hub.rooms.hosts
        assert [row.epoch for row in b.services.database.read_rows(room)] == [row.epoch for row in before]
        assert not b.services.database.read_chat(room)
        # Nor does it tell anybody what it has in memory: that may never have been kept.
        await ann.do(wire.History(room=room, after=0))
        assert ann.last == wire.Elsewhere(room=room, url=B)
        # What came late is done where the room is, once.
        await bob.do(wire.Chat(id="late", room=room, text="still here?"))
        assert bob.box.answers("late") == ["ack"]
        await ann.do(wire.Join(room=room))
        assert ann.last == wire.Elsewhere(room=room, url=B)

    on_two(tmp_path, test)


@pytest.mark.full
def test_who_only_watches_is_sent_to_the_new_server_too(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        b.services.time += LEASE_SECONDS + 0.1
        bob = await b.guest("Bob")
        await bob.do(wire.Join(room=room))
        await b.hub.watch.look()
        a.services.time = b.services.time
        await a.hub.watch.look()
        assert ann.last == wire.Elsewhere(room=room, url=B)
        assert room not in a.hub.rooms.hosts
        assert owner(b, room) == b.services.server
        await b.hub.watch.look()
        assert not bob.box.of(wire.Elsewhere)

    on_two(tmp_path, test)


def test_a_room_that_another_server_had_and_left_is_loaded_again(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        b.services.time += LEASE_SECONDS + 0.1
        bob = await b.guest("Bob")
        await bob.do(wire.Join(room=room))
        await bob.do(wire.Sit(id="sits", room=room, seat=0))
        await b.hub.close()
        await a.hub.watch.look()
        await a.settle()
        assert ann.update.reset
        assert ann.update.epoch == 3
        assert isinstance(ann.update.table, wire.TableInfo)
        assert ann.update.table.seats[0].occupant.name == "Bob"
        assert owner(a, room) == a.services.server

    on_two(tmp_path, test)


def test_a_room_that_nobody_follows_is_given_up(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        ann.session.closed()
        await a.settle()
        a.hub.rooms.unload(room)
        await asyncio.gather(*a.hub.rooms._ending.values())
        assert owner(a, room) is None
        bob = await b.guest("Bob")
        await bob.do(wire.Join(room=room))
        assert bob.update.epoch == 2
        assert owner(b, room) == b.services.server

    on_two(tmp_path, test)


def test_a_room_that_is_opened_again_at_once_stays(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        ann.session.closed()
        await a.settle()
        a.hub.rooms.unload(room)
        bob = await a.guest("Bob")
        await bob.do(wire.Join(room=room))
        await asyncio.gather(*a.hub.rooms._ending.values())
        assert owner(a, room) == a.services.server

    on_two(tmp_path, test)


def test_a_server_that_ends_leaves_nothing_behind(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        await a.hub.close()
        assert isinstance(ann.last, wire.Bye)
        assert ann.last.code == "restarting"
        now = b.services.milliseconds()
        assert [server.url for server in live_servers(b.services.database, now)] == [B]
        assert owner(b, room) is None
        bob = await same_person(ann, b)
        await bob.do(wire.Join(room=room))
        assert bob.update.epoch == 2

    on_two(tmp_path, test)


@pytest.mark.full
def test_a_server_that_is_started_again_at_its_address_has_its_rooms_at_once(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        again = Bench(tmp_path)
        again.services.url = A
        await again.hub.start()  # the first was killed, and its lease has not expired
        back = await same_person(ann, again)
        await back.do(wire.Join(room=room))
        assert back.update.epoch == 2
        assert owner(b, room) == again.services.server
        await again.hub.close()

    on_two(tmp_path, test)


def test_a_lease_is_renewed_and_the_dead_are_forgotten(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        database = a.services.database
        [first, _] = live_servers(database, a.services.milliseconds())
        a.services.time += LEASE_SECONDS - 1
        await a.hub.watch.look()
        now = a.services.milliseconds() + 2000
        [kept] = live_servers(database, now)
        assert kept.url == A
        assert kept.expires == first.expires + 9000
        assert kept.started_at == first.started_at
        later = Bench(tmp_path)
        later.services.time = a.services.time + LEASE_SECONDS + 61
        await later.hub.start()
        assert [server.id for server in live_servers(database, 0)] == [later.services.server]
        await later.hub.close()

    on_two(tmp_path, test)


def test_a_server_that_was_killed_has_its_rooms_back_as_soon_as_it_is_started_again(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.game(ann)
        again = Bench(tmp_path)
        again.services.url = A  # the port is free again, so the first process is gone
        await again.hub.start()
        try:
            ann = await same_person(ann, again)
            await ann.do(wire.Join(room=room))
            assert ann.update.epoch == 2
            assert owner(again, room) == again.services.server
        finally:
            await again.hub.close()

    on_two(tmp_path, test)


@pytest.mark.full
def test_a_room_that_the_administrator_closes_is_closed_for_who_is_there(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        ann = await a.guest("Ann")
        room = await a.room(ann)
        await b.services.writer.append(room, 1, standing=Standing(status="closed"))
        await a.hub.watch.look()
        assert isinstance(ann.last, wire.Refused)
        assert (ann.last.code, ann.last.room) == ("room-closed", room)
        await ann.do(wire.Sit(id="sits", room=room, seat=0))
        assert ann.box.answers("sits") == ["room-closed"]
        assert room not in a.hub.rooms.hosts
        await ann.do(wire.Join(room=room))
        assert isinstance(ann.last, wire.Refused)
        assert (ann.last.code, ann.last.room) == ("no-such-room", room)

    on_two(tmp_path, test)


def test_hooks_are_called_and_may_fail(tmp_path: Path) -> None:
    async def test(a: Bench, b: Bench) -> None:
        called = []

        async def fails() -> None:
            called.append("fails")
            raise OSError("the hook fails")

        async def works() -> None:
            called.append("works")

        a.hub.watch.add(fails)
        a.hub.watch.add(works)
        await a.hub.watch.look()
        assert called == ["fails", "works"]

    on_two(tmp_path, test)

"""How many rooms one address may have in memory, whoever makes them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.server.hubs import QUICK, Bench, Guest, on_bench
from tests.server.lobby.games import SHORT, play_on

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.ports import Caller
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]


async def at(bench: Bench, name: str, address: str) -> Guest:
    return await bench.guest(name, caller=Caller(address))


def test_people_of_one_address_share_their_rooms(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = Limits(rooms_per_address=3)
        people = [await at(bench, f"P{number}", f"2001:db8::{number}") for number in range(4)]
        other = await at(bench, "Other", "192.0.2.1")
        for person in people[:2]:
            await bench.room(person)
        await people[2].do(wire.Quick(id="quick", options=QUICK, robots=True))
        assert people[2].box.answers("quick") == ["ack"]
        for person in people:
            await person.do(wire.Create(id="more", options=QUICK))
            await person.do(wire.Quick(id="now", options=QUICK, robots=True))
            assert person.box.answers("more") == person.box.answers("now") == ["too-many-rooms"]
        # What was made is given again, and another address has rooms of its own.
        await people[2].do(wire.Quick(id="quick", options=QUICK, robots=True))
        assert people[2].box.answers("quick") == ["ack", "ack"]
        await other.do(wire.Create(id="more", options=QUICK))
        assert other.box.answers("more") == ["ack"]
        # A table that everybody leaves makes space.
        await people[0].do(wire.Part(room=people[0].room))
        await bench.pass_time(CLOSE_SECONDS + 1)
        await people[3].do(wire.Create(id="more", options=QUICK))
        assert people[3].box.answers("more")[-1] == "ack"

    on_bench(tmp_path, test)


def test_a_room_that_could_not_be_kept_does_not_count(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = Limits(rooms_per_address=1)
        ann = await at(bench, "Ann", "192.0.2.1")
        first = len(bench.faults.commits)
        bench.faults.plan |= {first: "before", first + 1: "before"}  # it is tried twice
        await ann.do(wire.Create(id="lost", options=QUICK))
        assert ann.box.answers("lost") == ["not-committed"]
        await ann.do(wire.Create(id="wrong", options=msgspec.structs.replace(QUICK, rules="no such rules")))
        assert ann.box.answers("wrong") == ["bad-options"]
        await ann.do(wire.Create(id="lost", options=QUICK))
        assert ann.box.answers("lost")[-1] == "ack"

    on_bench(tmp_path, test)


def test_a_rematch_counts_too(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = Limits(rooms_per_address=1)
        ann = await at(bench, "Ann", "192.0.2.1")
        room = await bench.game(ann, options=SHORT)
        await play_on(bench, room, [ann])
        await ann.do(wire.Rematch(id="again", room=room))
        assert ann.box.answers("again") == ["too-many-rooms"]

    on_bench(tmp_path, test)

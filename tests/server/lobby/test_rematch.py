"""Rematches: one room for everybody, with their seats."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.lobby.games import SHORT, play_on

from catanlab.server import wire
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS
from catanlab.server.rooms.room import Room

pytestmark = [
    pytest.mark.full,  # each plays a game
    pytest.mark.usefixtures("both_databases"),
]


async def finished(bench: Bench, *guests: Guest) -> str:
    """Return a room whose game is over."""
    room = await bench.game(*guests, options=SHORT)
    await play_on(bench, room, guests)
    assert bench.host(room).room.status == "over"
    return room


def rematched(guest: Guest) -> list[wire.Rematched]:
    """Return the events about a rematch that a connection was sent."""
    updates = guest.box.of(wire.Update)
    events = [numbered.event for update in updates for numbered in update.events]
    return [event for event in events if isinstance(event, wire.Rematched)]


def test_a_game_that_was_closed_to_strangers_is_so_again(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, eve = await bench.guest("Ann"), await bench.guest("Eve")
        await ann.do(wire.Quick(id="quick", options=SHORT, robots=True))
        [first] = ann.box.of(wire.Ack)
        await play_on(bench, first.room, [ann])
        await ann.do(wire.Rematch(id="more", room=first.room))
        [event] = rematched(ann)
        await ann.do(wire.Join(room=event.room, invitation=event.invitation))
        await eve.do(wire.Join(room=event.room))
        await eve.do(wire.Sit(id="e0", room=event.room))
        await ann.do(wire.Sit(id="a0", room=event.room))
        await ann.do(wire.Start(id="a1", room=event.room))
        await eve.do(wire.Sit(id="e1", room=event.room))
        assert [eve.box.answers(act) for act in ("e0", "e1")] == [["seat-taken"]] * 2
        assert bench.host(event.room).room.status == "playing"

    on_bench(tmp_path, test)


def test_everybody_hears_of_one_room_and_gets_the_same_seat(tmp_path: Path) -> None:
    private = msgspec.structs.replace(SHORT, public=False)

    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        room = await bench.room(ann, private)
        for guest in (bob, eve):
            await guest.do(wire.Join(room=room, invitation=bench.host(room).room.invitation))
        await ann.do(wire.Sit(id="sit", room=room, seat=2))
        await bob.do(wire.Sit(id="sit", room=room, seat=0))
        await ann.do(wire.Start(id="start", room=room))
        await play_on(bench, room, [ann, bob])
        # Both press at the same moment, and one of them twice.
        press = [guest.send(wire.Rematch(id="more", room=room)) for guest in (ann, bob, ann)]
        await asyncio.gather(*press)
        await bench.settle()
        assert ann.box.answers("more") == ["ack", "ack"]
        assert bob.box.answers("more") == ["ack"]
        heard = [rematched(guest) for guest in (ann, bob, eve)]
        assert heard[0] == heard[1] == heard[2]
        [event] = heard[0]
        assert {message.seq for guest in (ann, bob) for message in guest.box.of(wire.Ack)[-1:]} == {
            len(bench.host(room).room.history)
        }
        new = bench.host(event.room).room
        assert new.options == private
        assert new.dice.secret != bench.host(room).room.dice.secret
        # The spectator comes along too; the seats wait for their people.
        for guest in (eve, bob, ann):
            await guest.do(wire.Join(room=event.room, invitation=event.invitation))
        table = eve.update.table
        assert isinstance(table, wire.TableInfo)
        assert [seat.kept_for for seat in table.seats] == ["Bob", "", "Ann", ""]
        await eve.do(wire.Sit(id="e0", room=event.room, seat=0))
        assert eve.box.answers("e0") == ["seat-kept"]
        await eve.do(wire.Sit(id="e1", room=event.room))
        assert new.seating.seat_of(eve.session.person) == 1
        await ann.do(wire.Sit(id="a1", room=event.room))
        assert new.seating.seat_of(ann.session.person) == 2
        await bob.do(wire.Sit(id="b1", room=event.room, seat=3))  # another one, of one's own will
        await eve.do(wire.Sit(id="e2", room=event.room, seat=0))  # so that this one is free
        assert eve.box.answers("e2") == ["ack"]
        await ann.do(wire.Start(id="go", room=event.room))
        assert [seat.name for seat in new.seating.seats] == ["Eve", "Marvin", "Ann", "Bob"]
        assert new.status == "playing"

    on_bench(tmp_path, test)


def test_seats_of_people_who_do_not_come_are_robots_at_the_start(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await finished(bench, ann, bob)
        await ann.do(wire.Rematch(id="more", room=room))
        [event] = rematched(ann)
        await ann.do(wire.Join(room=event.room))
        await ann.do(wire.Sit(id="sit", room=event.room))
        await ann.do(wire.Start(id="go", room=event.room))
        new = bench.host(event.room).room
        assert [seat.name for seat in new.seating.seats] == ["Ann", "Marvin", "Bolt", "Cog"]
        table = ann.update.table
        assert isinstance(table, wire.TableInfo)
        assert not any(seat.kept_for for seat in table.seats)
        # A seat that was kept is a robot's like any other now.
        eve = await bench.guest("Eve")
        await eve.do(wire.Join(room=event.room))
        await eve.do(wire.Sit(id="e", room=event.room, seat=1))
        assert eve.box.answers("e") == ["ack"]

    on_bench(tmp_path, test)


def test_a_person_for_whom_a_robot_played_on_has_the_seat_kept_by_name(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob, options=msgspec.structs.replace(SHORT, grace=1.0))
        token = bob.box.of(wire.Welcome)[0].token
        bob.session.closed()
        await play_on(bench, room, [ann])
        assert bench.host(room).room.seating.seats[1].away
        bob = await bench.guest("Bob", token)
        await bob.do(wire.Join(room=room))
        await bob.do(wire.Rematch(id="more", room=room))  # who held a seat may ask for it
        [event] = rematched(ann)
        await ann.do(wire.Join(room=event.room))
        table = ann.update.table
        assert isinstance(table, wire.TableInfo)
        assert [seat.kept_for for seat in table.seats] == ["Ann", "Bob", "", ""]

    on_bench(tmp_path, test)


def test_who_may_not_ask_for_a_rematch(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, eve = await bench.guest("Ann"), await bench.guest("Eve")
        room = await bench.game(ann, options=SHORT)
        await ann.do(wire.Rematch(id="early", room=room))
        assert ann.box.answers("early") == ["not-over"]
        await play_on(bench, room, [ann])
        await eve.do(wire.Rematch(id="far", room=room))
        assert eve.box.answers("far") == ["not-joined"]
        await eve.do(wire.Join(room=room))
        await eve.do(wire.Rematch(id="only-watching", room=room))
        assert eve.box.answers("only-watching") == ["not-seated"]
        assert len(bench.services.database.rooms()) == 1

    on_bench(tmp_path, test)


def test_after_a_failed_commit_the_same_room_is_told_of_and_after_a_closed_one_another(
    tmp_path: Path,
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await finished(bench, ann)
        await bench.pass_time(1.0)
        first = len(bench.faults.commits)
        # The new room is made; that the old one tells of it fails, and fails again alone.
        bench.faults.plan |= {first + 1: "before", first + 2: "before"}
        await ann.do(wire.Rematch(id="more", room=room))
        assert ann.box.answers("more") == ["not-committed"]
        assert not rematched(ann)
        await ann.do(wire.Rematch(id="more", room=room))
        assert ann.box.answers("more") == ["not-committed", "ack"]
        [event] = rematched(ann)
        assert len(bench.services.database.rooms()) == 2
        # Nobody goes there.
        await bench.pass_time(CLOSE_SECONDS + 1)
        await bench.settle()
        await ann.do(wire.Join(room=event.room))
        assert isinstance(ann.last, wire.Refused)
        await ann.do(wire.Rematch(id="really", room=room))
        assert ann.box.answers("really") == ["ack"]
        second = rematched(ann)[-1]
        assert second.room != event.room
        await ann.do(wire.Join(room=second.room))
        assert isinstance(ann.last, wire.Update)
        rows = bench.services.database.read_rows(room)
        rebuilt = Room.rebuild(rows, rows[-1].epoch)
        assert [entry.room for entry in rebuilt.rematches] == [event.room, second.room]

    on_bench(tmp_path, test)


def test_a_rematch_stays_in_the_arm_of_its_experiment(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.experiment = Experiment("counter-button")
        ann = await bench.guest("Ann")
        arms = set()
        for number in range(4):
            room = await finished(bench, ann)
            await ann.do(wire.Rematch(id=f"more{number}", room=room))
            new = rematched(ann)[-1].room
            created = log.decode(bench.services.database.read_rows(new)[0].body)
            old = log.decode(bench.services.database.read_rows(room)[0].body)
            assert isinstance(created, log.Created)
            assert isinstance(old, log.Created)
            assert (created.experiment, created.arm) == ("counter-button", old.arm)
            assert created.options == old.options
            arms.add(old.arm)
        assert arms == {"with", "without"}

    on_bench(tmp_path, test)

"""Quick play: who gets which seat, once, whatever comes at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.server.hubs import QUICK, Bench, Guest, on_bench

from catanlab.server import wire
from catanlab.server.database.room_list import room_of_act
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]


def quick(
    act: str = "quick",
    options: wire.RoomOptions = QUICK,
    nonce: str = "",
    *,
    robots: bool = False,
    open: bool = False,
    seat: int | None = None,
) -> wire.Quick:
    return wire.Quick(id=act, options=options, nonce=nonce, robots=robots, open=open, seat=seat)


def ack(guest: Guest, act: str = "quick") -> wire.Ack:
    return [message for message in guest.box.of(wire.Ack) if message.id == act][-1]


def seats(bench: Bench, room: str) -> list[str]:
    return [seat.name or seat.kind for seat in bench.host(room).room.seating.seats]


def test_without_a_table_a_new_one_begins_at_once_with_robots_in_one_commit(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        commits = len(bench.faults.commits)
        await ann.send(quick(nonce="c0ffee", seat=0))
        assert len(bench.faults.commits) == commits + 1
        await bench.settle()
        answer = ack(ann)
        live = bench.host(answer.room).room
        assert answer.invitation == live.invitation
        assert seats(bench, answer.room) == ["Ann", "Marvin", "Bolt", "Cog"]
        assert live.status == "playing"
        assert live.nonces == ("c0ffee", "", "", "")
        assert ann.update.seat == 0
        assert ann.session in bench.host(answer.room).followers

    on_bench(tmp_path, test)


def test_the_fullest_table_that_suits_gets_the_person(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = [await bench.guest(f"P{number}") for number in range(8)]
        other_rules = await bench.room(people[0], wire.RoomOptions(rules="base"))
        private = await bench.room(people[0], wire.RoomOptions(public=False))
        emptier = await bench.room(people[0])
        bench.services.time += 1.0
        fuller = await bench.room(people[1])
        left_by_all = await bench.room(people[2])
        await people[2].do(wire.Part(room=left_by_all))
        locked = await bench.room(people[2])
        await people[2].do(wire.Sit(id="sit", room=locked, seat=0))
        for seat in (1, 2, 3):
            await people[2].do(wire.Lock(id=f"lock{seat}", room=locked, seat=seat, locked=True))
        await people[1].do(wire.Sit(id="sit", room=fuller, seat=2))
        for person in people[3:6]:
            await person.do(quick())
            assert ack(person).room == fuller
        assert sorted(seats(bench, fuller)) == ["P1", "P3", "P4", "P5"]
        await people[6].do(quick())
        assert ack(people[6]).room == emptier
        assert bench.host(emptier).room.play is None  # it waits for more
        # The same rules in other words are the same rules.
        await people[7].do(quick(options=wire.RoomOptions(rules="trading,players=4")))
        assert ack(people[7]).room == emptier
        for room in (other_rules, private, left_by_all):
            assert set(seats(bench, room)) == {"nobody"}

    on_bench(tmp_path, test)


def test_two_at_the_same_moment_never_get_one_seat_and_neither_fails(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        owner = await bench.guest("Owner")
        room = await bench.room(owner)
        await owner.do(wire.Sit(id="sit", room=room, seat=2))
        for seat in (0, 1):
            await owner.do(wire.Lock(id=f"lock{seat}", room=room, seat=seat, locked=True))
        guests = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        await asyncio.gather(*(guest.send(quick()) for guest in guests))
        await bench.settle()
        got = [ack(guest).room for guest in guests]
        assert got.count(room) == 1  # one seat was free
        assert len(set(got)) == 3  # and who came later has a game of one's own
        assert [guest.box.answers("quick") for guest in guests] == [["ack"]] * 3
        for guest in guests:
            taken = seats(bench, ack(guest).room)
            assert taken.count(guest.session.name) == 1

    on_bench(tmp_path, test)


@pytest.mark.parametrize("at_a_table", [True, False])
def test_the_same_act_at_once_and_again_later_seats_once(tmp_path: Path, at_a_table: bool) -> None:
    async def test(bench: Bench) -> None:
        owner = await bench.guest("Owner")
        if at_a_table:
            await bench.room(owner)
        ann = await bench.guest("Ann")
        tab = await bench.guest("Ann", ann.box.of(wire.Welcome)[0].token)
        await asyncio.gather(*(guest.send(quick()) for guest in (ann, tab, ann)))
        await bench.settle()
        rooms = {message.room for guest in (ann, tab) for message in guest.box.of(wire.Ack)}
        assert len(rooms) == 1
        [room] = rooms
        assert seats(bench, room).count("Ann") == 1
        assert ann.box.answers("quick") == ["ack", "ack"]
        assert tab.box.answers("quick") == ["ack"]
        assert room_of_act(bench.services.database, ann.session.person, "quick") == room
        assert len(bench.hub.rooms.hosts) == 1
        # After everything has left the memory.
        for guest in (ann, tab, owner):
            await guest.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        await ann.do(quick())
        assert ack(ann).room == room
        assert seats(bench, room).count("Ann") == 1

    on_bench(tmp_path, test)


def test_a_table_whose_commit_fails_refuses_and_the_same_act_works_later(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        owner, ann = await bench.guest("Owner"), await bench.guest("Ann")
        room = await bench.room(owner)
        await bench.pass_time(1.0)
        first = len(bench.faults.commits)
        bench.faults.plan |= {first: "before", first + 1: "before"}
        await ann.do(quick())
        assert ann.box.answers("quick") == ["not-committed"]
        assert seats(bench, room) == ["nobody"] * 4
        await ann.do(quick())
        assert ann.box.answers("quick") == ["not-committed", "ack"]
        assert seats(bench, room).count("Ann") == 1

    on_bench(tmp_path, test)


def test_a_connection_that_is_gone_takes_no_seat_at_a_table(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        owner, ann = await bench.guest("Owner"), await bench.guest("Ann")
        room = await bench.room(owner)
        asking = asyncio.get_running_loop().create_task(ann.send(quick()))
        await asyncio.sleep(0)
        ann.session.closed()
        await asking
        await bench.settle()
        assert seats(bench, room) == ["nobody"] * 4

    on_bench(tmp_path, test)


def test_wrong_options_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        for options in (wire.RoomOptions(rules="nonsense"), wire.RoomOptions(robots=("nobody-knows",))):
            await ann.do(quick(options=options))
        assert ann.box.answers("quick") == ["bad-options", "bad-options"]
        assert not bench.services.database.rooms()

    on_bench(tmp_path, test)


def test_a_quick_game_that_its_person_leaves_can_be_come_back_to(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        await ann.do(quick(seat=0))
        room = ack(ann).room
        ann.session.closed()
        await bench.pass_time(CLOSE_SECONDS + 1)
        again = await bench.guest("Ann", ann.box.of(wire.Welcome)[0].token)
        [game] = again.box.of(wire.Welcome)[0].games
        assert (game.room, game.status) == (room, "sleeping")
        await again.do(wire.Join(room=room))
        assert again.update.seat == 0

    on_bench(tmp_path, test)


def test_with_robots_there_is_always_a_new_table_that_plays(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        owner, ann = await bench.guest("Owner"), await bench.guest("Ann")
        waiting = await bench.room(owner)
        await ann.do(quick(robots=True))
        room = ack(ann).room
        assert room != waiting
        assert bench.host(room).room.status == "playing"
        assert sum(seat.kind == "robot" for seat in bench.host(room).room.seating.seats) == 3
        assert "Ann" in seats(bench, room)
        assert seats(bench, waiting) == ["nobody"] * 4
        # The same act again is the same table; another act is another one.
        await ann.do(quick(robots=True))
        assert ack(ann).room == room
        await ann.do(quick("again", robots=True))
        assert ack(ann, "again").room not in (room, waiting)

    on_bench(tmp_path, test)


def test_strangers_do_not_walk_into_a_game_with_robots_and_the_invited_do(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, eve, bob = [await bench.guest(name) for name in ("Ann", "Eve", "Bob")]
        await ann.do(quick(robots=True, seat=1))
        made = ack(ann)
        live = bench.host(made.room).room
        assert [seat.locked for seat in live.seating.seats if seat.kind == "robot"] == [True] * 3
        assert bench.host(made.room).line.free == 0
        await eve.do(wire.Join(room=made.room))
        for seat, code in ((None, "seat-taken"), (0, "seat-locked"), (2, "seat-locked")):
            act = eve.id()
            await eve.do(wire.Sit(id=act, room=made.room, seat=seat))
            assert eve.box.answers(act) == [code]
        assert isinstance(made.invitation, str)
        await bob.do(wire.Join(room=made.room, invitation=made.invitation))
        await bob.do(wire.Sit(id="b", room=made.room, seat=2, invitation=made.invitation))
        assert bob.box.answers("b") == ["ack"]
        # The lock is the player's: who wants company opens a seat.
        await ann.do(wire.Lock(id="open", room=made.room, seat=3, locked=False))
        await eve.do(wire.Sit(id="e", room=made.room, seat=3))
        assert eve.box.answers("e") == ["ack"]
        assert bench.host(made.room).line.maker == "Ann"

    on_bench(tmp_path, test)


def test_a_game_with_robots_may_be_open_to_all(tmp_path: Path) -> None:
    private = msgspec.structs.replace(QUICK, public=False)

    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        await ann.do(quick("open", robots=True, open=True))
        await ann.do(quick("any"))
        await ann.do(quick("private", private, robots=True))
        for act in ("open", "any", "private"):  # nobody but the invited comes into the last
            assert not any(seat.locked for seat in bench.host(ack(ann, act).room).room.seating.seats)

    on_bench(tmp_path, test)


def test_the_server_draws_the_seat_at_a_new_table_unless_one_is_named(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        drawn: list[int] = []

        def draw(count: int) -> int:
            drawn.append(count)
            return 2

        bench.hub.lobby.quick.draw_seat = draw
        await ann.do(quick("drawn", robots=True))
        assert seats(bench, ack(ann, "drawn").room)[2] == "Ann"
        assert ann.update.seat == 2
        await ann.do(quick("named", robots=True, seat=3))
        assert seats(bench, ack(ann, "named").room)[3] == "Ann"
        assert drawn == [4]  # the draw is among all seats
        two = wire.RoomOptions(rules="base,players=2", robots=("greedy",), robot_seconds=0.0)
        await ann.do(quick("two", two, robots=True, seat=2))
        assert ann.box.answers("two") == ["no-such-seat"]

    on_bench(tmp_path, test)


def test_whoever_sits_last_places_within_three_seconds(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        for number in range(5):
            act = f"quick{number}"
            await ann.do(quick(act, wire.RoomOptions(), robots=True, seat=3))
            room = ack(ann, act).room
            await bench.pass_time(3.0)
            assert list(bench.host(room).room.owing()) == [3]

    on_bench(tmp_path, test)

"""The lobby: who is seen there, how often it is pushed, what the list of rooms has, and private rooms."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, update
from tests.server.hubs import QUICK, Bench, Guest, on_bench
from tests.server.lobby.games import play_on

from catanlab.server import wire
from catanlab.server.database.tables import ROOMS, SERVERS
from catanlab.server.lobby.lobby import TURN_SECONDS
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.standings import decode_line

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]

PRIVATE = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, public=False)


async def lobby(guest: Guest) -> wire.Lobby:
    """Return the lobby as it is after a second."""
    await guest.bench.pass_time(1.0)
    return guest.box.of(wire.Lobby)[-1]


def token(guest: Guest) -> str:
    return guest.box.of(wire.Welcome)[0].token


def test_who_watches_sees_everybody_once_with_their_public_rooms(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        await bench.guest("Bob", token(bob))
        silent = bench.hub.connect(ann.box)  # a connection that has not said hello is nobody
        await eve.do(wire.Watch())
        public = await bench.room(ann)
        private = await bench.room(bob, PRIVATE)
        await ann.do(wire.Sit(id="sit", room=public))
        await bob.do(wire.Sit(id="sit", room=private))
        await bob.do(wire.Available())
        seen = await lobby(eve)
        assert [(each.name, each.room, each.available) for each in seen.people] == [
            ("Bob", "", True),
            ("Ann", public, False),
            ("Eve", "", False),
        ]
        assert seen.connected == 3
        assert [line.room for line in seen.rooms] == [public]
        assert private.encode() not in eve.box.frames[-1]
        await bob.do(wire.Available(on=False))
        ann.session.closed()
        silent.closed()
        seen = await lobby(eve)
        assert [(each.name, each.available) for each in seen.people] == [("Bob", False), ("Eve", False)]
        # The second connection of Bob is still there when the first one goes.
        bob.session.closed()
        assert [each.name for each in (await lobby(eve)).people] == ["Bob", "Eve"]

    on_bench(tmp_path, test)


def test_the_lobby_is_pushed_once_a_second_if_it_changed_and_one_frame_is_for_all(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        watchers = [await bench.guest(f"W{number}") for number in range(5)]
        other = await bench.guest("Other")
        for watcher in watchers:
            await watcher.do(wire.Watch())
        await bench.pass_time(1.0)
        counts = [len(watcher.box.of(wire.Lobby)) for watcher in watchers]
        for _ in range(50):
            await other.do(wire.Available())
            await other.do(wire.Available(on=False))
        await other.do(wire.Available())
        await bench.pass_time(1.0)
        assert [len(watcher.box.of(wire.Lobby)) for watcher in watchers] == [n + 1 for n in counts]
        frames = {watcher.box.frames[-1] for watcher in watchers}
        assert len(frames) == 1
        assert len({id(watcher.box.frames[-1]) for watcher in watchers}) == 1
        # What comes to the same is not sent.
        await other.do(wire.Available(on=False))
        await other.do(wire.Available())
        await bench.pass_time(10.0)
        assert [len(watcher.box.of(wire.Lobby)) for watcher in watchers] == [n + 1 for n in counts]
        await watchers[0].do(wire.Watch(on=False))
        await other.do(wire.Available(on=False))
        await bench.pass_time(10.0)
        after = [len(watcher.box.of(wire.Lobby)) for watcher in watchers]
        assert after == [counts[0] + 1, *(n + 2 for n in counts[1:])]
        assert not other.box.of(wire.Lobby)

    on_bench(tmp_path, test)


def test_a_long_list_is_cut_and_says_how_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catanlab.server.lobby.lobby.MAX_SHOWN", 3)

    async def test(bench: Bench) -> None:
        guests = [await bench.guest(f"G{number}") for number in range(6)]
        await guests[5].do(wire.Available())
        await guests[0].do(wire.Watch())
        seen = await lobby(guests[0])
        assert [each.name for each in seen.people] == ["G5", "G0", "G1"]
        assert seen.connected == 6

    on_bench(tmp_path, test)


def test_nobody_hears_of_a_room_before_it_is_committed(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, eve = await bench.guest("Ann"), await bench.guest("Eve")
        await eve.do(wire.Watch())
        room = await bench.room(ann)
        await bench.pass_time(2.0)
        first = len(bench.faults.commits)
        bench.faults.plan |= {first: "before", first + 1: "before"}
        await ann.do(wire.Sit(id="sit", room=room))
        assert ann.box.answers("sit") == ["not-committed"]
        await bench.pass_time(2.0)
        names = {seat.name for seen in eve.box.of(wire.Lobby) for line in seen.rooms for seat in line.seats}
        assert names == {""}
        await ann.do(wire.Sit(id="sit", room=room))
        assert "Ann" in {seat.name for line in (await lobby(eve)).rooms for seat in line.seats}

    on_bench(tmp_path, test)


# The list of rooms.


async def listed(guest: Guest) -> list[tuple[str, str]]:
    await guest.do(wire.ListRooms())
    [*_, found] = guest.box.of(wire.RoomList)
    return [(line.room, line.status) for line in found.rooms]


def test_rooms_that_wait_come_first_and_sleeping_and_finished_ones_are_not_listed(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, eve = await bench.guest("Ann"), await bench.guest("Eve")
        first = await bench.room(ann)
        bench.services.time += 1
        game = await bench.game(ann)
        bench.services.time += 1
        second = await bench.room(ann)
        await bench.room(ann, PRIVATE)
        assert await listed(eve) == [(second, "waiting"), (first, "waiting"), (game, "playing")]
        await ann.do(wire.Part(room=game))
        assert await listed(eve) == [(second, "waiting"), (first, "waiting")]
        await ann.do(wire.Join(room=game))
        assert (game, "playing") in await listed(eve)

    on_bench(tmp_path, test)


def test_rooms_of_other_servers_are_listed_while_those_live(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        services = bench.services
        ann, eve = await bench.guest("Ann"), await bench.guest("Eve")
        rooms = [await bench.room(ann) for _ in range(4)]
        for room in rooms[1:]:
            await ann.do(wire.Part(room=room))
            bench.hub.rooms.unload(room)
        await bench.settle()
        services.server = "one"
        soon = services.milliseconds() + 1000
        with services.database.writing() as connection:
            for server, expires in (("one", soon), ("two", soon), ("dead", soon - 2000)):
                values = {"id": server, "url": "ws://x", "started_at": 0, "expires": expires}
                connection.execute(insert(SERVERS), values)
            for room, owner in zip(rooms, ("one", "two", "dead", None), strict=True):
                connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(owner=owner))
        assert await listed(eve) == sorted([(rooms[0], "waiting"), (rooms[1], "waiting")])
        await eve.do(wire.Watch())
        assert {line.room for line in (await lobby(eve)).rooms} == {rooms[0], rooms[1]}
        await bench.pass_time(4.0)  # the other server's lease has run out
        assert await listed(eve) == [(rooms[0], "waiting")]
        assert {line.room for line in (await lobby(eve)).rooms} == {rooms[0]}

    on_bench(tmp_path, test)


# Private rooms.


def test_strangers_neither_enter_nor_wake_a_private_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        room = await bench.room(ann, PRIVATE)  # Ann makes it, and only Bob sits there
        invitation = bench.host(room).room.invitation
        await bob.do(wire.Join(room=room, invitation=invitation))
        await bob.do(wire.Sit(id="sit", room=room))
        await ann.do(wire.Start(id="start", room=room))
        await eve.do(wire.Join(room=room, invitation="guess"))
        assert isinstance(eve.last, wire.Refused)
        for guest in (ann, bob):
            await guest.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        await bench.settle()
        with monkeypatch.context() as patched:
            patched.setattr(Room, "rebuild", None)
            for wrong in ("", "guess"):
                await eve.do(wire.Join(room=room, invitation=wrong))
                assert isinstance(eve.last, wire.Refused)
                assert eve.last.code == "no-such-room"
        before = bench.services.database.room(room)
        assert before is not None
        assert (before.epoch, before.status) == (1, "sleeping")
        assert room not in bench.hub.rooms.hosts
        # Who made it, who sat there, and who is invited: each wakes it.
        for guest, secret in ((ann, ""), (bob, ""), (eve, invitation)):
            await guest.do(wire.Join(room=room, invitation=secret))
            assert isinstance(guest.last, wire.Update)
            await guest.do(wire.Part(room=room))
            bench.hub.rooms.unload(room)
            await bench.settle()

    on_bench(tmp_path, test)


def test_games_of_a_person_are_those_they_sit_in_and_that_are_not_over(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        assert ann.box.of(wire.Welcome)[0].games == ()
        watched = await bench.game(bob)
        await ann.do(wire.Join(room=watched))
        bench.services.time += 1
        played = await bench.game(ann, options=PRIVATE)
        bench.services.time += 1
        left = await bench.room(ann)
        await ann.do(wire.Sit(id="sit", room=left))
        await ann.do(wire.Stand(id="stand", room=left))
        bench.services.time += 1
        waiting = await bench.room(ann)
        await ann.do(wire.Sit(id="sit", room=waiting))
        tab = await bench.guest("Ann", token(ann))
        [welcome] = tab.box.of(wire.Welcome)
        assert [(game.room, game.status) for game in welcome.games] == [
            (waiting, "waiting"),
            (played, "playing"),
        ]
        assert QUICK.rules == welcome.games[0].rules

    on_bench(tmp_path, test)


def test_a_line_tells_free_seats_turn_points_and_since_when(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)

        def line() -> wire.RoomLine:
            return bench.host(room).line

        await ann.do(wire.Sit(id="sit", room=room, seat=0))
        assert (line().free, line().turn, line().points, line().since) == (3, 0, 0, 0)
        await ann.do(wire.Lock(id="lock", room=room, seat=1, locked=True))
        assert line().free == 2
        await bench.pass_time(5.0)
        await ann.do(wire.Start(id="start", room=room))
        assert line().since == bench.services.milliseconds()
        assert (line().free, line().turn) == (2, 1)  # the seats of two robots
        await ann.do(wire.Lock(id="unlock", room=room, seat=1, locked=False))
        assert line().free == 3
        await bob.do(wire.Watch())
        frames = len(bob.box.of(wire.Lobby))
        while line().turn < 7:
            assert await play_on(bench, room, [ann], decisions=1)
        live = bench.host(room).room
        assert line().turn == live.position.turn_number
        assert line().points == max(seat.public_points for seat in live.position.seats) >= 2
        # The database is not told of every turn, and who watches is told now and then.
        kept = bench.services.database.room(room)
        assert kept is not None
        assert kept.summary is not None
        assert decode_line(kept.summary, kept.status).turn == 1
        seconds = bench.services.time
        await bench.pass_time(TURN_SECONDS)
        assert bob.box.of(wire.Lobby)[-1].rooms[0].turn == line().turn
        assert len(bob.box.of(wire.Lobby)) - frames <= 2 + (seconds - 1005.0) / TURN_SECONDS
        # When everybody has left, the database has what lists said last.
        ann.session.closed()
        await bench.settle()
        again = await bench.guest("Ann", token(ann))
        [game] = again.box.of(wire.Welcome)[0].games
        assert (game.turn, game.points, game.since) == (line().turn, line().points, line().since)

    on_bench(tmp_path, test)

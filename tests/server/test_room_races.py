"""What could go wrong in a hub: coming and going amid commits, rooms made twice, all kinds of failures."""

import asyncio

import pytest
from tests.server.hubs import QUICK, on_bench
from tests.server.logs import together

from catanlab.server import wire
from catanlab.server.rooms import acts
from catanlab.server.rooms.committed_room import MOST_HELD
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS
from catanlab.server.rooms.room import Room

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]


def hosts_of(bench):
    return list(bench.hub.rooms.hosts.values())


def rebuilt(bench, room):
    rows = bench.services.database.read_rows(room)
    return Room.rebuild(rows, rows[-1].epoch)


def is_sound(bench, room):
    """Say whether the log of a room tells of the very room in memory."""
    here, there = bench.host(room).room, rebuilt(bench, room)
    return all(here.history.after(0, a) == there.history.after(0, a) for a in range(here.public + 1))


def first_settlement(guest):
    return wire.Move(id=guest.id(), room=guest.room, decision=0, move="settlement 19")


# Making rooms.


def test_the_same_act_at_once_on_two_connections_makes_one_room(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        token = ann.box.of(wire.Welcome)[0].token
        tab = await bench.guest("Ann", token)
        create = wire.Create(id="same", options=QUICK)
        await asyncio.gather(*(guest.send(create) for guest in (ann, tab, ann, tab)))
        await bench.settle()
        [host] = hosts_of(bench)
        rooms = {message.room for guest in (ann, tab) for message in guest.box.of(wire.Ack)}
        assert rooms == {host.room.id}
        assert set(host.followers) == {ann.session, tab.session}
        assert [row.kind for row in bench.services.database.read_rows(host.room.id)] == ["created"]

    on_bench(tmp_path, test)


def test_a_room_that_is_made_and_joined_at_once_has_one_host(tmp_path):
    """The row is committed, but who makes the room has not heard of it: another connection joins."""

    async def test(bench):
        ann = await bench.guest("Ann")
        tab = await bench.guest("Ann", ann.box.of(wire.Welcome)[0].token)
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        # Now the same act again, and a join, while the room is not in memory.
        bench.hub.rooms.unload(room)
        assert not hosts_of(bench)
        again = wire.Create(id="Ann1", options=QUICK)
        await asyncio.gather(ann.send(again), tab.send(wire.Join(room=room)), tab.send(again))
        await bench.settle()
        [host] = hosts_of(bench)
        assert set(host.followers) == {ann.session, tab.session}
        await ann.do(wire.Sit(id="sit", room=room))
        assert ann.box.answers("sit") == ["ack"]
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_options_that_are_refused_leave_nothing_behind(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        await ann.do(wire.Create(id="bad", options=wire.RoomOptions(rules="chess")))
        assert ann.box.answers("bad") == ["bad-options"]
        assert not hosts_of(bench)
        assert not bench.services.database.rooms()
        await ann.do(wire.Create(id="bad", options=QUICK))
        assert ann.box.answers("bad") == ["bad-options", "ack"]

    on_bench(tmp_path, test)


# Coming and going.


def test_who_parts_while_a_commit_is_under_way_harms_nobody(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        ann.room = room
        with together(bench.services.writer):
            await ann.send(first_settlement(ann))
            await ann.send(wire.Part(room=room))
            await bob.send(wire.Chat(id="hello", room=room, text="Hello?"))
        await bench.settle()
        await bench.pass_time(0.5)
        assert "ack" in ann.box.answers("Ann4")
        assert bob.box.answers("hello") == ["ack"]
        assert bob.update.seq == len(bench.host(room).room.history)
        assert bob.update.table.seats[0].connected is False
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_who_joins_twice_follows_once(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        for _ in range(3):
            await ann.do(wire.Join(room=room))
        assert list(bench.host(room).followers) == [ann.session]
        before = len(ann.box.of(wire.Update))
        await ann.do(wire.Sit(id="sit", room=room))
        assert len(ann.box.of(wire.Update)) == before + 1
        await ann.do(wire.Part(room=room))
        assert not bench.host(room).followers

    on_bench(tmp_path, test)


def test_a_connection_that_is_gone_before_its_room_is_loaded_does_not_keep_it_in_memory(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        bob = await bench.guest("Bob")
        joining = asyncio.get_running_loop().create_task(bob.send(wire.Join(room=room)))
        await asyncio.sleep(0)
        bob.session.closed()
        await joining
        await bench.settle()
        assert not bench.host(room).followers
        assert room in bench.hub.rooms._idle

    on_bench(tmp_path, test)


def test_a_room_is_not_unloaded_under_who_joins_it(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        assert bench.hub.rooms._idle[room].when == bench.services.now() + CLOSE_SECONDS
        await bob.send(wire.Join(room=room))
        assert room not in bench.hub.rooms._idle
        bench.hub.rooms.unload(room)  # a timer that rang at the same time
        await bench.settle()
        assert list(bench.host(room).followers) == [bob.session]

    on_bench(tmp_path, test)


def test_a_room_with_commits_under_way_stays_in_memory(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        with together(bench.services.writer):
            await ann.send(wire.Sit(id="sit", room=room))
            await ann.send(wire.Part(room=room))
            bench.hub.rooms.unload(room)
            assert room in bench.hub.rooms.hosts
        await bench.settle()
        assert ann.box.answers("sit") == ["ack"]

    on_bench(tmp_path, test)


def test_a_room_that_cannot_be_loaded_is_refused_and_can_be_tried_again(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        read = bench.services.database.read_rows
        bench.services.database.read_rows = lambda *_: []
        await ann.do(wire.Join(room=room))
        assert ann.last == wire.Refused(code="server-error", text=ann.last.text, room=room)
        bench.services.database.read_rows = read
        await ann.do(wire.Join(room=room))
        assert ann.update.room == room
        assert not bench.hub.rooms._loads

    on_bench(tmp_path, test)


# Commits that fail.


def test_everything_behind_a_commit_that_failed_is_answered(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        bench.faults.broken[room] = "before"
        with together(bench.services.writer):
            await ann.send(wire.Move(id="lost", room=room, decision=0, move="settlement 19"))
            await ann.send(wire.Move(id="lost", room=room, decision=0, move="settlement 19"))
            await bob.send(wire.Move(id="wrong", room=room, decision=0, move="roll"))
            await bob.send(wire.Chat(id="chat", room=room, text="Hello"))
            bench.services.writer.run(bench.faults.broken.clear)
        await bench.settle()
        assert set(ann.box.answers("lost")) == {"not-committed"}
        assert len(ann.box.answers("lost")) == 2
        assert bob.box.answers("wrong") == ["not-committed"]
        assert bob.box.answers("chat") == ["not-committed"]
        assert ann.update.reset
        assert ann.update.epoch == 2
        await ann.do(wire.Move(id="lost", room=room, decision=0, move="settlement 19"))
        assert ann.box.answers("lost")[2:] == ["ack"]
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_acts_that_come_while_a_room_is_loaded_again_wait_for_it(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        host = bench.host(room)
        bench.faults.broken[room] = "before"
        await ann.send(wire.Say(id="one", room=room, text="I need ore"))
        while host._loading is None:
            await asyncio.sleep(0)
        bench.faults.broken.clear()
        await ann.send(wire.Say(id="two", room=room, text="I need wood"))
        await bob.send(wire.Part(room=room))
        await bob.send(wire.Join(room=room))
        await bench.settle()
        assert ann.box.answers("one") == ["not-committed"]
        assert ann.box.answers("two") == ["ack"]
        assert set(host.followers) == {ann.session, bob.session}
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_only_so_much_waits_for_a_room_that_is_loaded_again(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        host = bench.host(room)
        host._broken = True  # as while it is being loaded
        for number in range(MOST_HELD + 2):
            await ann.send(wire.Chat(id=f"c{number}", room=room, text="Hello"))
        assert ann.box.answers(f"c{MOST_HELD}") == ["overloaded"]
        assert not ann.box.answers("c0")

    on_bench(tmp_path, test)


def test_a_robots_answer_to_a_room_that_was_lost_is_dropped_and_it_is_asked_again(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        bench.pool.gate = asyncio.Event()
        await ann.do(wire.Sit(id="sit", room=room, seat=3))
        await ann.do(wire.Start(id="start", room=room))
        assert [question.seat for question in bench.pool.asked if question.task == "choose"] == [0]
        bench.faults.broken[room] = "before"
        await ann.send(wire.Say(id="say", room=room, text="I need ore"))
        while bench.host(room)._loading is None:
            await asyncio.sleep(0)
        bench.faults.broken.clear()
        await bench.settle()
        assert [question.seat for question in bench.pool.asked if question.task == "choose"] == [0, 0]
        bench.pool.gate.set()
        await bench.settle()
        await bench.pass_time(5.0)
        moved = [row for row in bench.services.database.read_rows(room) if row.kind == "moved"]
        assert len(moved) >= 6, "three robots have set up"
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_a_room_that_is_lost_again_and_again_is_loaded_later_each_time(tmp_path, monkeypatch):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        failing = iter(range(5))
        load = type(bench.services).load

        async def load_then_break(self, name):
            bench.faults.broken.clear()
            loaded = await load(self, name)
            if next(failing, None) is not None:
                bench.faults.broken[name] = "before"
            return loaded

        monkeypatch.setattr(type(bench.services), "load", load_then_break)
        bench.faults.broken[room] = "before"
        await ann.send(wire.Say(id="say", room=room, text="I need ore"))
        for _ in range(20_000):
            await bench.services.writer.run(int)
            await asyncio.sleep(0)
            if len(bench.services.slept) == 5:
                break
        await bench.settle()
        assert ann.box.answers("say") == ["not-committed"]
        assert bench.services.slept == [0.1, 0.2, 0.4, 0.8, 1.6]
        assert bench.host(room).room.epoch == 7
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


# Failures of our own.


def test_an_act_that_breaks_the_room_is_a_server_error_and_nobody_else_loses_anything(
    tmp_path, monkeypatch, caplog
):
    def broken(*_):
        raise ZeroDivisionError("says the test")

    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        monkeypatch.setattr(acts, "lock", broken)
        await ann.send(wire.Lock(id="lock", room=room, seat=2, locked=True))
        await bob.send(wire.Chat(id="chat", room=room, text="Hello"))
        await bench.settle()
        assert ann.box.answers("lock") == ["server-error"]
        assert bob.box.answers("chat") == ["ack"]
        assert bob.update.epoch == 2
        assert is_sound(bench, room)

    on_bench(tmp_path, test)
    assert "says the test" in caplog.text


def test_a_question_that_cannot_be_made_is_no_end_of_the_room(tmp_path, monkeypatch, caplog):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        desk = type(bench.host(room).desk)
        asks = desk.asks
        failing = iter([True])

        def broken(self, now):
            if next(failing, False):
                raise ZeroDivisionError("says the test")
            return asks(self, now)

        monkeypatch.setattr(desk, "asks", broken)
        await ann.do(wire.Chat(id="chat", room=room, text="Hello"))
        assert ann.box.answers("chat") == ["ack"]
        await ann.do(wire.Chat(id="more", room=room, text="Hello"))
        assert ann.box.answers("more") == ["ack"]
        assert ann.update.epoch == 2

    on_bench(tmp_path, test)
    assert "says the test" in caplog.text


def test_a_hub_closes_while_rooms_are_loaded_and_acts_are_under_way(tmp_path, caplog):
    async def run():
        from tests.server.hubs import Bench

        bench = Bench(tmp_path)
        await bench.hub.start()
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        await bench.room(bob)
        loop = asyncio.get_running_loop()
        joining = loop.create_task(ann.send(wire.Join(room=room)))
        await asyncio.sleep(0)
        await bob.send(wire.Sit(id="sit", room=bob.room))
        await bench.hub.close()
        await joining
        assert isinstance(ann.box.messages[2], wire.Update | wire.Bye)
        assert wire.Bye in {type(message) for message in ann.box.messages}
        assert bob.box.answers("sit") == ["ack"]

    asyncio.run(run())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]

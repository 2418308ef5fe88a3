"""One connection: its queue is bounded, it pings, it counts; and no message can harm it."""

import logging

import pytest
from tests.server.wire.memory_socket import settle, talk
from tests.server.wire.running import run
from tests.server.wire.talking_hub import SlowHub, TalkingHub

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.protocol import frames
from catanlab.server.protocol.close_codes import CloseCode

HELLO = wire.Hello(protocol=wire.PROTOCOL, name="Anna")
FRAME = frames.write(wire.Ping(n=1))


def test_frames_are_sent_in_their_order() -> None:
    async def test() -> None:
        async with talk() as one:
            for number in range(300):
                assert one.connection.put(frames.write(wire.Ping(n=number)))
                if number % 50 == 0:
                    await settle()
            for _ in range(10):
                await settle()
            assert [message.n for message in one.socket.got() if isinstance(message, wire.Ping)] == [
                *range(300)
            ]

    run(test())


def test_a_queue_full_of_frames_closes_the_connection_with_resync() -> None:
    async def test() -> None:
        async with talk(limits=Limits(queued_frames=5)) as one:
            one.socket.reading.clear()
            assert one.connection.put(FRAME)
            await settle()  # the first waits in the socket
            assert [one.connection.put(FRAME) for _ in range(7)] == [True] * 5 + [False] * 2
            await settle()
            assert one.socket.closed == (CloseCode.RESYNC, "resync")
            assert one.connection.ended.is_set()

    run(test())


def test_a_queue_full_of_bytes_closes_the_connection_with_resync() -> None:
    async def test() -> None:
        async with talk(limits=Limits(queued_bytes=1000)) as one:
            one.socket.reading.clear()
            assert one.connection.put(b"x" * 600)
            assert not one.connection.put(b"x" * 600)
            await settle()
            assert one.socket.closed == (CloseCode.RESYNC, "resync")

    run(test())


def test_putting_a_frame_never_waits_for_the_client() -> None:
    async def test() -> None:
        async with talk() as one:
            one.socket.reading.clear()
            for _ in range(100):
                assert one.connection.put(FRAME)  # not a coroutine: there is nothing to wait in

    run(test())


def test_a_close_comes_after_the_frames_that_were_queued() -> None:
    async def test() -> None:
        async with talk() as one:
            one.connection.put(FRAME)
            one.connection.close(1012, "restarting")
            assert not one.connection.put(FRAME)
            await settle()
            assert len(one.socket.sent) == 1
            assert one.socket.closed == (1012, "restarting")

    run(test())


def test_a_client_that_does_not_read_is_closed_without_its_frames() -> None:
    async def test() -> None:
        async with talk(limits=Limits(close_seconds=2.0)) as one:
            one.socket.reading.clear()
            one.connection.put(FRAME)
            one.connection.close(1012, "restarting")
            await one.clock.advance(1.9)
            assert one.socket.closed is None
            await one.clock.advance(0.2)
            assert one.socket.closed == (1012, "restarting")
            assert one.socket.sent == []

    run(test())


def test_pings_measure_the_lag() -> None:
    async def test() -> None:
        async with talk(limits=Limits(ping_seconds=15.0)) as one:
            one.socket.say(HELLO)
            assert one.connection.lag is None
            await one.clock.advance(15.0)
            assert one.socket.got()[1:] == [wire.Ping(n=1)]
            await one.clock.advance(0.25)
            one.socket.say(wire.Pong(n=1))
            await settle()
            assert one.connection.lag == 250.0
            await one.clock.advance(14.75)
            assert one.socket.got()[-1] == wire.Ping(n=2, lag=250.0)

    run(test())


@pytest.mark.parametrize("number", [0, 2, 2**53 - 1])
def test_a_pong_without_its_ping_measures_nothing(number: int) -> None:
    async def test() -> None:
        async with talk(limits=Limits(ping_seconds=15.0)) as one:
            one.socket.say(HELLO)
            await one.clock.advance(15.0)
            one.socket.say(wire.Pong(n=number))
            await settle()
            assert one.connection.lag is None

    run(test())


def test_a_silent_client_is_closed() -> None:
    async def test() -> None:
        async with talk(limits=Limits(ping_seconds=10.0, silence_seconds=30.0)) as one:
            one.socket.say(HELLO)
            await one.clock.advance(15.0)
            one.socket.say(wire.Pong(n=1))
            await one.clock.advance(30.0)
            assert one.socket.closed is None
            await one.clock.advance(10.0)
            assert one.socket.closed == (CloseCode.SILENT, "silent")

    run(test())


def test_a_client_that_does_not_say_hello_is_closed() -> None:
    async def test() -> None:
        async with talk() as one, talk() as other:
            one.socket.say(wire.ListRooms(), "{")  # what it sends instead does not help
            await one.clock.advance(9.9)
            assert one.socket.closed is None
            await one.clock.advance(0.2)
            assert one.socket.closed == (CloseCode.SILENT, "hello-first")
            bye = one.socket.got()[-1]
            assert isinstance(bye, wire.Bye)
            assert bye.text == "No hello came within 10 seconds."
            other.socket.say(HELLO)
            await other.clock.advance(11.0)
            assert other.socket.closed is None

    run(test())


def test_messages_beyond_the_rate_are_refused_and_the_others_done() -> None:
    async def test() -> None:
        hub = TalkingHub()
        limits = Limits(messages_per_second=2.0, messages_at_once=3)
        async with talk(hub, limits) as one:
            acts = [wire.Say(id=f"a{number}", room="hall", text="x") for number in range(4)]
            one.socket.say(HELLO, *acts[:3])
            await settle()
            assert hub.heard == [HELLO, *acts[:2]]
            refused = one.socket.got()[-1]
            assert isinstance(refused, wire.Refused)
            assert (refused.code, refused.id, refused.room) == ("too-fast", "a2", "hall")
            await one.clock.advance(0.5)
            one.socket.say(acts[2])
            await settle()
            assert hub.heard[-1] == acts[2]

    run(test())


def test_too_many_messages_beyond_the_rate_close_the_connection() -> None:
    async def test() -> None:
        limits = Limits(messages_at_once=3, bad_messages_at_once=5)
        async with talk(limits=limits) as one:
            one.socket.say(*[wire.ListRooms()] * 20)
            await settle()
            assert one.socket.closed == (CloseCode.MISUSE, "too-fast")
            assert isinstance(one.socket.got()[-1], wire.Bye)

    run(test())


BAD = {
    "no JSON": "{",
    "no object": "[]",
    "no kind": "{}",
    "an unknown kind": '{"t":"fly"}',
    "an unknown field": '{"t":"rooms","x":1}',
    "a missing field": '{"t":"join"}',
    "a wrong type": '{"t":"pong","n":"1"}',
    "a number that is too large": '{"t":"pong","n":9007199254740993}',
    "a number of many digits": '{"t":"pong","n":' + "9" * 5000 + "}",
    "not a number": '{"t":"pong","n":NaN}',
    "a field twice": '{"t":"pong","n":1,"n":2}',
    "depth": '{"x":' + "[" * 15_000 + "]" * 15_000 + ',"t":"rooms"}',
    "half a pair of surrogates": '{"t":"hello","protocol":1,"name":"\\ud800"}',
    "a line feed after an id": '{"t":"part","room":"hall\\n"}',
    "a name that nobody can see": '{"t":"hello","protocol":1,"name":"\\u200b\\u00ad"}',
    "a name that turns the line": '{"t":"hello","protocol":1,"name":"a\\u202eb"}',
    "size": '{"t":"rooms"}' + " " * wire.MAX_FRAME_BYTES,
    "a binary frame": b'{"t":"rooms"}',
}


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_bad_message_is_refused_with_a_code_and_a_sentence(frame: str | bytes) -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with talk(hub) as one:
            one.socket.say(HELLO, frame, wire.ListRooms())
            await settle()
            welcome, refused, rooms = one.socket.got()
            assert isinstance(welcome, wire.Welcome)
            assert isinstance(refused, wire.Refused)
            assert isinstance(rooms, wire.RoomList)
            assert refused.code == "bad-message"
            assert refused.text.endswith(".")
            assert len(refused.text) < 400
            assert "Traceback" not in refused.text

    run(test())


def test_the_refusal_of_a_bad_act_has_its_id_and_room() -> None:
    async def test() -> None:
        async with talk() as one:
            one.socket.say('{"t":"say","id":"a7","room":"hall","text":7}')
            await settle()
            (refused,) = one.socket.got()
            assert isinstance(refused, wire.Refused)
            assert (refused.id, refused.room) == ("a7", "hall")

    run(test())


def test_too_many_bad_messages_close_the_connection() -> None:
    async def test() -> None:
        async with talk(limits=Limits(bad_messages_at_once=5, bad_messages_per_second=1.0)) as one:
            one.socket.say(HELLO)
            for _ in range(20):
                one.socket.say("{")
                await one.clock.advance(1.0)
            assert one.socket.closed is None
            one.socket.say(*["{"] * 20)
            await settle()
            assert one.socket.closed == (CloseCode.MISUSE, "bad-message")
            assert isinstance(one.socket.got()[-1], wire.Bye)

    run(test())


def test_a_hub_that_fails_is_an_answer_and_no_end(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        hub = TalkingHub()
        async with talk(hub) as one:
            hub.failing = True
            one.socket.say(wire.Say(id="a1", room="hall", text="x"))
            await settle()
            hub.failing = False
            one.socket.say(HELLO)
            await settle()
            refused, welcome = one.socket.got()
            assert isinstance(refused, wire.Refused)
            assert (refused.code, refused.id) == ("server-error", "a1")
            assert "the hub fails" not in refused.text
            assert isinstance(welcome, wire.Welcome)

    with caplog.at_level(logging.ERROR):
        run(test())
    assert "the hub fails" in caplog.text


def test_a_message_is_handled_to_its_end_though_the_client_has_left() -> None:
    async def test() -> None:
        hub = SlowHub()
        async with talk(hub, Limits(queued_frames=1)) as one:
            act = wire.Say(id="a1", room="hall", text="x")
            one.socket.say(act)
            await settle()
            one.socket.reading.clear()
            while one.connection.put(FRAME):
                await settle()
            await settle()
            assert one.socket.closed == (CloseCode.RESYNC, "resync")
            assert hub.finished == []
            hub.go_on.set()
            await settle()
            assert hub.finished == [act, "closed"]

    run(test())

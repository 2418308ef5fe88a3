"""Hostile acts through a real hub: each is answered with a stable code, and the room is unharmed."""

import asyncio
import logging
import re
from pathlib import Path

import msgspec
import pytest
from tests.server.hubs import QUICK, on_bench
from tests.server.rooms import legal_texts
from tests.server.worlds import turn_of

from catanlab.framework.random import Random
from catanlab.server import wire
from catanlab.server.protocol.frames import BadMessageError, read_client_message
from catanlab.server.refusals import CODES
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.table_info import table_info

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]

VIEWS = Path(__file__).parents[2] / "docs" / "reference" / "views.md"
RULE_CODES = set(re.findall(r"^\| `([a-z-]+)` \|", VIEWS.read_text(), re.MULTILINE))
MOVES = (
    *(
        "dice 12",
        "dice 7",
        "draw knight",
        "draw victory point",
        "steal ore",
        "steal wood",
        "roll",
        "end turn",
    ),
    *(
        "accept",
        "reject",
        "cancel",
        "accept by 2",
        "reject by 9",
        "confirm 2",
        "confirm 77",
        "take 3",
        "skip",
    ),
    *("deal 1 wood for 1 ore with 2", "deal 1 ore for 1 ore with 1", "offer 1 wood for 1 ore to 1 2 3"),
    *("offer 99 wood for 1 ore to 1", "offer 1 wood for 1 ore to 0 0 0", "counter 1 wood for 1 ore by 1"),
    *(
        "settlement 19",
        "settlement 999999999",
        "road -1",
        "city 0",
        "knight",
        "monopoly gold",
        "plenty ore ore",
    ),
    *(
        "robber 9",
        "robber 9 1",
        "robber 9 steal from 3",
        "bank 4 wood for 1 ore",
        "road building",
        "buy card",
    ),
    *(
        "discard",
        "discard wood",
        "discard 99 wood",
        "discard wood by 2",
        "Discard ore",
        "DISCARD 0 ore",
        " ",
    ),
    *("accept" * 30, "0x10", "9" * 200, "−1", "settlement ١٩", "settlement 1e1", "'; drop table rooms; --"),
    *(
        "\N{ZERO WIDTH SPACE}roll",
        "ＲＯＬＬ",
        "İ",
        "impossible move 5",
        "None",
        "{}",
        "end\N{NO-BREAK SPACE}turn",
    ),
)
DEALS = (
    "1 wood for 1 ore",
    "0 wood for 1 ore",
    "1 wood for 1 wood",
    "99 ore for 1 wood",
    "for",
    "1 wood",
    "x",
)
NUMBERS = (0, 1, 2, 17, 499, 2**31, 2**53 - 1)


def known(code):
    return code in CODES or code in RULE_CODES


def any_act(random, room, number):
    """Return an act with values that are often wrong."""
    head = {"id": f"h{number}", "room": room}
    pick = lambda values: values[random.below(len(values))]  # noqa: E731
    seat = random.below(4)
    acts = (
        lambda: wire.Sit(**head, seat=pick((None, 0, 1, 2, 3)), nonce=pick(("", "00ff", "f" * 64))),
        lambda: wire.Stand(**head),
        lambda: wire.Start(**head),
        lambda: wire.Lock(**head, seat=seat, locked=bool(random.below(2))),
        lambda: wire.Propose(**head, turn=pick(NUMBERS), deal=pick((*DEALS, *MOVES))),
        lambda: wire.Withdraw(**head),
        lambda: wire.Take(**head, seat=seat, proposal=pick(NUMBERS)),
        lambda: wire.Say(**head, text=pick(("I need ore", " ", "seat 0 leads", "x" * 200, "\u202fhello"))),
        lambda: wire.Chat(**head, text=pick(("hello", " ", "<script>", "\N{PILE OF POO}" * 300))),
        lambda: wire.MoreTime(**head, seat=seat),
        lambda: wire.Why(**head, seat=seat),
    )
    if random.below(2):
        return wire.Move(**head, decision=pick(NUMBERS), move=pick(MOVES))
    return pick(acts)()


def is_sound(bench, room):
    """Say whether the log of a room tells of the very room in memory: events, views and table."""
    here = bench.host(room).room
    rows = bench.services.database.read_rows(room)
    there = Room.rebuild(rows, here.epoch)
    there.present = here.present
    there.begin(bench.services.now(), 1)
    assert not there.finish().rows
    now = bench.services.now()
    for audience in range(here.public + 1):
        assert here.history.after(0, audience) == there.history.after(0, audience)
        if here.play is not None:
            assert here.view_of(audience).to_json() == there.view_of(audience).to_json()
    hidden = {"left": None}
    one, other = (msgspec.to_builtins(table_info(room, now)) for room in (here, there))
    for table in (one, other):
        table["seats"] = [seat | hidden for seat in table["seats"]]
    assert one == other
    return True


def decisions_of(room, random, number):
    """Return acts that answer the very decision that is open, right and wrong ones."""
    play = room.play
    if play is None:
        return []
    head = {"id": f"d{number}", "room": room.id}
    if random.below(3) == 0:
        return [wire.Propose(**head, turn=turn_of(room), deal=DEALS[random.below(len(DEALS))])]
    text = MOVES[random.below(len(MOVES))]
    deciders = play.deciders
    if deciders and random.below(2):
        texts = legal_texts(room.view_of(deciders[random.below(len(deciders))]))
        text = texts[random.below(len(texts))] if texts else text
    return [wire.Move(**head, decision=play.decision, move=text)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_act_by_anybody_at_any_time_is_answered_with_a_code(tmp_path, seed, caplog):
    async def test(bench):
        random = Random(seed)
        guests = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        pace = wire.Pace(decision=30, bank=10, answer=5, discard=5) if seed == 2 else None
        rules = ("trading", "jsettlers,hand_limit=3", "base,players=3")[seed - 1]
        options = wire.RoomOptions(rules=rules, robots=("greedy",), robot_seconds=0.5, pace=pace, grace=5)
        room = await bench.room(guests[0], options)
        for guest in guests:
            await guest.do(wire.Join(room=room))
        number = 0
        for step in range(700):
            guest = guests[random.below(3)]
            number += 1
            act = any_act(random, room, number)
            if random.below(2) == 0:
                act = next(iter(decisions_of(bench.host(room).room, random, number)), act)
            if isinstance(act, wire.Stand) and random.below(4):
                continue
            await guest.send(act)
            if random.below(5) == 0:
                await guest.send(act)
            if step % 150 == 100:
                await break_it(bench, room, guest)
            if random.below(3) == 0:
                await bench.settle()
                await bench.pass_time(1.0)
        await bench.settle()
        codes = set()
        for guest in guests:
            for refused in guest.box.of(wire.Refused):
                assert known(refused.code), refused
                assert refused.text
                codes.add(refused.code)
        assert is_sound(bench, room)
        assert len(codes) >= 15, codes
        assert len(bench.services.database.read_rows(room)) > 80

    caplog.set_level(logging.WARNING)
    on_bench(tmp_path, test)
    errors = [record for record in caplog.records if record.exc_info]
    assert not errors, errors


async def break_it(bench, room, guest):
    """Let a commit fail, so that what follows meets a room that is being loaded."""
    bench.faults.broken[room] = "before"
    await guest.send(wire.Chat(id=f"broken{len(guest.box.messages)}", room=room, text="Hello"))
    while bench.host(room)._loading is None:
        await asyncio.sleep(0)
    bench.faults.broken.clear()


def test_every_act_is_answered_exactly_as_often_as_it_was_sent(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        random = Random(5)
        sent = [any_act(random, room, number) for number in range(200)]
        sent = [act for act in sent if not isinstance(act, wire.Stand | wire.Sit)]
        for act in sent:  # two hundred acts at once: nothing is awaited
            await ann.send(act)
            await ann.send(act)
        await bench.settle()
        for act in sent:
            answers = ann.box.answers(act.id)
            assert len(answers) == 2, (act, answers)
            assert answers[0] == answers[1] or "ack" not in answers[:1], (act, answers)
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


def test_outcomes_other_seats_and_other_decisions_are_refused_at_every_phase(tmp_path):
    """A game in which everybody also tries what only chance, or another seat, may do."""
    hostile = (
        "dice 12",
        "draw knight",
        "steal ore",
        "deal 1 wood for 1 ore with 2",
        "accept by 2",
        "take 2",
    )

    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        random = Random(7)
        for _ in range(60):
            host = bench.host(room)
            play = host.room.play
            count = len(host.room.history)
            for guest, seat in ((ann, 0), (bob, 1)):
                may = legal_texts(host.room.view_of(seat)) if seat in play.deciders else []
                for text in hostile:
                    if text in may or f"{text} 0" in may:
                        continue
                    act = wire.Move(id=guest.id(), room=room, decision=play.decision, move=text)
                    await guest.send(act)
                    assert known(guest.box.answers(act.id)[0])
                for decision in (play.decision + 1, play.decision - 1, 2**53 - 1):
                    if decision >= 0 and may:
                        act = wire.Move(id=guest.id(), room=room, decision=decision, move=may[0])
                        await guest.send(act)
                        assert guest.box.answers(act.id) == ["stale-decision"]
                if not may:
                    act = wire.Move(id=guest.id(), room=room, decision=play.decision, move="end turn")
                    await guest.send(act)
                    assert known(guest.box.answers(act.id)[0])
            assert len(host.room.history) == count
            for guest, seat in ((ann, 0), (bob, 1)):
                if seat in host.room.owing():
                    texts = legal_texts(host.room.view_of(seat))
                    owed = host.room.view_of(seat).position.own.discards_owed
                    text = texts[random.below(len(texts))]
                    if owed:
                        text = f"discard {owed} {text.split()[1]}"
                    await guest.do(wire.Move(id=guest.id(), room=room, decision=play.decision, move=text))
                    break
            await bench.pass_time(2.0)
        assert is_sound(bench, room)

    on_bench(tmp_path, test)


# Doors.


def test_nothing_is_done_before_hello_before_joining_or_after_parting(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        stranger = await bench.guest("Bob")
        nobody = type(stranger)(bench, type(stranger.box)(), bench.hub.connect(stranger.box))
        nobody.session.outbox = nobody.box
        random = Random(3)
        count = len(bench.host(room).room.history)
        for number in range(40):
            act = any_act(random, room, number)
            await nobody.send(act)
            assert nobody.last.code == "hello-first"
            await stranger.send(act)
            assert stranger.last.code == "not-joined"
        for message in (wire.Join(room=room), wire.Part(room=room), wire.ListRooms(), wire.Create(id="c")):
            await nobody.send(message)
            assert nobody.last.code == "hello-first"
        await stranger.do(wire.Join(room=room))
        await stranger.do(wire.Part(room=room))
        await stranger.send(wire.Chat(id="c", room=room, text="Hello"))
        assert stranger.last.code == "not-joined"
        await stranger.send(wire.Join(room="nowhere"))
        assert stranger.last == wire.Refused(
            code="no-such-room", text=CODES["no-such-room"], room="nowhere"
        )
        assert len(bench.host(room).room.history) == count

    on_bench(tmp_path, test)


def test_a_private_room_opens_to_its_invitation_and_to_nothing_else(tmp_path):
    async def test(bench):
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann, msgspec.structs.replace(QUICK, public=False))
        invitation = ann.box.of(wire.Ack)[0].invitation
        for wrong in ("", invitation[:-1], invitation + "A", "a" * 64):
            await bob.send(wire.Join(room=room, invitation=wrong))
            assert bob.last == wire.Refused(code="no-such-room", text=CODES["no-such-room"], room=room)
        await bob.send(wire.ListRooms())
        assert bob.last == wire.RoomList(rooms=())
        await bob.do(wire.Join(room=room, invitation=invitation))
        assert bob.update.room == room
        assert all(invitation.encode() not in frame for frame in bob.box.frames)

    on_bench(tmp_path, test)


def test_hello_is_said_once_with_a_token_that_is_known(tmp_path):
    async def test(bench):
        ann = await bench.guest("Ann")
        await ann.send(wire.Hello(protocol=wire.PROTOCOL, name="Eve"))
        assert ann.last.code == "bad-message"
        assert ann.session.name == "Ann"
        eve = await bench.guest("Eve", token="A" * 32)
        assert eve.last.code == "bad-token"
        await eve.send(wire.Hello(protocol=99, name="Eve"))
        assert eve.last.code == "bad-protocol"

    on_bench(tmp_path, test)


HOSTILE_OPTIONS = (
    {"robots": ["os.system"]},
    {"robots": ["catanlab.agents.players.greedy.Greedy"]},
    {"robots": ["uct:iterations=1000000000"]},
    {"robots": ["uct:seconds=1e9"]},
    {"robots": ["uct:policy=os.system"]},
    {"robots": ["human"]},
    {"robots": ["nobody:x=1"]},
    {"robots": ["greedy"] * 3 + ["../../etc/passwd"]},
    {"rules": "chess"},
    {"rules": "trading,players=5"},
    {"rules": "trading,points_to_win=1e9"},
    {"rules": "trading,offers_per_turn=-1"},
    {"board": "nowhere"},
    {"board": "x" * 200},
    {"rules": "trading," * 40},
)
INVALID_OPTIONS = (
    {"robots": ["greedy"] * 5},
    {"rules": "x" * 401},
    {"grace": -1},
    {"grace": 1e300},
    {"pace": {"decision": -5}},
    {"pace": {"decision": 1e9}},
    {"robot_offers": 10**9},
    {"robot_seconds": 1e9},
    {"public": "yes"},
    {"secret": "0"},
)


@pytest.mark.parametrize("options", HOSTILE_OPTIONS, ids=str)
def test_hostile_options_make_no_room(tmp_path, options):
    async def test(bench):
        ann = await bench.guest("Ann")
        frame = msgspec.json.encode({"t": "create", "id": "c", "options": options})
        await ann.send(frame)
        assert ann.box.answers("c") == ["bad-options"], ann.last
        assert not bench.services.database.rooms()

    on_bench(tmp_path, test)


@pytest.mark.parametrize("options", INVALID_OPTIONS, ids=str)
def test_options_outside_their_bounds_are_no_message(options):
    with pytest.raises(BadMessageError):
        read_client_message(msgspec.json.encode({"t": "create", "id": "c", "options": options}))


@pytest.mark.parametrize("text", ["a\u0000b", "a\nb", "\u202eabc", "", "x" * 301, "a\u007f"])
def test_control_characters_and_long_texts_are_no_message(text):
    for message in (
        {"t": "chat", "id": "c", "room": "r", "text": text},
        {"t": "say", "id": "c", "room": "r", "text": text},
        {"t": "hello", "protocol": 1, "name": text},
        {"t": "move", "id": "c", "room": "r", "decision": 1, "move": text},
    ):
        with pytest.raises(BadMessageError):
            read_client_message(msgspec.json.encode(message))

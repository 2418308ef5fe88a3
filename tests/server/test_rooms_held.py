"""Who makes the server hold rooms pays for them: by following as by making, in number and in bytes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.server.hubs import QUICK, Bench, Guest, on_bench
from tests.server.lobby.games import play_on

from catanlab.server import wire
from catanlab.server.ledger import Ledger, Payer
from catanlab.server.limits import Limits
from catanlab.server.ports import Caller
from catanlab.server.refusals import Refused
from catanlab.server.rooms.holdings import GROWTH, OWN_ROOMS, Holdings, bytes_of
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS, FOR_OWN_GAMES, IDLE_SECONDS
from catanlab.server.rooms.pending import closed

HOME, SCHOOL, ATTACKER = "192.0.2.1", "198.51.100.7", "203.0.113.9"
AMPLE = Limits(acts_at_once=1_000_000, guests_at_once=1000, replays_at_once=1_000_000)


def limit(bench: Bench, *words: str) -> None:
    bench.services.ledger.limits = AMPLE.changed(*words)


async def at(bench: Bench, name: str, address: str, token: str = "") -> Guest:
    return await bench.guest(name, token, caller=Caller(address))


def status_of(guest: Guest) -> str:
    """Return the status of the room of which somebody heard last."""
    return getattr(guest.update.table, "status", "")


def token_of(guest: Guest) -> str:
    return guest.box.of(wire.Welcome)[0].token


async def unload(bench: Bench, *rooms: str) -> None:
    """Let rooms leave the memory, and wait until they have."""
    await bench.settle()
    for room in rooms:
        bench.hub.rooms.unload(room)
        assert room not in bench.hub.rooms.hosts
    await bench.settle()


async def sleeping(bench: Bench, owner: Guest, count: int) -> list[str]:
    """Let somebody make public games that have begun, and that nobody has in memory."""
    rooms = []
    for _ in range(count):
        rooms.append(await bench.game(owner))
        await owner.do(wire.Part(room=rooms[-1]))
        await unload(bench, rooms[-1])
    return rooms


def nothing_is_held(bench: Bench) -> bool:
    ledger, holdings = bench.services.ledger, bench.hub.rooms.holdings
    held = (*ledger._by_person.values(), *ledger._by_address.values())
    return not len(holdings) and not holdings.bytes and not any(held)


# The attacks.


@pytest.mark.full
@pytest.mark.usefixtures("both_databases")
@pytest.mark.parametrize("by", ["number", "bytes"])
def test_guests_of_one_address_cannot_fill_the_server_by_following(tmp_path: Path, by: str) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        rooms = await sleeping(bench, await at(bench, "Owner", HOME), 30)
        space = 12 * bytes_of(60)
        few = "rooms_per_address=8" if by == "number" else f"room_bytes_per_address={8 * bytes_of(60)}"
        limit(bench, f"room_bytes={space}", few)
        guests = [await at(bench, f"Guest {number}", ATTACKER) for number in range(30)]
        codes: Counter[str] = Counter()
        for number, room in enumerate(rooms):
            for guest in (guests[number], guests[-1 - number]):
                await guest.do(wire.Join(room=room))
                codes[guest.last.code if isinstance(guest.last, wire.Refused) else "ok"] += 1
        assert codes.keys() == {"ok", "too-many-rooms"}
        held = bench.services.ledger.held("rooms", network=ATTACKER)
        assert 2 <= held <= 20
        assert codes["ok"] == 2 * held, "whoever follows a room after a neighbour holds nothing more"
        assert len(bench.hub.rooms.hosts) == held
        ann = await at(bench, "Ann", SCHOOL)
        await ann.do(wire.Create(id="table", options=QUICK))
        await ann.do(wire.Quick(id="quick", options=QUICK, robots=True))
        assert ann.box.answers("table") == ann.box.answers("quick") == ["ack"]
        for guest in guests:
            await guest.do(wire.Create(id="mine", options=QUICK))
        refused = [guest.box.answers("mine") for guest in guests]
        assert refused[-1] == ["too-many-rooms"]
        for guest in guests:
            guest.session.closed()
        assert not bench.services.ledger.held("rooms", network=ATTACKER) - refused.count(["ack"])

    on_bench(tmp_path, test)


@pytest.mark.usefixtures("both_databases")
@pytest.mark.parametrize("in_memory", [True, False])
def test_a_stranger_cannot_have_a_sleeping_game_finished(tmp_path: Path, in_memory: bool) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        await play_on(bench, room, [ann], decisions=2)
        token = token_of(ann)
        ann.session.closed()
        await bench.settle()
        if not in_memory:
            await unload(bench, room)
        before = bench.services.database.read_rows(room)
        eve, bob = await bench.guest("Eve"), await bench.guest("Bob")
        for stranger in (eve, bob):
            await stranger.do(wire.Join(room=room))
            assert isinstance(stranger.last, wire.Update)
            assert (stranger.update.seat, status_of(stranger)) == (None, "sleeping")
        for act, code in (
            (wire.Sit(id="sit", room=room), "asleep"),
            (wire.Stand(id="stand", room=room), "not-seated"),
            (wire.Chat(id="chat", room=room, text="hello?"), "ack"),
        ):
            await bench.pass_time(10_000.0)
            await eve.do(act)
            assert eve.box.answers(act.id) == [code]
        await eve.do(wire.Count(room=room))
        assert isinstance(eve.last, wire.Counting)
        await bench.pass_time(10_000.0)
        assert bench.services.database.read_rows(room) == before
        assert getattr(bench.services.database.room(room), "status", "") == "sleeping"
        assert not bench.hub.lobby.listing.lines()
        again = await bench.guest("Ann", token)
        await again.do(wire.Join(room=room))
        assert (again.update.seat, status_of(again)) == (0, "playing")
        assert status_of(eve) == "playing"
        assert await play_on(bench, room, [again], decisions=3) == 3
        again.session.closed()
        await bench.settle()
        rows = len(bench.services.database.read_rows(room))
        await bench.pass_time(10_000.0)
        assert len(bench.services.database.read_rows(room)) == rows, "spectators alone keep no game going"

    on_bench(tmp_path, test)


# People who come back to their games.


def test_neighbours_cannot_lock_a_person_out_of_a_game(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        rooms = await sleeping(bench, await at(bench, "Owner", HOME), 3)
        ann = await at(bench, "Ann", SCHOOL)
        own = [await bench.game(ann) for _ in range(OWN_ROOMS + 1)]
        ann.session.closed()
        await unload(bench, *own)
        limit(bench, "rooms_per_address=2")
        pupil = await at(bench, "Pupil", SCHOOL)
        for room in rooms[:2]:
            await pupil.do(wire.Join(room=room))
            assert isinstance(pupil.last, wire.Update)
        await pupil.do(wire.Join(room=rooms[2]))
        assert isinstance(pupil.last, wire.Refused)
        again = await at(bench, "Ann", SCHOOL, token_of(ann))
        for room in own[:OWN_ROOMS]:
            await again.do(wire.Join(room=room))
            assert again.update.room == room
            assert again.update.seat == 0
        assert bench.services.ledger.held("rooms", network=SCHOOL) == 2 + OWN_ROOMS
        # That is no way around the limit either.
        await again.do(wire.Join(room=own[-1]))
        assert isinstance(again.last, wire.Refused)
        assert again.last.code == "too-many-rooms"
        await again.do(wire.Part(room=own[0]))
        await again.do(wire.Join(room=own[-1]))
        assert again.update.room == own[-1]
        for guest in (again, pupil):
            guest.session.closed()
        await unload(bench, *bench.hub.rooms.hosts)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_the_last_space_is_for_people_who_come_back(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        owner = await at(bench, "Owner", HOME)
        rooms = await sleeping(bench, owner, 12)
        size = max([(await bench.hub.rooms.entrance(room, "")).size for room in rooms])
        limit(bench, f"room_bytes={int(10.5 * size / (1 - FOR_OWN_GAMES))}")
        eve = await at(bench, "Eve", ATTACKER)
        for room in rooms[:10]:
            await eve.do(wire.Join(room=room))
            assert isinstance(eve.last, wire.Update)
        await eve.do(wire.Join(room=rooms[10]))
        assert isinstance(eve.last, wire.Refused)
        assert eve.last.code == "too-many-rooms"
        await owner.do(wire.Join(room=rooms[10]))
        assert owner.update.room == rooms[10]
        assert owner.update.seat == 0
        assert bench.hub.rooms.holdings.bytes <= bench.services.limits.room_bytes
        # Nobody can have more than there is.
        await owner.do(wire.Join(room=rooms[11]))
        assert isinstance(owner.last, wire.Refused)
        await owner.do(wire.Part(room=rooms[10]))
        await owner.do(wire.Join(room=rooms[11]))
        assert owner.update.room == rooms[11], "a room that nobody follows makes space"
        assert rooms[10] not in bench.hub.rooms.hosts

    on_bench(tmp_path, test)


# What is charged is released, once.


def test_a_room_counts_once_for_an_address_and_once_for_a_person(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ledger = bench.services.ledger
        [room] = await sleeping(bench, await at(bench, "Owner", HOME), 1)
        assert nothing_is_held(bench)
        ann, bob = await at(bench, "Ann", SCHOOL), await at(bench, "Bob", SCHOOL)
        tab = await at(bench, "Ann", ATTACKER, token_of(ann))
        for guest in (ann, bob, tab, ann):
            await guest.do(wire.Join(room=room))
        size = bytes_of(len(bench.host(room).room.history))
        for network in (SCHOOL, ATTACKER):
            assert ledger.held("rooms", network=network) == 1
            assert ledger.held("room bytes", network=network) == size
        assert ledger.held("rooms", person=ann.session.person) == 1
        await ann.do(wire.Part(room=room))
        await ann.do(wire.Part(room=room))
        assert ledger.held("rooms", network=SCHOOL) == ledger.held("rooms", network=ATTACKER) == 1
        tab.session.closed()
        assert (ledger.held("rooms", network=SCHOOL), ledger.held("rooms", network=ATTACKER)) == (1, 0)
        assert ledger.held("rooms", person=ann.session.person) == 0
        bob.session.closed()
        assert ledger.held("rooms", network=SCHOOL) == 0
        assert bench.hub.rooms.holdings.bytes == size, "it is in memory still"
        await bench.settle()
        await bench.pass_time(IDLE_SECONDS + 1)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_a_game_that_grows_takes_more(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        ann, bob = await at(bench, "Ann", SCHOOL), await at(bench, "Bob", HOME)
        room = await bench.game(ann)
        await bob.do(wire.Join(room=room))
        before = bench.services.ledger.held("room bytes", network=SCHOOL)
        await play_on(bench, room, [ann], decisions=40)
        now = bytes_of(len(bench.host(room).room.history))
        assert now - before > bytes_of(2 * GROWTH) - bytes_of(0)
        slack = bytes_of(2 * GROWTH) - bytes_of(0)
        for network in (SCHOOL, HOME):
            assert 0 <= now - bench.services.ledger.held("room bytes", network=network) < slack
        for guest in (ann, bob):
            guest.session.closed()
        await bench.settle()
        assert bench.services.ledger.held("room bytes", network=HOME) == 0
        await unload(bench, room)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_a_room_that_is_given_up_is_held_by_nobody(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        owner = await at(bench, "Owner", HOME)
        [room] = await sleeping(bench, owner, 1)
        ann, bob = await at(bench, "Ann", SCHOOL), await at(bench, "Bob", SCHOOL)
        for guest in (ann, bob):
            await guest.do(wire.Join(room=room))
        bench.host(room).give_up(closed(room))
        await bench.settle()
        assert nothing_is_held(bench)
        # Who comes back to the room holds it anew; who was there before releases nothing of that.
        await ann.do(wire.Join(room=room))
        bob.session.closed()
        assert bench.services.ledger.held("rooms", network=SCHOOL) == 1
        ann.session.closed()
        await bench.settle()
        await unload(bench, room)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_a_room_that_cannot_be_loaded_is_held_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        rooms = await sleeping(bench, await at(bench, "Owner", HOME), 2)
        ann, bob = await at(bench, "Ann", SCHOOL), await at(bench, "Bob", SCHOOL)
        with monkeypatch.context() as broken:
            broken.setattr(bench.services.database, "read_rows", None)
            for guest in (ann, bob):
                await guest.do(wire.Join(room=rooms[0]))
                assert isinstance(guest.last, wire.Refused)
                assert guest.last.code == "server-error"
                assert nothing_is_held(bench)
        limit(bench, f"room_bytes={bytes_of(5)}")
        await ann.do(wire.Join(room=rooms[0]))
        assert isinstance(ann.last, wire.Refused)
        assert ann.last.code == "too-many-rooms"
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_who_is_gone_before_the_room_is_there_holds_nothing(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = AMPLE
        [room] = await sleeping(bench, await at(bench, "Owner", HOME), 1)
        ann = await at(bench, "Ann", SCHOOL)
        ann.session.closed()
        await ann.do(wire.Join(room=room))
        await ann.do(wire.Create(id="late", options=QUICK))
        await bench.settle()
        assert bench.services.ledger.held("rooms", network=SCHOOL) == 1, "what she made is in memory"
        await bench.pass_time(max(IDLE_SECONDS, CLOSE_SECONDS) + 1)
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


def test_an_act_that_made_a_room_is_refused_where_the_address_holds_too_many(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        limit(bench, "rooms_per_address=1")
        ann, pupil = await at(bench, "Ann", HOME), await at(bench, "Pupil", SCHOOL)
        create = wire.Create(id="mine", options=QUICK)
        for guest in (ann, pupil):
            await guest.do(create)
            assert guest.box.answers("mine") == ["ack"]
        # A table of one's own is open to its maker, however many rooms the neighbours have.
        tab = await at(bench, "Ann", SCHOOL, token_of(ann))
        await tab.do(create)
        assert tab.box.answers("mine") == ["ack"]
        await pupil.do(wire.Join(room=tab.box.of(wire.Ack)[-1].room))
        assert isinstance(pupil.last, wire.Update), "one that a neighbour follows is none more"
        other = await at(bench, "Other", ATTACKER)
        await other.do(create)
        await other.do(wire.Quick(id="quick", options=QUICK))
        assert other.box.answers("quick") == ["too-many-rooms"]

    on_bench(tmp_path, test)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_after_a_storm_nothing_is_held(tmp_path: Path, seed: int) -> None:
    async def test(bench: Bench) -> None:
        limit(bench, "rooms_per_address=4", "rooms_per_person=3", f"room_bytes={9 * bytes_of(40)}")
        random = Random(seed)
        ledger, holdings = bench.services.ledger, bench.hub.rooms.holdings
        names: list[str] = []
        guests: list[Guest] = []
        tokens: list[tuple[str, str]] = []
        for step in range(250):
            match random.randrange(11):
                case 0 | 1 if len(guests) < 12:
                    name, token = random.choice([*tokens, (f"P{step}", "")])
                    guests.append(await at(bench, name, random.choice((HOME, SCHOOL, ATTACKER)), token))
                    if not token:
                        tokens.append((name, token_of(guests[-1])))
                case 2 if guests:
                    guests.pop(random.randrange(len(guests))).session.closed()
                case 3 | 4 if guests:
                    guest = random.choice(guests)
                    make: wire.AnyClientMessage = wire.Create(
                        id=f"act{random.randrange(40)}", options=QUICK
                    )
                    if random.random() < 0.5:
                        make = wire.Quick(id=f"quick{step}", options=QUICK, robots=True)
                    await guest.send(make)
                    names += [ack.room for ack in guest.box.of(wire.Ack)[-1:]]
                case 5 | 6 | 7 if guests and names:
                    await random.choice(guests).send(wire.Join(room=random.choice(names)))
                case 8 if guests and names:
                    await random.choice(guests).send(wire.Part(room=random.choice(names)))
                case 9:
                    first = len(bench.faults.commits) + random.randrange(3)
                    bench.faults.plan |= dict.fromkeys(range(first, first + 2), "before")
                    for room, host in list(bench.hub.rooms.hosts.items()):
                        if random.random() < 0.1:
                            host.give_up(closed(room))
                        else:
                            bench.hub.rooms.unload(room)
                case _:
                    await bench.pass_time(random.choice((0.6, CLOSE_SECONDS, IDLE_SECONDS)))
            if random.random() < 0.5:
                await bench.settle()
            assert holdings.bytes <= bench.services.limits.room_bytes + bytes_of(0)
            for network in (HOME, SCHOOL, ATTACKER):
                assert ledger.held("rooms", network=network) <= 4 + OWN_ROOMS * len(tokens)
            followed = {
                (guest.session.network, room)
                for guest in guests
                for room, host in bench.hub.rooms.hosts.items()
                if guest.session in host.followers
            }
            counted = Counter(network for network, _ in followed)
            assert all(ledger.held("rooms", network=key) >= count for key, count in counted.items())
        assert len(bench.hub.rooms.hosts) > 2, "the storm was none"
        for guest in guests:
            guest.session.closed()
        await bench.settle()
        await bench.pass_time(2 * IDLE_SECONDS)
        await bench.settle()
        assert nothing_is_held(bench)

    on_bench(tmp_path, test)


@pytest.mark.parametrize("seed", range(20))
def test_holdings_agree_with_a_plain_count(seed: int) -> None:
    random = Random(seed)
    ledger = Ledger(Limits(rooms_per_address=3, room_bytes_per_address=bytes_of(700), rooms_per_person=3))
    holdings = Holdings(ledger)
    claims: dict[tuple[str, int], Payer] = {}
    memory: set[str] = set()
    sizes: dict[str, int] = {}
    refused = 0
    for _ in range(600):
        room, claimant = random.choice("abcdef"), random.randrange(8)
        payer = Payer(f"p{claimant % 5}", random.choice(("x", "y", "")))
        size = bytes_of(random.randrange(300))
        match random.randrange(6):
            case 0 | 1:
                before = sizes.get(room, size)
                try:
                    holdings.claim(room, claimant, payer, size=size)
                except Refused:
                    refused += 1
                else:
                    sizes[room] = before
                    claims.setdefault((room, claimant), payer)
            case 2 | 3:
                holdings.release(room, claimant)
                claims.pop((room, claimant), None)
            case 4:
                holdings.keep(room, size)
                memory.add(room)
                sizes[room] = size
            case 5:
                holdings.forget(room)
                memory.discard(room)
                claims = {key: each for key, each in claims.items() if key[0] != room}
        held = memory | {key[0] for key in claims}
        sizes = {key: each for key, each in sizes.items() if key in held}
        assert holdings.bytes == sum(sizes.values())
        assert len(holdings) == len(held)
        for network in ("x", "y"):
            rooms = {key[0] for key, each in claims.items() if each.network == network}
            assert ledger.held("rooms", network=network) == len(rooms)
            assert ledger.held("room bytes", network=network) == sum(sizes[each] for each in rooms)
        for person in range(5):
            rooms = {key[0] for key, each in claims.items() if each.person == f"p{person}"}
            assert ledger.held("rooms", person=f"p{person}") == len(rooms)
    assert refused > 20

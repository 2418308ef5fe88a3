"""What one person may ask of a server: nobody fills its log or its memory, or makes it work hard."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.hubs import QUICK, Bench, Guest, on_bench

from catanlab.server import wire
from catanlab.server.hub import session as session_module
from catanlab.server.limits import Limits
from catanlab.server.protocol.frames import BadMessageError, read_client_message
from catanlab.server.refusals import Refused
from catanlab.server.rooms.holdings import bytes_of
from catanlab.server.rooms.open_rooms import FOR_OWN_GAMES
from catanlab.server.rooms.room import Room
from catanlab.server.token_bucket import Budgets

pytestmark = pytest.mark.usefixtures("both_databases")


def small_budget(bench: Bench) -> None:
    bench.services.ledger.limits = Limits(acts_per_second=1.0, acts_at_once=30)


async def flood(guest: Guest, room: str, count: int) -> list[str]:
    """Lock and unlock a seat many times; return how each act was answered."""
    ids = [guest.id() for _ in range(count)]
    for number, act in enumerate(ids):
        await guest.send(wire.Lock(id=act, room=room, seat=1, locked=number % 2 == 0))
    await guest.bench.settle()
    return [code for act in ids for code in guest.box.answers(act)]


def test_a_person_who_writes_too_much_into_the_log_is_slowed_down(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        small_budget(bench)
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Sit(id=ann.id(), room=room, seat=0))
        answers = await flood(ann, room, 100)
        assert answers.count("ack") < 30
        assert set(answers[30:]) == {"too-fast"}
        bench.services.time += 5.0
        assert (await flood(ann, room, 10)).count("ack") == 5

    on_bench(tmp_path, test)


def test_a_second_connection_of_a_person_has_no_budget_of_its_own(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        small_budget(bench)
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Sit(id=ann.id(), room=room, seat=0))
        await flood(ann, room, 100)
        [welcome] = ann.box.of(wire.Welcome)
        again = await bench.guest("Ann", welcome.token)
        await again.do(wire.Join(room=room))
        assert [refused.code for refused in again.box.of(wire.Refused)] == ["too-fast"]

    on_bench(tmp_path, test)


def test_one_persons_flood_leaves_the_others_their_budget(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        small_budget(bench)
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await ann.do(wire.Sit(id=ann.id(), room=room, seat=0))
        await flood(ann, room, 100)
        await bob.do(wire.Join(room=room))
        act = bob.id()
        await bob.do(wire.Sit(id=act, room=room, seat=2))
        assert bob.box.answers(act) == ["ack"]

    on_bench(tmp_path, test)


def test_moves_cost_nothing_since_the_rules_limit_them(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        small_budget(bench)
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        await flood(ann, room, 100)
        act = ann.id()
        await ann.do(wire.Move(id=act, room=room, decision=10**6, move="roll"))
        assert ann.box.answers(act) == ["stale-decision"]

    on_bench(tmp_path, test)


def test_rooms_cost_more_than_words(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = Limits()
        ann = await bench.guest("Ann")
        ids = [ann.id() for _ in range(50)]
        for act in ids:
            await ann.send(wire.Create(id=act, options=QUICK))
        answers = [code for act in ids for code in ann.box.answers(act)]
        assert answers == ["ack"] * 10 + ["too-fast"] * 40

    on_bench(tmp_path, test)


def test_budgets_of_people_who_went_away_are_forgotten() -> None:
    budgets = Budgets(rate=1.0, size=10)
    for number in range(5000):
        assert budgets.take(f"person {number}", 10, now=float(number))
    assert len(budgets) < 2100
    assert not budgets.take("person 4999", 2, now=5000.0)


def test_a_connection_follows_a_limited_number_of_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "MAX_FOLLOWED", 2)

    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        first = await bench.room(ann)
        await bench.room(ann)
        await ann.do(wire.Create(id="third", options=QUICK))
        assert ann.box.answers("third") == ["too-many-rooms"]
        await ann.do(wire.Join(room=first))  # a room that it follows is no further one
        assert isinstance(ann.last, wire.Update)
        await ann.do(wire.Part(room=first))
        await ann.do(wire.Create(id="third", options=QUICK))
        assert ann.box.answers("third")[-1] == "ack"

    on_bench(tmp_path, test)


def test_a_room_that_nobody_follows_makes_space_for_another(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        two = int(2.5 * bytes_of(1) / (1 - FOR_OWN_GAMES))
        bench.services.ledger.limits = Limits(room_bytes=two)
        ann = await bench.guest("Ann")
        first = await bench.room(ann)
        second = await bench.room(ann)
        await ann.do(wire.Create(id="third", options=QUICK))
        assert ann.box.answers("third") == ["too-many-rooms"]
        await ann.do(wire.Part(room=first))
        await ann.do(wire.Create(id="third", options=QUICK))
        assert ann.box.answers("third")[-1] == "ack"
        assert first not in bench.hub.rooms.hosts
        assert second in bench.hub.rooms.hosts
        await ann.do(wire.Part(room=second))
        await ann.do(wire.Join(room=first))
        assert isinstance(ann.last, wire.Update)

    on_bench(tmp_path, test)


def test_a_record_that_cannot_be_had_is_refused_before_the_game_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        playing = await bench.game(ann)
        private = await bench.room(ann, wire.RoomOptions(public=False))
        monkeypatch.setattr(Room, "rebuild", None)
        for room, code in ((playing, "not-over"), (private, "no-such-room"), ("nowhere", "no-such-room")):
            with pytest.raises(Refused) as refused:
                await bench.hub.record(room, "")
            assert refused.value.code == code

    on_bench(tmp_path, test)


@pytest.mark.parametrize("clock", ["decision", "answer", "discard"])
def test_a_clock_has_at_least_a_second(clock: str) -> None:
    # A room that always is out of time would write its log as fast as it can.
    with pytest.raises(BadMessageError):
        read_client_message(f'{{"t":"create","id":"c","options":{{"pace":{{"{clock}":0.5}}}}}}')

"""What robots do for whom: the pace of a room without people, and the share of answers of an address."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.robots.metered import MeteredPool
from tests.server.rooms import DrivenRoom, decide, legal_texts, phase_of, seated, to_main
from tests.server.test_room_clocks import offering, robots_main

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.ledger import WORDS_COST, Ledger, Payer
from catanlab.server.limits import Limits
from catanlab.server.ports import Caller
from catanlab.server.robots.delay import LONGEST, SHORTEST
from catanlab.server.robots.questions import Answer
from catanlab.server.rooms import timekeeping
from catanlab.server.rooms.robot_asks import USUAL_SECONDS
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.tolls import Toll, payers_of
from catanlab.server.token_bucket import TokenBucket

FULL_SPEED = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0)
SHORT_TALK = wire.RoomOptions(rules="base,points_to_win=3", robots=("medium",), robot_seconds=0.0)
FAST = wire.RoomOptions(robots=("greedy",), robot_seconds=0.3)
MANY, FEW = "192.0.2.1", "198.51.100.7"


def alarm(driven: DrivenRoom) -> float:
    found = timekeeping.next_alarm(driven.room, driven.desk, driven.now)
    assert found is not None
    return found


def past_the_set_up(driven: DrivenRoom) -> None:
    """Let robots and people play until the first roll."""
    while phase_of(driven).startswith("SETUP"):
        for ask in driven.desk.asks(driven.now):
            driven.desk.answered(ask, driven.answer(ask), driven.now)
        driven.tick(1.0)
        for seat in driven.room.owing():
            if driven.room.seating.seats[seat].kind == "person":
                decide(driven, driven.room.seating.seats[seat].person, lambda texts: texts[0])


def thinking(driven: DrivenRoom) -> float:
    """Let robots make the decision that is open, and return how long that took."""
    begun, decision = driven.now, driven.play.decision
    while driven.play.decision == decision:
        for ask in driven.desk.asks(driven.now):
            driven.desk.answered(ask, driven.answer(ask), driven.now)
        driven.tick(alarm(driven) - driven.now)
    return driven.now - begun


# The pace of a room where nobody sits.


@pytest.mark.parametrize("chosen", [0.0, 0.3])
def test_robots_alone_play_at_the_usual_time_and_at_the_chosen_one_once_somebody_sits_down(
    chosen: float,
) -> None:
    options = msgspec.structs.replace(FULL_SPEED, robot_seconds=chosen)
    driven = DrivenRoom(options, people=("ann",))
    driven.start("ann")
    past_the_set_up(driven)
    for _ in range(5):
        assert SHORTEST * USUAL_SECONDS <= thinking(driven) <= LONGEST * USUAL_SECONDS
    assert driven.sit("ann", 3) == ""
    while not driven.room.seating.seat_of("ann"):
        thinking(driven)  # a robot makes the decision of that seat if it was asked
    while 3 in driven.room.owing():
        decide(driven, "ann", lambda texts: texts[0])
    assert chosen * SHORTEST <= thinking(driven) <= chosen * LONGEST
    assert driven.act("ann", wire.Stand(id=driven.id(), room="r1")) == ""
    assert thinking(driven) >= SHORTEST * USUAL_SECONDS


def test_robots_that_are_slower_than_usual_stay_so_where_nobody_sits() -> None:
    driven = DrivenRoom(msgspec.structs.replace(FULL_SPEED, robot_seconds=4.0), people=("ann",))
    driven.start("ann")
    past_the_set_up(driven)
    assert thinking(driven) >= SHORTEST * 4.0


@pytest.mark.full
def test_a_room_without_people_makes_about_one_decision_a_second(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann, options=FULL_SPEED)
        await ann.do(wire.Stand(id=ann.id(), room=room))
        await bench.pass_time(10.0)
        before = len(bench.pool.asked)
        await bench.pass_time(60.0)
        assert 30 < len(bench.pool.asked) - before < 130

    on_bench(tmp_path, test)


# Who pays.


class Following:
    """A connection that follows a room."""

    def __init__(self, person: str, network: str) -> None:
        self.person, self.network = person, network


def payers(driven: DrivenRoom, *followers: tuple[str, str]) -> list[str]:
    found = payers_of(driven.room, [Following(*each) for each in followers])  # type: ignore[arg-type]
    return [payer.network for payer in found]


def test_those_who_sit_pay_in_the_order_of_their_seats_each_address_once() -> None:
    driven = seated("ann", "bob", "cat", options=FULL_SPEED)
    followers = (("eve", "E"), ("cat", "A"), ("bob", "B"), ("ann", "A"))
    assert payers(driven, *followers) == ["A", "B"]
    assert payers(driven, ("eve", "E"), ("bob", "B")) == ["B"]


def test_where_robots_play_alone_those_pay_who_sat_there_or_made_the_room_and_no_spectator() -> None:
    driven = seated("ann", "bob", options=FULL_SPEED)
    for person in ("ann", "bob"):
        assert driven.act(person, wire.Stand(id=driven.id(), room="r1")) == ""
    assert payers(driven, ("eve", "E"), ("bob", "B"), ("ann", "A")) == ["B", "A"]
    assert payers(driven, ("eve", "E"), ("finn", "F")) == ["E", "F"]
    assert payers(driven) == []


def test_who_has_something_left_pays_for_the_table() -> None:
    ledger = Ledger(Limits(answers_per_second=1.0, answers_at_once=2))
    ann, bob = Payer("ann", "A"), Payer("bob", "B")
    paid = [ledger.reserve("answers", [ann, bob], 1, now=0.0) for _ in range(6)]
    assert [(payer.network, seconds) for payer, seconds in paid] == [
        ("A", 0.0),
        ("A", 0.0),
        ("B", 0.0),
        ("B", 0.0),
        ("A", 1.0),
        ("B", 1.0),
    ]


# Waiting for one's share.


def charged(options: wire.RoomOptions = FULL_SPEED, *, rate: float = 1.0, size: int = 1) -> DrivenRoom:
    """Return a room with one person, at the first roll, which is a robot's; answers cost from now on."""
    driven = seated("ann", options=options, seats=(3,))
    past_the_set_up(driven)
    ledger = Ledger(Limits(answers_per_second=rate, answers_at_once=size))
    driven.desk = RobotDesk(driven.room, Toll(ledger, lambda: [Payer("ann", MANY)]))
    return driven


def shown(driven: DrivenRoom) -> list[bytes]:
    return [bytes(numbered.event) for numbered in driven.room.history.after(0, driven.room.public)]


def test_a_robot_whose_address_has_used_its_share_waits_and_then_decides_as_ever() -> None:
    driven, free = charged(), charged(size=1000)
    for each in (driven, free):
        thinking(each)
    assert driven.desk.asks(driven.now) == []
    assert driven.desk.asks(driven.now) == [], "it is charged once"
    assert alarm(driven) == driven.now + 1.0
    assert not driven.desk.is_busy
    driven.now = alarm(driven)
    for each in (driven, free):
        [ask] = each.desk.asks(each.now)
        assert ask.asked_at == each.now
        each.desk.answered(ask, each.answer(ask), each.now)
        each.tick()
    assert shown(driven) == shown(free)


@pytest.mark.full
@pytest.mark.parametrize("usual", [0.3, 1.0])
def test_after_a_wait_the_time_of_an_answer_depends_on_its_work_no_more_than_before(usual: float) -> None:
    options = msgspec.structs.replace(FULL_SPEED, robot_seconds=usual)
    prepared = charged(options)
    for tenth in range(1, 16):  # whoever shares the address may choose how long a question waits
        shown = set()
        for worked in (0.0, 0.05, 0.1, 0.17):
            driven = prepared
            ledger = Ledger(Limits(answers_per_second=10 / tenth, answers_at_once=1))
            driven.desk = RobotDesk(driven.room, Toll(ledger, lambda: [Payer("ann", MANY)]))
            assert ledger.spend("answers", Payer("ann", MANY), 1, driven.now)
            assert driven.desk.asks(driven.now) == []
            driven.now = alarm(driven)
            [ask] = driven.desk.asks(driven.now)
            driven.desk.answered(ask, Answer(moves=("roll",)), driven.now + worked)
            shown.add(round(alarm(driven) - driven.now, 9))
        assert len(shown) == 1
        assert usual * SHORTEST <= shown.pop() <= usual * LONGEST


def offered(rate: float, size: int) -> tuple[DrivenRoom, Ledger, str]:
    """Return a room whose person is about to make an offer to three robots, with the text of it."""
    driven = seated("ann", options=FULL_SPEED)
    to_main(driven, 0)
    ledger = Ledger(Limits(answers_per_second=rate, answers_at_once=size))
    driven.desk = RobotDesk(driven.room, Toll(ledger, lambda: [Payer("ann", MANY)]))
    own = driven.view(0).position.own.certain
    give = next(name for name, count in zip(RESOURCES, own, strict=True) if count)
    get = next(name for name in RESOURCES if name != give)
    return driven, ledger, f"offer 1 {give} for 1 {get} to 1 2 3"


def test_a_question_that_lapses_while_it_waits_costs_nothing() -> None:
    driven, ledger, offer = offered(rate=1.0, size=1)
    assert driven.move("ann", offer) == ""
    assert [ask.seat for ask in driven.desk.asks(driven.now)] == [1]
    assert ledger.reserve("answers", [Payer("ann", MANY)], 0, driven.now)[1] == 2.0
    assert driven.move("ann", "cancel") == ""
    assert driven.desk.asks(driven.now) == []
    assert ledger.reserve("answers", [Payer("ann", MANY)], 0, driven.now)[1] == 0.0


def test_a_refusal_of_a_question_that_has_lapsed_leaves_the_one_that_waits_alone() -> None:
    driven, _, offer = offered(rate=1.0, size=3)
    assert driven.move("ann", offer) == ""
    old = driven.desk.asks(driven.now)
    assert [ask.seat for ask in old] == [1, 2, 3]
    assert driven.move("ann", "cancel") == ""
    assert driven.move("ann", offer) == ""
    assert driven.desk.asks(driven.now) == []
    driven.desk.was_busy(old[0], 1.0, driven.now)
    assert not driven.desk.is_busy
    assert [ask.seat for ask in driven.desk.asks(driven.now + 3.0)] == [1, 2, 3]


def test_an_answer_that_all_workers_were_too_busy_for_costs_nothing() -> None:
    driven = charged(rate=0.001)
    for _ in range(5):
        [ask] = driven.desk.asks(driven.now)
        driven.desk.was_busy(ask, 1.0, driven.now)
        driven.now += 1.0
    [ask] = driven.desk.asks(driven.now)
    driven.desk.answered(ask, driven.answer(ask), driven.now)
    driven.tick()
    assert driven.desk.asks(driven.now) == []


def test_that_a_robot_was_asked_twice_cannot_be_seen_from_a_wait() -> None:
    """The second question comes up only if the robot wanted to make an offer, which tells of its hand."""
    spent = []
    for wants in (False, True):
        options = msgspec.structs.replace(FULL_SPEED, robot_seconds=1.0, robot_offers=0)
        driven = seated("ann", options=options)
        robots_main(driven)
        ledger = Ledger(Limits(answers_per_second=0.001, answers_at_once=2))
        driven.desk = RobotDesk(driven.room, Toll(ledger, lambda: [Payer("ann", MANY)]))
        [ask] = driven.desk.asks(driven.now)
        if wants:
            driven.desk.answered(ask, offering(driven, ask), driven.now)
            [ask] = driven.desk.asks(driven.now)
            assert not ask.may_offer
            assert ask.payer.network == MANY
        driven.desk.answered(ask, Answer(moves=("end turn",)), driven.now)
        spent.append((alarm(driven), ledger.reserve("answers", [Payer("ann", MANY)], 2, driven.now)[1]))
    assert spent[0] == spent[1]


def test_no_clock_runs_and_nobody_is_late_while_robots_wait_for_their_share() -> None:
    pace = wire.Pace(decision=30, bank=0, answer=20, discard=20)
    driven = charged(msgspec.structs.replace(FULL_SPEED, pace=pace, grace=5.0), rate=0.01)
    thinking(driven)
    assert driven.desk.asks(driven.now) == []
    count = len(driven.rows)
    driven.tick(90.0)
    assert len(driven.rows) == count
    assert driven.room.clocks.running.keys() == driven.room.owing().keys()
    assert all(driven.room.clocks.elapsed(seat, driven.now) == 0.0 for seat in driven.room.owing())
    assert driven.room.seating.seats[3].kind == "person"
    driven.tick(10.0)
    [ask] = driven.desk.asks(driven.now)
    driven.desk.answered(ask, driven.answer(ask), driven.now)
    driven.tick()
    assert len(driven.rows) > count


@pytest.mark.full
def test_after_the_end_of_a_game_no_question_that_waited_calls_the_room() -> None:
    driven = DrivenRoom(SHORT_TALK, people=("ann",))
    ledger = Ledger(Limits(answers_per_second=0.5, answers_at_once=1))
    driven.desk = RobotDesk(driven.room, Toll(ledger, lambda: [Payer("ann", MANY)]))
    driven.start("ann")
    while not driven.play.is_over:
        for ask in driven.desk.asks(driven.now):
            driven.desk.answered(ask, driven.answer(ask), driven.now)
        driven.tick(max(0.0, alarm(driven) - driven.now))
    assert driven.desk._toll.next_due is not None, "words wait still"
    for _ in range(2):
        driven.tick(100.0)
        assert driven.desk.asks(driven.now) == []  # but a last remark
    assert timekeeping.next_alarm(driven.room, driven.desk, driven.now) is None


# A class, and an attack.


@pytest.mark.full
@pytest.mark.parametrize("robots", ["medium", "expert"])
def test_sixty_people_of_one_address_who_begin_at_once_wait_for_no_share(
    tmp_path: Path, robots: str
) -> None:
    async def test(bench: Bench) -> None:
        questions: list[tuple[float, str]] = []
        ann = await bench.guest("Ann", caller=Caller(MANY))
        room = await bench.game(ann, options=wire.RoomOptions(robots=(robots,)))
        seen = 0
        random = Random(3)
        since = bench.services.time
        for _ in range(480):
            questions += [(bench.services.time, each.task) for each in bench.pool.asked[seen:]]
            seen = len(bench.pool.asked)
            live = bench.host(room).room
            if 0 not in live.owing():
                since = bench.services.time
            elif bench.services.time - since >= 2.0:  # she thinks for two seconds
                await ann.do(random_move(ann, live, random))
                since = bench.services.time
            await bench.pass_time(0.25)
        assert len(questions) > 60
        limits = Limits()
        share = TokenBucket(rate=limits.answers_per_second, size=limits.answers_at_once)
        for now, task in questions:
            assert share.take(now, 60 * (WORDS_COST if task == "say" else 1.0)), now

    on_bench(tmp_path, test)


def random_move(guest: Guest, room: Room, random: Random) -> wire.Move:
    """Return any move that the person in seat 0 may make."""
    assert room.play is not None
    view = room.view_of(0)
    own = view.position.own
    texts = legal_texts(view)
    text = texts[random.below(len(texts))]
    if own.discards_owed:
        cards = [name for name, n in zip(RESOURCES, own.certain, strict=True) for _ in range(n)]
        text = f"discard {' '.join(cards[: own.discards_owed])}"
    return wire.Move(id=guest.id(), room=room.id, decision=room.play.decision, move=text)


async def full_speed_rooms(bench: Bench, count: int, *, seated: bool) -> list[tuple[Guest, str]]:
    """Let thirty guests of one address make rooms at full speed, with people in them or robots alone."""
    guests = [await bench.guest(f"Many{number}", caller=Caller(MANY)) for number in range(min(count, 30))]
    rooms = []
    for number in range(count):
        guest = guests[number % len(guests)]
        act = guest.id()
        await guest.do(wire.Quick(id=act, options=FULL_SPEED, robots=True, seat=0))
        room = next(ack.room for ack in guest.box.of(wire.Ack) if ack.id == act)
        if not seated:
            await guest.do(wire.Stand(id=guest.id(), room=room))
        rooms.append((guest, room))
    return rooms


async def honest_events(bench: Bench, pool: MeteredPool, attackers: int, *, seated: bool) -> int:
    """Return how many events a room has in a while, beside so many rooms of another address."""
    pool.work_for(bench)
    few = await bench.guest("Few", caller=Caller(FEW))
    room = await bench.game(few, options=FAST)
    theirs = await full_speed_rooms(bench, attackers, seated=seated)
    random = Random(5)
    before = len(bench.host(room).room.history)
    pool.answers.clear()
    for _ in range(160):
        for guest, each in [(few, room), *(theirs if seated else ())]:
            live = bench.host(each).room
            if live.play is not None and not live.play.is_over and 0 in live.owing():
                await guest.send(random_move(guest, live, random))
        await bench.settle()
        await bench.pass_time(0.05)
    return len(bench.host(room).room.history) - before


@pytest.mark.full
@pytest.mark.parametrize("seated", [True, False])
def test_seventy_rooms_at_full_speed_of_one_address_do_not_slow_the_room_of_another(
    tmp_path: Path, seated: bool
) -> None:
    counts, answers = [], []
    for attackers in (0, 70):
        pool = MeteredPool(answer_seconds=0.02)

        async def test(bench: Bench, pool: MeteredPool = pool, attackers: int = attackers) -> None:
            counts.append(await honest_events(bench, pool, attackers, seated=seated))

        folder = tmp_path / str(attackers)
        folder.mkdir()
        on_bench(folder, test, pool=pool)
        answers.append(pool.answers)
    alone, beside = counts
    assert alone > 20
    assert answers[1][MANY] > 5 * answers[1][FEW], "they kept the robots busy"
    assert beside >= 0.9 * alone

"""Answers to an offer in all orders, with cancel, confirm, counter, take and the clock in between.

The oracle knows nothing of the engine: who still owes an answer, what lies on the table, and hands as sums.
"""

from dataclasses import dataclass, field
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.hubs import on_bench
from tests.server.rooms import DrivenRoom, legal_texts, phase_of
from tests.server.test_room_trade import at_offer
from tests.server.worlds import turn_of

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room

pytestmark = pytest.mark.usefixtures("both_databases")

PEOPLE = ("ann", "bob", "cat", "dan")
PACE = wire.Pace(decision=60, bank=0, answer=20, discard=20)


@dataclass
class Oracle:
    """An offer of seat 0 to the other three: one card for one."""

    give: int
    get: int
    hands: list[list[int]]
    settlement: str
    owes: set[int] = field(default_factory=lambda: {1, 2, 3})
    accepted: set[int] = field(default_factory=set)
    counters: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What each seat that countered gives, and what it wants."""
    is_open: bool = True

    @property
    def phase(self):
        if not self.is_open:
            return "MAIN"
        return "ANSWERING" if self.owes else "CHOOSING"

    def exchange(self, seat, gives, gets):
        """Seat 0 gives a card to a seat and gets another."""
        self.hands[0][gives] -= 1
        self.hands[seat][gives] += 1
        self.hands[seat][gets] -= 1
        self.hands[0][gets] += 1
        self.is_open = False

    def answer(self, seat, word):
        """Let a seat answer; return whether it may."""
        if not self.is_open or seat not in self.owes:
            return False
        if word == "accept":
            if not self.hands[seat][self.get]:
                return False
            if self.settlement == "first":
                self.exchange(seat, self.give, self.get)
                return True
            self.accepted.add(seat)
        elif isinstance(word, tuple):
            gives, wants = word
            same = (gives, wants) == (self.get, self.give)
            if gives == wants or same or not self.hands[seat][gives]:
                return False
            self.counters[seat] = word
        self.owes.discard(seat)
        if not self.owes and not self.accepted and not self.counters:
            self.is_open = False
        return True

    def decide(self, word, seat=None):
        """Let seat 0 confirm, take or cancel; return whether it may."""
        if not self.is_open:
            return False
        if word == "cancel":
            self.is_open = False
        elif word == "confirm":
            if seat not in self.accepted:
                return False
            self.exchange(seat, self.give, self.get)
        else:
            if seat not in self.counters:
                return False
            gives, wants = self.counters[seat]
            if not self.hands[0][wants]:
                return False
            self.exchange(seat, wants, gives)
        return True

    def time_out(self):
        """Let the time of the seats that must decide pass: answers are rejections, a choice is given up."""
        if self.is_open and self.owes:
            for seat in sorted(self.owes):
                self.answer(seat, "reject")
        elif self.is_open:
            self.is_open = False


@cache
def prepared(settlement):
    """Return the log of a room at an offer, with what is given and got."""
    rules = f"trading,trade_settlement={settlement}"
    options = wire.RoomOptions(rules=rules, robots=("greedy",), robot_seconds=0.0, pace=PACE)
    driven, give, get = at_offer(options=options)
    return tuple(driven.rows), driven.now, give, get


def begin(settlement):
    rows, now, give, get = prepared(settlement)
    driven = DrivenRoom(people=PEOPLE)
    driven.rows, driven.now = list(rows), now
    driven.room = Room.rebuild(rows, 1)
    driven.desk = RobotDesk(driven.room)
    driven.arrive(*PEOPLE)
    hands = [list(driven.view(seat).position.own.certain) for seat in range(4)]
    return driven, Oracle(give, get, hands, settlement)


def apply(driven, oracle, step, decision):
    """Do a step in the room and by the oracle; return both answers."""
    kind, seat, value = step
    if kind == "time":
        before = driven.room.position.on_turn
        driven.tick({"ANSWERING": 20.0, "CHOOSING": 60.0}.get(phase_of(driven), 0.0))
        oracle.time_out()
        assert driven.room.position.on_turn == before
        return True, True
    if kind == "answer":
        text = value
        if isinstance(value, tuple):
            text = f"counter 1 {RESOURCES[value[0]]} for 1 {RESOURCES[value[1]]}"
        may = oracle.answer(seat, value)
        return driven.move(PEOPLE[seat], text, decision) == "", may
    text = "cancel" if kind == "cancel" else f"{kind} {seat}"
    may = oracle.decide(kind, seat)
    return driven.move("ann", text, decision) == "", may


def check(driven, oracle):
    assert [list(driven.view(seat).position.own.certain) for seat in range(4)] == oracle.hands
    assert phase_of(driven) == oracle.phase
    owing = sorted(driven.room.owing())
    assert owing == (sorted(oracle.owes) if oracle.phase == "ANSWERING" else [0])


seats = st.integers(1, 3)
counters = st.tuples(st.integers(0, 4), st.integers(0, 4))
steps = st.one_of(
    st.tuples(st.just("answer"), seats, st.one_of(st.sampled_from(["accept", "reject"]), counters)),
    st.tuples(st.just("answer"), seats, st.sampled_from(["accept", "reject"])),
    st.tuples(st.sampled_from(["confirm", "take", "cancel"]), seats, st.none()),
    st.tuples(st.sampled_from(["confirm", "take"]), seats, st.none()),
    st.tuples(st.just("time"), st.none(), st.none()),
)


@pytest.mark.full
@pytest.mark.parametrize("settlement", ["choose", pytest.param("first", marks=pytest.mark.slow)])
def test_every_sequence_of_answers_goes_as_the_oracle_says(settlement):
    @settings(max_examples=100, deadline=None, derandomize=True, database=None)
    @given(st.lists(steps, min_size=3, max_size=10))
    def test(sequence):
        driven, oracle = begin(settlement)
        decision = driven.play.decision
        for step in sequence:
            if step[0] == "time" and not oracle.is_open:
                continue
            was_open, count = oracle.is_open, len(driven.rows)
            did, may = apply(driven, oracle, step, decision)
            assert did == may, (step, driven.refusal)
            check(driven, oracle)
            if not may:
                assert len(driven.rows) == count, "a refused act left something in the log"
            if not was_open:
                assert driven.refusal.code == "stale-decision", step
        assert driven.rebuilt().history.after(0, 4) == driven.room.history.after(0, 4)

    test()


@pytest.mark.full
@pytest.mark.parametrize("settlement", ["choose", pytest.param("first", marks=pytest.mark.slow)])
def test_late_answers_with_the_number_of_the_next_decision_are_refused_too(settlement):
    """Whatever closes the offer: an answer that names the decision open now is no answer to it."""
    closing = (
        [("cancel", 1, None)],
        [("answer", 1, "reject"), ("answer", 2, "reject"), ("answer", 3, "reject")],
        [("answer", 3, "accept"), ("confirm", 3, None)],
        [("time", None, None)],
    )
    for sequence in closing:
        driven, oracle = begin(settlement)
        decision = driven.play.decision
        for step in sequence:
            if oracle.is_open:
                apply(driven, oracle, step, decision)
        assert not oracle.is_open
        count = len(driven.rows)
        for person in PEOPLE:
            for text in ("accept", "reject", "counter 1 ore for 1 wood", "confirm 3", "take 1", "cancel"):
                assert driven.move(person, text) != "", (person, text)
                assert driven.move(person, text, decision) == "stale-decision"
        assert len(driven.rows) == count
        check(driven, oracle)


def test_under_first_the_record_holds_no_rejection_that_nobody_made():
    driven, oracle = begin("first")
    apply(driven, oracle, ("answer", 3, "accept"), driven.play.decision)
    check(driven, oracle)
    made = [str(getattr(event, "move", "")) for event in driven.play.events]
    offered = max(i for i, move in enumerate(made) if move.startswith("offer"))
    assert [move.partition(" by")[0] for move in made[offered + 1 :]] == ["accept"]


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_an_act_that_is_sent_again_at_any_place_is_done_once_and_acknowledged_alike(tmp_path, seed):
    async def test(bench):
        random = Random(seed)
        guests = [await bench.guest(name) for name in ("Ann", "Bob", "Cat")]
        room = await bench.game(*guests)
        sent = []
        for _ in range(150):
            host = bench.host(room)
            guest = guests[random.below(3)]
            act = some_act(random, host.room, guest, guests.index(guest))
            if act is not None:
                await guest.send(act)
                sent.append((guest, act))
            for _ in range(random.below(3)):
                other, again = sent[random.below(len(sent))] if sent else (guest, act)
                if again is not None and (other.session.person, again.id) in host.room.done:
                    count = len(host.room.history)
                    await other.send(again)
                    assert len(host.room.history) == count
            await bench.pass_time(1.0)
        await bench.settle()
        rows = bench.services.database.read_rows(room)
        acts = [(row.person, row.act) for row in rows if row.act is not None]
        assert len(acts) == len(set(acts))
        doubled = 0
        for guest in guests:
            acks = {}
            for ack in guest.box.of(wire.Ack):
                assert acks.setdefault(ack.id, ack) == ack
                doubled += 1
            doubled -= len(acks)
        assert doubled > 20
        assert Room.rebuild(rows, 1).history.after(0, 4) == host.room.history.after(0, 4)

    on_bench(tmp_path, test)


def some_act(random, room, guest, seat):
    """Return a lawful act of a guest, or None."""
    if room.play is None or room.play.is_over:
        return None
    if seat not in room.owing():
        if random.below(4) == 0:
            deal = f"1 {RESOURCES[random.below(5)]} for 1 {RESOURCES[random.below(5)]}"
            return wire.Propose(id=guest.id(), room=room.id, turn=turn_of(room), deal=deal)
        if random.below(4) == 0:
            return wire.Chat(id=guest.id(), room=room.id, text="Hello")
        return None
    texts = legal_texts(room.view_of(seat))
    text = texts[random.below(len(texts))]
    own = room.view_of(seat).position.own
    if own.discards_owed:
        cards = [name for name, n in zip(RESOURCES, own.certain, strict=True) for _ in range(n)]
        text = f"discard {' '.join(cards[: own.discards_owed])}"
    return wire.Move(id=guest.id(), room=room.id, decision=room.play.decision, move=text)

"""Games of people who act at random, counted by the test as they act, and kept in a real database."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import lru_cache
from pathlib import Path

import msgspec
from tests.server.logs import url
from tests.server.rooms import OPTIONS, DrivenRoom, legal_texts

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.rows import RoomRow
from catanlab.server.database.standing import Standing
from catanlab.server.database.writer import LogWriter
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.game_reader import read_game

SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=3")
"""Games that the first building ends."""
PEOPLE = ("ann", "bob", "cid", "dan")
DEALS = (
    "1 wood for 1 ore",
    "1 clay for 1 wheat",
    "1 sheep for 1 wood",
    "1 ore for 1 clay",
    "1 wheat for 1 ore",
)


class CountedRoom(DrivenRoom):
    """A room in which every act that was not refused is counted, by the person who did it."""

    def __init__(
        self,
        options: wire.RoomOptions = SHORT,
        *,
        people: tuple[str, ...] = PEOPLE,
        seed: int = 1,
        name: str = "r1",
        experiment: Experiment | None = None,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.addressed: set[str] = set()
        self.addressed_in = -1
        super().__init__(options, people=people, seed=seed, name=name, experiment=experiment)

    def act(self, person: str, act: wire.AnyAct) -> str:
        turn = self.room.position.turn if self.room.play is not None else -1
        code = super().act(person, act)
        if code:
            return code
        if turn != self.addressed_in:
            self.addressed_in, self.addressed = turn, set()
        match act:
            case wire.Move():
                word = act.move.split()[0]
                self.counts[word] += 1
                if word == "offer":
                    seats = act.move.partition(" to ")[2].split()
                    self.addressed |= {self.room.seating.seats[int(seat)].person for seat in seats}
            case wire.Propose():
                self.counts["countering proposal" if person in self.addressed else "proposal"] += 1
            case wire.Take():
                self.counts["taken proposal"] += 1
            case wire.Say():
                self.counts["say"] += 1
            case wire.Chat():
                self.counts["chat"] += 1
        return code

    def begin(self, *people: str) -> None:
        """Seat people, and start."""
        for seat, person in enumerate(people):
            assert not self.sit(person, seat)
        assert not self.start(people[0])


def play(room: CountedRoom, *, seed: int = 1, most: int = 6000, robots: bool = True) -> CountedRoom:
    """Play to the end at random, with proposals, statements and chat in between."""
    random = Random(seed)

    def chance(percent: int) -> bool:
        return random.below(100) < percent

    for _ in range(most):
        if room.play.is_over:
            return room
        room.now += 1.0
        if robots:
            room.run_robots()
        position = room.room.position
        people = [seat.person for seat in room.room.seating.seats if seat.kind == "person"]
        if not people or room.play.is_over:
            continue
        person = people[random.below(len(people))]
        seat = room.room.seating.seat_of(person)
        if seat != position.on_turn and chance(15):
            deal = DEALS[random.below(len(DEALS))]
            room.act(person, wire.Propose(id=room.id(), room="r1", turn=position.turn_number, deal=deal))
        if chance(3):
            room.act(person, wire.Say(id=room.id(), room="r1", text="I need ore"))
        if chance(3):
            room.act(person, wire.Chat(id=room.id(), room="r1", text="hello"))
        if position.phase.name == "MAIN" and seat == position.on_turn and chance(50):
            for proposer, (number, _) in sorted(room.room.proposals.items()):
                room.act(person, wire.Take(id=room.id(), room="r1", seat=proposer, proposal=number))
                break
        if is_over(room):
            return room
        _decide(room, random)
    raise AssertionError("the game did not end")


def is_over(room: CountedRoom) -> bool:
    """Say whether the game has ended."""
    return room.play.is_over


def _decide(room: CountedRoom, random: Random) -> None:
    """Let a seat that owes a decision make it."""
    seats = room.room.seating.seats
    owing = [seat for seat in room.room.owing() if seats[seat].kind == "person"]
    if not owing:
        return
    seat = owing[random.below(len(owing))]
    view = room.view(seat)
    owed = view.position.own.discards_owed
    if owed:
        counts = zip(RESOURCES, view.position.own.certain, strict=True)
        hand = [name for name, count in counts for _ in range(count)]
        assert not room.move(seats[seat].person, f"discard {' '.join(hand[:owed])}")
        return
    texts = legal_texts(view)
    if not room.room.options.counter_button:
        texts = [text for text in texts if not text.startswith("counter")]
    by_word: dict[str, list[str]] = {}
    for text in texts:
        by_word.setdefault(text.split()[0], []).append(text)
    words = [word for word in by_word if word in ("settlement", "city")] or list(by_word)
    chosen = by_word[words[random.below(len(words))]]
    assert not room.move(seats[seat].person, chosen[random.below(len(chosen))]), room.refusal


@lru_cache
def played(seed: int, *, rules: str = "trading,points_to_win=5", button: bool = True) -> CountedRoom:
    """Return a game of four people that has ended, the same to every test: nobody changes it."""
    room = CountedRoom(msgspec.structs.replace(SHORT, rules=rules, counter_button=button), seed=seed)
    room.begin(*PEOPLE)
    return play(room, seed=seed)


def facts_of(room: DrivenRoom) -> GameFacts:
    """Return the facts of a game that has ended."""
    found = read_game(room.rows, room.chat)
    assert found is not None
    return found


def keep(folder: Path, *rooms: DrivenRoom) -> str:
    """Write rooms to the database of a folder, and return its URL; times lie a minute apart."""

    async def write() -> None:
        with Database(url(folder)) as database:
            async with LogWriter(database) as log:
                for number, driven in enumerate(rooms):
                    room = driven.room
                    at = 1_700_000_000_000 + number * 60_000
                    row = RoomRow(room.id, at, public=True, invitation=room.invitation, status="waiting")
                    rows = [msgspec.structs.replace(each, at=at + each.at) for each in driven.rows]
                    await log.create_room(row, rows)
                    await log.append(room.id, 1, chat=driven.chat, standing=Standing(status=room.status))

    asyncio.run(write())
    return url(folder)

"""A room driven by a test: people act by name, robots answer in this process, and time is a number."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeVar

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.view.view import CatanView
from catanlab.server import wire
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.dice import Dice
from catanlab.server.refusals import Refused
from catanlab.server.robots.delay import LONGEST
from catanlab.server.robots.messages import Recipe, Request, shortened
from catanlab.server.robots.questions import Answer
from catanlab.server.robots.worker import Worker
from catanlab.server.rooms import acts, timekeeping
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.rooms.robot_asks import USUAL_SECONDS, Ask
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.table.play import Play

T = TypeVar("T")
QUICK = ("greedy",)
OPTIONS = wire.RoomOptions(robots=QUICK, robot_seconds=0.0)


class DrivenRoom:
    """A room with its log; everybody named is present. Acts return the code of their refusal, or ''."""

    def __init__(
        self,
        options: wire.RoomOptions = OPTIONS,
        *,
        people: tuple[str, ...] = ("ann",),
        seed: int = 1,
        name: str = "r1",
        experiment: Experiment | None = None,
    ) -> None:
        self.now = 1000.0
        self.rows: list[Row] = []
        self.commits: set[int] = set()
        """How many rows there were after each commit."""
        self.chat: list[ChatRow] = []
        self.refusal = wire.Refused(code="", text="")
        self._ids = itertools.count(1)
        self._robots: dict[int, tuple[Worker, int]] = {}
        self.room, batch = Room.create(
            name,
            options,
            owner=people[0] if people else "owner",
            act="create",
            now=self.now,
            at=self.at,
            dice=Dice(name, f"{seed:016x}", f"{seed:032x}"),
            board_seed=seed,
            experiment=experiment,
        )
        self.desk = RobotDesk(self.room)
        self.rows += batch.rows
        self.arrive(*people)

    @property
    def at(self) -> int:
        return int(self.now * 1000)

    @property
    def play(self) -> Play:
        assert self.room.play is not None
        return self.room.play

    def view(self, seat: int | None) -> CatanView:
        return self.room.view_of(self.room.public if seat is None else seat)

    # Changes.

    def change(self, change: Callable[[], None]) -> str:
        """Make a change in a batch of its own; return the code of its refusal, or ''."""
        self.room.begin(self.now, self.at)
        code = ""
        try:
            change()
        except Refused as refused:
            code = refused.code
            self.refusal = wire.Refused(code=refused.code, text=refused.text)
        batch = self.room.finish()
        self.rows += batch.rows
        self.commits.add(len(self.rows))
        self.chat += batch.chat
        return code

    def arrive(self, *people: str) -> None:
        def note() -> None:
            self.room.present |= set(people)
            for person in people:
                acts.welcome_back(self.room, person, person)

        self.change(note)

    def depart(self, *people: str) -> None:
        def note() -> None:
            self.room.present -= set(people)

        self.change(note)

    def act(self, person: str, act: wire.AnyAct) -> str:
        return self.change(lambda: acts.perform(self.room, person, person, act))

    def id(self) -> str:
        return f"act{next(self._ids)}"

    def sit(self, person: str, seat: int | None = None, nonce: str = "", invitation: str = "") -> str:
        sit = wire.Sit(id=self.id(), room="r1", seat=seat, nonce=nonce, invitation=invitation)
        return self.act(person, sit)

    def start(self, person: str = "ann") -> str:
        return self.act(person, wire.Start(id=self.id(), room="r1"))

    def move(self, person: str, text: str, decision: int | None = None) -> str:
        number = self.play.decision if decision is None else decision
        return self.act(person, wire.Move(id=self.id(), room="r1", decision=number, move=text))

    def tick(self, seconds: float = 0.0) -> None:
        """Let time pass, and do what it brings."""
        self.now += seconds
        self.change(lambda: timekeeping.tick(self.room, self.desk))

    # Robots.

    def answer(self, ask: Ask) -> Answer:
        """Let a robot answer in this process; it is made anew each time."""
        room = self.room
        recipe = Recipe(ask.agent, self.play.sealed, ask.seat, room.robot_seed(ask.seat))
        request = Request(
            number=1,
            slot=1,
            recipe=recipe,
            drops=(),
            events=shortened(room.heard[ask.seat]),
            task=ask.task,
            ply=ask.ply,
            seconds=1000.0,
            budget=1.0,
            proposer=max(0, ask.proposer),
            deal=ask.deal,
            deals=ask.deals,
            may_offer=ask.may_offer,
        )
        reply = Worker().answer(request)
        assert reply.failure is None, reply.failure
        return Answer(
            moves=reply.moves,
            lines=reply.lines,
            takes=reply.takes,
            public_reason=reply.reason,
            explanation=reply.explanation,
        )

    def run_robots(self, rounds: int = 1) -> int:
        """Ask the robots that are to be asked, and play their answers; return how many were asked."""
        count = 0
        for _ in range(rounds):
            asks = self.desk.asks(self.now)
            if not asks:
                break
            for ask in asks:
                self.desk.answered(ask, self.answer(ask), self.now)
            count += len(asks)
            # Where nobody sits they seem to think, whatever the options say.
            is_seated = any(seat.kind == "person" for seat in self.room.seating.seats)
            self.tick(0.0 if is_seated else LONGEST * USUAL_SECONDS)
        return count

    def rebuilt(self) -> Room:
        """Return the room as its log tells it."""
        return Room.rebuild(self.rows, self.room.epoch)


def seated(
    *people: str,
    options: wire.RoomOptions = OPTIONS,
    seats: tuple[int, ...] | None = None,
    seed: int = 1,
) -> DrivenRoom:
    """Return a room whose game has begun, with these people in the first seats or in those named."""
    room = DrivenRoom(options, people=people, seed=seed)
    for person, seat in zip(people, seats or range(4), strict=False):
        assert not room.sit(person, seat)
    assert not room.start(people[0])
    return room


def bytes_of(room: Room, audience: int) -> list[object]:
    """Return everything that an audience has been sent, number by number."""
    return list(room.history.after(0, audience))


def legal_texts(view: CatanView) -> list[str]:
    """Return the moves listed for the seat of a view, wherever it may decide."""
    return [move.text.partition(" by ")[0] for move in view.as_decider().legal_moves]


def decide(driven: DrivenRoom, person: str, pick: Callable[[list[str]], str]) -> str:
    """Let a person make the decision that their seat owes; discards are one answer."""
    seat = driven.room.seating.seat_of(person)
    assert seat is not None
    view = driven.view(seat)
    owed = view.position.own.discards_owed
    if owed and seat not in driven.room.chosen:
        hand = [
            name for name, n in zip(RESOURCES, view.position.own.certain, strict=True) for _ in range(n)
        ]
        return driven.move(person, f"discard {' '.join(hand[:owed])}")
    texts = legal_texts(view)
    if not driven.room.options.counter_button:
        texts = [text for text in texts if not text.startswith("counter")]
    return driven.move(person, pick(texts))


def play_on(driven: DrivenRoom, *, until: Callable[[], bool], seed: int = 1, most: int = 4000) -> None:
    """Let people decide at random, and robots as they do, until something is the case."""
    random = Random(seed)
    for _ in range(most):
        if until() or driven.play.is_over:
            return
        driven.run_robots()
        owing = [seat for seat in driven.room.owing() if driven.room.seating.seats[seat].kind == "person"]
        if until() or not owing:
            continue
        person = driven.room.seating.seats[owing[random.below(len(owing))]].person
        code = decide(driven, person, lambda texts: texts[random.below(len(texts))])
        assert code == "", driven.refusal
    raise AssertionError("it did not come to that")


def phase_of(driven: DrivenRoom) -> str:
    return driven.room.position.phase.name


def to_main(driven: DrivenRoom, seat: int, seed: int = 1) -> None:
    """Play until this seat is in its main phase with some cards in everybody's hand."""
    play_on(
        driven,
        seed=seed,
        until=lambda: (
            phase_of(driven) == "MAIN"
            and driven.room.position.on_turn == seat
            and driven.room.position.turn >= 4
            and all(other.hand_size for other in driven.room.position.seats)
        ),
    )

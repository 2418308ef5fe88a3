"""Plays the rooms that are recorded: people who act at random, robots of all levels, time that passes.

Everything follows from the number of the room. The number says what kind of room it is and by which rules
it plays; a room that goes on from another one plays that one first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec
from tests.server.recorded.kept import About, LoggedRow, Recording, Step, name_of
from tests.server.rooms import DrivenRoom, legal_texts
from tests.server.worlds import turn_of

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.dice import Dice
from catanlab.server.replays.continuing import Player, beginning_of, options_for, play_on
from catanlab.server.robots.messages import Recipe, Request, shortened
from catanlab.server.robots.questions import Answer
from catanlab.server.robots.worker import Worker
from catanlab.server.rooms import acts, timekeeping
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.experiments import Assigned
from catanlab.server.rooms.robot_asks import Ask
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.updates import counting, update

PEOPLE = ("ann", "bob", "cid", "dan")
SPECTATORS = ("eve", "fay")
RULES = (
    *("base", "trading", "thomas", "szita", "roelofs", "tuma", "jsettlers", "catanatron"),
    *("trading,players=2", "trading,players=3", "jsettlers,players=3", "jsettlers,players=2,hand_limit=4"),
    *("trading,hand_limit=3", "trading,trade_settlement=first", "thomas,hidden_discards=yes"),
    *("trading,open_hands=yes", "trading,counter_offers=no", "trading,max_turns=14"),
    *("trading,offers_per_turn=8", "trading,friendly_robber=yes", "base,players=3,one_action=yes"),
    *("trading,no_sevens_rounds=2,max_rounds=5", "trading,win_check=turn-end"),
    *("roelofs,players=3,player_trade=yes", "jsettlers,hand_limit=2"),
)
KINDS = (*("two people", "four people", "levels", "clocks", "leaving", "continued", "rematch", "restarts"),)
POINTS = {"two people": 10, "four people": 4, "levels": 5, "clocks": 4, "leaving": 5, "rematch": 3}
"""How many points win in rooms of each kind, where the rules do not say."""
LEVELS = (
    ("easy", "medium", "hard", "expert"),
    ("medium",),
    ("hard", "expert"),
    ("expert", "easy"),
    ("champion", "easy"),
)
MOST_ROWS = {"two people": 560, "four people": 420, "levels": 360, "leaving": 360}
USUAL_ROWS = 260
"""At about so many rows a game that is not over by then is left as it is."""
LINES = (
    *("hello", "my {give} for your {get}?", "anyone selling {get}?", "yes", "no", "i have no {give}"),
    *("2 {give} for 1 {get}", "I need {get}", "well played", "bob, do you want {give}?"),
)
FACES = ("owl", "fox", "hare")


class LivelyRoom(DrivenRoom):
    """A driven room that notes every step, and checks that a reloaded room would be sent the same."""

    def __init__(self, name: str, options: wire.RoomOptions, **given: Any) -> None:
        self.steps: list[Step] = []
        self.live: list[list[bytes]] = []
        """What every audience was sent with each step that had events."""
        self._shown: tuple[str, ...] = ()
        self._reloaded: int | None = None
        self._kept: dict[tuple[int, str], tuple[Worker, int]] = {}
        self.names: dict[str, str] = {}
        super().__init__(options, name=name, people=(), **given)
        self._note(0)

    def change(self, change: Callable[[], None]) -> str:
        before = len(self.rows)
        code = super().change(change)
        self._note(before)
        return code

    def begin_anew(self, room: Room, rows: Sequence[Any]) -> None:
        """Have another room from its first batch on."""
        self.room, self.rows = room, list(rows)
        self.desk = RobotDesk(room)
        self.steps, self.live, self._shown = [], [], ()
        self._note(0)

    def _note(self, before: int) -> None:
        rows, present = self.rows[before:], tuple(sorted(self.room.present))
        if not rows and present == self._shown:
            return
        self.steps.append(
            Step(
                now=self.now,
                at=self.at,
                rows=tuple(
                    LoggedRow(row.seq, row.kind, row.body.decode(), row.person, row.act) for row in rows
                ),
                present=present if present != self._shown else None,
                epoch=self._reloaded,
            )
        )
        self._shown, self._reloaded = present, None
        table = table_info(self.room, self.now)
        audiences = range(self.room.public + 1)
        self.live.append([update(self.room, each, before, table) for each in audiences])

    def count(self, audience: int) -> bytes:
        """Return what counting cards tells an audience."""
        return counting(self.room, audience)

    # People.

    def act(self, person: str, act: wire.AnyAct) -> str:
        name = self.names.get(person, person.title())
        bot = person == "dan"  # a program of somebody else
        return self.change(
            lambda: acts.perform(self.room, person, name, act, bot=bot, face="owl" if bot else "")
        )

    def arrive(self, *people: str) -> None:
        def note() -> None:
            self.room.present |= set(people)
            for person in people:
                acts.welcome_back(self.room, person, self.names.get(person, person.title()))

        if people:
            self.change(note)

    def do(self, kind: type[wire.Act], person: str, /, **fields: Any) -> str:
        """Let a person do an act."""
        act = cast(wire.AnyAct, kind(id=self.id(), room=self.room.id, **fields))
        return self.act(person, act)

    # Robots.

    def answer(self, ask: Ask) -> Answer:
        """Let a robot answer that is kept, and told only what is new."""
        room, key = self.room, (ask.seat, ask.agent)
        worker, heard = self._kept.get(key, (Worker(), 0))
        events = room.heard[ask.seat]
        recipe = Recipe(ask.agent, self.play.sealed, ask.seat, room.robot_seed(ask.seat))
        request = Request(
            number=1,
            slot=1,
            recipe=recipe if heard == 0 else None,
            drops=(),
            events=shortened(events[heard:]),
            task=ask.task,
            ply=ask.ply,
            seconds=1000.0,
            budget=1.0,
            proposer=max(0, ask.proposer),
            deal=ask.deal,
            deals=ask.deals,
            may_offer=ask.may_offer,
        )
        reply = worker.answer(request)
        assert reply.failure is None, reply.failure
        self._kept[key] = worker, len(events)
        return Answer(
            moves=reply.moves,
            lines=reply.lines,
            takes=reply.takes,
            public_reason=reply.reason,
            explanation=reply.explanation,
        )

    def reload(self) -> None:
        """Load the room from its log under another epoch, as a server does that was started again."""
        epoch = self.room.epoch + 1
        present = self.room.present
        self.room = Room.rebuild(self.rows, epoch)
        self.desk = RobotDesk(self.room)
        self._kept.clear()
        self._reloaded = epoch
        self._shown = ()

        def resume() -> None:
            self.room.emit(log.Resumed(epoch=epoch))
            self.room.present = present

        self.change(resume)


# Rooms.


def play_room(number: int) -> LivelyRoom:
    """Play the room of a number."""
    kind = KINDS[number // len(RULES)]
    if kind == "continued":
        return _continued(number)
    if kind == "rematch":
        return _rematch(number)
    return _play(number, kind)


def play_people(number: int, rules: str, *, most: int = 420) -> Recording:
    """Play a game of four people by these rules, which is none of those that are recorded."""
    name = f"people{number:03}"
    driven = LivelyRoom(name, wire.RoomOptions(rules=rules, words=True), seed=number)
    random = Random(number, "agent")
    driven.arrive(*PEOPLE)
    for person in PEOPLE:
        driven.do(wire.Sit, person)
    assert not driven.do(wire.Start, "ann")
    _go_on(driven, PEOPLE, random, "four people", most)
    return Recording(About(name, "four people", driven.room.status), driven.steps)


def recording_of(number: int, driven: LivelyRoom) -> Recording:
    """Return a room that was played as it is recorded."""
    about = About(name_of(number), KINDS[number // len(RULES)], driven.room.status)
    return Recording(about, [without_chance(step, number) for step in driven.steps])


def without_chance(step: Step, number: int) -> Step:
    """Return a step with the invitation, which is drawn by chance, replaced."""
    rows = []
    for row in step.rows:
        if row.kind == "created":
            body = msgspec.json.decode(row.body)
            body["invitation"] = f"invitation-{number:03}"
            row = msgspec.structs.replace(row, body=msgspec.json.encode(body).decode())
        rows.append(row)
    return msgspec.structs.replace(step, rows=tuple(rows))


def options_of(number: int, kind: str) -> wire.RoomOptions:
    """Return the options of a room."""
    rules = RULES[number % len(RULES)]
    if "points_to_win" not in rules:
        rules += f",points_to_win={POINTS.get(kind, 4)}"
    slow = kind == "clocks"
    return wire.RoomOptions(
        rules=rules,
        robots=LEVELS[number // 2 % len(LEVELS)],
        pace=wire.Pace(decision=20.0, bank=30.0, answer=8.0, discard=10.0, grant=15.0) if slow else None,
        grace=12.0 if kind in ("leaving", "clocks") else 60.0,
        public=number % 3 > 0,
        counter_button=number % 4 > 0,
        interest_buttons=number % 5 > 0,
        words=number % 6 > 0,
        reasons=number % 7 > 0,
        robot_offers=number % 3,
        robot_seconds=0.5 if number % 2 else 0.0,
        title="Friday table" if number % 8 == 0 else "",
    )


def _new(number: int, kind: str, **given: Any) -> LivelyRoom:
    name = name_of(number)
    driven = LivelyRoom(name, options_of(number, kind), seed=number, **given)
    return driven


def _play(number: int, kind: str) -> LivelyRoom:
    driven = _new(number, kind)
    random = Random(number, "agent")
    seats = driven.room.game.seats
    people = {"four people": 4, "levels": 1, "two people": 2}.get(kind, 1 + random.below(3))
    sitting = PEOPLE[: min(people, seats)]
    driven.arrive(*sitting)
    _sit_down(driven, sitting, random)
    if number % len(RULES) == len(RULES) - 1 and kind == "restarts":
        driven.do(wire.Chat, "ann", text="nobody begins")  # a table that waits for ever
        return driven
    assert not driven.do(wire.Start, "ann")
    _go_on(driven, sitting, random, kind, MOST_ROWS.get(kind, USUAL_ROWS))
    return driven


def is_over(driven: LivelyRoom) -> bool:
    """Say whether the game has ended."""
    return driven.play.is_over


def _sit_down(driven: LivelyRoom, people: Sequence[str], random: Random) -> None:
    """Take seats, after some moving about."""
    seats = driven.room.game.seats
    for index, person in enumerate(people):
        nonce = f"{index}c0ffee" if random.below(2) else ""
        driven.do(wire.Sit, person, seat=None, nonce=nonce)
    if random.below(2):
        driven.do(wire.Sit, people[0], seat=seats - 1)
    if random.below(3) == 0:
        driven.do(wire.Stand, people[-1])
        driven.do(wire.Sit, people[-1])
    driven.do(wire.Lock, people[0], seat=random.below(seats), locked=bool(random.below(2)))
    driven.do(wire.Face, people[0], face=FACES[random.below(3)])
    for person in people:
        if driven.room.seating.seat_of(person) is None:
            driven.do(wire.Sit, person)


def _continued(number: int) -> LivelyRoom:
    """Go on from somewhere in the game of a room of the first kinds, with the same rules."""
    other = play_room(number % (2 * len(RULES)))
    random = Random(number, "agent")
    first = next(row.seq for row in other.rows if row.kind == "started")
    seq = first + random.below(max(1, len(other.rows) - first - 2))
    beginning = beginning_of(other.rows, seq, room=other.room.id)
    driven = _new(number, "continued")
    options = options_for(beginning, driven.room.options)
    name = name_of(number)
    room, batch = Room.create(
        name,
        options,
        owner="ann",
        act="continue",
        now=driven.now,
        at=driven.at,
        dice=Dice(name, f"{number:016x}", f"{number:032x}"),
        game=beginning.game,
        continues=beginning.continues,
        then=play_on(beginning, Player("ann", "Ann", random.below(beginning.game.seats))),
    )
    driven.begin_anew(room, batch.rows)
    driven.arrive("ann")
    _go_on(driven, ("ann",), random, "continued", len(driven.rows) + 120)
    return driven


def _rematch(number: int) -> LivelyRoom:
    """Play a short game to its end, and then the rematch of the same people."""
    old = _play(number, "rematch")
    if number % 2 or old.room.status != "over":
        if old.room.status == "over":
            made = log.Rematched(room=name_of(number) + "again", invitation="invitation-again")
            old.change(lambda: old.room.emit(made))
            old.do(wire.Chat, "ann", text="once more?")
        return old
    kept = [(seat.person, old.room.course.people.get(seat.person, "")) for seat in old.room.seating.seats]
    driven = _new(number, "rematch")
    name = name_of(number)
    room, batch = Room.create(
        name,
        old.room.options,
        owner="ann",
        act="rematch",
        now=driven.now,
        at=driven.at,
        dice=Dice(name, f"{number + 1000:016x}", f"{number:032x}"),
        board_seed=number + 1000,
        experiment=Assigned(old.room.options, "counter-button", "with"),
        kept=kept,
    )
    driven.begin_anew(room, batch.rows)
    random = Random(number, "search")
    people = [person for person, _ in kept if person]
    driven.arrive(*people, "eve")
    driven.do(wire.Sit, "eve", seat=0)
    for person in people:
        driven.do(wire.Sit, person)
    driven.do(wire.Start, "ann")
    _go_on(driven, people, random, "rematch", USUAL_ROWS)
    return driven


# What happens in a game.


def _go_on(driven: LivelyRoom, people: Sequence[str], random: Random, kind: str, most: int) -> None:
    """Let people and robots play until the end, or until there are so many rows."""
    for _ in range(6 * most):
        if is_over(driven) or len(driven.rows) >= most:
            break
        driven.run_robots()
        _pass_time(driven, random, kind)
        if is_over(driven):
            break
        _happen(driven, people, random, kind)
        _act(driven, people, random)
    if is_over(driven):
        for person in people:
            driven.do(wire.Chat, person, text="well played")
        driven.do(wire.Why, people[0], seat=driven.room.game.seats - 1)
        driven.run_robots()
        driven.tick(2.0)
    elif random.below(5) == 0:
        driven.depart(*driven.room.present)  # the game sleeps


def _pass_time(driven: LivelyRoom, random: Random, kind: str) -> None:
    """Let some time pass: a second mostly, or until the next thing that time brings."""
    if random.below(40) == 0 and kind in ("clocks", "leaving"):
        driven.tick(13.0 + random.below(30))
    alarm = timekeeping.next_alarm(driven.room, driven.desk, driven.now)
    waits = alarm is not None and random.below(4) > 0
    driven.tick(min(max(0.0, (alarm or 0.0) - driven.now), 60.0) if waits else 0.25 * random.below(8))


def _happen(driven: LivelyRoom, people: Sequence[str], random: Random, kind: str) -> None:
    """Let people come and go, the server start again, robots fail, and spectators watch."""
    room = driven.room
    often = {"leaving": 12, "restarts": 10, "clocks": 15}.get(kind, 80)
    if random.below(often):
        return
    person = people[random.below(len(people))]
    what = random.below(9)
    if what <= 2 and kind != "four people":
        if person in room.present:
            driven.depart(person)
        else:
            driven.arrive(person)
    elif what == 3:
        watcher = SPECTATORS[random.below(2)]
        (driven.depart if watcher in room.present else driven.arrive)(watcher)
    elif what == 4:
        seated = room.seating.seat_of(person) is not None
        if seated and len(people) > 1:
            driven.do(wire.Stand, person)
        else:
            driven.do(wire.Sit, person)
    elif what == 5 and kind == "restarts":
        driven.reload()
    elif what == 5:
        for seat in sorted(room.owing()):
            driven.do(wire.MoreTime, person, seat=seat)
    elif what == 6:
        driven.do(wire.Lock, person, seat=random.below(room.game.seats), locked=bool(random.below(2)))
    elif what == 7:
        driven.names[person] = f"{person.title()} {random.below(100)}"
        driven.arrive(person)
        driven.do(wire.Face, person, face=FACES[random.below(3)])
    elif what == 8:
        for ask in driven.desk.asks(driven.now)[:1]:
            driven.desk.failed(ask, "raised", "ValueError: a fault of the robot", driven.now)
    missing = [each for each in people if each not in room.present]
    if len(missing) == len(people) or (missing and random.below(3) == 0):
        driven.arrive(*missing)


def _act(driven: LivelyRoom, people: Sequence[str], random: Random) -> None:
    """Let everybody who is there decide, trade, talk and ask, as it comes."""
    for person in people:
        room = driven.room
        seat = room.seating.seat_of(person)
        if is_over(driven) or person not in room.present or seat is None:
            if not is_over(driven) and seat is None and random.below(30) == 0:
                driven.do(wire.Sit, person)
            continue
        _talk(driven, person, seat, random)
        if seat in driven.room.owing() and random.below(6):
            _decide(driven, person, seat, random)


def _decide(driven: LivelyRoom, person: str, seat: int, random: Random) -> None:
    view = driven.view(seat)
    owed = view.position.own.discards_owed
    if owed:
        hand = view.position.own.certain
        cards = [name for name, n in zip(RESOURCES, hand, strict=True) for _ in range(n)]
        text = f"discard {' '.join(cards[-owed:])}"
    else:
        texts = legal_texts(view)
        if not driven.room.options.counter_button:
            texts = [each for each in texts if not each.startswith("counter")]
        text = _pick(texts, random)
    driven.do(wire.Move, person, decision=driven.play.decision, move=text)


def _pick(texts: Sequence[str], random: Random) -> str:
    """Return a move; one that brings the game forward mostly."""
    for words in (
        ("city", "settlement"),
        ("confirm", "take"),
        ("buy card", "knight", "monopoly", "plenty", "road building"),
        ("robber", "accept", "counter"),
        ("offer", "bank"),
        ("road",),
    ):
        wanted = [text for text in texts if text.startswith(words)]
        if wanted and random.below(5) > 1:
            return wanted[random.below(len(wanted))]
    return texts[random.below(len(texts))]


def _talk(driven: LivelyRoom, person: str, seat: int, random: Random) -> None:
    """Chat, state, ask, answer, propose, take and withdraw, whether it is allowed or not."""
    room = driven.room
    what = random.below(60)
    give, get = RESOURCES[random.below(5)], RESOURCES[random.below(5)]
    other = random.below(room.game.seats)
    if what < 4:
        text = LINES[random.below(len(LINES))].format(give=give, get=get)
        driven.do(wire.Chat, person, text=text)
    elif what == 4:
        driven.do(wire.Say, person, text=f"I need {get}")
    elif what < 7:
        kinds: tuple[wire.AskKind, ...] = ("want", "sell", "lack", "need")
        kind = kinds[random.below(4)]
        driven.do(wire.Ask, person, kind=kind, resources=(get,), to=() if random.below(2) else (other,))
    elif what < 9:
        for number in [*room.asks.asked][-1:]:
            answers: tuple[wire.AskAnswer, ...] = ("yes", "no")
            driven.do(wire.Reply, person, ask=number, answer=answers[random.below(2)])
    elif what < 16 and room.position.on_turn != seat:
        driven.do(wire.Propose, person, turn=turn_of(room), deal=f"1 {give} for 1 {get}")
    elif what == 16:
        driven.do(wire.Withdraw, person)
    elif what == 17:
        driven.do(wire.Why, person, seat=other)
    if room.position.on_turn == seat and room.proposals and random.below(2) == 0:
        proposer, (number, _) = sorted(room.proposals.items())[0]
        driven.do(wire.Take, person, seat=proposer, proposal=number)

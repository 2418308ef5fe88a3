"""Pairs of worlds: a room's log with another hidden card, and what each audience gets in both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import cast

import msgspec
from tests.server.rooms import DrivenRoom, legal_texts, phase_of

from catanlab.framework.errors import CatanlabError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import CARDS, RESOURCES
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.server import wire
from catanlab.server.database.rows import Row
from catanlab.server.refusals import Refused
from catanlab.server.rooms import acts
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.shown_view import shown_view
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.updates import counting

NOW = 5000.0
DRAWN = tuple(CARDS)
_encode = msgspec.json.encode


@dataclass(frozen=True)
class World:
    """A log in which one hidden card is another one, from the row with this index on."""

    rows: tuple[Row, ...]
    first: int
    kind: str


def _with_entry(row: Row, entry: log.AnyEntry) -> Row:
    return msgspec.structs.replace(row, body=log.encode(entry))


def other_worlds(rows: Sequence[Row]) -> Iterator[World]:
    """Yield logs that differ in a card that was drawn, stolen or discarded; they need not be possible."""
    for index, row in enumerate(rows):
        entry = log.decode(row.body)
        if isinstance(entry, log.Outcome):
            kind, _, card = entry.move.partition(" ")
            cards = {"draw": DRAWN, "steal": RESOURCES}.get(kind, ())
            for other in cards:
                if other != card:
                    changed = _with_entry(row, log.Outcome(move=f"{kind} {other}"))
                    yield World((*rows[:index], changed, *rows[index + 1 :]), index, kind)
        elif isinstance(entry, log.Chosen):
            yield from _other_discards(rows, index, entry)


def _other_discards(rows: Sequence[Row], index: int, chosen: log.Chosen) -> Iterator[World]:
    """Yield logs in which a seat chose other cards."""
    count = len(chosen.cards.split())
    places: list[tuple[int, log.Moved]] = []
    for later in range(index + 1, len(rows)):
        entry = log.decode(rows[later].body)
        if isinstance(entry, log.Moved) and entry.seat == chosen.seat and len(places) < count:
            if not entry.move.startswith("discard"):
                break
            places.append((later, entry))
    found = 0
    for cards in combinations_with_replacement(RESOURCES, count):
        if " ".join(cards) == chosen.cards or _distance(cards, chosen.cards.split()) > 1:
            continue
        changed = list(rows)
        changed[index] = _with_entry(rows[index], msgspec.structs.replace(chosen, cards=" ".join(cards)))
        for (later, entry), card in zip(places, cards, strict=False):
            moved = msgspec.structs.replace(entry, move=f"discard {card}")
            changed[later] = _with_entry(rows[later], moved)
        yield World(tuple(changed), index, "discard")
        found += 1
        if found == 4:
            return


def _distance(cards: Sequence[str], others: Sequence[str]) -> int:
    return sum((Counter(cards) - Counter(others)).values())


def look(room: Room, audience: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Return what an audience gets with the last event: the event, the view, the table.

    What counting cards tells comes last: everybody may ask for it at any time.
    """
    view = shown_view(room, audience) if room.play is not None else b""
    counted = counting(room, audience) if room.play is not None else b""
    count = len(room.history)
    table = _encode(table_info(room, NOW))
    return _encode(room.history.after(count - 1, audience)), view, table, counted


def seen(room: Room, entry: log.AnyEntry, audience: int) -> object:
    """Return what the rules of the game let an audience see of an entry that comes next."""
    seat = None if audience == room.public else audience
    if isinstance(entry, log.Moved | log.Taken | log.Outcome):
        assert room.play is not None
        state = cast(CatanState, room.play.state)
        move = CatanMove.parse(entry.move)
        if isinstance(entry, log.Moved):
            move = CatanMove(state.by(move, entry.seat))
        return entry.__struct_config__.tag, state.seen(move, seat)
    if isinstance(entry, log.Chosen):
        return entry if entry.seat == audience else (entry.seat, len(entry.cards.split()))
    return entry


class Story:
    """A log told row by row."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.count = 0
        self.room = Room(cast(log.Created, log.decode(rows[0].body)), 1)

    def entry(self) -> log.AnyEntry:
        """Return the entry that comes next."""
        return log.decode(self.rows[self.count].body)

    def go_on(self) -> None:
        """Let the next entry happen; raises CatanlabError if it cannot in this world."""
        entry = self.entry()
        if isinstance(entry, log.Chosen):
            _check_discards(self.room, entry)
        self.room.absorb(entry, self.rows[self.count].at, None)
        self.count += 1

    def until(self, count: int) -> Story:
        """Let so many entries happen."""
        while self.count < count:
            self.go_on()
        return self


def _check_discards(room: Room, entry: log.Chosen) -> None:
    assert room.play is not None
    hand = cast(CatanState, room.play.state).position.seats[entry.seat].hand
    assert hand is not None
    wanted = Counter(entry.cards.split())
    if any(wanted[name] > hand[i] for i, name in enumerate(RESOURCES)):
        raise CatanlabError("the seat does not hold these cards")


# A game in which everything happens.


def lively_game(options: wire.RoomOptions, *, seed: int, turns: int) -> DrivenRoom:
    """Play a game of two people and robots with offers, proposals, statements and questions."""
    driven = DrivenRoom(options, people=("ann", "bob", "eve"), seed=seed)
    random = Random(seed)
    for person, seat in (("ann", 0), ("bob", 1)):
        assert not driven.sit(person, seat)
    assert not driven.start("ann")
    idle = 0
    while not driven.play.is_over and driven.room.position.turn < turns and idle < 50:
        before = len(driven.rows)
        driven.run_robots()
        for person, seat in (("ann", 0), ("bob", 1)):
            _act_somehow(driven, person, seat, random)
        idle = idle + 1 if len(driven.rows) == before else 0
        driven.now += 0.25
    assert idle < 50, "the game came to a stop"
    return driven


def _act_somehow(driven: DrivenRoom, person: str, seat: int, random: Random) -> None:
    if driven.play.is_over:
        return
    room = driven.room
    if phase_of(driven) == "MAIN" and random.below(3) == 0:
        if room.position.on_turn != seat:
            give, get = random.below(5), random.below(5)
            deal = f"1 {RESOURCES[give]} for 1 {RESOURCES[get]}"
            driven.act(person, wire.Propose(id=driven.id(), room="r1", turn=turn_of(room), deal=deal))
        elif room.proposals:
            other, (number, _) = next(iter(room.proposals.items()))
            driven.act(person, wire.Take(id=driven.id(), room="r1", seat=other, proposal=number))
    if random.below(40) == 0:
        driven.act(person, wire.Why(id=driven.id(), room="r1", seat=2 + random.below(2)))
        driven.act(person, wire.Say(id=driven.id(), room="r1", text="I need ore"))
    if random.below(40) == 0:
        driven.act(person, wire.Withdraw(id=driven.id(), room="r1"))
    _talk_somehow(driven, person, random)
    if seat in room.owing():
        view = driven.view(seat)
        owed = view.position.own.discards_owed
        if owed:
            hand = view.position.own.certain
            cards = [name for name, n in zip(RESOURCES, hand, strict=True) for _ in range(n)]
            text = f"discard {' '.join(cards[-owed:])}"
        else:
            text = _pick(legal_texts(view), random)
        assert driven.move(person, text) == "", driven.refusal


def _talk_somehow(driven: DrivenRoom, person: str, random: Random) -> None:
    """Chat about deals and interests, ask by buttons, and answer."""
    if random.below(6) == 0:
        give, get = RESOURCES[random.below(5)], RESOURCES[random.below(5)]
        line = (f"my {give} for your {get}?", f"anyone selling {get}?", "yes", f"i have no {give}")
        driven.act(person, wire.Chat(id=driven.id(), room="r1", text=line[random.below(4)]))
    if random.below(20) == 0:
        kinds: tuple[wire.AskKind, ...] = ("want", "sell", "lack", "need")
        asked: tuple[wire.Resource, ...] = ("ore", "wood")
        to = () if random.below(2) else (2,)
        kind = kinds[random.below(4)]
        driven.act(person, wire.Ask(id=driven.id(), room="r1", kind=kind, resources=asked, to=to))
    for number in [*driven.room.asks.asked] if random.below(4) == 0 else ():
        driven.act(person, wire.Reply(id=driven.id(), room="r1", ask=number, answer="no"))


def _pick(texts: Sequence[str], random: Random) -> str:
    """Return a move, cards and buildings rather than offers, so that the game comes forward."""
    for words in (("settlement", "city", "buy card"), ("knight", "robber", "accept", "confirm", "take")):
        wanted = [text for text in texts if text.startswith(words)]
        if wanted and random.below(4):
            return wanted[random.below(len(wanted))]
    offers = [text for text in texts if text.startswith(("offer", "counter"))]
    others = [text for text in texts if not text.startswith(("offer", "counter"))]
    chosen = offers if offers and random.below(6) == 0 else others or offers
    return chosen[random.below(len(chosen))]


def turn_of(room: Room) -> int:
    """Return the number of the turn as views tell it."""
    return int(json.loads(room.view_of(room.public).to_json())["turn"])


# Acts.


def probes(room: Room, seat: int | None) -> list[wire.AnyAct]:
    """Return acts of a person in a seat, or of a spectator: lawful ones, and many that are not."""
    assert room.play is not None
    decision, turn = room.play.decision, turn_of(room)
    made: list[wire.AnyAct] = []

    def move(text: str, number: int = decision) -> None:
        made.append(wire.Move(id=f"p{len(made)}", room="r1", decision=number, move=text))

    for text in _TEXTS:
        move(text)
    for other in range(4):
        move(f"accept by {other}")
        move(f"confirm {other}")
        move(f"take {other}")
        for name in RESOURCES:
            move(f"deal 1 {name} for 1 ore with {other}")
            move(f"offer 1 ore for 1 {name} to {other}")
            move(f"offer 1 {name} for 2 wood to {other}")
            move(f"counter 1 {name} for 1 wood by {other}")
        for number in (0, 1, *(n for n, _ in room.proposals.values())):
            made.append(wire.Take(id=f"p{len(made)}", room="r1", seat=other, proposal=number))
        made.append(wire.MoreTime(id=f"p{len(made)}", room="r1", seat=other))
        made.append(wire.Sit(id=f"p{len(made)}", room="r1", seat=other))
    for name in RESOURCES:
        move(f"bank 4 {name} for 1 wood")
        move(f"bank 2 wood for 1 {name}")
        move(f"monopoly {name}")
        move(f"discard {name}")
        move(f"discard {name} {name} {name} {name}")
        for other_name in RESOURCES:
            deal = f"1 {name} for 1 {other_name}"
            made.append(wire.Propose(id=f"p{len(made)}", room="r1", turn=turn, deal=deal))
            line = f"my {name} for your {other_name}?"
            made.append(wire.Chat(id=f"p{len(made)}", room="r1", text=line))
    for place in range(0, 54, 5):
        for text in (f"settlement {place}", f"city {place}", f"road {place}"):
            move(text)
    for place in range(19):
        for victim in range(4):
            move(f"robber {place} {victim}")
            move(f"robber {place} steal from {victim}")
    for number in (0, decision + 1, 2**53 - 1):
        move("roll", number)
        move("discard ore", number)
    for number in (1, *room.asks.asked):
        made.append(wire.Reply(id=f"p{len(made)}", room="r1", ask=number, answer="yes"))
    for kind in _ASKED:
        made.append(wire.Ask(id=f"p{len(made)}", room="r1", kind=kind, resources=("ore", "clay")))
    for line in ("I need ore", "no", "2 wood for 1 ore", "seat 2, do you want clay?", "hello"):
        made.append(wire.Chat(id=f"p{len(made)}", room="r1", text=line))
    made.append(wire.Withdraw(id="w", room="r1"))
    made.append(wire.Start(id="s", room="r1"))
    if seat is not None:
        for text in legal_texts(room.view_of(seat))[:2]:
            move(text)
    return made


_ASKED: tuple[wire.AskKind, ...] = ("want", "lack")
_TEXTS = (
    *("roll", "end turn", "buy card", "knight", "road building", "accept", "reject", "cancel", "skip"),
    *("dice 12", "draw knight", "draw victory point", "steal ore", "plenty ore ore", "nonsense", "take"),
)


def answer_to(room: Room, person: str, act: wire.AnyAct) -> tuple[str, str, list[str]]:
    """Do an act, and return its refusal, or the kinds of the entries that it made."""
    room.present = frozenset({"ann", "bob", "eve"})
    room.begin(NOW, 1)
    refused = "", ""
    try:
        acts.perform(room, person, person, act)
    except Refused as refusal:
        refused = refusal.code, refusal.text
    return *refused, [row.kind for row in room.finish().rows]

"""Games that differ only in a hidden card, at two servers: who may not know it gets the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

import msgspec
from tests.faults.databases import Database
from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage
from tests.faults.stored import PEOPLE, TOKENS, rows_of, store
from tests.server.recorded.kept import Recording, name_of, read_recording
from tests.server.recorded.playing import play_people
from tests.server.worlds import Story, World, other_worlds, seen

from catanlab.framework.errors import CatanlabError
from catanlab.framework.random import Random
from catanlab.server.database.rows import Row
from catanlab.server.dice import Dice
from catanlab.server.rooms.room import Room

ROOMS = range(25, 50)
"""Recorded rooms of people alone: what a robot does with another card is another game."""
DISCARDING = (
    *("trading,hand_limit=2", "thomas,hand_limit=3,hidden_discards=yes", "jsettlers,hand_limit=2"),
    *("base,hand_limit=3", "trading,hand_limit=4,open_hands=yes"),
)
"""Rules by which there are many discards, for games that are played for the run."""
ROUNDS = 3
"""How many games are played by each of them."""
SOON = 8
"""After so many commits at the most the games are looked at: later the card may be known."""
OPEN: dict[str, float] = {
    "acts_at_once": 1_000_000,
    "messages_at_once": 1_000_000,
    "rooms_per_address": 5_000,
}
WATCHER = PEOPLE[-1]
MOST = 2
"""So many pairs of a kind are made of a game."""


@dataclass(frozen=True)
class Pair:
    """A log up to some commit, the same with another hidden card, and who cannot tell them apart."""

    room: str
    kind: str
    first: int
    rows: Sequence[Row]
    others: Sequence[Row]
    equal: frozenset[int]


def pairs_of(recording: Recording, random: Random) -> Iterator[Pair]:
    """Yield pairs of worlds in which somebody cannot tell them apart: one for each hidden card."""
    rows = rows_of(recording)
    ends = set(accumulate(len(step.rows) for step in recording.steps))
    done: set[int] = set()
    kinds: Counter[str] = Counter()
    for world in other_worlds(rows):
        if world.first in done or kinds[world.kind] >= MOST:
            continue
        found = list(islice(_cuts(rows, world, ends), SOON))
        if found:
            done.add(world.first)
            count, equal = found[random.below(len(found))]
            kinds[world.kind] += 1
            yield Pair(
                recording.about.room, world.kind, world.first, rows[:count], world.rows[:count], equal
            )


def _cuts(rows: Sequence[Row], world: World, ends: set[int]) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the commits after which somebody cannot tell two worlds apart, with the audiences."""
    one, other = Story(rows), Story(world.rows)
    try:
        one.until(world.first)
        other.until(world.first)
        equal = set(range(one.room.public + 1))
        while equal and one.count < len(rows):
            equal -= {
                each
                for each in equal
                if seen(one.room, one.entry(), each) != seen(other.room, other.entry(), each)
            }
            one.go_on()
            other.go_on()
            if one.room.status == "over" or other.room.status == "over":
                return
            if equal and one.count in ends:
                yield one.count, frozenset(equal)
    except CatanlabError:
        return  # the rest of the log is not possible in the other world


def eyes_of(pair: Pair) -> dict[str, Any]:
    """Return the people through whose eyes a pair is looked at, and how they come in."""
    room = Room.rebuild(pair.rows, 1)
    people = {number: seat.person for number, seat in enumerate(room.seating.seats) if seat.person}
    people[room.public] = WATCHER
    found = [
        {"person": person, "audience": audience, "isEqual": audience in pair.equal}
        for audience, person in people.items()
    ]
    # Those who can tell come last: what they do would differ.
    found.sort(key=lambda each: not each["isEqual"])
    return {"audiences": found, "spectator": room.public, "invitation": room.invitation}


def chosen_pairs(stage: Stage) -> list[Pair]:
    """Return the pairs of a run: a number of each kind, of recorded rooms and of games with discards."""
    random = Random(stage.outcome.seed)
    by_kind: dict[str, list[Pair]] = {"discard": [], "steal": [], "draw": []}
    for recording in _recordings(stage):
        for pair in pairs_of(recording, random):
            by_kind[pair.kind].append(pair)
    chosen = []
    most = stage.scaled(1, 14)
    for found in by_kind.values():
        few = [found[number * len(found) // most] for number in range(most)]
        chosen += few if len(found) > most else found
    return chosen


def _recordings(stage: Stage) -> Iterator[Recording]:
    seed = 100 * stage.outcome.seed
    for number in range(stage.scaled(2, ROUNDS * len(DISCARDING))):
        yield play_people(seed + number, DISCARDING[number % len(DISCARDING)])
    for number in () if stage.is_quick else ROOMS:
        yield read_recording(name_of(number))


def renamed(rows: Sequence[Row], name: str, number: int) -> list[Row]:
    """Return a log as that of another room, with dice of its own."""
    dice = Dice(name, f"{number:016x}", f"{number:032x}")
    made = []
    for row in rows:
        body = row.body
        if row.kind == "created":
            words = {"room": name, "secret": dice.secret, "salt": dice.salt, "commitment": dice.commitment}
            body = msgspec.json.encode(msgspec.json.decode(body) | words)
        made.append(msgspec.structs.replace(row, room=name, body=body))
    return made


class Worlds:
    """The pairs of a run, with a database of their own for the other worlds."""

    def __init__(self, stage: Stage) -> None:
        self.pairs = chosen_pairs(stage)
        self.names = [f"{pair.room}x{number}" for number, pair in enumerate(self.pairs)]
        self.second = Database("sqlite", stage.folder / "second")
        self.second.path.parent.mkdir()

    def logs(self, *, other: bool) -> dict[str, list[Row]]:
        """Return the logs of the games as they were, or with the other cards."""
        return {
            name: renamed(pair.others if other else pair.rows, name, number)
            for number, (name, pair) in enumerate(zip(self.names, self.pairs, strict=True))
        }


def compare_worlds(stage: Stage, worlds: Worlds, servers: Sequence[Server]) -> None:
    """Let everybody look at both worlds and act there, and compare every frame."""
    outcome = stage.outcome
    found = stage.clients("worlds.mjs").call(
        "compare",
        addresses=[server.address for server in servers],
        people=[{"person": person, "name": person.title(), "token": TOKENS[person]} for person in PEOPLE],
        pairs=[
            {"room": name, "kind": pair.kind, "first": pair.first, **eyes_of(pair)}
            for name, pair in zip(worlds.names, worlds.pairs, strict=True)
        ],
        seed=outcome.seed,
        acts=stage.scaled(6, 20),
        timeout=1800,
    )
    for pair in worlds.pairs:
        outcome.fault(f"another card: {pair.kind}")
    for name, number in sorted({**found["audiences"], **found["codes"]}.items()):
        outcome.count(f"compared: {name}", number)
    for name in ("frames", "bytes", "answers"):
        outcome.count(f"{name} compared", found[name])
    outcome.count("worlds that somebody else can tell apart, by eyes", found["told"])
    for sentence in found["wrong"]:
        outcome.wrong += 1
        outcome.fail(f"the worlds can be told apart: {sentence}")
    for kind in ("discard", "steal", "draw"):
        eyes = {name.partition(", ")[2] for name in found["audiences"] if name.startswith(kind)}
        enough = len(eyes) >= (1 if stage.is_quick else 5)
        outcome.require(enough, f"only {sorted(eyes)} were compared at a {kind}")
    outcome.require(found["told"] > 0, "nobody could tell any two worlds apart: they were the same")


def run(stage: Stage) -> None:
    """Begin two servers with the two worlds of each pair, and compare them."""
    worlds = Worlds(stage)
    store(stage.database.url, worlds.logs(other=False))
    store(worlds.second.url, worlds.logs(other=True))
    servers = [stage.server(limits=OPEN), stage.server(limits=OPEN)]
    servers[1].database = worlds.second.url
    for server in servers:
        server.launch()
    for server in servers:
        server.wait_until_ready()
    compare_worlds(stage, worlds, servers)
    for server in servers:
        stage.outcome.require(server.end() == 0, "a server did not end with exit code 0")


SCENARIO = Scenario(
    "worlds", "hidden cards exchanged: the same bytes for who may not know", run, ("sqlite",)
)

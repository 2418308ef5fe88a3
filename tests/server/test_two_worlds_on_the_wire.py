"""Two worlds that an audience cannot tell apart are the same bytes on the wire, refusals included."""

import contextlib
from collections import Counter

import msgspec
import pytest
from tests.server.rooms import decide, legal_texts, phase_of, play_on, seated
from tests.server.worlds import (
    NOW,
    Story,
    answer_to,
    lively_game,
    look,
    other_worlds,
    probes,
    seen,
    turn_of,
)

from catanlab.framework.errors import CatanlabError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room

RULES = ("trading", "jsettlers", "thomas", "base,hand_limit=4", "trading,players=3,hand_limit=3", "tuma")
GAMES = [pytest.param(rules, seed, id=f"{rules}-{seed}") for seed, rules in enumerate(RULES, 1)]
PEOPLE = ("ann", "bob", "eve")
FOUR = ("ann", "bob", "cat", "dan")


def game(rules, seed):
    pace = wire.Pace(decision=60, bank=60) if seed % 2 else None
    options = wire.RoomOptions(rules=rules, robots=("greedy",), robot_seconds=0.0, pace=pace)
    return lively_game(options, seed=seed, turns=55)


class Told:
    """A log with what each audience may see of each row, and what it gets."""

    def __init__(self, rows):
        story = Story(rows)
        audiences = range(story.room.public + 1)
        self.rows, self.audiences = rows, audiences
        self.seen, self.got, self.over = [], [], []
        while story.count < len(rows):
            self.seen.append([seen(story.room, story.entry(), each) for each in audiences])
            story.go_on()
            self.got.append([look(story.room, each) for each in audiences])
            self.over.append(is_over(story.room))


def is_over(room):
    return room.play is not None and room.play.is_over


def follow(told, world):
    """Go through another world; yield it row by row, with the audiences that cannot tell it apart."""
    story = Story(world.rows)
    equal = set(told.audiences)
    try:
        story.until(world.first)
        while equal and story.count < len(world.rows):
            here, entry = story.count, story.entry()
            equal -= {each for each in equal if seen(story.room, entry, each) != told.seen[here][each]}
            story.go_on()
            if is_over(story.room) != told.over[here]:
                return  # everybody sees that: the end follows
            yield story, here, equal
    except CatanlabError:
        return  # the rest of the log is not possible in this world


@pytest.mark.full
@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_events_views_tables_and_counts_are_the_same_bytes(rules, seed):
    driven = game(rules, seed)
    told = Told(driven.rows)
    compared = Counter()
    for world in other_worlds(driven.rows):
        for story, here, equal in follow(told, world):
            for audience in equal:
                assert look(story.room, audience) == told.got[here][audience], (world.kind, here, audience)
                compared[world.kind] += 1
    assert all(compared[kind] for kind in ("draw", "steal", "discard")), compared
    assert compared.total() > 1000


def forks(driven, told, world):
    """Return, by audience, commits after which the worlds are alike to it: its decisions, and others."""
    found = {audience: ([], []) for audience in told.audiences}
    for story, here, equal in follow(told, world):
        deciders = story.room.play.deciders
        for audience in equal if here + 1 in driven.commits and deciders else ():
            found[audience][audience not in deciders].append(here + 1)
    return found


@pytest.mark.full
@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_refusals_are_the_same_bytes_and_so_is_what_lawful_acts_do(rules, seed):
    driven = game(rules, seed)
    told = Told(driven.rows)
    compared, random = Counter(), Random(seed)
    worlds = list(other_worlds(driven.rows))
    for kind in ("draw", "steal", "discard"):
        of_kind = [world for world in worlds if world.kind == kind]
        for world in of_kind[:: max(1, len(of_kind) // 4)]:
            found = forks(driven, told, world)
            for person, audience in zip(PEOPLE, (0, 1, told.audiences[-1]), strict=True):
                for points in found[audience]:
                    if points:  # soon after the card, since hands change
                        count = points[random.below(min(3, len(points)))]
                        compared.update(compare_answers(driven, world, count, person, audience))
    assert len(compared) >= 15, sorted(compared)
    assert {"chat: said", "ask: asked"} <= set(compared), sorted(compared)
    if rules in ("trading", "jsettlers", "thomas"):
        assert {"chat: proposed", "chat: moved", "reply: replied"} & set(compared), sorted(compared)
    assert sum(compared.values()) > 4000


def compare_answers(driven, world, count, person, audience):
    """Let a person try everything in both worlds, and count the answers by their code."""
    codes = Counter()
    logs = (driven.rows, world.rows)
    rooms = [Room.rebuild(rows[:count], 1) for rows in logs]
    for act in probes(rooms[0], None if audience == driven.room.public else audience):
        one, other = (answer_to(room, person, act) for room in rooms)
        assert one == other, act
        codes[one[0]] += 1
        if isinstance(act, wire.Chat | wire.Ask | wire.Reply):
            codes.update(f"{act.__struct_config__.tag}: {kind}" for kind in one[2])
        if one[2]:
            if "outcome" not in one[2]:  # what comes of the dice and cards to come is not told yet
                assert look(rooms[0], audience) == look(rooms[1], audience), act
            for room in rooms if "proposed" in one[2] else ():
                answer_to(room, person, wire.Withdraw(id="undo", room="r1"))
            if not set(one[2]) <= {"proposed", "said", "asked", "replied"}:
                rooms = [Room.rebuild(rows[:count], 1) for rows in logs]
    return codes


@pytest.mark.full
@pytest.mark.parametrize(("rules", "seed"), GAMES[:3])
def test_robots_are_asked_the_same_at_the_same_time_and_remark_the_same(rules, seed):
    """What is asked, and what robots say about what they saw, does not depend on hidden cards."""
    driven = game(rules, seed)
    told = Told(driven.rows)
    compared, random = 0, Random(seed)
    for world in list(other_worlds(driven.rows))[::3]:
        points = forks(driven, told, world)[driven.room.public][1]
        if not points:
            continue
        count = points[random.below(len(points))]
        told_twice = []
        for rows in (driven.rows, world.rows):
            story = Story(rows).until(max(1, count - 12))
            desk = RobotDesk(story.room)
            story.until(count)
            story.room.present = frozenset({"ann"})
            asks = desk.asks(NOW)
            said = [(ready.show_at, ready.answer.lines) for ready in desk._ready.values()]
            told_twice.append((asks, said, desk.next_alarm(NOW)))
            compared += len(asks) + len(said)
        assert told_twice[0] == told_twice[1], (world.kind, count)
    assert compared >= 10


# A theft while a proposal is open.


def patched(driven, after):
    """Let the cards that were drawn since then be knights, and go on in that world."""
    for index in range(after, len(driven.rows)):
        entry = log.decode(driven.rows[index].body)
        if isinstance(entry, log.Outcome) and entry.move.startswith("draw"):
            body = log.encode(log.Outcome(move="draw knight"))
            driven.rows[index] = msgspec.structs.replace(driven.rows[index], body=body)
    driven.room = Room.rebuild(driven.rows, 1)
    driven.desk = RobotDesk(driven.room)
    driven.arrive(*FOUR)


def can_rob(driven, victim):
    """Say whether ann may play a knight now, and the victim holds several kinds of cards."""
    hand = driven.play.state.position.seats[victim].hand
    is_main = phase_of(driven) == "MAIN" and driven.room.position.on_turn == 0
    return is_main and "knight" in legal_texts(driven.view(0)) and sum(map(bool, hand)) >= 2


def has_drawn(driven):
    return any(b'"draw' in row.body and b"knight" not in row.body for row in driven.rows[-4:])


def at_knight(victim):
    """Return a room in which ann is in her main phase, holds a knight, and may rob the victim."""
    driven = seated(*FOUR, seed=5)
    for attempt in range(200):
        done = len(driven.rows)
        play_on(driven, seed=attempt, until=lambda: can_rob(driven, victim) or has_drawn(driven))
        patched(driven, done)
        if can_rob(driven, victim):
            assert driven.move("ann", "knight") == ""
            robbing = [text for text in legal_texts(driven.view(0)) if text.endswith(f" {victim}")]
            if robbing:
                break
            driven.move("ann", legal_texts(driven.view(0))[0])
        elif driven.room.owing():
            person = driven.room.seating.seats[min(driven.room.owing())].person
            decide(driven, person, lambda texts: texts[0])
    # Back to before the knight.
    index = max(i for i, row in enumerate(driven.rows) if b'"knight"' in row.body and row.kind == "moved")
    del driven.rows[index:]
    patched(driven, index)
    assert can_rob(driven, victim)
    return driven


@pytest.mark.full
@pytest.mark.parametrize("victim", [1, 2])
def test_a_theft_while_proposals_are_open_tells_third_parties_nothing(victim):
    """Seats 2 and 3 have proposed; ann robs seat 1 or 2. The proposal of seat 2 lapses if it was robbed."""
    driven = at_knight(victim)
    for seat in (2, 3):
        give = next(name for i, name in enumerate(RESOURCES) if driven.view(seat).position.own.certain[i])
        get = next(name for name in RESOURCES if name != give)
        act = wire.Propose(
            id=driven.id(), room="r1", turn=turn_of(driven.room), deal=f"1 {give} for 1 {get}"
        )
        assert driven.act(FOUR[seat], act) == ""
    assert driven.move("ann", "knight") == ""
    robbing = [text for text in legal_texts(driven.view(0)) if text.endswith(f" {victim}")]
    first = len(driven.rows)
    assert driven.move("ann", robbing[0]) == ""
    worlds = [
        world for world in other_worlds(driven.rows) if world.first >= first and world.kind == "steal"
    ]
    stories = []
    for rows in (driven.rows, *(world.rows for world in worlds)):
        story = Story(rows)
        with contextlib.suppress(CatanlabError):  # a card that the victim does not hold
            story.until(len(rows))
            stories.append(story)
    assert len(stories) >= 2, "there is but one world"
    others = [seat for seat in range(5) if seat not in (0, victim)]
    for audience in others:
        got = {
            (msgspec.json.encode(story.room.history.after(0, audience)), *look(story.room, audience))
            for story in stories
        }
        assert len(got) == 1
    for story in stories:
        assert set(story.room.proposals) == ({2, 3} if victim == 1 else {3})

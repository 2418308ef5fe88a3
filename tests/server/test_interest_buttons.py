"""Interest buttons: who asks, who may answer, what robots hear and what they answer."""

import json
from collections import Counter

import pytest
from tests.server.players import check_same, seat, serving
from tests.server.rooms import OPTIONS, DrivenRoom, phase_of, play_on, seated, to_main
from tests.server.wire.running import run, soon

from catanlab.agents.negotiation.statements import parse
from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.protocol.view_types import read_view
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.asking import deals_about
from catanlab.server.rooms.table_info import table_info

PEOPLE = ("ann", "bob", "cat", "dan")


def at_main(*people: str, options: wire.RoomOptions = OPTIONS) -> DrivenRoom:
    driven = seated(*(people or PEOPLE), options=options)
    to_main(driven, 0)
    return driven


def ask(driven, person, kind, *resources, to=(), has=()):
    """Ask, and return the code of the refusal."""
    act = wire.Ask(id=driven.id(), room="r1", kind=kind, resources=resources, to=to, has=has)
    return driven.act(person, act)


def shown_asks(driven):
    """Return the asks in the table as everybody sees them: number, seat, and who may answer."""
    asks = table_info(driven.room, driven.now).asks
    return [(each.ask, each.seat, each.waiting) for each in asks]


def reply(driven, person, number, answer):
    return driven.act(person, wire.Reply(id=driven.id(), room="r1", ask=number, answer=answer))


def last(driven):
    return log.decode(driven.rows[-1].body)


# People.


@pytest.mark.parametrize(
    ("kind", "to", "text"),
    [
        ("want", (), "Does anyone want clay or ore?"),
        ("sell", (), "Is anyone selling clay or ore?"),
        ("lack", (), "I don't have clay or ore."),
        ("need", (), "I want clay and ore."),
        ("sell", (2, 3), "Seats 2 and 3, are you selling clay or ore?"),
        ("need", (2,), "Seat 2, I want clay and ore."),
    ],
)
def test_what_is_asked_is_shown_to_all_and_heard_in_words_that_negotiators_know(kind, to, text):
    driven = at_main()
    assert ask(driven, "bob", kind, "ore", "clay", "ore", to=to) == ""
    asked = log.Asked(seat=1, kind=kind, resources=("clay", "ore"), to=to, text=text)
    assert last(driven) == asked
    for audience in range(5):
        event = json.loads(bytes(driven.room.history.after(len(driven.rows) - 1, audience)[0].event))
        assert event.pop("e") == "asked"
        assert (event["seat"], event["kind"], event["resources"]) == (1, kind, ["clay", "ore"])
        assert (tuple(event.get("to", ())), event["text"]) == (to, text)
    assert [heard[-1].text for heard in driven.room.heard] == [text] * 4
    [statement] = parse(text)
    assert statement.resources == (1, 4)


@pytest.mark.parametrize(
    ("to", "text"),
    [
        ((), "I want wheat. I am selling wood and clay."),
        ((2,), "Seat 2, I want wheat. Seat 2, I am selling wood and clay."),
    ],
)
def test_one_act_says_what_one_wants_and_what_one_has(to, text):
    driven = at_main()
    assert ask(driven, "bob", "need", "wheat", to=to, has=("clay", "wood", "clay")) == ""
    asked = last(driven)
    assert asked == log.Asked(
        seat=1, kind="need", resources=("wheat",), to=to, has=("wood", "clay"), text=text
    )
    event = json.loads(bytes(driven.room.history.after(len(driven.rows) - 1, 4)[0].event))
    assert event["has"] == ["wood", "clay"]
    wants, has = parse(text)
    assert (wants.kind, wants.resources) == ("want", (3,))
    assert (has.kind, has.resources) == ("sell", (0, 1))
    assert deals_about(asked) == ("1 wood for 1 wheat", "1 clay for 1 wheat")


def test_what_one_has_goes_with_what_one_needs_and_is_something_else():
    driven = at_main()
    for kind in ("want", "sell", "lack"):
        assert ask(driven, "ann", kind, "ore", has=("clay",)) == "bad-message"
    assert ask(driven, "ann", "need", "ore", "clay", has=("clay",)) == "unfair-deal"


def test_the_table_has_the_last_ask_of_each_seat_and_those_that_wait_while_the_turn_lasts():
    driven = at_main()
    assert ask(driven, "ann", "sell", "ore", to=(1, 2)) == ""
    first = len(driven.rows)
    assert ask(driven, "ann", "need", "wheat", has=("clay",)) == ""
    second = len(driven.rows)
    assert ask(driven, "bob", "lack", "wheat") == ""
    lacks = len(driven.rows)
    assert shown_asks(driven) == [(first, 0, (1, 2)), (second, 0, (1, 2, 3)), (lacks, 1, ())]
    assert reply(driven, "bob", first, "no") == ""
    assert shown_asks(driven)[0] == (first, 0, (2,))
    assert reply(driven, "cat", first, "yes") == ""
    assert [number for number, _, _ in shown_asks(driven)] == [second, lacks]
    advert = table_info(driven.room, driven.now).asks[0]
    assert (advert.kind, advert.resources, advert.has) == ("need", ("wheat",), ("clay",))
    # The same after the room is loaded from its log.
    assert table_info(driven.rebuilt(), driven.now).asks == table_info(driven.room, driven.now).asks
    # Answered by all it stays until the turn ends: it is the last one of its seat.
    for person in ("bob", "cat", "dan"):
        assert reply(driven, person, second, "no") == ""
    assert shown_asks(driven) == [(second, 0, ()), (lacks, 1, ())]
    assert driven.move("ann", "end turn") == ""
    assert shown_asks(driven) == []


@pytest.mark.parametrize(
    ("kind", "answer", "text"),
    [
        ("want", "yes", "I want ore."),
        ("want", "no", "I don't want ore."),
        ("sell", "yes", "I am selling ore."),
        ("sell", "no", "I am not selling ore."),
        ("need", "yes", "I am selling ore."),
        ("need", "no", "I am not selling ore."),
        ("lack", "yes", ""),
        ("sell", "offer", ""),
    ],
)
def test_an_answer_is_shown_to_all_and_heard_in_full(kind, answer, text):
    driven = at_main()
    assert ask(driven, "ann", kind, "ore") == ""
    number = len(driven.rows)
    heard = len(driven.room.heard[0])
    assert reply(driven, "cat", number, answer) == ""
    assert last(driven) == log.Replied(seat=2, ask=number, answer=answer, text=text)
    event = json.loads(bytes(driven.room.history.after(number, 4)[0].event))
    said = {"text": text} if text else {}
    assert event == {"e": "replied", "seat": 2, "ask": number, "answer": answer, **said}
    assert [each.text for each in driven.room.heard[0][heard:]] == ([text] if text else [])


def test_who_may_answer():
    driven = at_main("ann", "bob", "cat")
    assert ask(driven, "ann", "sell", "ore", to=(2, 1)) == ""
    number = len(driven.rows)
    assert reply(driven, "eve", number, "yes") == "not-seated"
    assert reply(driven, "ann", number, "yes") == "no-such-ask"
    assert reply(driven, "bob", number - 1, "yes") == "no-such-ask"
    assert reply(driven, "bob", number, "no") == ""
    assert reply(driven, "bob", number, "yes") == "already-replied"
    assert reply(driven, "cat", number, "offer") == ""


def test_a_seat_that_was_not_asked_does_not_answer():
    driven = at_main()
    assert ask(driven, "ann", "sell", "ore", to=(1,)) == ""
    assert reply(driven, "cat", len(driven.rows), "yes") == "no-such-ask"


def test_what_was_asked_is_closed_at_the_end_of_the_turn():
    driven = at_main()
    assert ask(driven, "ann", "sell", "ore") == ""
    number = len(driven.rows)
    assert driven.move("ann", "end turn") == ""
    assert reply(driven, "bob", number, "yes") == "no-such-ask"
    assert not driven.room.asks.asked


def test_asks_and_answers_in_words_are_limited_as_statements():
    driven = at_main()
    for _ in range(3):
        assert ask(driven, "ann", "sell", "ore") == ""
    assert ask(driven, "ann", "sell", "ore") == "too-many-statements"
    asked = list(driven.room.asks.asked)
    assert ask(driven, "bob", "need", "ore") == ""
    assert [reply(driven, "bob", number, "no") for number in asked] == ["", "", "too-many-statements"]
    assert reply(driven, "bob", asked[2], "offer") == ""


def test_asks_go_to_other_seats_of_the_game():
    driven = at_main("ann", "bob", "cat", options=wire.RoomOptions(rules="trading,players=3"))
    assert ask(driven, "ann", "sell", "ore", to=(0, 1)) == "bad-addressee"
    assert ask(driven, "ann", "sell", "ore", to=(3,)) == "bad-addressee"
    assert ask(driven, "eve", "sell", "ore") == "not-seated"


def test_a_room_may_have_no_interest_buttons():
    driven = at_main(options=wire.RoomOptions(robots=("greedy",), interest_buttons=False))
    assert ask(driven, "ann", "sell", "ore") == "interest-buttons-off"
    assert reply(driven, "bob", 1, "yes") == "interest-buttons-off"


def test_nothing_is_asked_before_the_game():
    driven = DrivenRoom(OPTIONS, people=("ann",))
    driven.sit("ann", 0)
    assert ask(driven, "ann", "sell", "ore") == "not-begun"


def test_a_room_is_rebuilt_with_what_was_asked():
    driven = at_main()
    assert ask(driven, "ann", "sell", "ore") == ""
    number = len(driven.rows)
    assert reply(driven, "bob", number, "no") == ""
    again = driven.rebuilt()
    check_same(again, driven.room)
    assert again.asks == driven.room.asks
    assert again.asks.waits_for(number, 2)
    assert not again.asks.waits_for(number, 1)


# Robots.


def test_the_deals_that_an_ask_may_lead_to():
    assert deals_about(log.Asked(seat=0, kind="sell", resources=("ore",), text="")) == (
        "1 wood for 1 ore",
        "1 clay for 1 ore",
        "1 sheep for 1 ore",
        "1 wheat for 1 ore",
    )
    assert deals_about(log.Asked(seat=0, kind="want", resources=("wood", "clay", "sheep"), text="")) == (
        *("1 wood for 1 wheat", "1 wood for 1 ore", "1 clay for 1 wheat", "1 clay for 1 ore"),
        *("1 sheep for 1 wheat", "1 sheep for 1 ore"),
    )
    assert len(deals_about(log.Asked(seat=0, kind="need", resources=RESOURCES, text=""))) == 20
    assert deals_about(log.Asked(seat=0, kind="lack", resources=("ore",), text="")) == ()


def asked_of_robots(robot, *, seed=1, turns=25, on_turn=True):
    """Let ann ask the robots for every resource, turn by turn; return the room and the answers."""
    driven = seated("ann", options=wire.RoomOptions(robots=(robot,), robot_seconds=0.0))
    answers = Counter()
    for turn in range(turns):
        play_on(
            driven,
            seed=seed + turn,
            until=lambda: (
                phase_of(driven) == "MAIN"
                and (driven.room.position.on_turn == 0) == on_turn
                and driven.room.position.turn >= 4
            ),
        )
        if driven.play.is_over:
            break
        ask(driven, "ann", ("sell", "want", "need")[turn % 3], RESOURCES[turn % 5])
        before, asked = len(driven.rows), len(driven.rows)
        driven.run_robots()
        entries = [log.decode(row.body) for row in driven.rows[before:]]
        replied = [entry for entry in entries if isinstance(entry, log.Replied)]
        assert all(entry.ask == asked for entry in replied)
        if on_turn:
            assert sorted(entry.seat for entry in replied) == [1, 2, 3]
        answers.update(entry.answer for entry in replied)
        check_proposals(driven, entries)
        if on_turn and not driven.play.is_over:
            assert driven.move("ann", "end turn") == ""
        else:
            driven.run_robots()
    return driven, answers


def check_proposals(driven, entries):
    """Check that every `offer` is followed by a proposal that the robot can pay, and no other answer is."""
    for here, entry in enumerate(entries):
        if isinstance(entry, log.Replied) and entry.answer == "offer":
            proposed = entries[here + 1]
            assert isinstance(proposed, log.Proposed)
            assert proposed.seat == entry.seat
            asked = next(log.decode(row.body) for row in driven.rows[entry.ask - 1 : entry.ask])
            given, _, wanted = proposed.deal.partition(" for ")
            about = wanted if asked.kind == "want" else given
            assert about.split()[1] in asked.resources
        elif isinstance(entry, log.Proposed):
            assert isinstance(entries[here - 1], log.Replied)


@pytest.mark.parametrize(
    "robot", ["greedy", pytest.param("thomas-plan:level=3,trade=principled", marks=pytest.mark.full)]
)
def test_robots_answer_the_seat_on_turn_with_no_or_with_a_proposal(robot):
    _, answers = asked_of_robots(robot, turns=10)
    assert answers["no"] > 5
    assert answers["offer"] > 1


@pytest.mark.full
def test_a_robot_answers_a_seat_that_is_not_on_turn_with_yes_or_no():
    _, answers = asked_of_robots("greedy", on_turn=False)
    assert answers["no"] > 3
    assert answers["offer"] == 0


def test_the_proposal_of_a_robot_can_be_taken():
    for seed in range(20):
        driven = seated("ann", options=OPTIONS, seed=seed + 1)
        for turn in range(20):
            to_main(driven, 0, turn)
            ask(driven, "ann", "sell", *[RESOURCES[turn % 5]])
            driven.run_robots()
            for by, (number, deal) in driven.room.proposals.items():
                _, _, price = deal.partition(" for ")
                if driven.view(0).position.own.certain[RESOURCES.index(price.split()[1])]:
                    take = wire.Take(id=driven.id(), room="r1", seat=by, proposal=number)
                    assert driven.act("ann", take) == "", driven.refusal
                    return
            assert driven.move("ann", "end turn") == ""
    raise AssertionError("no robot proposed anything that could be paid")


@pytest.mark.full
def test_robots_propose_no_more_to_people_than_they_may():
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, robot_offers=0)
    driven = seated("ann", options=options)
    answers = Counter()
    for turn in range(10):
        to_main(driven, 0, turn)
        ask(driven, "ann", "sell", RESOURCES[turn % 5])
        before = len(driven.rows)
        driven.run_robots()
        for row in driven.rows[before:]:
            assert row.kind != "proposed"
            if row.kind == "replied":
                answers[log.decode(row.body).answer] += 1
        assert driven.move("ann", "end turn") == ""
    assert answers["yes"] > 1


def test_without_trade_between_players_robots_are_not_asked():
    driven = seated("ann", options=wire.RoomOptions(rules="base", robots=("greedy",), robot_seconds=0.0))
    to_main(driven, 0)
    assert ask(driven, "ann", "sell", "ore") == ""
    assert driven.desk.asks(driven.now) == []


def test_a_robot_that_could_not_answer_since_all_were_busy_is_asked_again():
    driven = seated("ann", options=OPTIONS)
    to_main(driven, 0)
    assert ask(driven, "ann", "sell", "ore") == ""
    asks = driven.desk.asks(driven.now)
    assert [each.task for each in asks] == ["weigh"] * 3
    for each in asks:
        driven.desk.was_busy(each, 1.0, driven.now)
    driven.now += 20
    again = driven.desk.asks(driven.now)
    assert [(each.seat, each.proposal) for each in again] == [(each.seat, each.proposal) for each in asks]


def test_a_robot_that_fails_at_an_ask_just_does_not_answer():
    driven = seated("ann", options=OPTIONS)
    to_main(driven, 0)
    assert ask(driven, "ann", "sell", "ore") == ""
    before = len(driven.rows)
    for each in driven.desk.asks(driven.now):
        driven.desk.failed(each, "raised", "oh", driven.now)
    driven.tick()
    assert not {"replied", "incident", "proposed"} & {row.kind for row in driven.rows[before:]}


def test_an_answer_that_comes_after_the_turn_is_dropped():
    driven = seated("ann", options=OPTIONS)
    to_main(driven, 0)
    assert ask(driven, "ann", "sell", "ore") == ""
    asks = driven.desk.asks(driven.now)
    answers = [driven.answer(each) for each in asks]
    assert driven.move("ann", "end turn") == ""
    before = len(driven.rows)
    for each, answer in zip(asks, answers, strict=True):
        driven.desk.answered(each, answer, driven.now)
    driven.tick()
    assert not any(row.kind == "replied" for row in driven.rows[before:])


# Over the wire.


def is_main(person: ScriptedPerson) -> bool:
    room = person.room
    if room.view is None:
        return False
    view = read_view(room.view)
    return view.phase == "main" and view.on_turn == room.seat and view.turn > 4


@pytest.mark.full
def test_robots_answer_and_words_are_understood_over_the_wire(tmp_path):
    async def play() -> None:
        async with serving(tmp_path) as server:
            table = await seat(server.url, people=1)
            [person] = table.people
            room, client = person.room, person.client
            while not is_main(person):
                updates = room.updates
                if not await person.step():
                    await soon(client.until(lambda seen=updates: room.updates > seen))
            ask = wire.Ask(id=client.new_id(), room=room.room, kind="sell", resources=("ore", "wheat"))
            number = (await client.act(ask)).seq

            def replies():
                events = [each.event for each in room.events]
                return [each for each in events if isinstance(each, wire.Replied) and each.ask == number]

            await soon(client.until(lambda: len(replies()) == 3))
            assert {reply.seat for reply in replies()} == {0, 1, 2, 3} - {room.seat}
            line = wire.Chat(id=client.new_id(), room=room.room, text="i really need a brick!")
            await client.act(line)
            said = [each.event for each in room.events if isinstance(each.event, wire.Said)]
            assert wire.Said(seat=room.seat, text="I want clay.", words="i really need a brick!") in said
            await table.leave()

    run(play())

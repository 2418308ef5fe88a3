"""Words in the chat of a room: clear deals and interests of players are acted upon, all else is chat."""

import json

import pytest
from tests.server.players import check_same
from tests.server.rooms import OPTIONS, DrivenRoom, play_on, seated, to_main

from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.rooms import log_entries as log

PEOPLE = ("ann", "bob", "cat", "dan")
SHORT = wire.RoomOptions(rules="trading,points_to_win=3", robots=("greedy",), robot_seconds=0.0)


def at_main(*people: str, options: wire.RoomOptions = OPTIONS, seed: int = 1) -> DrivenRoom:
    """Return a room in which ann, in seat 0, is in her main phase."""
    driven = seated(*(people or PEOPLE), options=options)
    to_main(driven, 0, seed)
    return driven


def chat(driven: DrivenRoom, person: str, text: str, turn: int | None = None) -> list[log.AnyEntry]:
    """Let a person write a line; return the entries that came of it."""
    before, lines = len(driven.rows), len(driven.chat)
    assert driven.act(person, wire.Chat(id=driven.id(), room="r1", text=text, turn=turn)) == ""
    assert [row.text for row in driven.chat[lines:]] == [text]
    assert driven.chat[-1].seq == before
    return [log.decode(row.body) for row in driven.rows[before:]]


def deal_of(driven: DrivenRoom, seat: int) -> tuple[str, str]:
    """Return a card that a seat holds, and another one."""
    give = next(name for i, name in enumerate(RESOURCES) if driven.view(seat).position.own.certain[i])
    return give, next(name for name in RESOURCES if name != give)


def lacking(driven: DrivenRoom, seat: int) -> str:
    return next(name for i, name in enumerate(RESOURCES) if not driven.view(seat).position.own.certain[i])


def turn_of(driven: DrivenRoom) -> int:
    return int(json.loads(driven.view(None).to_json())["turn"])


# Deals.


def test_a_deal_off_turn_becomes_a_proposal_with_its_words() -> None:
    driven = at_main()
    give, get = deal_of(driven, 1)
    words = f"hey, my {give} for an {get}?"
    assert chat(driven, "bob", words) == [log.Proposed(seat=1, deal=f"1 {give} for 1 {get}", words=words)]
    event = json.loads(bytes(driven.room.history.after(len(driven.rows) - 1, 4)[0].event))
    assert event == {"e": "proposed", "seat": 1, "deal": f"1 {give} for 1 {get}", "words": words}
    assert driven.room.done["bob", driven.chat[-1].act] == 0
    assert 1 in driven.room.proposals


def test_the_same_deal_again_is_just_chat_and_another_replaces_it() -> None:
    driven = at_main()
    give, get = deal_of(driven, 1)
    assert chat(driven, "bob", f"{give} for {get}?")
    assert chat(driven, "bob", f"{give} for {get}!") == []
    [other] = chat(driven, "bob", f"{give} for 2 {get}")
    assert isinstance(other, log.Proposed)
    assert driven.room.proposals[1][1] == f"1 {give} for 2 {get}"


def test_a_deal_on_turn_becomes_an_offer_to_all_others() -> None:
    driven = at_main()
    give, get = deal_of(driven, 0)
    words = f"anyone want {give} for {get}?"
    [moved] = chat(driven, "ann", words)
    assert isinstance(moved, log.Moved)
    assert (moved.move, moved.words) == (f"offer 1 {give} for 1 {get} to 1 2 3", words)
    event = json.loads(bytes(driven.room.history.after(len(driven.rows) - 1, 2)[0].event))
    assert event["words"] == words
    assert sorted(driven.room.owing()) == [1, 2, 3]


def test_a_deal_that_names_a_player_goes_to_that_player() -> None:
    driven = at_main()
    give, get = deal_of(driven, 0)
    [moved] = chat(driven, "ann", f"Cat, {give} for your {get}?")
    assert isinstance(moved, log.Moved)
    assert moved.move == f"offer 1 {give} for 1 {get} to 2"


def test_off_turn_a_deal_with_somebody_else_is_just_chat() -> None:
    driven = at_main()
    give, get = deal_of(driven, 1)
    assert chat(driven, "bob", f"dan, {give} for {get}?") == []
    assert chat(driven, "bob", f"seat 2, {give} for {get}?") == []
    assert len(chat(driven, "bob", f"ann, {give} for {get}?")) == 1


@pytest.mark.parametrize(("person", "seat"), [("ann", 0), ("bob", 1)])
def test_a_deal_that_cannot_be_paid_is_just_chat(person: str, seat: int) -> None:
    driven = at_main()
    give = lacking(driven, seat)
    get = next(name for name in RESOURCES if name != give)
    assert chat(driven, person, f"{give} for {get}?") == []
    assert not driven.room.proposals


def test_with_no_offers_left_or_an_offer_open_a_deal_is_just_chat() -> None:
    driven = at_main(options=wire.RoomOptions(rules="trading,offers_per_turn=1", robots=("greedy",)))
    give, get = deal_of(driven, 0)
    assert len(chat(driven, "ann", f"{give} for {get}")) == 1
    assert chat(driven, "ann", f"2 {give} for {get}") == []
    assert chat(driven, "bob", "{} for {}".format(*deal_of(driven, 1))) == []
    assert driven.move("ann", "cancel") == ""
    assert chat(driven, "ann", f"{give} for {get}") == []


def test_before_the_roll_a_deal_is_just_chat() -> None:
    driven = at_main()
    assert driven.move("ann", "end turn") == ""
    give, get = deal_of(driven, 0)
    assert chat(driven, "ann", f"{give} for {get}") == []


def test_words_for_a_turn_that_is_over_are_just_chat() -> None:
    driven = at_main()
    give, get = deal_of(driven, 1)
    now = turn_of(driven)
    assert chat(driven, "bob", f"{give} for {get}", turn=now - 1) == []
    assert chat(driven, "bob", "i need ore", turn=now + 1) == []
    assert len(chat(driven, "bob", f"{give} for {get}", turn=now)) == 1


# Interests and answers.


def test_an_interest_becomes_a_statement_that_all_hear() -> None:
    driven = at_main()
    assert chat(driven, "bob", "who has grain? i have wool :)") == [
        log.Said(
            seat=1,
            text="Is anyone selling wheat? I am selling sheep.",
            words="who has grain? i have wool :)",
        )
    ]
    assert [getattr(heard[-1], "text", "") for heard in driven.room.heard] == [
        "Is anyone selling wheat? I am selling sheep."
    ] * 4


def test_statements_in_chat_count_as_statements() -> None:
    driven = at_main()
    for _ in range(3):
        assert len(chat(driven, "bob", "i need ore")) == 1
    assert chat(driven, "bob", "i need ore") == []
    assert (
        driven.act("bob", wire.Say(id=driven.id(), room="r1", text="I need ore")) == "too-many-statements"
    )


def test_a_question_to_a_seat_that_the_game_does_not_have_is_just_chat() -> None:
    driven = at_main("ann", "bob", "cat", options=wire.RoomOptions(rules="trading,players=3"))
    assert chat(driven, "bob", "seat 3, do you want ore?") == []
    assert chat(driven, "bob", "seat 1, do you want ore?") == []
    assert len(chat(driven, "bob", "seat 2, do you want ore?")) == 1


def test_yes_and_no_answer_the_last_ask_that_went_to_the_seat() -> None:
    driven = at_main()
    assert chat(driven, "bob", "yes") == []
    for to in ((1,), (1, 2)):
        ask = wire.Ask(id=driven.id(), room="r1", kind="sell", resources=("ore",), to=to)
        assert driven.act("ann", ask) == ""
    number = len(driven.rows)
    assert chat(driven, "dan", "no") == []
    assert chat(driven, "bob", "Yes please!") == [
        log.Replied(seat=1, ask=number, answer="yes", text="I am selling ore.", words="Yes please!")
    ]
    [second] = chat(driven, "bob", "no")
    assert isinstance(second, log.Replied)
    assert second.ask == number - 1
    assert chat(driven, "bob", "no") == []


# Where words are just chat.


@pytest.mark.parametrize("text", ["good luck", "i need ore lol", "one clay for two ore?! no way", "ore?"])
def test_what_is_unclear_is_just_chat(text: str) -> None:
    assert chat(at_main(), "bob", text) == []


def test_a_room_may_have_no_words() -> None:
    driven = at_main(options=wire.RoomOptions(robots=("greedy",), words=False))
    assert chat(driven, "bob", "i need ore") == []
    assert chat(driven, "bob", "{} for {}".format(*deal_of(driven, 1))) == []


def test_spectators_only_chat() -> None:
    driven = at_main("ann", "bob")
    assert chat(driven, "eve", "i need ore") == []


def test_before_the_start_and_after_the_end_there_is_only_chat() -> None:
    driven = DrivenRoom(OPTIONS, people=("ann",))
    driven.sit("ann", 0)
    assert chat(driven, "ann", "i need ore") == []
    assert driven.start("ann") == ""
    driven = seated("ann", options=SHORT)
    play_on(driven, until=lambda: driven.play.is_over)
    assert chat(driven, "ann", "i need ore") == []


def test_a_room_with_words_is_rebuilt_from_its_log() -> None:
    driven = at_main()
    chat(driven, "bob", "{} for {}".format(*deal_of(driven, 1)))
    chat(driven, "cat", "i need ore")
    chat(driven, "ann", "{} for {}".format(*deal_of(driven, 0)))
    check_same(driven.rebuilt(), driven.room)


# Robots.


def test_a_robot_on_turn_takes_a_deal_from_chat_that_helps_it() -> None:
    """Ann proposes cards to the robots on turn by chat alone, until one takes a deal."""
    driven = seated("ann", options=OPTIONS)
    for attempt in range(400):
        play_on(
            driven,
            seed=attempt,
            until=lambda: (
                driven.room.position.phase.name == "MAIN"
                and driven.room.position.on_turn != 0
                and driven.room.position.turn > 2
                and sum(driven.view(0).position.own.certain) > 0
            ),
        )
        give, _ = deal_of(driven, 0)
        for get in RESOURCES:
            if get != give:
                chat(driven, "ann", f"my {give} for your {get}?")
                driven.run_robots()
                if any(row.kind == "taken" for row in driven.rows):
                    return
    raise AssertionError("no robot took a deal")


@pytest.mark.full
def test_robots_that_speak_answer_a_question_in_chat_at_any_time_of_the_turn() -> None:
    options = wire.RoomOptions(robots=("thomas-plan:level=3,trade=principled",), robot_seconds=0.0)
    driven = seated("ann", options=options)
    answers = 0
    for attempt in range(60):
        to_main(driven, 0, attempt)
        driven.run_robots(3)
        if driven.play.is_over or driven.room.position.on_turn != 0:
            break
        for name in ("ore", "wheat"):
            before = len(driven.rows)
            assert len(chat(driven, "ann", f"anyone selling {name}?")) == 1
            driven.run_robots()
            said = [log.decode(row.body) for row in driven.rows[before + 1 :] if row.kind == "said"]
            assert len(said) <= 3
            answers += len(said)
        if answers > 3:
            break
        assert driven.move("ann", "end turn") == ""
    assert answers > 3

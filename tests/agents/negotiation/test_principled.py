"""Principled negotiation: questions, answers, and what is made of them."""

import pytest
from tests.agents.negotiation.positions import CITY, SETTLEMENT, Position, cards, moved

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.principled import Principled
from catanlab.agents.negotiation.statements import parse
from catanlab.table.events import Said

# Seat 0 lacks one ore for a city and has wood to spare; seat 1 lacks wood for a settlement, and has ore.
MINE = cards(wood=1, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)
MY_TURN = ("dice 8",)
AIMS = (CITY, SETTLEMENT, Aim("settlement", 40))
THEIR_TURN = ("dice 5", "end turn", "dice 8")


def seated(position, *said, **options):
    """Return a negotiator that heard these words of seats after the last move."""
    negotiator = position.seat(Principled(**options))
    for seat, text in said:
        negotiator.hear(Said(seat, text))
    return negotiator


def speak(position, *said, **options):
    negotiator = seated(position, *said, **options)
    return list(negotiator.say(position.view, position.situation, position.forecasts))


# Asking.


def test_it_asks_who_sells_what_is_lacking_and_who_wants_what_is_left_over():
    assert speak(Position((MINE, THEIRS))) == ["Is anyone selling ore? Does anyone want wood?"]


def test_it_asks_only_at_the_beginning_of_the_main_phase():
    assert speak(Position((MINE, THEIRS), log=("dice 7", "discard ore", "robber 3 from 1", "steal ore")))
    assert speak(Position((MINE, THEIRS), log=("dice 8", "road 12-17"))) == []
    assert speak(Position((MINE, THEIRS), log=("dice 8", "knight", "robber 3"))) == []


@pytest.mark.parametrize(
    "hands",
    [
        (cards(wood=1, wheat=2, ore=3), THEIRS),  # nothing is lacking
        (cards(wheat=2, ore=2), THEIRS),  # nothing is left over
        (MINE, cards(clay=3)),  # nobody has it
        (MINE, cards()),
    ],
)
def test_it_does_not_ask_where_no_deal_would_come_of_it(hands):
    assert speak(Position(hands)) == []


def test_it_does_not_ask_who_is_about_to_win():
    assert speak(Position((MINE, THEIRS), wins=(80, 24, 80, 80))) == []


def test_it_does_not_ask_for_what_was_said_already():
    negotiator = seated(Position((MINE, THEIRS)))
    negotiator.memory.hear(0, 1, *parse("I am selling ore"))
    position = Position((MINE, THEIRS))
    assert list(negotiator.say(position.view, position.situation, position.forecasts)) == []


def test_asking_can_be_switched_off():
    assert speak(Position((MINE, THEIRS)), asks=False) == []
    assert speak(Position((MINE, THEIRS), rules="base")) == []


def test_quickly_it_is_clear_when_there_is_nothing_to_say():
    position = Position((MINE, THEIRS), on_turn=1)
    assert not seated(position).has_to_say(position.view)
    assert seated(position, (1, "ore?")).has_to_say(position.view)


# Answering.


def their_turn(**options):
    return Position((MINE, THEIRS), on_turn=1, log=THEIR_TURN, **options)


def test_it_states_what_it_sells_and_what_it_wants_for_it():
    assert speak(their_turn(), (1, "Is anyone selling wood?")) == ["I am selling wood. I want ore."]


@pytest.mark.parametrize("said", ["I want wood", "i need wood pls"])
def test_a_wish_of_the_seat_on_turn_is_answered_like_a_question(said):
    assert speak(their_turn(), (1, said)) == ["I am selling wood. I want ore."]


def test_what_the_seat_on_turn_sells_is_wanted_or_not():
    assert speak(their_turn(), (1, "I am selling ore and sheep")) == ["I want ore."]


def test_a_wish_of_another_seat_is_no_question():
    assert speak(their_turn(), (2, "I want wood")) == []


def test_it_states_what_it_wants():
    assert speak(their_turn(), (1, "anyone want ore or sheep?")) == ["I want ore."]


def test_what_it_needs_itself_it_does_not_sell():
    assert speak(their_turn(), (1, "Is anyone selling wheat?")) == []


def test_it_does_not_sell_to_who_has_nothing_that_it_wants():
    position = Position((MINE, cards(clay=1, sheep=1, wheat=1)), on_turn=1, log=THEIR_TURN)
    assert speak(position, (1, "Is anyone selling wood?")) == []


def test_whoever_is_asked_by_name_says_no():
    assert speak(their_turn(), (1, "seat 0, are you selling clay?")) == ["I don't have clay."]
    assert speak(their_turn(), (1, "seat 0, do you want sheep?")) == ["I don't want sheep."]
    assert speak(their_turn(), (1, "seat 0, are you selling wheat?")) == ["I am not selling wheat."]
    assert speak(their_turn(), (1, "seat 0, are you selling wheat or clay?")) == [
        "I don't have clay. I am not selling wheat."
    ]
    assert speak(their_turn(), (1, "seat 2, do you want ore?")) == []


def test_to_who_is_about_to_win_it_says_so():
    position = their_turn(wins=(80, 20, 80, 80))
    assert speak(position, (1, "Is anyone selling wood?")) == ["Seat 1 is close to winning."]
    assert speak(position, (1, "Is anyone selling wood?"), names_leader=False) == []


def test_a_question_of_before_is_not_answered_again():
    position = their_turn()
    negotiator = position.seat(Principled())
    negotiator.ply = len(THEIR_TURN) - 1
    negotiator.hear(Said(1, "Is anyone selling wood?"))
    assert list(negotiator.say(position.view, position.situation, position.forecasts)) == []


def test_answering_can_be_switched_off():
    assert speak(their_turn(), (1, "Is anyone selling wood?"), answers=False) == []


def test_after_a_first_refusal_it_says_what_it_does_not_have():
    log = (*THEIR_TURN, "offer 1 ore for 1 clay to 0", "reject")
    assert speak(Position((MINE, THEIRS), on_turn=1, log=log)) == ["I don't have clay."]
    again = (*log, "offer 1 ore for 1 sheep to 0", "reject")
    assert speak(Position((MINE, THEIRS), on_turn=1, log=again)) == []


# Naming the leader.


@pytest.mark.parametrize(
    ("points", "log", "said"),
    [
        (8, ("dice 5", "city 12", "end turn", "dice 8"), ["Seat 3 is close to winning."]),
        (7, ("dice 5", "city 12", "end turn", "dice 8"), []),
        (8, ("dice 5", "end turn", "dice 8"), []),
    ],
)
def test_it_names_who_is_close_to_winning_and_has_just_built(points, log, said):
    # Three turns of others come first, so that seat 3 is the one before seat 0.
    before = ("dice 4", "end turn") * 3
    position = Position((cards(),), points=(3, 3, 3, points), log=(*before, *log))
    assert speak(position) == said
    assert speak(position, names_leader=False) == []


def test_it_does_not_repeat_what_others_said_of_the_leader():
    log = (*("dice 4", "end turn") * 3, "dice 5", "city 12", "end turn", "dice 8")
    position = Position((cards(),), points=(3, 3, 3, 8), log=log)
    negotiator = position.seat(Principled())
    negotiator.memory.hear(9, 1, *parse("seat 3 is winning"))
    assert list(negotiator.say(position.view, position.situation, position.forecasts)) == []


# What it makes of words.


def offered(hands, *said, aims=AIMS, **options):
    position = Position(hands, aims=aims, **options)
    choice = position.offer(seated(position, *said))
    return None if choice is None else moved(choice)


def test_who_has_said_to_want_a_card_is_believed():
    full = cards(wood=1, clay=1, sheep=1, wheat=1, ore=1)
    assert offered((MINE, full)) is None
    assert offered((MINE, full), (1, "I want wood")) == "offer 1 wood for 1 ore to 1"


@pytest.mark.parametrize("words", ["I don't want wood", "not selling ore", "no thanks, no wood wanted"])
def test_who_has_declined_is_not_asked(words):
    hands = (MINE, THEIRS, THEIRS)
    assert offered(hands) == "offer 1 wood for 1 ore to 1 2"
    assert offered(hands, (1, words)) == "offer 1 wood for 1 ore to 2"


def test_who_has_no_such_card_is_not_asked_unless_it_surely_has():
    hands = (MINE, cards(ore=3))
    aims = (CITY, Aim("road", 60))
    assert offered(hands, aims=aims, unsure=[1]) == "offer 1 wood for 1 ore to 1"
    assert offered(hands, (1, "I don't have ore"), aims=aims, unsure=[1]) is None
    assert offered(hands, (1, "I don't have ore"), aims=aims) == "offer 1 wood for 1 ore to 1"


def test_it_takes_what_it_said_to_want_even_if_nothing_comes_sooner():
    # Wheat and ore are lacking; with the ore the wheat still takes as long.
    numbers = ({"ore": (2,), "wheat": (2,)}, *[{"ore": (6,)}] * 3)
    position = Position((cards(wood=1, ore=2), THEIRS), on_turn=1, numbers=numbers, log=THEIR_TURN)
    negotiator = position.seat(Principled())
    assert position.outlook.rolls(0, cards(ore=3)) == position.outlook.rolls(0, cards(wood=1, ore=2))
    choice = position.answer(negotiator, "1 ore for 1 wood")
    assert moved(choice) == "accept"
    assert choice.reason == "1 ore is lacking for a city at node 7"
    assert moved(position.answer(negotiator, "1 sheep for 1 wood")) != "accept"

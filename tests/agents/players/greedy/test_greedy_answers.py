"""The greedy agent's answers to offers, and its choice among answers."""

import pytest
from tests.agents.players.greedy.positions import give, goal

from catanlab.agents.players.greedy.goals import CITY
from catanlab.agents.players.greedy.trade import answer, settle
from catanlab.games.catan.moves import CatanMove


def asked(situation, text):
    situation.on_turn = 1
    situation.offer = CatanMove.parse(text).deal


def test_an_offer_that_helps_is_accepted(situation):
    give(situation, 1, 0, 0, 2, 2)
    asked(situation, "offer 1 ore for 1 wood to 0")
    assert str(answer(situation, [goal(CITY)])[0]) == "accept"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("offer 1 wood for 1 ore to 0", "does not bring my next build nearer"),
        ("offer 1 ore for 1 sheep to 0", "do not have"),
        ("offer 1 ore for 2 wood to 0", "do not have"),
    ],
)
def test_an_offer_that_does_not_help_is_rejected(situation, text, why):
    give(situation, 1, 0, 0, 2, 2)
    asked(situation, text)
    move, reason, _ = answer(situation, [goal(CITY)])
    assert str(move) == "reject"
    assert why in reason


@pytest.mark.parametrize("points", [8, 9, 6])
def test_who_is_about_to_win_or_far_ahead_gets_nothing(situation, points):
    give(situation, 1, 0, 0, 2, 2)
    situation.public_points = (3, points, 3, 3)
    asked(situation, "offer 1 ore for 1 wood to 0")
    move, reason, _ = answer(situation, [goal(CITY)])
    assert (str(move), reason) == ("reject", "seat 1 is too near to winning")


def test_without_a_goal_no_trade_helps(situation):
    give(situation, 1, 0, 0, 2, 2)
    asked(situation, "offer 1 ore for 1 wood to 0")
    assert str(answer(situation, [])[0]) == "reject"


def answers(situation, **texts):
    situation.answers = tuple(
        CatanMove.parse(texts[f"seat{seat}"]) if f"seat{seat}" in texts else None for seat in range(4)
    )


def test_of_two_who_accept_the_weaker_one_gets_the_trade(situation):
    give(situation, 1, 0, 0, 2, 2)
    situation.offer = CatanMove.parse("offer 1 wood for 1 ore to 1 2 3").deal
    situation.public_points = (3, 5, 2, 3)
    answers(situation, seat1="accept", seat2="accept", seat3="reject")
    assert str(settle(situation, [goal(CITY)])[0]) == "confirm 2"


def test_a_better_counter_offer_is_taken(situation):
    give(situation, 2, 0, 0, 2, 1)
    situation.offer = CatanMove.parse("offer 1 wood for 1 sheep to 1 2 3").deal
    answers(situation, seat1="accept", seat3="counter 2 ore for 1 wood")
    assert str(settle(situation, [goal(CITY)])[0]) == "take 3"


def test_a_counter_offer_that_cannot_be_paid_or_does_not_help_is_not_taken(situation):
    give(situation, 1, 0, 0, 2, 2)
    situation.offer = CatanMove.parse("offer 1 wood for 1 ore to 1 2 3").deal
    answers(situation, seat1="counter 1 ore for 3 wood", seat3="counter 1 sheep for 1 ore")
    assert str(settle(situation, [goal(CITY)])[0]) == "cancel"

"""The greedy agent's trades with the bank and its own offers."""

import pytest
from tests.agents.players.greedy.positions import NONE, PLENTY, deal, give, goal

from catanlab.agents.players.greedy.goals import CITY, rate_goals
from catanlab.agents.players.greedy.trade import GAIN, bank_trade, offer


def test_the_bank_is_used_if_that_completes_the_goal(situation):
    give(situation, 4, 0, 0, 2, 2)
    move, why, _ = bank_trade(situation, goal(CITY))
    assert str(move) == "bank 4 wood for 1 ore"
    assert "ore is for a city at node 7" in why


def test_the_bank_is_left_alone_if_the_goal_stays_out_of_reach(situation):
    give(situation, 4, 0, 0, 2, 1)
    assert bank_trade(situation, goal(CITY)) is None
    assert bank_trade(situation, goal(CITY), in_any_case=True) is not None


def test_needed_cards_are_not_traded_away(situation):
    give(situation, 0, 0, 0, 4, 1)
    assert bank_trade(situation, goal(CITY), in_any_case=True) is None


def test_the_bank_cannot_give_what_it_has_not(situation):
    give(situation, 4, 0, 0, 2, 2)
    situation.bank = (19, 19, 19, 19, 0)
    assert bank_trade(situation, goal(CITY)) is None


@pytest.fixture
def miners(situation):
    """The same, with others who make much ore and no wood, and may hold anything."""
    situation.rates_of = lambda seat: [0.0, 0.1, 0.1, 0.1, 0.2]
    return situation


def test_an_offer_gives_what_is_left_over_for_what_is_missing(miners):
    give(miners, 2, 0, 0, 2, 2)
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 1 2 3"
    again, *_ = offer(miners, [goal(CITY)], [deal("offer 1 wood for 1 ore to 1")])
    assert str(again) == "offer 2 wood for 1 ore to 1 2 3"
    assert offer(miners, [goal(CITY)], [move.deal, again.deal]) is None


def test_an_offer_goes_to_those_who_may_have_the_card_and_are_not_about_to_win(miners):
    give(miners, 1, 0, 0, 2, 2)
    miners.possible = (NONE, NONE, PLENTY, PLENTY)
    miners.public_points = (3, 3, 3, 8)
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 2"
    miners.public_points = (3, 3, 8, 8)
    assert offer(miners, [goal(CITY)], ()) is None


def test_one_for_one_is_offered_if_somebody_makes_more_of_that_card_and_may_lack_mine(miners):
    give(miners, 2, 0, 0, 2, 2)
    wood = (1, 0, 0, 0, 0)
    miners.certain = (NONE, wood, NONE, NONE)
    miners.rates_of = lambda seat: [0.3 if seat == 2 else 0.0, 0, 0, 0, 0.2]
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 1 2 3"
    miners.certain = (NONE, wood, NONE, wood)
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 2 wood for 1 ore to 1 2 3"


def test_what_would_not_be_confirmed_is_not_offered(miners):
    give(miners, 2, 0, 0, 2, 2)
    far = goal((0, 0, 0, 2, 99), rolls=500.0)
    assert settle_gain(miners, far) < GAIN
    assert offer(miners, [far], ()) is None


def settle_gain(situation, wanted):
    hand = (situation.hand[0] - 1, *situation.hand[1:4], situation.hand[4] + 1)
    return rate_goals([wanted], situation, hand) / rate_goals([wanted], situation, situation.hand)

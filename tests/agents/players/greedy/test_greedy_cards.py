"""When the greedy agent plays its development cards."""

from tests.agents.players.greedy.positions import give, goal, know

from catanlab.agents.players.greedy.cards import card_to_play
from catanlab.agents.players.greedy.goals import CITY, SETTLEMENT
from catanlab.games.catan import constants as c


def test_year_of_plenty_completes_a_goal(situation):
    give(situation, 0, 0, 0, 1, 2)
    situation.playable[c.YEAR_OF_PLENTY] = 1
    assert str(card_to_play(situation, [goal(CITY)])[0]) == "plenty wheat ore"
    give(situation, 0, 0, 0, 2, 2)
    situation.rates = [0.1, 0.1, 0.0, 0.1, 0.1]
    assert str(card_to_play(situation, [goal(CITY)])[0]) == "plenty sheep ore"
    give(situation, 0, 0, 0, 0, 2)
    assert card_to_play(situation, [goal(CITY)]) is None


def test_year_of_plenty_waits_if_the_bank_is_short(situation):
    give(situation, 0, 0, 0, 2, 1)
    situation.playable[c.YEAR_OF_PLENTY] = 1
    situation.bank = (5, 5, 5, 5, 1)
    assert card_to_play(situation, [goal(CITY)]) is None


def test_monopoly_takes_what_the_others_hold_and_the_goal_needs(situation):
    give(situation, 0, 0, 0, 2, 1)
    situation.playable[c.MONOPOLY] = 1
    know(situation, others=(0, 0, 0, 0, 2))
    assert str(card_to_play(situation, [goal(CITY)])[0]) == "monopoly ore"
    know(situation, at_most=(1, 1, 1, 1, 1))
    assert card_to_play(situation, [goal(CITY)]) is None


def test_road_building_is_played_when_roads_are_wanted(situation):
    situation.playable[c.ROAD_BUILDING] = 1
    assert card_to_play(situation, [goal(CITY)]) is None
    wanted = goal(SETTLEMENT, kind="settlement", roads=(3,))
    assert str(card_to_play(situation, [wanted])[0]) == "road building"


def test_one_card_a_turn(situation):
    situation.playable = [1] * 5
    situation.card_played = True
    assert card_to_play(situation, [goal(SETTLEMENT, kind="settlement", roads=(3,))]) is None
    assert card_to_play(situation, []) is None

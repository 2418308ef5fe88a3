"""Discarding: left-over cards first, in whose order, and all decided at once."""

import pytest
from tests.agents.decisions.positions import enter, see, start

from catanlab.agents.base.aim import Aim
from catanlab.agents.decisions.discard import Discarding, discards, random_card
from catanlab.agents.estimates.income import Income
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import give_resources
from catanlab.games.catan.hands import unpack

CITY = Aim("city", 7)
# rolls: wood 7, clay 9, sheep 13, wheat 17, ore never
INCOME = Income.of({"wood": (6,), "clay": (5,), "sheep": (4,), "wheat": (3,)})


def discarding(count, **hand):
    state = start(seat0=(12,))
    give_resources(state, 0, **hand)
    return enter(state, c.DISCARDING, discards=(count, 0, 0, 0))


def play(state, agent, aims, seed=1):
    """Discard to the end, with another aim for each card, and return what is left."""
    for aim in aims:
        view, situation = see(state)
        choice = agent.discard(situation, INCOME, aim, Random(seed))
        assert view.is_legal(choice.move)
        state.apply(choice.move)
    assert state.fields()["phase"] != c.DISCARDING
    return unpack(state.fields()["hand"][0])


@pytest.mark.parametrize(
    ("rarest_first", "left"),
    [
        (True, (3, 0, 0, 2, 1)),  # both sheep and both clay
        (False, (0, 1, 2, 2, 1)),  # all wood and a clay
    ],
)
def test_left_overs_go_first(rarest_first, left):
    hand = {"wood": 3, "clay": 2, "sheep": 2, "wheat": 2, "ore": 1}
    state = discarding(4, **hand)
    assert play(state, Discarding(rarest_first=rarest_first), [CITY] * 4) == left


def test_what_is_needed_goes_last_in_the_same_order():
    # six of seven go: two sheep are left over, then three ore and one wheat, the rarest first
    assert discards((0, 0, 2, 2, 3), 6, (0, 0, 0, 2, 3), (4, 3, 2, 1, 0)) == [2, 2, 3, 4, 4, 4]
    assert discards((0, 0, 2, 2, 3), 6, (0, 0, 0, 2, 3), (0, 1, 2, 3, 4)) == [2, 2, 3, 3, 4, 4]


def test_what_is_needed_twice_is_kept_twice():
    assert discards((0, 0, 0, 4, 4), 4, (0, 0, 0, 2, 3), (4, 3, 2, 1, 0)) == [3, 3, 4, 4]


def test_the_first_card_decides_on_all_of_them():
    hand = {"wood": 3, "clay": 2, "sheep": 2, "wheat": 2, "ore": 1}
    steady = play(discarding(4, **hand), Discarding(), [CITY] * 4)
    fickle = play(discarding(4, **hand), Discarding(), [CITY, Aim("road", 3), None, Aim("card")])
    assert fickle == steady
    assert play(discarding(4, **hand), Discarding(), [Aim("road", 3)] * 4) != steady


def test_a_new_hand_is_decided_on_anew():
    agent = Discarding()
    first = play(discarding(4, wood=4, ore=4), agent, [CITY] * 4)
    assert first == (1, 0, 0, 0, 3)
    assert play(discarding(4, wood=4, ore=4), agent, [Aim("road", 3)] * 4) == (4, 0, 0, 0, 0)


def test_an_interrupted_discard_is_taken_up():
    state = discarding(4, wood=4, sheep=1, ore=3)
    play_one = Discarding()
    _, situation = see(state)
    state.apply(play_one.discard(situation, INCOME, CITY, Random(1)).move)
    assert play(state, Discarding(), [CITY] * 3) == (1, 0, 0, 0, 3)


def test_the_roads_of_an_aim_may_count():
    aim = Aim("settlement", 7, roads=(3, 4))
    sheep = {"wood": 1, "clay": 1, "sheep": 4, "wheat": 2}
    assert play(discarding(4, **sheep), Discarding(), [aim] * 4) == (1, 1, 2, 0, 0)
    assert play(discarding(4, **sheep), Discarding(whole=True), [aim] * 4) == (1, 1, 1, 1, 0)


def test_without_an_aim_chance_decides():
    found = {play(discarding(4, wood=4, ore=4), Discarding(), [None] * 4, seed) for seed in range(20)}
    assert len(found) > 2
    assert all(sum(hand) == 4 for hand in found)
    assert {random_card((2, 0, 0, 1, 0), Random(seed)) for seed in range(20)} == {0, 3}

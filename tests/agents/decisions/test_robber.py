"""The robber: whom it thwarts, where it goes, and from whom it steals."""

import pytest
from tests.agents.decisions.positions import enter, forecasts_of, income_of, see, start

from catanlab import Rules
from catanlab.agents.decisions.robber import move_robber
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.total_build_time import total_build_time
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import give_resources, set_robber

FAR = (50, 90, 60, 90)
"""Seat 2 is nearest to winning, after seat 0, who decides."""


def robbing(rules=None, **settlements):
    state = start(rules, **settlements)
    for seat in (1, 2, 3):
        give_resources(state, seat, wood=1)
    return enter(state, c.ROBBING)


def decide(state, win_rolls=FAR, seed=1, **options):
    view, situation = see(state)
    choice = move_robber(view, situation, forecasts_of(view, win_rolls), Random(seed), **options)
    assert choice.move in view.legal_moves
    return choice


def test_the_robber_goes_where_it_slows_the_seat_nearest_to_winning_most():
    state = robbing(seat0=(12,), seat1=(31,), seat2=(40, 25))
    board = state.game.board
    sums = {
        hexagon: BuildTimes().sum(income_of(board, (40, 25), hexagon))
        for hexagon in range(19)
        if hexagon not in (0, 3, 4, 9)  # seat 0's, and where the robber is
    }
    choice = decide(state)
    hexagon = choice.move.hex
    assert sums[hexagon] == max(sums.values()) == choice.data["sum"]
    assert sums[hexagon] > BuildTimes().sum(income_of(board, (40, 25)))
    assert choice.reason == "there it slows seat 2 most, who is nearest to winning"
    assert choice.data["leader"] == 2


def test_another_seat_nearest_to_winning_is_thwarted_elsewhere():
    state = robbing(seat0=(12,), seat1=(31,), seat2=(40, 25))
    assert decide(state, (50, 60, 70, 70)).data["leader"] == 1
    # of equals the first
    assert decide(state, (50, 70, 60, 60)).data["leader"] == 2


def test_a_hex_that_pays_me_is_spared():
    # seat 2 lives on hex 11 and the sea, and so does seat 0: no other hex slows seat 2
    state = robbing(seat0=(32,), seat2=(26,))
    places = {decide(state, seed=seed).move.hex for seed in range(30)}
    assert 11 not in places
    assert 9 not in places  # the robber must move
    assert len(places) > 5
    assert "no hex would slow seat 2" in decide(state).reason


def test_jsettlers_takes_the_first_hex_where_none_slows():
    state = robbing(seat0=(32,), seat2=(26,))
    # in the order of its coordinates the first is the westernmost, hex 7
    choice = decide(state, only_if_it_slows=False)
    assert str(choice.move) == "robber 7"
    assert choice.reason == "no hex would slow seat 2, who is nearest to winning"


def test_a_desert_that_i_touch_pays_nothing_and_may_have_the_robber():
    state = robbing(seat0=(18,), seat2=(26,))
    set_robber(state, 11)
    places = {decide(state, (50, 60, 70, 70), seed=seed).move.hex for seed in range(200)}
    assert places == set(range(19)) - {11, 4, 5}


def test_if_every_hex_pays_me_one_of_them_must_do():
    state = robbing(seat2=(26,))
    view, situation = see(state)
    situation.hex_yields = (bytes([1] * 19), *situation.hex_yields[1:])
    situation.board_values.hex_rates[:] = [0.1] * 19
    choice = move_robber(view, situation, forecasts_of(view, FAR), Random(1))
    assert choice.move in view.legal_moves


def test_of_those_at_the_hex_the_one_nearest_to_winning_is_robbed():
    # nodes 40 and 52 are both on hex 17; seat 3 is nearest to winning
    state = robbing(seat0=(12,), seat1=(52,), seat2=(25,), seat3=(40,))
    assert str(decide(state, (50, 60, 90, 40)).move) == "robber 17 from 3"
    give_resources(state, 3)
    assert str(decide(state, (50, 60, 90, 40)).move) == "robber 17 from 1"
    give_resources(state, 1)
    assert str(decide(state, (50, 60, 90, 40)).move) == "robber 17"


def test_the_victim_need_not_be_the_one_who_is_slowed():
    # at hex 17 only the others have cards
    state = robbing(seat0=(12,), seat1=(52,), seat2=(48,), seat3=(40,))
    give_resources(state, 3)
    assert str(decide(state, (50, 80, 70, 40)).move) == "robber 17 from 2"
    assert str(decide(state, (50, 70, 80, 40)).move) == "robber 17 from 1"


def test_the_friendly_robber_is_obeyed():
    rules = Rules.named("base").replace(friendly_robber=True)
    state = robbing(rules, seat0=(12,), seat1=(31,), seat2=(40,))
    # everybody has few points: only hexes without buildings of others are open
    taken = {10, 11, 15, 13, 14, 17}
    for seed in range(20):
        assert decide(state, seed=seed).move.hex not in taken


@pytest.mark.parametrize(
    ("cut_at", "ships", "total"),
    [
        (None, False, 9 + 36 + 64 + 36),
        (40, False, 9 + 36 + 40 + 40),
        (40, True, 9 + 36 + 40 + 40 + 40),
        (30, True, 9 + 30 * 4),
        (None, True, 9 + 36 + 64 + 36 + 16),
    ],
)
def test_sums_of_speeds_as_thomas_and_jsettlers_add_them(cut_at, ships, total):
    # table 4.1, spot D: clay every 4 rolls, wood every 9; a ship is wood and sheep, which is four clay
    income = Income.of({"clay": (6, 9), "wood": (5,)})
    assert total_build_time(BuildTimes(), income, cut_at=cut_at, ships=ships) == total


def test_what_takes_as_long_as_the_cut_is_not_cut():
    # table 4.2, pair A, E
    income = Income.of({"ore": (4, 6, 8), "sheep": (6,), "wheat": (9,)})
    assert total_build_time(BuildTimes(), income, cut_at=24) == 24 + 24 + 18 + 9
    assert total_build_time(BuildTimes(), income, cut_at=23) == 4 * 23

"""Who would take a deal, and with whom one does not deal at all."""

import pytest
from tests.agents.negotiation.positions import CITY, SETTLEMENT, Position, cards, deal

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.acceptance import (
    collide,
    is_near_winning,
    likely_holds,
    may_pay,
    times,
    would_take,
)
from catanlab.games.catan.constants import ORE
from catanlab.games.catan.grid import edge_nodes, node_neighbours


def test_below_the_threshold_a_seat_is_too_close_to_winning():
    outlook = Position([cards()], wins=(80, 24, 25, 26)).outlook
    assert [is_near_winning(outlook, seat, 25) for seat in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize(
    ("mine", "theirs", "answer"),
    [
        (Aim("settlement", 20), Aim("settlement", 20), True),
        (Aim("settlement", 20), Aim("settlement", node_neighbours(20)[0]), True),
        (Aim("settlement", 20), Aim("settlement", 50), False),
        (Aim("settlement", 20), Aim("city", 20), False),
        (Aim("settlement", 20, roads=(5, 6)), Aim("settlement", 50, roads=(6,)), True),
        (Aim("settlement", 20, roads=(5,)), Aim("road", 5), True),
        (Aim("road", 5, purpose="Longest Road"), Aim("road", 60, purpose="Longest Road"), True),
        (Aim("card", purpose="Largest Army"), Aim("card", purpose="Largest Army"), True),
        (Aim("card", purpose="Largest Army"), Aim("card"), False),
        (Aim("card"), Aim("card"), False),
        (Aim("city", 3), Aim("road", 3), False),
        (None, Aim("card"), False),
        (Aim("card"), None, False),
    ],
)
def test_plans_collide_over_a_spot_an_edge_or_an_award(mine, theirs, answer):
    assert collide(mine, theirs) is answer
    assert collide(theirs, mine) is answer


def test_edges_and_nodes_are_not_mistaken_for_each_other():
    edge = 5
    assert edge not in edge_nodes(edge)
    assert not collide(Aim("settlement", 5), Aim("road", 5))


def test_a_seat_takes_what_brings_its_aim_nearer():
    position = Position([cards(wood=1), cards(clay=1, sheep=1, wheat=1, ore=1)])
    assert would_take(position.outlook, 1, deal("1 ore for 1 wood"))
    assert not would_take(position.outlook, 1, deal("1 wheat for 1 wood"))
    assert times(position.outlook, 1, deal("1 ore for 1 wood"))[1] == 0


def test_a_seat_without_an_aim_takes_nothing():
    position = Position([cards(wood=1), cards(ore=1)], aims=(CITY, None))
    assert not would_take(position.outlook, 1, deal("1 ore for 1 wood"))


def test_a_seat_is_supposed_to_hold_what_it_would_give():
    position = Position([cards(wood=1), cards(ore=3)], unsure=[1])
    before, after = times(position.outlook, 1, deal("1 ore for 1 wood"))
    assert before == position.outlook.rolls(1, cards(ore=1))
    assert after == position.outlook.rolls(1, cards(wood=1))


def test_what_a_seat_can_pay():
    outlook = Position([cards(ore=1), cards(ore=2), cards(), cards(wood=3)], unsure=[3]).outlook
    assert may_pay(outlook, 0, cards(ore=1))
    assert not may_pay(outlook, 0, cards(ore=2))
    assert may_pay(outlook, 1, cards(ore=2))
    assert not may_pay(outlook, 1, cards(ore=3))
    assert not may_pay(outlook, 1, cards(wood=1))
    assert may_pay(outlook, 3, cards(ore=3))
    assert not may_pay(outlook, 3, cards(ore=2, wood=2))


@pytest.mark.parametrize(
    ("hand", "unsure", "answer"),
    [
        (cards(ore=1), (), True),
        (cards(wood=4), (), False),
        (cards(wood=1), (1,), False),
        (cards(wood=2), (1,), True),
    ],
)
def test_one_unknown_card_is_hardly_the_right_one(hand, unsure, answer):
    situation = Position([cards(), hand], unsure=unsure).situation
    assert likely_holds(situation, 1, ORE) is answer


def test_aims_and_times_are_worked_out_once():
    position = Position([cards(wood=1), cards(ore=1)], aims=(CITY, SETTLEMENT))
    outlook = position.outlook
    assert position.estimates.looks == 0
    for _ in range(3):
        outlook.win_rolls(1)
        outlook.aim(1)
        outlook.rolls(1, cards(ore=1))
    assert position.estimates.looks == 1

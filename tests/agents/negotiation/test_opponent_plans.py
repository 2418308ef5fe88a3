"""What the negotiator of JSettlers takes everybody to be after in one turn."""

import pytest
from tests.agents.given import GivenPlan
from tests.agents.negotiation.positions import CITY, SETTLEMENT, Position, cards

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.opponent_plans import OpponentPlans, are_racing
from catanlab.games.catan.grid import edge_nodes, node_edges, node_neighbours

ROAD = Aim("road", 60)


def outlook(aims, wins=(80, 70, 60, 50), on_turn=1, plans=0, after_plan=()):
    position = Position((cards(ore=2), cards(ore=2)), aims=aims, wins=wins, on_turn=on_turn)
    position.forecasts.plan = GivenPlan(plans, after_plan)
    return position.outlook


def test_an_aim_is_kept_until_the_turn_ends():
    opponent_plans = OpponentPlans()
    opponent_plans.begin(outlook((CITY, SETTLEMENT)), turn=3)
    assert opponent_plans.aim(outlook((CITY, SETTLEMENT)), 1) == SETTLEMENT
    now = outlook((CITY, ROAD))
    opponent_plans.begin(now, turn=3)
    assert opponent_plans.aim(now, 1) == SETTLEMENT
    opponent_plans.begin(now, turn=4)
    assert opponent_plans.aim(now, 1) == ROAD


def test_times_to_win_are_those_of_the_last_time_an_aim_was_worked_out():
    opponent_plans = OpponentPlans()
    opponent_plans.begin(outlook((CITY, SETTLEMENT)), turn=3)
    opponent_plans.aim(outlook((CITY, SETTLEMENT)), 1)
    later = outlook((CITY, SETTLEMENT), wins=(8, 7, 6, 5))
    assert opponent_plans.win_rolls(later, 1) == 70
    opponent_plans.aim(later, 1)
    assert opponent_plans.win_rolls(later, 1) == 70
    opponent_plans.aim(later, 0)
    assert opponent_plans.win_rolls(later, 1) == 7


def test_an_aim_may_be_forgotten():
    opponent_plans = OpponentPlans()
    opponent_plans.begin(outlook((CITY, SETTLEMENT)), turn=3)
    assert opponent_plans.aim(outlook((CITY, SETTLEMENT)), 0) == CITY
    opponent_plans.forget(0)
    assert opponent_plans.aim(outlook((ROAD, SETTLEMENT)), 0) == ROAD


def test_in_the_own_turn_the_own_plan_counts():
    opponent_plans = OpponentPlans()
    planned = outlook((CITY, SETTLEMENT), on_turn=0, plans=1, after_plan=(4, 3, 2, 1))
    opponent_plans.begin(planned, turn=3)
    assert opponent_plans.win_rolls(planned, 0) == 4
    changed = outlook((ROAD, SETTLEMENT), on_turn=0, plans=1, after_plan=(4, 3, 2, 1))
    opponent_plans.begin(changed, turn=3)
    assert opponent_plans.aim(changed, 0) == ROAD
    again = outlook((ROAD, SETTLEMENT), on_turn=0, plans=2, after_plan=(9, 9, 9, 9))
    opponent_plans.begin(again, turn=3)
    assert opponent_plans.win_rolls(again, 0) == 9


def test_settlements_on_a_spot_or_side_by_side_are_a_race():
    neighbour = next(iter(node_neighbours(20)))
    assert are_racing(0, SETTLEMENT, Aim("settlement", 20))
    assert are_racing(0, SETTLEMENT, Aim("settlement", neighbour))
    assert not are_racing(0, SETTLEMENT, Aim("settlement", 50))
    assert not are_racing(0, SETTLEMENT, CITY)


@pytest.mark.parametrize("theirs", [Aim("road", 61), CITY, Aim("card")])
def test_other_roads_and_things_are_no_race(theirs):
    assert are_racing(0, ROAD, Aim("road", 60))
    assert not are_racing(0, ROAD, theirs)
    assert not are_racing(0, CITY, theirs)


def test_who_settles_where_a_road_begins_is_in_its_way():
    node, other = edge_nodes(60)
    road = next(edge for edge in node_edges(node) if edge not in (60, -1))
    assert are_racing(1 << road, ROAD, Aim("settlement", node))
    assert not are_racing(1 << road, ROAD, Aim("settlement", other))

"""The robots of JSettlers: their scores, and each quirk with and without."""

from itertools import islice

import pytest
from tests.agents.decisions.positions import see, start
from tests.agents.estimates.test_estimates import played
from tests.agents.estimates.test_win_time import TABLE_4_4
from tests.agents.given import GivenBuilds, GivenWinTimes
from tests.agents.seen import view_of

from catanlab.agents.base.aim import Aim
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.players.jsettlers.agent import JSettlersFast, JSettlersSmart
from catanlab.agents.players.jsettlers.smart import Smart
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import give_cards, set_turn
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.text.reader import read_position


@pytest.mark.parametrize("robot", [JSettlersFast, JSettlersSmart])
def test_ships_are_in_every_sum_of_building_speeds_or_in_none(robot):
    with_ships, without = robot(ships=True), robot(ships=False)
    for agent in (with_ships, without):
        agent.forecasts.look(view_of(read_position(TABLE_4_4, check=False)))
    gains = [
        (
            with_ships.forecasts.estimates.gain(0, node, True),
            without.forecasts.estimates.gain(0, node, True),
        )
        for node in range(54)
    ]
    # A ship adds what wood and sheep gain, which is never less than nothing.
    assert all(more >= less for more, less in gains)
    assert any(more > less for more, less in gains)


def forecasts_of(before, builds, *, rolls=(4, 4, 4, 4, 4), on_turn=0):
    """Return forecasts of seat 0 with given times to win, builds and rolls, in the turn of a seat."""
    state = start()
    set_turn(state, on_turn)
    forecasts = SeatForecasts(Smart(), win_times=GivenWinTimes(before))
    forecasts.estimates = GivenBuilds(builds, rolls)
    forecasts.look(see(state)[0])
    return forecasts


NO_USE = [("road", 3, [80, 70, 60, 90]), ("city", 7, [85, 70, 60, 90])]
"""A road that changes nothing and a city that costs seat 0 time: nothing that the robot builds."""


def test_what_scores_nothing_is_not_aimed_at():
    forecasts = forecasts_of([80, 70, 60, 90], NO_USE)
    assert Smart().aims(forecasts, 0) == []
    assert [aim.kind for aim in Smart(only_gains=False).aims(forecasts, 0)] == ["road", "city"]


def test_a_card_is_aimed_at_rather_than_what_scores_nothing():
    same = [80, 70, 60, 90]
    forecasts = forecasts_of(same, [*NO_USE, ("knight", -1, same), ("point", -1, same)])
    assert Smart().aims(forecasts, 0)[0].kind == "card"


def test_cards_are_thought_of_in_the_own_turn_only():
    same = [80, 70, 60, 90]
    forecasts = forecasts_of(same, [*NO_USE, ("knight", -1, same), ("point", -1, same)], on_turn=1)
    assert Smart().aims(forecasts, 0) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_share_is_a_quarter_of_a_hundred_however_many_play(players):
    before = [80, 70, 60, 90][:players]
    assert Smart().bonus(0, before, [60, *before[1:]]) == 6.25


@pytest.mark.parametrize(("ship_discount", "rolls"), [(True, 9), (False, 2)])
def test_roads_are_discounted_by_the_rolls_for_a_ship(ship_discount, rolls):
    forecasts = forecasts_of([80, 70, 60, 90], [("road", 3, [60, 70, 60, 90])], rolls=(2, 4, 6, 8, 9))
    [road] = Smart(ship_discount=ship_discount).aims(forecasts, 0)
    assert road.utility == pytest.approx(6.25 / 1.13**rolls)
    assert road.rolls == 2


def test_the_smart_robot_lays_two_roads_first_if_it_may_play_road_building():
    state = start(seat0=(12,))
    give_cards(state, 0, road_building=1)
    robot = JSettlersSmart()
    view, _ = see(state)
    robot.forecasts.look(view)
    best, other = (
        Aim("road", edge_between(12, 17), utility=2.0),
        Aim("road", edge_between(8, 12), utility=1.0),
    )
    city = Aim("city", 12, utility=3.0)
    first, second, last = robot.forecasts.strategy.pieces(robot.forecasts, 0, [city, other, best])
    assert (first, last) == (best, city)
    # The second is one that the first makes possible.
    assert second.place in (edge_between(17, 22), edge_between(17, 23))
    robot.forecasts.look(see(start(seat0=(12,)))[0])
    assert robot.forecasts.strategy.pieces(robot.forecasts, 0, [city, other, best]) == [city]


@pytest.mark.full
def test_planning_for_the_seat_on_turn_leaves_it_a_point_more():
    forecasts = JSettlersSmart().forecasts
    looked = 0
    for table in played(5, "jsettlers-smart", "jsettlers"):
        if len(table.moves) % 25:
            continue
        view = table.view(1)
        forecasts.look(view)
        now = tuple(forecasts.win_rolls(seat) for seat in range(4))
        on_turn = view.position.on_turn
        points = [tuple(times) for name, _, times in forecasts.builds(on_turn) if name == "point"]
        assert forecasts.planned_rolls(on_turn) == (points[0] if points else now)
        assert forecasts.planned_rolls((on_turn + 1) % 4) == now
        looked += bool(points and points[0] != now)
    assert looked > 3


def robberies():
    """Yield what seat 0 sees in its turn when it has planned, and when it has then moved the robber."""
    for seed in range(20):
        planned, moves = None, 0
        for table in played(seed, "jsettlers-smart", "jsettlers"):
            view = table.view(0)
            if view.to_move == 0 and view.position.phase == c.MAIN:
                if planned and "robber" in [move.group for move in table.moves[moves:]]:
                    yield planned, view
                planned, moves = view, len(table.moves)
            elif table.moves[-1].group == "end turn":
                planned = None


@pytest.mark.full
def test_a_robbery_in_the_turn_leaves_the_times_to_win_as_they_are():
    seen = 0
    for before, after in islice(robberies(), 5):
        forecasts = JSettlersSmart().forecasts
        forecasts.look(before)
        if not forecasts.aims(0):
            continue
        plans = forecasts.plan.plans
        assert forecasts.plan.after_plan == forecasts.planned_rolls(0)
        forecasts.look(after)
        forecasts.aims(0)
        assert forecasts.plan.plans == plans + 1
        assert forecasts.plan.after_plan == tuple(forecasts.win_rolls(seat) for seat in range(4))
        seen += forecasts.plan.after_plan != forecasts.planned_rolls(0)
    assert seen

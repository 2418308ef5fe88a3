"""The decisions with the real planner, in positions of games that are played at random."""

import pytest
from tests.agents.decisions.positions import income_of, see, start

from catanlab import Catan, Rules
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.bank import trade_with_bank
from catanlab.agents.decisions.discard import Discarding
from catanlab.agents.decisions.knight import play_knight
from catanlab.agents.decisions.monopoly import play_monopoly
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.decisions.opening_road import road_by_numbers, road_by_speed
from catanlab.agents.decisions.plenty import play_plenty
from catanlab.agents.decisions.road_building import lay_free_road, play_road_building
from catanlab.agents.decisions.robber import move_robber
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table


def decisions(view, situation, forecasts, random):
    """Return what the decisions for a phase say, by the name of the decision."""
    me, phase = situation.me, situation.phase
    forecasts.look(view)
    if phase == c.SETUP_SETTLEMENT:
        return {
            "opening": place_settlement(view, situation, forecasts.estimates.build_times),
            "cut off": place_settlement(view, situation, forecasts.estimates.build_times, cut_off=True),
        }
    if phase == c.SETUP_ROAD:
        return {
            "by speed": road_by_speed(view, situation, forecasts.estimates.build_times, random),
            "by numbers": road_by_numbers(view, situation, random),
        }
    income, aim, aims = forecasts.estimates.income(me), forecasts.aim(me), forecasts.aims(me)
    if phase == c.ROBBING:
        return {
            "robber": move_robber(view, situation, forecasts, random),
            "first": move_robber(
                view, situation, forecasts, random, only_if_it_slows=False, ships=True, cut_at=40
            ),
        }
    if phase == c.DISCARDING:
        return {"discard": Discarding().discard(situation, income, aim, random)}
    if phase == c.FREE_ROADS:
        return {"free road": lay_free_road(view, aims, random)}
    if phase in (c.BEFORE_ROLL, c.MAIN):
        return {
            "knight": play_knight(view, situation, hoard=False),
            "monopoly": play_monopoly(view, situation, aim, least=0, completing=True),
            "plenty": play_plenty(view, situation, income, aim, exactly=False, whole=True),
            "roads": play_road_building(view, situation, aims, two_roads=True),
            "bank": trade_with_bank(view, situation, income, aim),
        }
    return {}


@pytest.mark.full
@pytest.mark.parametrize(
    "rules",
    [
        "base",
        "roelofs",
        "tuma",
        "jsettlers",
        Rules.named("base").replace(friendly_robber=True, one_action=True, players=3),
    ],
    ids=["base", "roelofs", "tuma", "jsettlers", "friendly robber, one action"],
)
def test_every_decision_is_a_legal_move(rules):
    made = set()
    for seed in range(2):
        game = Catan(seed=seed, rules=rules)
        table = Table(
            game,
            [RandomAgent(by_group=True) for _ in range(game.seats)],
            seed=seed,
            max_turns=150,
        )
        board_values, forecasts, random = (
            BoardValues(game.board),
            SeatForecasts(WinTimePlan()),
            Random(seed),
        )
        while not table.is_over:
            seat = table.state.to_move
            if 0 <= seat < 4:
                view = table.view(seat)
                for name, choice in decisions(
                    view, Situation(view, board_values), forecasts, random
                ).items():
                    if choice is not None:
                        made.add(name)
                        assert view.is_legal(choice.move), (name, choice.move)
                        assert choice.reason
            table.step()
    assert made >= {"opening", "cut off", "by speed", "by numbers", "robber", "first", "discard", "bank"}


def test_estimates_read_incomes_from_the_board():
    nodes = {0: (12,), 1: (31,), 2: (40, 25), 3: ()}
    state = start(seat0=nodes[0], seat1=nodes[1], seat2=nodes[2])
    view, situation = see(state)
    forecasts = SeatForecasts(WinTimePlan())
    forecasts.look(view)
    for seat in range(4):
        for blocked in (-1, 14, 17):
            found = forecasts.estimates.income(seat, blocked)
            expected = income_of(state.game.board, nodes[seat], blocked)
            assert (found.frequencies, found.ratios) == (expected.frequencies, expected.ratios)
    assert situation.me == forecasts.me == 0

"""The greedy agent's ways to spots for settlements and to Longest Road."""

import pytest
from tests.agents.players.greedy.positions import on_turn_with_plenty, table_of_random

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.paths import spots, way_to_longest_road
from catanlab.games.catan.grid import edge_nodes


def test_spots_can_be_reached_by_their_roads_and_built_on():
    table = table_of_random(seed=2)
    checked = 0
    while not table.is_over:
        table.step()
        if len(table.moves) < 16 or len(table.moves) % 61:
            continue
        for seat in range(4):
            read = Situation(table.view(seat), BoardValues(table.game.board))
            for spot in spots(read):
                if len(spot.roads) > read.roads_left or not read.settlements_left:
                    continue
                state = on_turn_with_plenty(table.state, seat)
                for edge in spot.roads:
                    state.apply("road {}-{}".format(*edge_nodes(edge)))
                    if state.is_over:
                        break
                    state = on_turn_with_plenty(state, seat)
                if not state.is_over:
                    assert state.is_legal(f"settlement {spot.node}")
                checked += 1
    assert checked > 50


@pytest.mark.full
def test_the_way_to_longest_road_brings_it_with_its_last_road():
    found = 0
    for seed in range(3):
        table = table_of_random(seed)
        while not table.is_over:
            table.step()
            if len(table.moves) < 16 or len(table.moves) % 31:
                continue
            for seat in range(4):
                view = table.view(seat)
                way = way_to_longest_road(view, Situation(view, BoardValues(table.game.board)))
                if way is None:
                    continue
                found += 1
                state = table.state
                for edge in way:
                    assert state.fields()["road_holder"] != seat
                    state = on_turn_with_plenty(state, seat)
                    state.apply("road {}-{}".format(*edge_nodes(edge)))
                assert state.fields()["road_holder"] == seat
    assert found > 10


def test_the_holder_of_longest_road_looks_for_none(situation):
    situation.longest_road = 0
    assert way_to_longest_road(None, situation) is None

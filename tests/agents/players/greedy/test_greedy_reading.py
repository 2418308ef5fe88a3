"""What the greedy agent reads from a view: the same as the view says."""

import pytest
from tests.agents.players.greedy.positions import table_of_random

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import unpack


def test_a_reading_agrees_with_the_position_of_the_view():
    table = table_of_random()
    while not table.is_over:
        table.step()
        if len(table.moves) % 97:
            continue
        for seat in range(4):
            view = table.view(seat)
            read, facts = Situation(view, BoardValues(table.game.board)), view.position
            own = facts.seats[seat]
            assert read.hand == own.hand
            assert read.cards == own.cards
            assert read.ratios == own.ratios
            assert read.points == own.points
            assert read.roads_left == 15 - len(own.road_ends)
            assert read.settlements_left == 5 - len(own.settlement_nodes)
            assert read.cities_left == 4 - len(own.city_nodes)
            assert read.deck_size == facts.deck_size
            assert read.knights_lacking >= (facts.largest_army != seat)
            for other in range(4):
                for resource in range(5):
                    least, most = (
                        facts.seats[other].certain[resource],
                        facts.seats[other].possible[resource],
                    )
                    assert least <= read.expected(other, resource) <= most
                    assert read.may_hold(other, resource, most)
                    assert not read.may_hold(other, resource, most + 1)


def test_rates_are_the_expected_cards_of_a_roll():
    table = table_of_random()
    while not table.is_over:
        table.step()
        state = table.state
        if len(table.moves) % 199 or state.phase_name == "finished":
            continue
        read = Situation(table.view(2), BoardValues(table.game.board))
        fields = state.fields()
        fields |= {"phase": c.ROLLING, "actor": 100, "bank": c.FULL_BANK, "robber": state.game.board.desert}
        expected = [0.0] * 5
        for total in range(2, 13):
            if total == 7:
                continue
            roll = state.copy()
            roll.set_fields(fields)
            before = unpack(roll.fields()["hand"][2])
            roll.apply(f"dice {total}")
            after = unpack(roll.fields()["hand"][2])
            for resource in range(5):
                expected[resource] += (after[resource] - before[resource]) * (6 - abs(7 - total)) / 36
        assert read.rates == pytest.approx(expected)

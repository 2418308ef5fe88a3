"""What production is worth to the greedy agent."""

import pytest
from tests.agents.players.greedy.positions import FOUR

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.players.greedy.worth import growth, worth
from catanlab.games.catan import constants as c


def test_a_port_makes_production_worth_more():
    rates = (0.3, 0.1, 0.1, 0.1, 0.1)
    assert worth(rates, (2, 4, 4, 4, 4)) > worth(rates, (3,) * 5) > worth(rates, FOUR)


def test_growth_is_the_difference_in_worth():
    board_values = BoardValues(Catan(seed=4).board)
    rates, ratios = [0.1, 0.0, 0.2, 0.0, 0.3], (4, 4, 3, 4, 4)
    for node in range(54):
        after = [rate + more for rate, more in zip(rates, board_values.yields[node], strict=True)]
        port = board_values.ports[node]
        better = [
            2 if port == resource else min(3, ratio) if port == c.ANY_PORT else ratio
            for resource, ratio in enumerate(ratios)
        ]
        gain = worth(after, better) - worth(rates, ratios)
        assert growth(board_values, node, rates, ratios) == pytest.approx(gain)

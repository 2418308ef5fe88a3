"""A situation that tests change as they need it."""

import pytest
from tests.agents.players.greedy.positions import FOUR, PLENTY, know, table_of_random

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation


@pytest.fixture
def situation():
    """Read seat 0's view in the middle of a game; fields can then be set as a test needs them."""
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    read = Situation(table.view(0), BoardValues(table.game.board))
    read.on_turn = 0
    read.hand = (0,) * 5
    read.hand_size = 0
    read.bank = (19,) * 5
    read.ratios = FOUR
    read.rates = [0.1] * 5
    read.public_points = (3, 3, 3, 3)
    read.points = 3
    read.card_played = False
    read.playable = [0] * 5
    know(read, at_most=PLENTY)
    return read

"""A situation that tests change as they need it."""

from __future__ import annotations

import pytest
from tests.agents.players.greedy.positions import FOUR, NONE, PLENTY, know, table_of_random

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.games.catan.view.view import CatanView


@pytest.fixture
def situation() -> Situation:
    """Read seat 0's view in the middle of a game; fields can then be set as a test needs them."""
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    assert isinstance(view, CatanView)
    read = Situation(view, BoardValues(view.game.board))
    read.on_turn = 0
    read.hand = NONE
    read.hand_size = 0
    read.bank = (19, 19, 19, 19, 19)
    read.ratios = FOUR
    read.rates = [0.1] * 5
    read.public_points = (3, 3, 3, 3)
    read.points = 3
    read.card_played = False
    read.playable = [0] * 5
    know(read, at_most=PLENTY)
    return read

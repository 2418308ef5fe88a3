"""Where the greedy agent begins."""

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.opening import rate_road, rate_start


def test_the_first_settlement_goes_where_the_dice_fall():
    game = Catan(board="beginner")
    board_values = BoardValues(game.board)
    read = Situation(game.observer(0).view(), board_values)
    best = max(range(54), key=lambda node: rate_start(read, node))
    assert 36 * sum(board_values.yields[best]) >= 11
    assert rate_road(read, 0) >= 0

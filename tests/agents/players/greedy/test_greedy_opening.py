"""Where the greedy agent begins."""

from catanlab import Catan
from catanlab.agents.base.board_values import Land
from catanlab.agents.base.situation import Reading
from catanlab.agents.players.greedy.opening import rate_road, rate_start


def test_the_first_settlement_goes_where_the_dice_fall():
    game = Catan(board="beginner")
    land = Land(game.board)
    read = Reading(game.observer(0).view(), land)
    best = max(range(54), key=lambda node: rate_start(read, node))
    assert 36 * sum(land.yields[best]) >= 11
    assert rate_road(read, 0) >= 0

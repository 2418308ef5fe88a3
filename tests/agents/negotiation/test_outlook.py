"""What a negotiator sees of a position, in real views."""

from catanlab import Catan, Random
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.grid import edge_between


def test_the_roads_of_every_seat_are_its_own():
    game = Catan(board="beginner")
    state, observer, random = game.start(), game.observer(1), Random(3)
    roads = [0] * 4
    for _ in range(16):
        move, seat = state.draw_move(random), state.to_move
        if move.text.startswith("road"):
            roads[seat] |= 1 << edge_between(*map(int, move.text.removeprefix("road ").split("-")))
        observer.observe(state.seen(move, 1))
        state.apply(move)
    view = observer.view()
    outlook = Outlook(view, Situation(view, BoardValues(game.board)), SeatForecasts(WinTimePlan()))
    assert [outlook.roads(seat) for seat in range(4)] == roads
    assert [mask.bit_count() for mask in roads] == [2, 2, 2, 2]

"""Positions on the beginners' board, as a seat sees them, and forecasts with given times to win."""

from tests.agents.given import GivenWinTimes

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import put_settlement, set_turn
from catanlab.games.catan.grid import node_hexes
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.view import restore_view

PORTS = (*c.RESOURCES, "any")


def start(rules=None, **settlements):
    """Return a position in seat 0's main phase with settlements of the seats: `seat0=(12, 40)`."""
    state = Catan(board="beginner", rules=rules or "base").start()
    for name, nodes in settlements.items():
        for node in nodes:
            put_settlement(state, int(name[-1]), node)
    set_turn(state, 0)
    return state


def enter(state, phase, **fields):
    """Put a position into a phase that is seat 0's to decide in."""
    state.set_fields(state.fields() | {"phase": phase, "actor": 0, "turn_seat": 0, **fields})
    return state


def see(state, seat=0, *, or_hands=None):
    """Return the view and reading of a seat that knows all hands, or that they may be `or_hands` too."""
    fields = state.fields()
    own = tuple(card if other == seat else 0 for other, card in enumerate(fields["card"]))
    game, hands = state.game, fields["hand"]
    if or_hands is None:
        belief = Belief(game.seats, hands)
    else:
        sizes = [sum(unpack(hand)) for hand in hands]
        worlds = [*hands, *or_hands]
        belief = restore_belief(game.seats, True, worlds, [0.5, 0.5], sizes, [0] * 4, [0] * 4)
    cards = (fields["deck"], [0] * 4, 0, [5] * 4)
    view = restore_view(game, seat, (), fields | {"card": own}, belief, cards)
    return view, Situation(view, BoardValues(game.board))


def income_of(board, nodes, blocked=-1):
    """Return what settlements at these nodes bring, worked out from the board."""
    numbers = {name: [] for name in c.RESOURCES}
    for node in nodes:
        for hexagon in node_hexes(node):
            resource = board.resources[hexagon]
            if hexagon != blocked and resource != c.DESERT:
                numbers[c.RESOURCES[resource]].append(board.numbers[hexagon])
    ports = [PORTS[board.port_at(node)] for node in nodes if board.port_at(node) >= 0]
    return Income.of(numbers, ports=ports)


def forecasts_of(view, win_rolls):
    """Return forecasts of a view in which the seats are as near to winning as is given."""
    forecasts = SeatForecasts(SoonestBuild(), win_times=GivenWinTimes(win_rolls))
    forecasts.look(view)
    return forecasts

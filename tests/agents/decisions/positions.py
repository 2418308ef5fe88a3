"""Positions on the beginners' board, as a seat sees them, and forecasts with given times to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.agents.given import GivenWinTimes
from tests.agents.seen import view_of

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.soonest_build import SoonestBuild
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.engine.arrange import put_settlement, set_turn
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.grid import node_hexes
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.view import CatanView

PORTS = (*c.RESOURCES, "any")


def start(rules: Rules | str | None = None, **settlements: Iterable[int]) -> CatanState:
    """Return a position in seat 0's main phase with settlements of the seats: `seat0=(12, 40)`."""
    state = Catan(board="beginner", rules=rules or "base").start()
    for name, nodes in settlements.items():
        for node in nodes:
            put_settlement(state, int(name[-1]), node)
    set_turn(state, 0)
    return state


def enter(state: CatanState, phase: int, **fields: Any) -> CatanState:
    """Put a position into a phase in which seat 0 decides."""
    state.set_fields(state.fields() | {"phase": phase, "actor": 0, "turn_seat": 0, **fields})
    return state


def see(
    state: CatanState, seat: int = 0, *, or_hands: Sequence[int] | None = None
) -> tuple[CatanView, Situation]:
    """Return the view and situation of a seat that knows all hands, or that they may be `or_hands` too."""
    view = view_of(state, seat, or_hands=or_hands)
    return view, Situation(view, BoardValues(state.game.board))


def income_of(board: Board, nodes: Iterable[int], blocked: int = -1) -> Income:
    """Return the income of settlements at these nodes, computed from the board."""
    nodes = list(nodes)
    numbers: dict[str, list[int]] = {name: [] for name in c.RESOURCES}
    for node in nodes:
        for hexagon in node_hexes(node):
            resource = board.resources[hexagon]
            if hexagon != blocked and resource != c.DESERT:
                numbers[c.RESOURCES[resource]].append(board.numbers[hexagon])
    ports = [PORTS[board.port_at(node)] for node in nodes if board.port_at(node) >= 0]
    return Income.of(numbers, ports=ports)


def forecasts_of(view: CatanView, win_rolls: Sequence[int]) -> SeatForecasts:
    """Return forecasts of a view in which the seats are as near to winning as is given."""
    forecasts = SeatForecasts(SoonestBuild(), win_times=GivenWinTimes(win_rolls))
    forecasts.look(view)
    return forecasts

"""Fixtures that arrange a position: a seat on turn, and lines of roads."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from catanlab.games.catan.engine.arrange import put_road, set_turn
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules


@pytest.fixture(scope="session")
def turn_of() -> Callable[..., CatanState]:
    """Give a seat the turn on a board without pieces, the beginners' board unless another is given."""

    def start(
        seat: int = 0,
        phase: str = "main",
        *,
        board: str = "beginner",
        turn: int | None = None,
        **rules: Any,
    ) -> CatanState:
        state = Catan(rules=Rules(**rules), board=board).start()
        set_turn(state, seat, phase, turn=turn)
        return state

    return start


@pytest.fixture(scope="session")
def put_line() -> Callable[..., None]:
    """Put roads along a line of nodes."""

    def put(state: CatanState, seat: int, *nodes: int) -> None:
        for a, b in pairwise(nodes):
            put_road(state, seat, a, b)

    return put

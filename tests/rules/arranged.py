"""Fixtures that arrange a position: a seat on turn, and lines of roads."""

from itertools import pairwise

import pytest

from catanlab.games.catan.engine.arrange import put_road, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules


@pytest.fixture(scope="session")
def turn_of():
    """Give a seat the turn on a board without pieces, the beginners' board unless another is given."""

    def start(seat=0, phase="main", *, board="beginner", turn=None, **rules):
        state = Catan(rules=Rules(**rules), board=board).start()
        set_turn(state, seat, phase, turn=turn)
        return state

    return start


@pytest.fixture(scope="session")
def put_line():
    """Put roads along a line of nodes."""

    def put(state, seat, *nodes):
        for a, b in pairwise(nodes):
            put_road(state, seat, a, b)

    return put

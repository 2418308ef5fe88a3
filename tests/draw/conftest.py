"""Positions that several tests draw."""

import pytest
from tests.draw.pictures import Played, play

from catanlab.games.catan.engine.state import CatanState


@pytest.fixture(scope="session")
def midgame() -> Played:
    """A random game well under way."""
    return play(5, 700)


@pytest.fixture(scope="session")
def crowded(midgame: Played) -> CatanState:
    """A position with every piece of every seat on the board."""
    state = midgame.state.copy()
    fields = state.fields()
    edges = [((1 << 15) - 1) << 15 * seat for seat in range(4)]
    fields["roads"] = tuple(part for mask in edges for part in (mask & (1 << 64) - 1, mask >> 64))
    fields["settlements"] = tuple(0b11111 << 13 * seat for seat in range(4))
    fields["cities"] = tuple(0b1111 << 13 * seat + 5 for seat in range(4))
    state.set_fields(fields)
    return state

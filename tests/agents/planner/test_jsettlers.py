"""The robots of JSettlers: their scores, and each quirk with and without."""

import pytest
from tests.agents.planner.test_win_plan import TABLE_4_4

from catanlab.agents.planner.jsettlers import JSettlersFast, JSettlersSmart
from catanlab.games.catan import constants as c
from catanlab.games.catan.belief import Belief
from catanlab.games.catan.text_reader import read_position
from catanlab.games.catan.view import restore_view


def view_of(line, seat):
    """Return what a seat sees of a position whose hands are all known to it."""
    state = read_position(line, check=False)
    return restore_view(state.game, seat, (), state.fields(), Belief(4), (c.FULL_DECK, [0] * 4, 0, [99] * 4))


@pytest.mark.parametrize("robot", [JSettlersFast, JSettlersSmart])
def test_ships_are_in_every_sum_of_building_speeds_or_in_none(robot):
    with_ships, without = robot(ships=True), robot(ships=False)
    for agent in (with_ships, without):
        agent.prospects.look(view_of(TABLE_4_4, 0))
    gains = [
        (with_ships.prospects.gain(0, node, True), without.prospects.gain(0, node, True))
        for node in range(54)
    ]
    # A ship adds what wood and sheep gain, which is never less than nothing.
    assert all(more >= less for more, less in gains)
    assert any(more > less for more, less in gains)

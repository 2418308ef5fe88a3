"""Rules of rooms are stored so that they mean the same later, and old ones mean what they did."""

import pytest

from catanlab.games.catan.rules import Rules
from catanlab.server import wire
from catanlab.server.refusals import Refused
from catanlab.server.rooms.options import checked_options, make_game


def test_a_room_by_the_rules_roelofs_stores_its_order_of_the_set_up():
    options = checked_options(wire.RoomOptions(rules="roelofs,players=3"))
    assert options.rules == "roelofs,setup_order=straight,players=3"
    assert make_game(options, 1).rules == Rules.roelofs().replace(players=3)


def test_a_room_from_before_keeps_the_order_there_and_back():
    game = make_game(wire.RoomOptions(rules="roelofs,players=3"), 1)
    assert game.rules.setup_order == "snake"


@pytest.mark.parametrize("rules", ["base", "trading,players=3", "players=2", "jsettlers, players=3"])
def test_other_rules_are_stored_as_they_were_written(rules):
    assert checked_options(wire.RoomOptions(rules=rules)).rules == rules


def test_invalid_rules_are_refused():
    with pytest.raises(Refused, match="unknown rules 'house'"):
        checked_options(wire.RoomOptions(rules="house"))

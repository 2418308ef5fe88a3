"""The worlds of a belief in a player's words."""

import pytest
from tests.views.watching import watch

from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.position import by_resource
from catanlab.games.catan.rules import Rules


@pytest.fixture(scope="module")
def view():
    """A view of seat 0 with several worlds."""
    for _, observers in watch(Rules(), 1):
        view = observers[0].view()
        if len(view._packed_worlds()) >= 6:
            return view
    pytest.fail("no view with six worlds")


def by_name(hand):
    return dict(zip(RESOURCES, unpack(hand), strict=True))


def test_worlds_name_the_resources_of_every_seat(view):
    packed = dict(view._packed_worlds())
    assert len(view.worlds) == len(packed)
    named = [(tuple(map(by_name, hands)), probability) for hands, probability in packed.items()]
    for world in view.worlds:
        assert (world.hands, world.probability) in named
        assert world.hands[0] == by_resource(view.position.own.hand)
        sizes = [seat.hand_size for seat in view.position.seats]
        assert [sum(hand.values()) for hand in world.hands] == sizes


def test_worlds_come_the_likeliest_first_and_add_up(view):
    probabilities = [world.probability for world in view.worlds]
    assert probabilities == sorted(probabilities, reverse=True)
    assert probabilities[0] > probabilities[-1]
    assert sum(probabilities) == pytest.approx(1)


def test_the_hands_of_one_seat_sum_over_the_worlds(view):
    for seat in range(4):
        found = view.possible_hands(seat)
        assert [hand.probability for hand in found] == sorted((h.probability for h in found), reverse=True)
        for resources, probability in found:
            worlds = [world for world in view.worlds if world.hands[seat] == resources]
            assert probability == pytest.approx(sum(world.probability for world in worlds))
        seen = view.position.seats[seat]
        certain, possible = by_resource(seen.certain), by_resource(seen.possible)
        for resource in RESOURCES:
            counts = [hand.resources[resource] for hand in found]
            assert (min(counts), max(counts)) == (certain[resource], possible[resource])
    assert len(view.possible_hands(0)) == 1
    assert max(len(view.possible_hands(seat)) for seat in range(4)) > 1


def test_hands_may_be_changed_without_harm(view):
    expected = view.worlds
    for world in view.worlds:
        for hand in world.hands:
            hand.clear()
    assert view.worlds == expected


@pytest.mark.parametrize("seat", [-1, 4, 1.5, "1", True])
def test_nobody_sits_there(view, seat):
    with pytest.raises(ArgumentError, match=r"seat is .*; allowed is an integer from 0 to 3"):
        view.possible_hands(seat)

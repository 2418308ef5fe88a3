"""The details of a view, in a player's words, agree with its packed fields."""

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab.games.catan.constants import CARDS, RESOURCES
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.hands import named, unpack


def numbers(mask):
    return tuple(number for number in range(128) if mask >> number & 1)


@pytest.mark.full
@pytest.mark.parametrize("name", RULE_SETS)
def test_details_say_what_the_facts_say(name):
    for ply, (_, observers) in enumerate(watch(RULE_SETS[name], 17)):
        if ply % 31:
            continue
        for observer in observers:
            view = observer.view()
            facts, details = view._facts(), view.details
            assert tuple(details.resources.items()) == by_name(RESOURCES, facts["own_hand"])
            assert tuple(details.bank.items()) == by_name(RESOURCES, facts["bank"])
            assert tuple(details.unseen_cards.items()) == by_name(CARDS, facts["unseen_cards"])
            for seat, seen in enumerate(details.seats):
                least, most = facts["bounds"][seat]
                assert tuple(seen.certain.items()) == by_name(RESOURCES, least)
                assert tuple(seen.possible.items()) == by_name(RESOURCES, most)
                assert tuple(seen.known_cards.items()) == by_name(CARDS, facts["known_cards"][seat])
                assert tuple(seen.ratios.items()) == by_name(RESOURCES, facts["ratio"][seat])
                assert seen.settlements == numbers(facts["settlements"][seat])
                assert seen.cities == numbers(facts["cities"][seat])
                edges = numbers(facts["roads"][2 * seat] | facts["roads"][2 * seat + 1] << 64)
                assert seen.roads == tuple(edge_nodes(edge) for edge in edges)


def by_name(names, hand):
    return tuple((name, hand >> 12 * lane & 0x7FF) for lane, name in enumerate(names))


def test_a_hand_is_unpacked_by_lane():
    hand = 3 | 2047 << 12 | 5 << 24 | 7 << 48
    assert unpack(hand) == (3, 2047, 5, 0, 7)
    assert named("abcde", hand) == {"a": 3, "b": 2047, "c": 5, "d": 0, "e": 7}


def test_details_are_not_shared():
    *_, (_, observers) = watch(RULE_SETS["base"], 2, plies=60)
    view = observers[0].view()
    before = view.details
    view.details.resources.clear()
    view.details.seats[1].ratios.clear()
    assert view.details == before

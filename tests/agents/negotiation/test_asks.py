"""The deals of a haggler: bundles to give, and asks that grow card by card."""

import pytest
from tests.agents.negotiation.positions import cards

from catanlab.agents.negotiation.asks import MAX_ASKED, bundles, grow

HAND = cards(wood=2, clay=1)
MANY = cards(sheep=9, wheat=9, ore=9)


def by_size(hand):
    return 1.0 + 0.1 * (sum(hand) - sum(HAND))


def always(deal):
    return 1.0


def asked(most=MANY, value=by_size, chance=always):
    return list(grow(cards(wood=1), most, HAND, value, chance))


def test_single_cards_are_given_before_two():
    assert list(bundles(HAND)) == [
        cards(wood=1),
        cards(clay=1),
        cards(wood=2),
        cards(wood=1, clay=1),
    ]


def test_nothing_can_be_given_from_an_empty_hand():
    assert list(bundles(cards())) == []


def test_each_ask_has_a_card_more_and_a_higher_gain():
    asks = asked()
    assert [sum(ask.deal.get) for ask in asks] == list(range(2, MAX_ASKED + 1))
    assert [ask.gain for ask in asks] == sorted(ask.gain for ask in asks)


def test_it_asks_for_no_more_than_the_partner_may_hold():
    assert asked(most=cards(sheep=1, ore=2))[-1].deal.get == cards(sheep=1, ore=2)


def test_it_does_not_ask_for_what_it_gives():
    assert asked(most=cards(wood=5)) == []


def test_it_stops_where_the_partner_would_refuse():
    assert [sum(ask.deal.get) for ask in asked(chance=lambda deal: sum(deal.get) < 4)] == [2, 3]


def test_it_stops_where_a_smaller_chance_outweighs_the_gain():
    chances = {1: 1.0, 2: 0.9, 3: 0.2}
    sizes = [sum(ask.deal.get) for ask in asked(chance=lambda deal: chances.get(sum(deal.get), 0.0))]
    assert sizes == [2]


def test_it_adds_the_card_that_helps_most():
    def needs_ore(hand):
        return 1.0 + hand[4] + 0.1 * hand[3] - 0.01 * sum(hand)

    assert asked(most=cards(wheat=1, ore=2), value=needs_ore)[0].deal.get == cards(ore=1)


@pytest.mark.parametrize("likely", [0.3, 1.0])
def test_what_is_expected_is_chance_times_gain(likely):
    ask = asked(chance=lambda deal: likely)[0]
    assert ask.expected == pytest.approx(likely * ask.gain)


def test_a_deal_that_gains_nothing_is_not_proposed():
    assert asked(value=lambda hand: 1.0) == []

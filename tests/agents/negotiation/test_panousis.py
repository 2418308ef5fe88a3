"""Panousis' negotiator: below the price of the bank, and never to help a winner."""

import pytest
from tests.agents.negotiation.positions import CITY, Position, cards, moved

from catanlab.agents.negotiation.panousis import Panousis
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.constants import ORE

MINE = cards(wood=2, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)


def offer(hands=(MINE, THEIRS), points=(3, 3, 3, 3), log=("dice 8",), ports=((), (), (), ()), **options):
    position = Position(hands, points=points, log=log, ports=ports)
    return position.offer(position.seat(Panousis(**options)))


def test_it_offers_what_is_left_over_for_what_is_lacking_to_all_who_have_it():
    assert moved(offer((MINE, THEIRS, THEIRS))) == "offer 1 wood for 1 ore to 1 2"


def test_after_a_refusal_the_price_rises_but_stays_below_the_bank():
    asked = ("dice 8", "offer 1 wood for 1 ore to 2", "reject")
    assert moved(offer(log=asked)) == "offer 2 wood for 1 ore to 1"
    twice = (*asked, "offer 2 wood for 1 ore to 2", "reject")
    assert offer(log=twice) is None


def test_the_price_of_an_own_port_is_not_reached():
    def prices(*ports):
        position = Position([cards(wood=4)], ports=(ports, (), (), ()))
        return [each.text for each in Panousis().proposals(position.outlook, [ORE])]

    assert prices() == ["1 wood for 1 ore", "2 wood for 1 ore", "3 wood for 1 ore"]
    assert prices("any") == ["1 wood for 1 ore", "2 wood for 1 ore"]
    assert prices("wood") == ["1 wood for 1 ore"]


@pytest.mark.parametrize(("points", "made"), [(8, True), (9, False)])
def test_who_is_about_to_win_gets_nothing_to_build_with(points, made):
    # Seat 1 lacks the wood for a settlement.
    assert (offer(points=(3, points, 3, 3)) is not None) is made


def test_how_near_that_is_can_be_chosen():
    assert offer(points=(3, 8, 3, 3), near=2) is None


def test_cards_that_do_not_help_to_build_may_go_to_anyone():
    full = cards(wood=1, clay=1, sheep=1, ore=1)
    assert moved(offer((MINE, full), points=(3, 9, 3, 3))) == "offer 1 wood for 1 ore to 1"


def answer(text, points=(3, 3, 3, 3), hands=(MINE, THEIRS)):
    position = Position(hands, on_turn=1, points=points, aims=(CITY,))
    return position.answer(position.seat(Panousis()), text)


def test_it_accepts_what_helps_its_plans_and_not_the_winner():
    assert moved(answer("1 ore for 1 wood")) == "accept"
    choice = answer("1 ore for 1 wood", points=(3, 9, 3, 3))
    assert moved(choice) == "reject"
    assert choice.reason == "seat 1 is about to win and could build with 1 wood: no trade"


def test_it_makes_no_counter_offers():
    assert moved(answer("1 sheep for 1 wood")) == "reject"


def test_wrong_options_are_refused():
    with pytest.raises(ArgumentError, match="near"):
        Panousis(near=21)

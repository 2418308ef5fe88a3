"""Thomas' negotiator: offers, answers, counter-offers and settlements, one rule at a time."""

import pytest
from tests.agents.negotiation.positions import CITY, EVEN, SETTLEMENT, Position, cards, deal, moved

from catanlab.agents.base.aim import Aim
from catanlab.agents.negotiation.batna import Batna
from catanlab.agents.negotiation.wording import offer_reason
from catanlab.framework.errors import ArgumentError

# Seat 0 lacks one ore for a city and has wood to spare; seat 1 lacks wood for a settlement, and has ore.
MINE = cards(wood=1, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)


def offer(hands=(MINE, THEIRS), negotiator=None, **options):
    position = Position(hands, **options)
    return position.offer(position.seat(negotiator or Batna()))


def test_it_offers_what_both_are_better_off_with():
    choice = offer()
    assert moved(choice) == "offer 1 wood for 1 ore to 1"
    assert choice.reason == "seat 1 has ore and I have wood to spare"
    assert choice.data == {
        "aim": "a city at node 7",
        "rolls_before": 13,
        "rolls_after": 0,
        "batna": "wait",
        "batna_rolls": 13,
        "addressees": [1],
    }


def test_a_rich_producer_is_recognised():
    rich = EVEN | {"ore": (6, 8)}
    assert offer(numbers=(EVEN, rich, EVEN, EVEN)).reason == (
        "seat 1 makes much ore and I have wood to spare"
    )


def test_whoever_can_build_makes_no_offer():
    assert offer((cards(wood=1, wheat=2, ore=3), THEIRS)) is None


def test_nothing_is_offered_without_an_aim():
    assert offer(aims=(None, SETTLEMENT)) is None


def test_nothing_is_offered_that_a_port_gives_as_soon():
    assert offer((cards(wood=2, wheat=2, ore=2), THEIRS), ports=(("wood",), (), (), ())) is None


def test_nobody_is_asked_for_a_card_that_nobody_holds():
    assert offer((MINE, cards(clay=1, sheep=1, wheat=1))) is None


def test_nobody_is_asked_who_would_not_be_better_off():
    assert offer((MINE, cards(wood=1, clay=1, sheep=1, wheat=1, ore=1))) is None


def test_two_cards_are_offered_where_one_is_not_enough():
    # Seat 1 can trade two wood at its port.
    mine = cards(wood=2, wheat=2, ore=2)
    theirs = cards(wood=1, clay=1, wheat=1, ore=1)
    ports = ((), ("wood",), (), ())
    choice = offer((mine, theirs), ports=ports)
    assert moved(choice) == "offer 2 wood for 1 ore to 1"


def test_a_needed_card_is_offered_for_a_harder_one():
    # For a settlement: clay comes with every seventh roll, wheat with every thirteenth.
    mine = cards(wood=1, clay=1, sheep=1)
    aims = (Aim("settlement", 20), Aim("road", 60))
    choice = offer((mine, cards(wood=1, wheat=1)), aims=aims)
    assert moved(choice) == "offer 1 clay for 1 wheat to 1"
    assert choice.reason == "seat 1 has wheat, which I get less easily than clay"


def test_two_needed_cards_are_not_called_easier_than_they_are():
    # Ore comes as rarely as wheat.
    position = Position((cards(sheep=1, wheat=2, ore=2), THEIRS))
    reason = offer_reason(position.outlook, deal("1 sheep + 1 wheat for 1 ore"), [1])
    assert "less easily" not in reason
    mine = cards(wood=2, clay=1, sheep=1, wheat=1)
    position = Position((mine, THEIRS), aims=(Aim("card"), SETTLEMENT))
    reason = offer_reason(position.outlook, deal("1 wood + 1 wheat for 1 ore"), [1])
    assert reason == "seat 1 has ore, and the bank would ask for more than 1 wood + 1 wheat"


@pytest.mark.parametrize(("win", "made"), [(24, False), (25, True)])
def test_nothing_is_offered_to_who_is_too_close_to_winning(win, made):
    assert (offer(wins=(80, win, 80, 80)) is not None) is made


def test_the_threshold_is_an_option():
    assert offer(negotiator=Batna(threshold=30), wins=(80, 29, 80, 80)) is None


def test_nothing_is_offered_to_a_rival_for_the_same_spot():
    hands = (cards(clay=2, sheep=1, wheat=1), cards(wood=2, sheep=1, wheat=1))
    rival, other = Aim("settlement", 20), Aim("settlement", 40)
    assert moved(offer(hands, aims=(rival, other))) == "offer 1 clay for 1 wood to 1"
    assert offer(hands, aims=(rival, rival)) is None


def test_several_may_be_addressed_but_only_who_would_take_it():
    hands = (MINE, THEIRS, THEIRS, cards(wood=1, ore=1))
    choice = offer(hands, aims=(CITY, SETTLEMENT, Aim("settlement", 40), SETTLEMENT))
    assert moved(choice) == "offer 1 wood for 1 ore to 1 2"


REFUSED = ("dice 8", "offer 1 wood for 1 ore to 1", "reject")


def test_a_refused_offer_is_not_repeated_in_the_turn_or_the_next_round():
    hands = (cards(wood=1, clay=1, wheat=2, ore=2), THEIRS)
    assert offer(hands, log=REFUSED) is None
    assert offer(hands, log=(*REFUSED, *("end turn", "dice 5") * 4)) is None
    assert moved(offer(hands, log=(*REFUSED, *("end turn", "dice 5") * 8))) == "offer 1 wood for 1 ore to 1"


def test_who_refuses_to_sell_is_not_asked_with_other_cards_either():
    hands = (cards(wood=2, wheat=2, ore=2), THEIRS, THEIRS)
    aims = (CITY, SETTLEMENT, Aim("settlement", 40))
    log = ("dice 8", "offer 1 clay for 1 ore to 1", "reject")
    assert moved(offer(hands, aims=aims, log=log)) == "offer 1 wood for 1 ore to 2"


def test_no_more_offers_than_allowed():
    position = Position((MINE, THEIRS), offers_made=2)
    assert position.offer(position.seat(Batna())) is None
    assert position.offer(position.seat(Batna(most_offers=3))) is not None
    position = Position((MINE, THEIRS), offers_made=3)
    assert position.offer(position.seat(Batna(most_offers=9))) is None


def test_where_players_do_not_trade_nothing_is_offered():
    assert offer(rules="base") is None


def test_wrong_options_are_refused():
    with pytest.raises(ArgumentError, match="threshold"):
        Batna(threshold=-1)
    with pytest.raises(ArgumentError, match="most_offers"):
        Batna(most_offers=101)


# Answers: seat 1 is on turn and makes the offer.


def answer(text, hands=(MINE, THEIRS), negotiator=None, **options):
    position = Position(hands, on_turn=1, log=("dice 5", "end turn", "dice 8"), **options)
    return position.answer(position.seat(negotiator or Batna()), text)


def test_it_accepts_what_brings_its_aim_nearer():
    choice = answer("1 ore for 1 wood")
    assert moved(choice) == "accept"
    assert choice.reason == "1 ore brings me nearer to a city at node 7"
    assert choice.data == {"aim": "a city at node 7", "rolls_before": 13, "rolls_after": 0}


def test_it_rejects_what_does_not():
    choice = answer("1 sheep for 1 wood", negotiator=Batna(counters=False))
    assert moved(choice) == "reject"
    assert choice.reason == "it does not bring me nearer to a city at node 7"


def test_it_cannot_give_what_it_does_not_have():
    choice = answer("1 sheep for 1 clay", negotiator=Batna(counters=False))
    assert moved(choice) == "reject"
    assert choice.reason == "I do not have 1 clay"


def test_without_the_cards_no_estimate_is_made():
    position = Position((MINE, THEIRS), on_turn=1)
    position.answer(position.seat(Batna(counters=False)), "1 sheep for 1 clay")
    assert position.estimates.looks == 0


def test_it_does_not_deal_with_who_is_too_close_to_winning():
    choice = answer("1 ore for 1 wood", wins=(80, 12, 80, 80))
    assert moved(choice) == "reject"
    assert choice.reason == "seat 1 could win in 12 rolls: no trade"


def test_it_does_not_help_a_rival():
    rival = Aim("settlement", 20)
    hands = (cards(clay=1, sheep=1, wheat=1, ore=1), cards(wood=1))
    choice = answer("1 wood for 1 ore", hands, aims=(rival, rival))
    assert moved(choice) == "reject"
    assert choice.reason == (
        "seat 1 seems to want a settlement at node 20, which collides with my plan: no trade"
    )


def test_nothing_to_build_nothing_to_trade():
    assert moved(answer("1 ore for 1 wood", aims=(None, SETTLEMENT))) == "reject"


# Counter-offers.


def test_a_counter_offer_takes_what_is_offered_for_something_else():
    # Asked for wheat, which the city needs, it gives wood, which the settlement needs.
    choice = answer("1 ore for 2 wheat")
    assert moved(choice) == "counter 1 wood for 1 ore"
    assert choice.reason == "rather 1 wood for 1 ore: it brings me nearer to a city at node 7"


def test_a_counter_offer_gives_what_is_asked_for_and_wants_something_else():
    hands = (MINE, cards(clay=1, sheep=2, wheat=1, ore=1))
    assert moved(answer("1 sheep for 1 wood", hands)) == "counter 1 wood for 1 ore"


def test_a_counter_offer_has_something_in_common_with_the_offer():
    hands = (MINE, cards(clay=2, sheep=1, wheat=1, ore=1))
    assert moved(answer("1 clay for 1 wheat", hands)) == "reject"


def test_no_counter_offers_where_they_are_not_wanted():
    hands = (MINE, cards(clay=1, sheep=2, wheat=1, ore=1))
    assert moved(answer("1 sheep for 1 wood", hands, Batna(counters=False))) == "reject"
    rules = "trading,counter_offers=no"
    assert moved(answer("1 sheep for 1 wood", hands, rules=rules)) == "reject"


def test_a_counter_offer_in_vain_is_not_repeated():
    hands = (MINE, cards(clay=1, sheep=2, wheat=1, ore=1))
    offered = "offer 1 sheep for 1 wood to 0"
    begun = ("dice 5", "end turn", "dice 8", offered, "counter 1 wood for 1 ore")
    log = (*begun, "cancel", offered)
    position = Position(hands, on_turn=1, log=log)
    assert moved(position.answer(position.seat(Batna()), "1 sheep for 1 wood")) == "reject"


# Settlements.


def settle(answers, text="1 wood for 1 ore", hands=None, **options):
    hands = hands or (MINE, THEIRS, THEIRS, THEIRS)
    options.setdefault("aims", (CITY, SETTLEMENT, Aim("settlement", 40), Aim("settlement", 50)))
    position = Position(hands, **options)
    return position.settle(position.seat(Batna()), text, answers)


def test_of_several_who_accept_the_farthest_from_winning_gets_the_deal():
    choice = settle({1: "accept", 2: "accept", 3: "reject"}, wins=(80, 60, 70, 90))
    assert moved(choice) == "confirm 2"
    assert choice.reason == (
        "1 ore brings me nearer to a city at node 7, and of seats 1 and 2 seat 2 is farthest from winning"
    )


def test_nobody_is_called_farthest_from_winning_who_is_not():
    # First two are equally far; then seat 2 is farther, but after the same award.
    army = Aim("city", 7, purpose="Largest Army")
    rival = Aim("card", purpose="Largest Army")
    for wins, theirs in (((80, 70, 70, 70), SETTLEMENT), ((80, 60, 90, 70), rival)):
        choice = settle({1: "accept", 2: "accept"}, wins=wins, aims=(army, SETTLEMENT, theirs))
        assert moved(choice) == "confirm 1"
        assert choice.reason == "1 ore brings me nearer to a city at node 7 for Largest Army"


def test_a_better_counter_offer_is_taken():
    hands = (cards(wood=2, wheat=2, ore=2), THEIRS, THEIRS)
    choice = settle({1: "counter 1 ore for 1 wood", 2: "reject"}, "2 wood for 1 ore", hands)
    assert moved(choice) == "take 1"


def test_a_counter_offer_that_cannot_be_paid_or_does_not_help_is_not_taken():
    assert moved(settle({1: "counter 1 ore for 2 wood"})) == "cancel"
    assert moved(settle({1: "counter 1 clay for 1 wood"})) == "cancel"


def test_nothing_is_settled_with_who_is_about_to_win():
    choice = settle({1: "accept"}, wins=(80, 10, 80, 80))
    assert moved(choice) == "cancel"
    assert choice.reason == "no answer is better than to do without"

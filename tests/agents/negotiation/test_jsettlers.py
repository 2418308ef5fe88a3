"""The negotiator of JSettlers: each of its peculiarities with and without."""

from tests.agents.negotiation.positions import CITY, EVEN, SETTLEMENT, Position, cards, deal, moved

from catanlab.agents.negotiation.counters import jsettlers_counters
from catanlab.agents.negotiation.jsettlers import JSettlers
from catanlab.agents.planner.aim import Aim

MINE = cards(wood=1, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)


def offer(hands=(MINE, THEIRS), aims=(CITY, SETTLEMENT), log=("dice 8",), position=None, **options):
    given = {name: options.pop(name) for name in ("numbers", "wins", "ports", "unsure") if name in options}
    position = position or Position(hands, aims=aims, log=log, **given)
    return position.offer(position.seat(JSettlers(**options)))


def test_it_asks_for_the_hardest_card_that_somebody_sells():
    assert moved(offer()) == "offer 1 wood for 1 ore to 1"
    # Nobody has ore, the wheat that is lacking comes next.
    hands = (cards(wood=1, wheat=1, ore=2), cards(clay=1, sheep=1, wheat=2))
    assert moved(offer(hands)) == "offer 1 wood for 1 wheat to 1"


def test_for_one_card_everything_is_tried_before_the_next():
    position = Position([cards(wood=1, sheep=1, wheat=2, ore=1)], aims=(CITY,))
    found = [each.text for each in JSettlers().proposals(position.outlook, [4, 3])]
    assert found[:3] == ["1 wood for 1 ore", "1 sheep for 1 ore", "1 wood + 1 sheep for 1 ore"]
    assert found.index("1 wood for 1 wheat") > found.index("1 wood + 1 wheat for 1 ore")


def test_untested_a_card_not_needed_goes_for_a_needed_one_even_if_nothing_comes_sooner():
    # Wheat and ore are lacking; with the ore the wheat still takes as long.
    numbers = (EVEN | {"ore": (6, 8), "wheat": (2,)}, EVEN, EVEN, EVEN)
    hands = (cards(wood=1, ore=2), THEIRS)
    assert moved(offer(hands, numbers=numbers)) == "offer 1 wood for 1 ore to 1"
    assert offer(hands, numbers=numbers, untested=False) is None


def test_equal_rolls_for_fewer_cards_beat_the_bank():
    # Four wood buy the ore at the bank; seat 1 takes one.
    position = Position((cards(wood=4, wheat=2, ore=2), THEIRS))
    negotiator = JSettlers(untested=False)
    position.seat(negotiator)
    assert negotiator.alternative(position.outlook).text == "bank 4 wood for 1 ore"
    assert moved(position.offer(negotiator)) == "offer 1 wood for 1 ore to 1"


def test_only_who_surely_holds_a_card_sells_it():
    hands, aims = (MINE, cards(ore=4)), (CITY, Aim("road", 60))
    assert offer(hands, aims, unsure=[1]) is None
    assert moved(offer(hands, aims, unsure=[1], known_only=False)) == "offer 1 wood for 1 ore to 1"


def test_the_offer_goes_to_all_sellers_if_one_would_accept():
    hands = (MINE, THEIRS, cards(wood=2, ore=1))
    aims = (CITY, SETTLEMENT, Aim("road", 60))
    assert moved(offer(hands, aims)) == "offer 1 wood for 1 ore to 1 2"
    assert moved(offer(hands, aims, to_sellers=False)) == "offer 1 wood for 1 ore to 1"
    assert offer((MINE, cards(wood=2, ore=1)), aims) is None


def test_a_refusal_is_forgotten_with_the_turn():
    log = ("dice 8", "offer 1 sheep for 1 ore to 1", "reject")
    round_later = (*log, *("end turn", "dice 5") * 4)
    assert offer(log=log) is None
    assert moved(offer(log=round_later)) == "offer 1 wood for 1 ore to 1"
    assert offer(log=round_later, forget=False) is None


def test_who_offered_a_card_itself_still_sells_it_after_a_refusal():
    log = ("dice 8", "offer 1 sheep for 1 ore to 1", "counter 1 ore for 1 clay", "cancel")
    refused = (*log, "offer 1 sheep + 1 clay for 1 ore to 1", "reject")
    assert moved(offer(log=refused)) == "offer 1 wood for 1 ore to 1"
    assert offer(log=refused, wants_another=False) is None


def test_a_card_not_needed_may_be_asked_for_to_trade_with_the_bank():
    # Three sheep and one more make a bank trade for the ore that nobody sells.
    hands = (cards(wood=1, sheep=3, wheat=2, ore=2), cards(clay=1, sheep=1, wheat=1))
    aims = (CITY, Aim("road", 60))
    assert moved(offer(hands, aims)) == "offer 1 wood for 1 sheep to 1"
    assert offer(hands, aims, bank_step=False) is None


def answer(text, hands=(MINE, THEIRS), wins=(80, 80, 80, 80), aims=(CITY, SETTLEMENT), **options):
    position = Position(hands, on_turn=1, log=("dice 5", "end turn", "dice 8"), wins=wins, aims=aims)
    return position.answer(position.seat(JSettlers(**options)), text)


def test_an_offer_of_a_seat_at_the_threshold_is_rejected_but_it_may_get_one():
    wins = (80, 25, 80, 80)
    assert moved(answer("1 ore for 1 wood", wins=wins)) == "reject"
    assert moved(answer("1 ore for 1 wood", wins=wins, reject_at_threshold=False)) == "accept"
    assert moved(offer(wins=wins)) == "offer 1 wood for 1 ore to 1"


def test_what_cannot_be_paid_is_not_countered():
    assert moved(answer("1 ore for 1 clay")) == "reject"
    assert moved(answer("1 ore for 1 clay", pay_first=False)) == "counter 1 wood for 1 ore"


def test_counter_offers_ask_for_what_was_offered():
    assert moved(answer("1 ore for 2 wheat")) == "counter 1 wood for 1 ore"
    hands = (MINE, cards(clay=1, sheep=2, wheat=1, ore=1))
    assert moved(answer("1 sheep for 1 wood", hands)) == "reject"


def test_counter_offers_give_up_to_three_cards_of_one_kind():
    position = Position([cards(wood=3, sheep=1, wheat=3, ore=2)])
    found = [each.text for each in jsettlers_counters(position.outlook, deal("1 ore for 1 wood"))]
    assert found == [
        "1 sheep for 1 ore",
        "1 wheat for 1 ore",
        "2 wood for 1 ore",
        "3 wood for 1 ore",
    ]


def test_the_own_offer_is_confirmed_without_an_estimate():
    numbers = (EVEN | {"ore": (6, 8), "wheat": (2,)}, EVEN, EVEN, EVEN)
    hands = (cards(wood=1, ore=2), cards(clay=1, sheep=1, ore=1))
    position = Position(hands, numbers=numbers, aims=(CITY, SETTLEMENT))
    text = "1 wood for 1 ore"
    assert moved(position.settle(position.seat(JSettlers()), text, {1: "accept"})) == "confirm 1"
    strict = JSettlers(untested=False)
    assert moved(position.settle(position.seat(strict), text, {1: "accept"})) == "cancel"

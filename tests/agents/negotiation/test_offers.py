"""Candidates in the thesis' order, and the best alternative to an agreement."""

from tests.agents.negotiation.positions import CITY, EVEN, Position, cards, deal

from catanlab.agents.base.card_counts import one, pair
from catanlab.agents.negotiation.alternative import best_alternative
from catanlab.agents.negotiation.offers import thomas_order
from catanlab.games.catan.constants import CLAY, ORE, SHEEP, WHEAT, WOOD
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove, Deal

EASE = (3, 9, 5, 20, 12)
"""Rolls for a card of wood, clay, sheep, wheat and ore."""


def texts(need, hand, wanted, ease=EASE):
    return [each.text for each in thomas_order(need, hand, ease, wanted)]


def test_unneeded_cards_come_first_the_easiest_for_the_hardest():
    need, hand = cards(wheat=2, ore=3), cards(wood=1, sheep=1, ore=1)
    assert texts(need, hand, [WHEAT, ORE])[:4] == [
        "1 wood for 1 wheat",
        "1 sheep for 1 wheat",
        "1 wood for 1 ore",
        "1 sheep for 1 ore",
    ]


def test_a_needed_card_goes_only_for_one_that_is_harder_to_get():
    need, hand = cards(clay=1, wheat=1, sheep=1), cards(clay=1, sheep=1)
    assert texts(need, hand, [WHEAT]) == [
        "1 sheep for 1 wheat",
        "1 clay for 1 wheat",
        "1 clay + 1 sheep for 1 wheat",
    ]
    assert texts(cards(wood=1, wheat=1), cards(wheat=1), [WOOD]) == []


def test_a_card_more_than_needed_is_unneeded():
    need, hand = cards(sheep=1, wheat=1), cards(sheep=2)
    assert texts(need, hand, [WHEAT]) == ["1 sheep for 1 wheat", "2 sheep for 1 wheat"]


def test_two_for_one_comes_last_unneeded_pairs_before_needed():
    need, hand = cards(clay=1, ore=1), cards(wood=2, clay=1, sheep=1)
    assert texts(need, hand, [ORE]) == [
        "1 wood for 1 ore",
        "1 sheep for 1 ore",
        "1 clay for 1 ore",
        "2 wood for 1 ore",
        "1 wood + 1 sheep for 1 ore",
        "1 wood + 1 clay for 1 ore",
        "1 clay + 1 sheep for 1 ore",
    ]


def test_no_offer_gives_what_it_asks_for():
    need, hand = cards(ore=3), cards(wood=1, ore=2)
    assert texts(need, hand, [ORE]) == ["1 wood for 1 ore"]


def test_without_cards_there_is_nothing_to_offer():
    assert texts(cards(ore=3), cards(), [ORE]) == []


def test_a_deal_is_an_offer_or_a_counter_offer_of_the_game():
    each = deal("2 wood for 1 ore")
    assert CatanMove.offer(*each, to=[1, 3]) == CatanMove.parse("offer 2 wood for 1 ore to 1 3")
    assert CatanMove.counter(*each) == CatanMove.parse("counter 2 wood for 1 ore")
    assert CatanMove.offer(*each, to=[1]).deal == each
    assert each.reversed == Deal(one(ORE), pair(WOOD, WOOD))
    assert pair(CLAY, SHEEP) == cards(clay=1, sheep=1)
    assert one(SHEEP, 3) == cards(sheep=3)


# The best alternative: CITY needs two wheat and three ore.


def alternative(hand, *, ports=(), bank=None, **options):
    fields = {} if bank is None else {"bank": pack(bank)}
    position = Position([hand], ports=(ports, (), (), ()), **fields)
    return best_alternative(position.outlook, **options)


def test_without_cards_to_spare_one_waits():
    found = alternative(cards(wood=3, wheat=2))
    assert found.deal is None
    assert found.text == "wait"
    # the wood of roll 9 makes four, which buy an ore; the others come with rolls 13 and 26
    assert found.rolls == 26


def test_enough_cards_to_spare_go_to_the_bank_for_the_hardest_to_get():
    numbers = EVEN | {"ore": (3,)}
    position = Position([cards(wood=4, clay=4, wheat=1, ore=1)], numbers=(numbers, EVEN, EVEN, EVEN))
    found = best_alternative(position.outlook)
    assert found.text == "bank 4 clay for 1 ore"
    assert found.rolls == position.outlook.rolls(0, cards(wood=4, wheat=1, ore=2))


def test_a_port_needs_fewer_cards():
    assert alternative(cards(wood=2), ports=("wood",)).text == "bank 2 wood for 1 wheat"
    assert alternative(cards(wood=3), ports=("any",)).text == "bank 3 wood for 1 wheat"
    assert alternative(cards(wood=2), ports=("any",)).text == "wait"


def test_an_empty_bank_has_nothing_to_give():
    hand = cards(wood=4)
    assert alternative(hand, bank=(19, 19, 19, 0, 19)).text == "bank 4 wood for 1 ore"
    assert alternative(hand, bank=(19, 19, 19, 0, 0)).text == "wait"


def test_needed_cards_do_not_go_to_the_bank():
    numbers = EVEN | {"wheat": (6, 8)}
    position = Position([cards(wheat=4)], numbers=(numbers, EVEN, EVEN, EVEN), aims=(CITY,))
    assert best_alternative(position.outlook).text == "wait"

"""Trade with the bank: the hardest card is bought for the easiest that is not needed."""

import pytest
from tests.agents.decisions.positions import see, start

from catanlab.agents.base.aim import Aim
from catanlab.agents.decisions.bank import trade_with_bank
from catanlab.agents.estimates.income import Income
from catanlab.games.catan.engine.arrange import give_resources, set_bank

CITY, SETTLEMENT = Aim("city", 12), Aim("settlement", 7)
# rolls: wood 7, clay 9, sheep 13, wheat 17, ore never
INCOME = Income.of({"wood": (6,), "clay": (5,), "sheep": (4,), "wheat": (3,)})


def trade(hand, aim=CITY, *, income=INCOME, nodes=(12,), bank=None, **options):
    state = start(seat0=nodes)
    give_resources(state, 0, **hand)
    if bank:
        set_bank(state, **bank)
    choice = trade_with_bank(*see(state), income, aim, **options)
    return choice and str(choice.move)


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ({"wood": 4}, "bank 4 wood for 1 ore"),  # the hardest is bought
        ({"wood": 4, "clay": 4, "sheep": 4}, "bank 4 wood for 1 ore"),  # the easiest is given
        ({"sheep": 4, "clay": 4}, "bank 4 clay for 1 ore"),
        ({"wood": 4, "ore": 3}, "bank 4 wood for 1 wheat"),  # what is there is not bought
        ({"wood": 4, "wheat": 2, "ore": 3}, None),  # nothing is lacking
        ({"wood": 3, "clay": 3, "sheep": 3}, None),  # no trade is possible
    ],
)
def test_the_hardest_card_is_bought_for_the_easiest_that_is_not_needed(hand, move):
    assert trade(hand) == move


@pytest.mark.parametrize(
    ("hand", "bet", "sure"),
    [
        # wheat is easier to get than ore: four go although two are needed
        ({"wheat": 4}, "bank 4 wheat for 1 ore", None),
        ({"wheat": 6}, "bank 4 wheat for 1 ore", "bank 4 wheat for 1 ore"),
        # ore is harder to get than wheat: only what is left over goes
        ({"ore": 6}, None, None),
        ({"ore": 7}, "bank 4 ore for 1 wheat", "bank 4 ore for 1 wheat"),
    ],
)
def test_what_is_needed_is_given_if_it_is_left_over_or_easier_to_get(hand, bet, sure):
    assert trade(hand) == bet
    assert trade(hand, bet_on_easier=False) == sure


def test_of_equally_hard_cards_the_last_in_jsettlers_order_is_bought():
    # clay, ore, sheep, wheat, wood: nothing is produced, so all are equal
    assert trade({"ore": 4}, SETTLEMENT, income=Income()) == "bank 4 ore for 1 wood"
    assert trade({"ore": 4, "wood": 1}, SETTLEMENT, income=Income()) == "bank 4 ore for 1 wheat"
    # a needed card that is no easier to get than the other is no bet
    assert trade({"wheat": 4}, income=Income()) is None
    # and of equally easy ones the first is given
    assert trade({"clay": 4, "sheep": 4, "wood": 4}, income=Income()) == "bank 4 clay for 1 wheat"


def test_ports_are_used():
    assert trade({"wood": 2, "sheep": 3}, nodes=(16,)) == "bank 2 wood for 1 ore"  # a port for wood
    assert trade({"wood": 2, "sheep": 3}, nodes=(0,)) == "bank 3 sheep for 1 ore"  # for everything


def test_what_the_bank_does_not_have_is_not_bought():
    bank = {"wood": 9, "clay": 9, "sheep": 9, "wheat": 9, "ore": 0}
    assert trade({"wood": 4}, bank=bank) == "bank 4 wood for 1 wheat"
    assert trade({"wood": 4, "wheat": 2}, bank=bank) is None


def test_the_first_piece_or_the_whole_aim_is_traded_for():
    aim = Aim("settlement", 7, roads=(3,))
    hand = {"wood": 1, "clay": 1, "ore": 4}
    assert trade(hand, aim) is None
    assert trade(hand, aim, whole=True) == "bank 4 ore for 1 wheat"
    assert trade(hand, None) is None


def test_the_reason_names_the_aim():
    state = start(seat0=(12,))
    give_resources(state, 0, wood=4)
    choice = trade_with_bank(*see(state), INCOME, CITY)
    assert choice.reason == "the ore is for a city at node 12, which needs no wood"

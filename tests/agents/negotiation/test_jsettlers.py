"""The negotiator of JSettlers: what it asks for, to whom, and how it answers."""

import pytest
from tests.agents.negotiation.positions import (
    CITY,
    EVEN,
    SETTLEMENT,
    Position,
    cards,
    deal,
    moved,
)

from catanlab import Catan, make_agent
from catanlab.agents.base.aim import Aim
from catanlab.agents.estimates.jsettlers_hands import JSettlersHands
from catanlab.agents.negotiation.jsettlers import JSettlers
from catanlab.agents.negotiation.jsettlers_offers import Needs
from catanlab.agents.negotiation.seller_beliefs import SellerBeliefs
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.table.table import Table

MINE = cards(wood=1, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)
ROAD = Aim("road", 60)


def offer(hands=(MINE, THEIRS), aims=(CITY, SETTLEMENT), seller_beliefs=(), **options):
    given = {name: options.pop(name) for name in ("numbers", "wins", "ports", "unsure") if name in options}
    position = Position(hands, aims=aims, **given)
    negotiator = position.seat(JSettlers(**options))
    for change in seller_beliefs:
        change(negotiator.seller_beliefs)
    return position.offer(negotiator)


def refusing(resource):
    """Return a change of beliefs: seat 1 has refused to give a resource."""
    asked = CatanMove.parse(f"offer 1 wood for 1 {resource} to 1")
    return lambda beliefs: beliefs.see_rejection(1, asked)


def test_it_asks_for_the_hardest_card_that_somebody_sells():
    assert moved(offer()) == "offer 1 wood for 1 ore to 1"
    # Nobody has ore, the wheat that is lacking comes next.
    hands = (cards(wood=1, wheat=1, ore=2), cards(clay=1, sheep=1, wheat=2))
    assert moved(offer(hands)) == "offer 1 wood for 1 wheat to 1"


def test_it_asks_for_one_kind_only_even_if_nobody_gives_that():
    # Seat 1 needs its ore for a city; the wheat that is lacking too is not asked for.
    hands = (cards(wood=1, wheat=1, ore=2), cards(wheat=3, ore=2))
    assert offer(hands, (CITY, CITY)) is None


def test_only_the_piece_that_is_built_first_counts():
    far = Aim("settlement", 20, roads=(30,))
    # Wood and clay for the road are there: nothing is lacking yet.
    assert offer((cards(wood=1, clay=1, ore=1), THEIRS), (far, SETTLEMENT)) is None


def table(hand, need=(0, 0, 0, 2, 3), ratios=(4, 4, 4, 4, 4)):
    """Return the proposals for a city whose ore is the hardest to get; every card saves a roll."""
    ease = (9, 7, 9, 13, 14)
    return Needs(need, hand, ease, ratios, lambda held: 20 - min(held[4], 3) - min(held[3], 2))


def texts(found):
    return [proposed.text for proposed, _ in found]


def always(resource):
    return True


def never(place):
    return False


def test_what_is_not_needed_goes_first_and_two_cards_last():
    found = texts(table(cards(wood=1, sheep=1, wheat=3, ore=2)).proposals(always, never, untested=True))
    assert found == [
        "1 sheep for 1 ore",
        "1 wood for 1 ore",
        "1 wheat for 1 ore",
        "1 wood + 1 sheep for 1 ore",
        "1 sheep + 1 wheat for 1 ore",
        "1 wood + 1 wheat for 1 ore",
        "1 sheep + 1 wheat for 1 ore",
        "1 wood + 1 wheat for 1 ore",
    ]


def test_equal_rolls_for_fewer_cards_beat_the_bank():
    found = table(cards(wood=4, wheat=2, ore=2))
    assert found.bank.text == "4 wood for 1 ore"
    assert texts(found.proposals(always, never, untested=False)) == ["1 wood for 1 ore", "2 wood for 1 ore"]


def test_untested_a_card_not_needed_goes_for_a_needed_one_even_if_nothing_comes_sooner():
    # Wheat and ore are lacking; with the ore the wheat still takes as long.
    numbers = (EVEN | {"ore": (6, 8), "wheat": (2,)}, EVEN, EVEN, EVEN)
    hands, keeps = (cards(wood=1, ore=2), THEIRS), [refusing("wheat")]
    assert moved(offer(hands, seller_beliefs=keeps, numbers=numbers)) == "offer 1 wood for 1 ore to 1"
    assert offer(hands, seller_beliefs=keeps, numbers=numbers, untested=False) is None


def test_the_offer_goes_to_all_sellers_if_one_would_accept():
    hands = (MINE, THEIRS, cards(wood=2, ore=1))
    aims = (CITY, SETTLEMENT, ROAD)
    assert moved(offer(hands, aims)) == "offer 1 wood for 1 ore to 1 2"
    assert moved(offer(hands, aims, to_sellers=False)) == "offer 1 wood for 1 ore to 1"
    assert offer((MINE, cards(wood=2, ore=1)), aims) is None


def test_who_refused_a_card_in_this_turn_is_not_asked_again():
    assert offer(seller_beliefs=[refusing("ore")]) is None


def test_no_deal_is_proposed_twice_in_a_turn():
    failed = CatanMove.parse("offer 1 wood for 1 ore to 1")
    assert offer(seller_beliefs=[lambda beliefs: beliefs.see_failure(0, failed)]) is None


def test_after_the_bank_there_are_no_more_offers():
    assert offer(seller_beliefs=[lambda beliefs: beliefs.see_bank(0)]) is None


def test_a_card_not_needed_may_be_asked_for_to_trade_with_the_bank():
    # Three sheep and one more make a bank trade for the ore that nobody sells.
    hands = (cards(wood=1, sheep=3, wheat=2, ore=2), cards(clay=1, sheep=1, wheat=1))
    assert moved(offer(hands, (CITY, ROAD))) == "offer 1 wood for 1 sheep to 1"
    assert offer(hands, (CITY, ROAD), bank_step=False) is None


def answer(text, hands=(MINE, THEIRS), wins=(80, 80, 80, 80), aims=(CITY, SETTLEMENT), **options):
    position = Position(hands, on_turn=1, log=("dice 5", "end turn", "dice 8"), wins=wins, aims=aims)
    return position.answer(position.seat(JSettlers(**options)), text)


def test_an_offer_of_a_seat_at_the_threshold_is_rejected_but_it_may_get_one():
    wins = (80, 25, 80, 80)
    assert moved(answer("1 ore for 1 wood", wins=wins)) == "reject"
    assert moved(answer("1 ore for 1 wood", wins=wins, reject_at_threshold=False)) == "accept"
    assert moved(offer(wins=wins)) == "offer 1 wood for 1 ore to 1"


def test_an_offer_that_cannot_be_paid_is_not_countered():
    assert moved(answer("1 ore for 1 clay")) == "reject"


@pytest.mark.parametrize(("place", "said"), [(20, "reject"), (21, "accept")])
def test_who_wants_to_settle_at_the_same_spot_gets_nothing(place, said):
    hands = (cards(wood=2, clay=1, sheep=1), cards(wheat=1))
    assert moved(answer("1 wheat for 1 wood", hands, aims=(SETTLEMENT, Aim("settlement", place)))) == said


def test_counter_offers_ask_for_what_was_offered():
    assert moved(answer("1 ore for 2 wheat")) == "counter 1 wood for 1 ore"
    assert moved(answer("1 ore for 2 wheat", counters=False)) == "reject"
    hands = (MINE, cards(clay=1, sheep=2, wheat=1, ore=1))
    assert moved(answer("1 sheep for 1 wood", hands)) == "reject"


def test_a_counter_offer_may_ask_for_several_cards_for_the_bank():
    # Two sheep and two more make a bank trade; one more would not.
    hands = (cards(wood=1, sheep=2, wheat=2, ore=2), cards(sheep=3))
    assert moved(answer("1 sheep for 1 ore", hands, aims=(CITY, ROAD))) == "counter 1 wood for 2 sheep"


def test_who_wants_the_same_road_gets_nothing():
    hands = (cards(wood=1, sheep=1), cards(clay=1))
    assert moved(answer("1 clay for 1 sheep", hands, aims=(ROAD, Aim("road", 61)))) == "accept"
    assert moved(answer("1 clay for 1 sheep", hands, aims=(ROAD, ROAD))) == "reject"


def test_it_looks_no_further_than_the_first_who_would_accept():
    position = Position((MINE, THEIRS, THEIRS), aims=(CITY, SETTLEMENT, SETTLEMENT))
    negotiator = position.seat(JSettlers())
    assert moved(position.offer(negotiator)) == "offer 1 wood for 1 ore to 1 2"
    position.change_aims(CITY, ROAD, ROAD, ROAD)
    outlook = position.outlook
    assert [negotiator.opponent_plans.aim(outlook, seat) for seat in (1, 2)] == [SETTLEMENT, ROAD]


def test_a_counter_offer_that_it_cannot_counter_ends_its_offers():
    position = Position((MINE, THEIRS))
    negotiator = position.seat(JSettlers())
    reply = {1: "counter 1 clay for 1 wheat"}
    assert moved(position.settle(negotiator, "1 wood for 1 ore", reply)) == "cancel"
    assert negotiator.seller_beliefs.is_closed
    # This one it can: a wood for the ore that is offered.
    negotiator = position.seat(JSettlers())
    reply = {1: "counter 1 ore for 2 wheat"}
    assert moved(position.settle(negotiator, "1 wood for 1 ore", reply)) == "cancel"
    assert not negotiator.seller_beliefs.is_closed


def test_who_accepts_an_offer_makes_a_new_plan():
    position = Position((MINE, THEIRS), on_turn=1, log=("dice 5", "end turn", "dice 8"))
    negotiator = position.seat(JSettlers())
    assert moved(position.answer(negotiator, "1 ore for 1 wood")) == "accept"
    position.change_aims(ROAD, SETTLEMENT, None, None)
    assert negotiator.opponent_plans.aim(position.outlook, 0) == ROAD
    assert moved(position.answer(negotiator, "1 ore for 2 wheat")) == "reject"


def test_an_offer_that_is_only_thought_of_makes_it_forget_what_others_wanted():
    position = Position((cards(wood=1), cards(clay=1)), aims=(CITY, SETTLEMENT))
    negotiator = position.seat(JSettlers())
    beliefs = negotiator.seller_beliefs
    refused = CatanMove.parse("offer 1 wood for 1 clay to 1")
    beliefs.see_offer(1, CatanMove.parse("counter 1 clay for 1 ore"))
    beliefs.see_rejection(1, refused)
    assert beliefs.is_selling(1, c.CLAY)  # it offered clay itself
    assert position.offer(negotiator) is None
    beliefs.see_rejection(1, refused)
    assert not beliefs.is_selling(1, c.CLAY)


def test_the_own_offer_is_confirmed_without_an_estimate():
    numbers = (EVEN | {"ore": (6, 8), "wheat": (2,)}, EVEN, EVEN, EVEN)
    hands = (cards(wood=1, ore=2), cards(clay=1, sheep=1, ore=1))
    position = Position(hands, numbers=numbers, aims=(CITY, SETTLEMENT))
    text = "1 wood for 1 ore"
    assert moved(position.settle(position.seat(JSettlers()), text, {1: "accept"})) == "confirm 1"


def test_a_counter_offer_is_taken_if_it_helps():
    position = Position((MINE, THEIRS, THEIRS))
    replies = {1: "counter 1 ore for 1 wood", 2: "counter 1 ore for 2 wheat"}
    assert moved(position.settle(position.seat(JSettlers()), "1 wheat for 1 ore", replies)) == "take 1"
    worse = {2: replies[2]}
    assert moved(position.settle(position.seat(JSettlers()), "1 wheat for 1 ore", worse)) == "cancel"


# Who sells what.


def seller_beliefs(*moves):
    """Return the market of seat 0 after a set-up by chance, a roll of 2 and some moves."""
    game = Catan(rules="jsettlers", board="beginner").sealed()
    state, random = game.start(), Random(7)
    observer = game.observer(0)
    while state.turn == 0 and not state.is_legal("roll"):
        move = state.draw_move(random)
        observer.observe(move)
        state.apply(move)
    for move in ("roll", "dice 2", *moves):
        observer.observe(move)
    found = SellerBeliefs()
    found.read(observer.view())
    return found


def sold(found, seat):
    return [c.RESOURCES[r] for r in range(5) if found.is_selling(seat, r)]


def held(found, seat):
    return [c.RESOURCES[r] for r in range(5) if found.known(seat)[r]]


def test_who_is_known_to_hold_a_card_sells_it():
    found = seller_beliefs()
    assert held(found, 1)
    assert all(sold(found, seat) == held(found, seat) for seat in range(4))


def test_who_refuses_a_card_does_not_sell_it_until_the_next_turn():
    give = held(seller_beliefs(), 0)[0]
    asked = next(name for name in held(seller_beliefs(), 1) if name != give)
    refused = (f"offer 1 {give} for 1 {asked} to 1", "reject")
    assert asked not in sold(seller_beliefs(*refused), 1)
    assert seller_beliefs(*refused).was_made(deal(f"1 {give} for 1 {asked}"))
    assert asked in sold(seller_beliefs(*refused, "end turn"), 1)
    assert not seller_beliefs(*refused, "end turn").was_made(deal(f"1 {give} for 1 {asked}"))


def test_who_refused_what_it_offers_itself_sells_it_until_an_offer_is_thought_of():
    give, asked = held(seller_beliefs(), 1)[0], held(seller_beliefs(), 1)[1]
    mine = next(name for name in held(seller_beliefs(), 0) if name != give)
    offered = ("end turn", "roll", "dice 2", f"offer 1 {give} for 1 {asked} to 2", "reject", "end turn")
    rest = ("roll", "dice 2", "end turn", "roll", "dice 2", "end turn", "roll", "dice 2")
    found = seller_beliefs(*offered, *rest)
    found.see_rejection(1, CatanMove.counter(*deal(f"1 {mine} for 1 {give}")))
    assert give in sold(found, 1)
    found.forget_offered()
    found.see_rejection(1, CatanMove.counter(*deal(f"1 {mine} for 1 {give}")))
    assert give not in sold(found, 1)


def test_an_offer_that_one_refused_and_another_accepted_may_be_made_again():
    give = held(seller_beliefs(), 0)[0]
    asked = next(
        name for name in held(seller_beliefs(), 1) if name != give and name in held(seller_beliefs(), 2)
    )
    text = f"1 {give} for 1 {asked}"
    refused = (f"offer {text} to 1", "reject")
    assert seller_beliefs(*refused).was_made(deal(text))
    assert not seller_beliefs(*refused, f"offer {text} to 2", "accept").was_made(deal(text))


def test_a_counter_offer_in_vain_is_not_made_again():
    give = held(seller_beliefs(), 1)[0]
    mine = next(name for name in held(seller_beliefs(), 0) if name != give)
    asked = next(name for name in c.RESOURCES if name not in (give, mine))
    begun = ("end turn", "roll", "dice 2", f"offer 1 {give} for 1 {asked} to 0")
    counter = f"1 {mine} for 1 {give}"
    assert not seller_beliefs(*begun, f"counter {counter}").was_made(deal(counter))
    assert seller_beliefs(*begun, f"counter {counter}", "cancel").was_made(deal(counter))


def test_who_asks_for_a_card_does_not_sell_it():
    give = held(seller_beliefs(), 1)[0]
    asked = held(seller_beliefs(), 1)[1]
    assert asked not in sold(
        seller_beliefs("end turn", "roll", "dice 2", f"offer 1 {give} for 1 {asked} to 2"), 1
    )


@pytest.mark.parametrize("rules", ["jsettlers", "trading", "thomas"])
def test_a_client_knows_of_cards_that_are_there_and_how_many_are_not_known(rules):
    game = Catan(rules=rules, seed=4)
    table = Table(game, [make_agent("random:trade=batna") for _ in range(4)], seed=4, max_turns=60)
    table.play()
    state, sealed = game.start(), game.sealed()
    observers = [sealed.observer(seat) for seat in range(4)]
    tallies = [JSettlersHands() for _ in range(4)]
    limited = game.rules.bank_limit
    for move in table.moves:
        for seat, observer in enumerate(observers):
            observer.observe(state.seen(move, seat))
        state.apply(move)
        hands = [unpack(hand) for hand in state.fields()["hand"]]
        if state.is_chance or (limited and max(map(sum, hands)) > 15):
            continue
        for seat, tally in enumerate(tallies):
            tally.read(observers[seat].view())
            assert tally.known(seat) == hands[seat]
            for other in range(4):
                assert all(a <= b for a, b in zip(tally.known(other), hands[other], strict=True))

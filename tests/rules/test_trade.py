"""Trade between players: offers, answers, counter-offers and their settlement."""

import pytest

from catanlab.games.catan.engine.arrange import give_resources, set_turn


@pytest.fixture
def market(turn_of):
    """Seat 1 on turn among four, each with a hand of its own."""

    def open_market(**rules):
        state = turn_of(1, player_trade=True, **rules)
        give_resources(state, 0, ore=1, wheat=1)
        give_resources(state, 1, wood=3, clay=1)
        give_resources(state, 2, ore=2)
        give_resources(state, 3, sheep=4)
        return state

    return open_market


# Offers.


def test_without_player_trade_there_are_no_offers(turn_of, refuses, listed):
    state = turn_of(1)
    give_resources(state, 1, wood=1)
    assert listed(state, "offer") == []
    refuses(state, "offer 1 wood for 1 ore to 0", "the rules have no trade between players")


@pytest.mark.parametrize(
    "offer",
    [
        "offer 1 wood for 1 ore to 0 2 3",
        "offer 3 wood for 1 ore to 0 2 3",
        "offer 1 wood for 3 ore to 0 2 3",
        "offer 2 wood + 1 clay for 1 sheep + 2 wheat + 31 ore to 0 2 3",
        "offer 3 wood + 1 clay for 1 ore to 3",
        "offer 1 clay for 1 wheat to 0 3",
    ],
)
def test_any_bundle_may_be_offered_for_any_other(market, offer):
    state = market()
    assert state.is_legal(offer)
    assert state.apply(offer).position.offer_move.text == offer


@pytest.mark.parametrize(
    "offer",
    [
        "offer 1 wood for 1 wood to 0",
        "offer 2 wood for 1 wood to 0",
        "offer 1 wood + 1 clay for 1 ore + 1 clay to 0",
    ],
)
def test_the_same_resource_is_never_on_both_sides(market, refuses, offer):
    refuses(market(), offer, "the same resource cannot be on both sides")


def test_an_offer_is_never_a_gift(market, refuses):
    state = market()
    one_wood, one_ore = 1, 1 << (25 + 20)
    to_zero = 1 << 50
    offer = 12 << 54
    assert state.is_legal(offer | to_zero | one_wood | one_ore)
    for sides in (one_wood, one_ore, 0):
        refuses(state, offer | to_zero | sides, "there is no such move")


@pytest.mark.parametrize(
    ("offer", "lack"),
    [
        ("offer 4 wood for 1 ore to 0", "1 wood"),
        ("offer 1 wood + 2 clay for 1 ore to 0", "1 clay"),
        ("offer 1 sheep for 1 ore to 0", "1 sheep"),
        ("offer 31 ore for 1 wood to 0", "31 ore"),
    ],
)
def test_only_cards_one_holds_are_offered(market, refuses, offer, lack):
    refuses(market(), offer, f"the seat lacks {lack}")


def test_cards_that_nobody_holds_may_be_asked_for(market):
    assert market().is_legal("offer 1 wood for 9 wheat to 0 2 3")


@pytest.mark.parametrize("to", ["1", "0 1", "0 1 2 3"])
def test_an_offer_never_goes_to_its_maker(market, refuses, to):
    refuses(market(), f"offer 1 wood for 1 ore to {to}", "an offer goes to one or more other seats")


def test_an_offer_goes_to_seats_that_play(turn_of, refuses):
    state = turn_of(0, players=2, player_trade=True)
    give_resources(state, 0, wood=1)
    refuses(state, "offer 1 wood for 1 ore to 1 2", "an offer goes to one or more other seats")
    assert state.is_legal("offer 1 wood for 1 ore to 1")


def test_an_offer_goes_to_somebody(market, refuses):
    nobody = market().game.move_type.parse("offer 1 wood for 1 ore to 0") & ~(15 << 50)
    refuses(market(), nobody, "there is no such move")


def test_offers_are_made_after_the_roll_by_the_seat_on_turn(market, refuses):
    state = market()
    set_turn(state, 1, "before the roll")
    refuses(state, "offer 1 wood for 1 ore to 0", "the phase is 'before the roll'")


def test_the_number_of_offers_a_turn_is_capped(market, refuses, listed):
    state = market(offers_per_turn=2)
    for _ in range(2):
        state.apply("offer 1 wood for 1 ore to 3").apply("reject")
    assert listed(state, "offer") == []
    refuses(state, "offer 1 wood for 1 ore to 3", "the rules allow 2 offers a turn")


def test_the_cap_on_offers_is_lifted_with_the_next_turn(market):
    state = market(offers_per_turn=1)
    state.apply("offer 1 wood for 1 ore to 3").apply("reject")
    for _ in range(4):
        state.apply("end turn").apply("roll").apply("dice 2")
    assert state.is_legal("offer 1 wood for 1 ore to 3")


def test_offers_of_one_or_two_cards_for_one_are_listed_to_all(market, listed):
    offers = listed(market(), "offer")
    assert all(offer.endswith(" to 0 2 3") for offer in offers)
    # One wood or one clay for each of four others; two wood for each of four; wood and clay for three.
    assert len(offers) == len(set(offers)) == 4 + 4 + 4 + 3


# Answers.


def test_addressees_answer_in_turn_order_and_once(market):
    state = market().apply("offer 1 wood for 1 ore to 0 2 3")
    asked = []
    while state.phase_name == "answering an offer":
        asked.append(state.to_move)
        state.apply("reject")
    assert asked == [2, 3, 0]
    assert (state.phase_name, state.to_move) == ("main", 1)


def test_only_addressees_are_asked(market):
    state = market().apply("offer 1 wood for 1 ore to 0")
    assert (state.phase_name, state.to_move) == ("answering an offer", 0)
    assert state.apply("reject").phase_name == "main"


def test_an_answer_is_accept_reject_or_counter(market):
    state = market().apply("offer 1 wood for 1 ore to 0")
    assert {move.group for move in state.legal_moves} == {"accept", "reject", "counter"}


def test_who_lacks_the_cards_cannot_accept(market, refuses, listed):
    state = market().apply("offer 1 wood for 1 ore to 3")
    assert listed(state, "accept") == []
    refuses(state, "accept", "the seat does not hold what is asked for")


def test_who_holds_a_part_of_the_cards_cannot_accept(market, refuses):
    state = market().apply("offer 1 wood for 2 ore to 0 2")
    state.apply("accept")
    refuses(state, "accept", "the seat does not hold what is asked for")


def test_rejected_by_all_the_offer_is_off_the_table(market, hand_of):
    state = market()
    before = [hand_of(state, seat) for seat in range(4)]
    state.apply("offer 1 wood for 1 ore to 0 2").apply("reject").apply("reject")
    assert (state.phase_name, state.position.offer) == ("main", None)
    assert [hand_of(state, seat) for seat in range(4)] == before


# Settlement.


def test_the_seat_on_turn_chooses_among_those_who_accepted(market, hand_of, listed, refuses):
    state = market().apply("offer 1 wood + 1 clay for 1 ore to 0 2 3")
    state.apply("accept").apply("reject").apply("accept")
    assert (state.phase_name, state.to_move) == ("choosing a trade", 1)
    assert listed(state, "confirm") == ["confirm 0", "confirm 2"]
    refuses(state, "confirm 3", "seat 3 did not accept")
    refuses(state, "confirm 1", "seat 1 did not accept")
    state.apply("confirm 0")
    assert hand_of(state, 0) == {"wood": 1, "clay": 1, "wheat": 1}
    assert hand_of(state, 1) == {"wood": 2, "ore": 1}
    assert hand_of(state, 2) == {"ore": 2}
    assert (state.phase_name, state.position.offer) == ("main", None)


def test_the_seat_on_turn_may_cancel(market, hand_of):
    state = market().apply("offer 1 wood for 1 ore to 0 2").apply("accept").apply("accept").apply("cancel")
    assert (state.phase_name, hand_of(state, 1)) == ("main", {"wood": 3, "clay": 1})


def test_a_trade_does_not_touch_the_bank(market):
    state = market()
    bank = state.position.bank
    state.apply("offer 1 wood for 1 ore to 0").apply("accept").apply("confirm 0")
    assert state.position.bank == bank


def test_under_first_the_first_accept_trades_at_once(market, hand_of):
    state = market(trade_settlement="first").apply("offer 1 wood for 1 ore to 0 2 3")
    state.apply("accept")
    assert (state.phase_name, state.to_move) == ("main", 1)
    assert (hand_of(state, 2), hand_of(state, 0)) == ({"ore": 1, "wood": 1}, {"ore": 1, "wheat": 1})


def test_under_first_a_counter_offer_waits_for_the_others(market, hand_of):
    state = market(trade_settlement="first").apply("offer 1 wood for 1 ore to 0 2")
    state.apply("counter 1 ore for 1 clay")
    assert (state.phase_name, state.to_move) == ("answering an offer", 0)
    state.apply("reject")
    assert (state.phase_name, state.to_move) == ("choosing a trade", 1)
    assert hand_of(state.apply("take 2"), 1) == {"wood": 3, "ore": 1}


def test_after_a_trade_the_turn_goes_on(market):
    state = market().apply("offer 1 wood for 1 ore to 0").apply("accept").apply("confirm 0")
    assert {"end turn", "offer"} <= {move.group for move in state.legal_moves}


def test_traded_cards_may_be_offered_on(market, hand_of):
    state = market().apply("offer 1 wood for 1 ore to 0").apply("accept").apply("confirm 0")
    state.apply("offer 1 ore for 2 sheep to 3").apply("accept").apply("confirm 3")
    assert hand_of(state, 1) == {"wood": 2, "clay": 1, "sheep": 2}


# Counter-offers.


def test_a_counter_offer_reads_from_the_side_of_its_maker(market, hand_of):
    state = market().apply("offer 1 wood for 1 ore to 2").apply("counter 2 ore for 3 wood")
    assert (state.phase_name, state.to_move) == ("choosing a trade", 1)
    state.apply("take 2")
    assert hand_of(state, 1) == {"clay": 1, "ore": 2}
    assert hand_of(state, 2) == {"wood": 3}


def test_a_counter_offer_is_of_cards_one_holds(market, refuses):
    state = market().apply("offer 1 wood for 1 ore to 2")
    refuses(state, "counter 3 ore for 1 wood", "the seat lacks 1 ore")
    refuses(state, "counter 1 sheep for 1 wood", "the seat lacks 1 sheep")


def test_a_counter_offer_is_neither_a_gift_nor_an_exchange_of_like_for_like(market, refuses):
    state = market().apply("offer 1 wood for 1 ore to 2")
    refuses(state, "counter 2 ore for 1 ore", "the same resource cannot be on both sides")
    refuses(state, 15 << 54 | 1 << 20, "there is no such move")
    refuses(state, 15 << 54 | 1 << 25, "there is no such move")


def test_the_offer_itself_is_no_counter_offer(market, refuses):
    state = market().apply("offer 1 wood for 1 ore to 2")
    refuses(state, "counter 1 ore for 1 wood", "that is the offer itself: accept it")


def test_a_counter_offer_may_ask_for_cards_the_seat_on_turn_lacks(market, refuses, listed):
    state = market().apply("offer 1 wood for 1 ore to 2").apply("counter 1 ore for 2 clay")
    refuses(state, "take 2", "seat 2 made no counter-offer that can be paid")
    assert [str(move) for move in state.legal_moves] == ["cancel"]
    assert state.apply("cancel").phase_name == "main"


def test_counter_offers_are_not_answered_by_others(market, refuses):
    state = market().apply("offer 1 wood for 1 ore to 2").apply("counter 1 ore for 1 clay")
    for move in ("counter 1 wood for 1 ore", "offer 1 wood for 1 ore to 2", "accept", "reject"):
        refuses(
            state, move, "the phase is 'choosing a trade', where these are allowed: confirm, take, cancel"
        )


def test_nothing_happens_between_offer_and_settlement(market, refuses):
    state = market().apply("offer 1 wood for 1 ore to 0 2")
    for move in ("end turn", "offer 1 clay for 1 ore to 0", "bank 4 wood for 1 ore"):
        refuses(
            state,
            move,
            "the phase is 'answering an offer', where these are allowed: "
            "accept, reject, counter, confirm, take, cancel",
        )


def test_the_seat_on_turn_chooses_among_acceptors_and_counter_offers(market, listed, refuses):
    state = market().apply("offer 1 wood for 1 ore to 0 2 3")
    state.apply("counter 2 ore for 1 wood + 1 clay").apply("counter 4 sheep for 3 wood").apply("accept")
    assert listed(state, "confirm") == ["confirm 0"]
    assert listed(state, "take") == ["take 2", "take 3"]
    refuses(state, "take 0", "seat 0 made no counter-offer that can be paid")
    refuses(state, "confirm 2", "seat 2 did not accept")


def test_without_counter_offers_there_are_only_accept_and_reject(market, refuses):
    state = market(counter_offers=False).apply("offer 1 wood for 1 ore to 2")
    assert [str(move) for move in state.legal_moves] == ["accept", "reject"]
    refuses(state, "counter 2 ore for 1 wood", "the rules have no counter-offers")


def test_listed_counter_offers_keep_one_side_of_the_offer(market, listed):
    state = market().apply("offer 1 wood for 1 ore to 0")
    assert listed(state, "counter") == [
        "counter 1 wheat for 1 wood",
        "counter 1 ore for 1 clay",
        "counter 1 ore for 1 sheep",
        "counter 1 ore for 1 wheat",
    ]


def test_an_empty_hand_can_only_reject(turn_of):
    state = turn_of(0, player_trade=True)
    give_resources(state, 0, wood=1)
    state.apply("offer 1 wood for 1 ore to 1")
    assert [str(move) for move in state.legal_moves] == ["reject"]


def test_two_seats_may_trade_when_nobody_else_plays(turn_of, hand_of):
    state = turn_of(1, players=2, player_trade=True)
    give_resources(state, 1, wood=1)
    give_resources(state, 0, ore=1)
    state.apply("offer 1 wood for 1 ore to 0").apply("accept").apply("confirm 0")
    assert (hand_of(state, 0), hand_of(state, 1)) == ({"wood": 1}, {"ore": 1})


def test_everybody_sees_offers_and_answers(market):
    state = market()
    for move in ("offer 1 wood for 1 ore to 2", "counter 1 ore for 1 clay", "take 2"):
        assert {str(state.seen(move, seat)) for seat in range(4)} == {move}
        state.apply(move)

"""Production: what a roll pays, and to whom when the bank runs short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.board import Board
from catanlab.games.catan.constants import CLAY, RESOURCES
from catanlab.games.catan.engine.arrange import (
    give_resources,
    put_city,
    put_settlement,
    set_bank,
    set_robber,
)
from catanlab.games.catan.grid import node_hexes
from catanlab.games.catan.layouts import beginner
from catanlab.games.catan.position import by_resource

# On the beginners' board 6 pays clay (hex 4) and wheat (hex 17); nodes 8, 13, 17 and 23 have the clay,
# 48 and 45 the wheat.


def roll(state, total):
    return state.apply("roll").apply(f"dice {total}")


def two_woods_on_eight():
    """The beginners' board with the numbers of hexes 2 and 11 exchanged: hexes 2 and 12 pay wood on 8."""
    board = beginner()
    numbers = list(board.numbers)
    numbers[2], numbers[11] = numbers[11], numbers[2]
    return Board(board.resources, numbers, board.ports)


def test_a_settlement_gets_one_card_and_a_city_two(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    put_city(state, 1, 17)
    roll(state, 6)
    assert hand_of(state, 0) == {"clay": 1}
    assert hand_of(state, 1) == {"clay": 2}
    assert state.position.bank[CLAY] == 16


def test_every_hex_with_the_number_pays(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 2, 8)
    put_settlement(state, 2, 45)
    assert hand_of(roll(state, 6), 2) == {"clay": 1, "wheat": 1}


def test_two_buildings_at_one_hex_are_both_paid(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    put_city(state, 0, 23)
    assert hand_of(roll(state, 6), 0) == {"clay": 3}


def test_other_numbers_pay_nothing(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    assert hand_of(roll(state, 5), 0) == {}


def test_all_seats_are_paid_whoever_rolls(turn_of, hand_of):
    state = turn_of(3, "before the roll")
    put_settlement(state, 0, 8)
    assert hand_of(roll(state, 6), 0) == {"clay": 1}


def test_the_hex_under_the_robber_pays_nothing(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    put_settlement(state, 0, 45)
    set_robber(state, 4)
    assert hand_of(roll(state, 6), 0) == {"wheat": 1}


def test_a_hex_pays_again_when_the_robber_has_left(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    set_robber(state, 4)
    roll(state, 7).apply("robber 9").apply("end turn")
    assert hand_of(roll(state, 6), 0) == {"clay": 1}


def test_a_seven_pays_nobody(turn_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 18)
    roll(state, 7)
    assert set(state.position.bank) == {19}


def test_after_the_roll_the_seat_on_turn_acts(turn_of):
    state = roll(turn_of(2, "before the roll"), 6)
    assert (state.phase_name, state.to_move) == ("main", 2)


def test_the_dice_are_rolled_once(turn_of, refuses):
    state = roll(turn_of(0, "before the roll"), 6)
    refuses(state, "roll", "the phase is 'main'")


def test_the_roll_comes_before_the_end_of_the_turn(turn_of, refuses):
    refuses(turn_of(0, "before the roll"), "end turn", "the phase is 'before the roll'")


def test_a_short_bank_pays_none_of_several_claimants(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 8)
    put_settlement(state, 1, 17)
    set_bank(state, clay=2, wheat=19)
    roll(state, 6)
    assert hand_of(state, 0) == hand_of(state, 1) == {}
    assert state.position.bank[CLAY] == 2


def test_a_short_bank_pays_a_lone_claimant_what_is_left(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 1, 8)
    set_bank(state, clay=1)
    roll(state, 6)
    assert hand_of(state, 1) == {"clay": 1}
    assert state.position.bank[CLAY] == 0


def test_a_city_and_a_settlement_of_one_seat_are_one_claimant(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 3, 8)
    put_settlement(state, 3, 23)
    set_bank(state, clay=2)
    assert hand_of(roll(state, 6), 3) == {"clay": 2}


def test_two_hexes_of_one_resource_make_one_claim(turn_of, hand_of):
    state = turn_of(0, "before the roll", board=two_woods_on_eight())
    put_city(state, 1, 6)
    put_city(state, 1, 38)
    set_bank(state, wood=3)
    assert hand_of(roll(state, 8), 1) == {"wood": 3}


def test_claims_of_two_hexes_of_one_resource_are_added_up(turn_of, hand_of):
    state = turn_of(0, "before the roll", board=two_woods_on_eight())
    put_city(state, 1, 6)
    put_city(state, 2, 38)
    set_bank(state, wood=3)
    roll(state, 8)
    assert hand_of(state, 1) == hand_of(state, 2) == {}


def test_a_bank_with_just_enough_pays_everybody(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 8)
    put_settlement(state, 1, 17)
    set_bank(state, clay=3)
    roll(state, 6)
    assert (hand_of(state, 0), hand_of(state, 1)) == ({"clay": 2}, {"clay": 1})
    assert state.position.bank[CLAY] == 0


def test_a_shortage_concerns_its_resource_not_the_whole_roll(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 8)
    put_city(state, 1, 17)
    put_settlement(state, 0, 45)
    put_settlement(state, 1, 48)
    set_bank(state, clay=3, wheat=2)
    roll(state, 6)
    assert hand_of(state, 0) == hand_of(state, 1) == {"wheat": 1}


def test_an_empty_bank_pays_nothing(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 8)
    set_bank(state)
    assert hand_of(roll(state, 6), 0) == {}


def test_claims_under_the_robber_do_not_count_as_claims(turn_of, hand_of):
    state = turn_of(0, "before the roll", board=two_woods_on_eight())
    put_city(state, 1, 6)
    put_city(state, 2, 38)
    set_robber(state, 12)
    set_bank(state, wood=1)
    roll(state, 8)
    assert (hand_of(state, 1), hand_of(state, 2)) == ({"wood": 1}, {})


def expected_hands(board, robber, bank, buildings, total):
    """Work out by the words of the rule what each of four seats gets."""
    hands = [dict.fromkeys(RESOURCES, 0) for _ in range(4)]
    for name in RESOURCES:
        claims = [0] * 4
        for node, (seat, size) in buildings.items():
            for h in node_hexes(node):
                if (
                    h != robber
                    and board.numbers[h] == total
                    and board.resources[h] == RESOURCES.index(name)
                ):
                    claims[seat] += size
        claimants = [seat for seat in range(4) if claims[seat]]
        if sum(claims) <= bank[name]:
            for seat in claimants:
                hands[seat][name] = claims[seat]
        elif len(claimants) == 1:
            hands[claimants[0]][name] = bank[name]
    return hands


@examples(200)
@given(
    buildings=st.dictionaries(
        st.integers(0, 53), st.tuples(st.integers(0, 3), st.integers(1, 2)), min_size=4, max_size=30
    ),
    stock=st.lists(st.integers(0, 7), min_size=5, max_size=5),
    robber=st.integers(0, 18),
    total=st.sampled_from((8, 2, 3, 4, 5, 6, 9, 10, 11, 12)),
)
def test_production_is_paid_by_the_words_of_the_rule(turn_of, buildings, stock, robber, total):
    board = two_woods_on_eight()
    state = turn_of(0, "before the roll", board=board, points_to_win=20)
    pieces = {(seat, size): 0 for seat in range(4) for size in (1, 2)}
    kept = {}
    for node, (seat, size) in buildings.items():
        if pieces[seat, size] < (5, 4)[size - 1]:
            pieces[seat, size] += 1
            (put_settlement, put_city)[size - 1](state, seat, node)
            kept[node] = (seat, size)
    bank = dict(zip(RESOURCES, stock, strict=True))
    set_bank(state, **bank)
    set_robber(state, robber)
    roll(state, total)
    hands = [by_resource(seat.hand) for seat in state.position.seats]
    assert hands == expected_hands(board, robber, bank, kept, total)
    left = by_resource(state.position.bank)
    for name in RESOURCES:
        assert left[name] + sum(hand[name] for hand in hands) == bank[name]


@pytest.mark.parametrize("total", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_the_desert_never_pays(turn_of, total):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 24)
    set_robber(state, 0)
    give_resources(state, 0)
    paid = by_resource(roll(state, total).position.seats[0].hand)
    assert paid == {"wood": 2 * (total == 3), "clay": 0, "sheep": 2 * (total == 4), "wheat": 0, "ore": 0}

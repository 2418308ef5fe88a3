"""The seven, discarding, and the robber."""

from collections import Counter
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.constants import ORE, RESOURCES, WOOD
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_settlement,
    set_robber,
)


def seven(state):
    return state.apply("roll").apply("dice 7")


def test_a_seven_makes_every_hand_over_seven_discard_half_rounded_down(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=8)
    give_resources(state, 1, clay=9)
    give_resources(state, 2, ore=15)
    give_resources(state, 3, sheep=7)
    seven(state)
    asked = Counter()
    while state.phase_name == "discarding":
        asked[state.to_move] += 1
        state.apply(state.legal_moves[0])
    assert asked == {0: 4, 1: 4, 2: 7}
    assert [sum(seat.hand) for seat in state.position.seats] == [4, 5, 8, 7]


def test_seven_cards_are_kept(turn_of):
    state = turn_of(0, "before the roll")
    for seat in range(4):
        give_resources(state, seat, wood=3, ore=4)
    assert seven(state).phase_name == "moving the robber"


def test_discards_are_asked_for_in_turn_order_from_the_seat_on_turn(turn_of):
    state = turn_of(2, "before the roll")
    for seat in (0, 1, 2, 3):
        give_resources(state, seat, wood=4, ore=4)
    seven(state)
    order = []
    while state.phase_name == "discarding":
        order.append(state.to_move)
        state.apply(state.legal_moves[0])
    assert order == [2] * 4 + [3] * 4 + [0] * 4 + [1] * 4
    assert (state.phase_name, state.to_move) == ("moving the robber", 2)


def test_a_seat_discards_once_even_if_it_is_still_over_the_limit(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 1, wood=19)
    seven(state)
    for _ in range(9):
        assert (state.phase_name, state.to_move) == ("discarding", 1)
        state.apply("discard wood")
    assert state.phase_name == "moving the robber"
    assert state.position.seats[1].hand[WOOD] == 10


def test_discards_are_of_ones_own_choice(turn_of, hand_of):
    for kept in RESOURCES:
        state = turn_of(0, "before the roll")
        give_resources(state, 0, **{name: 4 if name == kept else 1 for name in RESOURCES})
        seven(state)
        for name in RESOURCES:
            if name != kept:
                assert state.is_legal(f"discard {name}")
                state.apply(f"discard {name}")
        assert hand_of(state, 0) == {kept: 4}


def test_cards_may_be_discarded_in_any_order(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=2, clay=2, ore=4)
    seven(state)
    for name in ("ore", "wood", "clay", "wood"):
        state.apply(f"discard {name}")
    assert hand_of(state, 0) == {"clay": 1, "ore": 3}


def test_discards_go_to_the_bank(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=8)
    seven(state)
    for _ in range(4):
        state.apply("discard wood")
    assert state.position.bank[WOOD] == 15


def test_only_held_cards_are_discarded(turn_of, refuses):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=8)
    refuses(seven(state), "discard ore", "the seat holds no such card")


def list_all_discards(state):
    """Follow every listed order of discards of one seat and give the sets of cards they come to."""
    if state.phase_name != "discarding":
        return [state.position.seats[0].hand]
    assert all(state.is_legal(move) for move in state.legal_moves)
    return [kept for move in state.legal_moves for kept in list_all_discards(state.copy().apply(move))]


@examples(150)
@given(counts=st.lists(st.integers(0, 4), min_size=5, max_size=5).filter(lambda counts: sum(counts) > 7))
def test_every_set_of_discards_is_listed_in_just_one_order(turn_of, counts):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, **dict(zip(RESOURCES, counts, strict=True)))
    kept = sum(counts) - sum(counts) // 2
    wanted = [left for left in product(*(range(n + 1) for n in counts)) if sum(left) == kept]
    assert sorted(list_all_discards(seven(state))) == sorted(wanted)


def test_sixteen_cards_can_be_discarded_in_186_ways(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=4, clay=3, sheep=3, wheat=3, ore=3)
    assert len(list_all_discards(seven(state))) == 186


def test_after_an_order_that_is_not_listed_the_rest_is_listed_still(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=4, clay=4)
    seven(state)
    while state.phase_name == "discarding":
        assert state.legal_moves
        last = [name for name in RESOURCES if state.is_legal(f"discard {name}")][-1]
        state.apply(f"discard {last}")
    assert state.position.seats[0].hand == (4, 0, 0, 0, 0)


def test_the_robber_must_move_to_another_hex(turn_of, refuses, listed):
    state = seven(turn_of(0, "before the roll"))
    refuses(state, "robber 9", "the robber must move to another hex")
    assert listed(state, "robber") == [f"robber {h}" for h in range(19) if h != 9]
    for move in ("end turn", "roll", "buy card"):
        refuses(state, move, "the phase is 'moving the robber', where these are allowed: robber")


def test_the_robber_may_return_to_the_desert(turn_of):
    state = turn_of(0, "before the roll")
    set_robber(state, 4)
    assert seven(state).apply("robber 9").position.robber == 9


def test_the_robber_may_move_to_an_own_hex(turn_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    give_resources(state, 0, wood=1)
    state = seven(state).apply("robber 4")
    assert (state.position.robber, state.phase_name) == (4, "main")


def test_one_card_is_stolen_from_a_seat_with_a_building_there(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 2, 8)
    give_resources(state, 2, ore=3)
    seven(state).apply("robber 4 from 2").apply("steal ore")
    assert (hand_of(state, 0), hand_of(state, 2)) == ({"ore": 1}, {"ore": 2})
    assert (state.phase_name, state.to_move) == ("main", 0)
    assert state.position.bank[ORE] == 16


@pytest.mark.parametrize("counts", [(1, 0, 0, 0, 0), (1, 2, 3, 0, 1), (0, 0, 19, 1, 0), (2, 2, 2, 2, 2)])
def test_each_card_of_the_victim_is_equally_likely_to_be_stolen(turn_of, counts):
    state = turn_of(0)
    put_settlement(state, 1, 8)
    give_resources(state, 1, **dict(zip(RESOURCES, counts, strict=True)))
    give_cards(state, 0, knight=1)
    state.apply("knight").apply("robber 4 from 1")
    assert {str(card): chance for card, chance in state.outcomes} == {
        f"steal {name}": pytest.approx(count / sum(counts))
        for name, count in zip(RESOURCES, counts, strict=True)
        if count
    }


def test_a_card_the_victim_lacks_is_not_stolen(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    give_resources(state, 1, ore=1)
    seven(state).apply("robber 4 from 1")
    refuses(state, "steal wood", "chance cannot decide so here")


def test_a_seat_without_a_building_there_is_not_robbed(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    give_resources(state, 1, ore=1)
    give_resources(state, 2, ore=1)
    seven(state)
    refuses(state, "robber 4 from 2", "seat 2 cannot be robbed there")
    refuses(state, "robber 3 from 1", "seat 1 cannot be robbed there")


def test_a_seat_without_cards_is_not_robbed(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    seven(state)
    refuses(state, "robber 4 from 1", "seat 1 cannot be robbed there")
    assert state.apply("robber 4").phase_name == "main"


def test_nobody_robs_themselves(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_settlement(state, 0, 8)
    give_resources(state, 0, ore=1)
    refuses(seven(state), "robber 4 from 0", "seat 0 cannot be robbed there")


def test_a_seat_that_does_not_play_is_not_robbed(turn_of, refuses):
    state = seven(turn_of(0, "before the roll", players=2))
    refuses(state, "robber 4 from 3", "seat 3 cannot be robbed there")


def test_where_somebody_can_be_robbed_somebody_must(turn_of, refuses):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    put_city(state, 3, 23)
    give_resources(state, 1, ore=1)
    give_resources(state, 3, ore=1)
    refuses(seven(state), "robber 4", "a seat there must be robbed: 1, 3")


def test_the_seat_on_turn_chooses_among_the_victims(turn_of, listed):
    state = turn_of(1, "before the roll")
    for seat, node in ((0, 8), (1, 13), (2, 17), (3, 23)):
        put_settlement(state, seat, node)
        if seat != 3:
            give_resources(state, seat, ore=1)
    assert [move for move in listed(seven(state), "robber") if move.startswith("robber 4 ")] == [
        "robber 4 from 0",
        "robber 4 from 2",
    ]


def test_a_seat_is_robbed_of_one_card_however_many_buildings_it_has(turn_of, listed):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    put_city(state, 1, 23)
    give_resources(state, 1, ore=5)
    seven(state)
    assert [move for move in listed(state, "robber") if move.startswith("robber 4 ")] == ["robber 4 from 1"]
    assert sum(state.apply("robber 4 from 1").apply("steal ore").position.seats[0].hand) == 1


def test_a_discard_comes_before_the_theft(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_settlement(state, 1, 8)
    give_resources(state, 1, ore=8)
    seven(state)
    for _ in range(4):
        state.apply("discard ore")
    state.apply("robber 4 from 1")
    assert hand_of(state.apply("steal ore"), 1) == {"ore": 3}


def test_the_number_of_listed_robber_moves_is_hexes_times_victims(turn_of, listed):
    state = turn_of(0, "before the roll")
    for seat, node in ((1, 8), (2, 17), (3, 23)):
        put_settlement(state, seat, node)
        give_resources(state, seat, ore=1)
    # Hex 4 has all three; hexes 0, 1, 3 and 8 (twice) have one or two of them; the robber is on 9.
    victims = {0: 1, 1: 1, 3: 1, 4: 3, 8: 2}
    moves = listed(seven(state), "robber")
    assert len(moves) == sum(victims.get(h, 1) for h in range(19) if h != 9)
    assert prod(moves.count(move) for move in moves) == 1

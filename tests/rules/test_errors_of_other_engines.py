"""Errors found in popular engines, each shown not to be here."""

import pytest

from catanlab.games.catan.engine.arrange import (
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_bank,
)
from catanlab.games.catan.position import by_resource
from catanlab.games.catan.rules import Rules

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}


def test_no_road_extends_through_an_enemy_settlement(turn_of, listed):
    state = turn_of(0)
    put_settlement(state, 1, 29)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, wood=1, clay=1)
    assert listed(state, "road") == ["road 17-23", "road 18-23"]


def test_no_road_extends_through_a_settlement_built_at_its_end_later(turn_of, listed):
    state = turn_of(1)
    put_road(state, 0, 23, 29)
    put_road(state, 1, 29, 34)
    give_resources(state, 1, **SETTLEMENT)
    state.apply("settlement 29")
    for _ in range(3):
        state.apply("end turn").apply("roll").apply("dice 2")
    give_resources(state, 0, wood=1, clay=1)
    assert listed(state, "road") == ["road 17-23", "road 18-23"]


def test_the_road_that_ends_at_an_enemy_building_counts(turn_of, put_line):
    state = turn_of(0)
    put_city(state, 1, 43)
    put_line(state, 0, 16, 21, 27, 33, 38)
    give_resources(state, 0, wood=1, clay=1)
    state.apply("road 38-43")
    assert (state.position.seats[0].road_length, state.position.longest_road) == (5, 0)


@pytest.mark.parametrize(("node", "left"), [(33, 3), (38, 4)])
def test_longest_road_is_not_kept_below_five_after_a_cut(turn_of, put_line, node, left):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert state.position.longest_road == 0
    put_settlement(state, 1, node)
    assert state.position.seats[0].road_length == left
    assert (state.position.longest_road, state.scores[:2]) == (None, [0, 1])


def test_longest_road_is_not_given_on_a_tie(turn_of, put_line):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    put_line(state, 2, 0, 4, 1, 5, 2, 6)
    put_line(state, 3, 53, 50, 46, 42, 37, 32)
    put_road(state, 1, 28, 33)
    assert state.position.longest_road == 0
    give_resources(state, 1, **SETTLEMENT)
    state.apply("settlement 33")
    assert (state.position.longest_road, state.scores) == (None, [0, 1, 0, 0])


def test_a_lone_claimant_is_paid_when_the_bank_is_short(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 2, 8)
    put_city(state, 2, 17)
    set_bank(state, clay=3)
    assert hand_of(state.apply("roll").apply("dice 6"), 2) == {"clay": 3}


def test_the_winner_is_on_turn(walk):
    for seed in range(60):
        *_, (end, _) = walk(Rules(players=2 + seed % 3), seed)
        assert end.position.winner == end.position.on_turn


def test_no_offer_is_of_cards_one_does_not_own(turn_of, refuses):
    state = turn_of(0, player_trade=True)
    give_resources(state, 0, wood=1)
    give_resources(state, 1, ore=1)
    refuses(state, "offer 2 wood for 1 ore to 1", "the seat lacks 1 wood")
    state.apply("offer 1 wood for 1 ore to 1")
    refuses(state, "counter 2 ore for 1 wood", "the seat lacks 1 ore")


def test_no_listed_offer_is_of_cards_one_does_not_own(walk):
    seen = 0
    for state, _ in walk(Rules(player_trade=True, max_turns=150), 1):
        if state.phase_name not in ("main", "answering an offer"):
            continue
        hand = by_resource(state.position.seats[state.to_move].hand)
        for offer in state.legal_moves:
            if offer.group in ("offer", "counter"):
                given = str(offer).split(" ", 1)[1].split(" for ")[0]
                for part in given.split(" + "):
                    count, name = part.split()
                    assert hand[name] >= int(count)
                    seen += 1
    assert seen > 1000


@pytest.mark.parametrize("settlement", ["choose", "first"])
def test_no_seat_is_asked_about_its_own_offer(walk, settlement):
    asked = 0
    for seed in range(8):
        rules = Rules(player_trade=True, trade_settlement=settlement, players=2 + seed % 3)
        for state, _ in walk(rules, seed, by_group=True):
            if state.phase_name == "answering an offer":
                asked += 1
                assert state.to_move != state.fields()["turn_seat"]
    assert asked > 100


@pytest.mark.full
def test_no_hand_goes_negative(walk):
    for seed in range(30):
        rules = Rules(player_trade=seed % 2 == 0, players=2 + seed % 3, hand_limit=(7, 95)[seed % 2])
        for state, _ in walk(rules, seed, by_group=True):
            fields = state.fields()
            for cards in (*fields["hand"], fields["bank"]):
                lanes = [cards >> 12 * kind & 0xFFF for kind in range(5)]
                assert max(lanes) <= 19
                assert cards >> 60 == 0

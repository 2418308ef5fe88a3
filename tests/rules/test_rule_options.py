"""Every option of the rules, by what it changes in play."""

import re
from pathlib import Path

import pytest

from catanlab.framework.random import Random
from catanlab.games.catan.constants import CLAY, ORE
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_bank,
    set_turn,
)
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import LAYOUTS, make_board
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.status import status

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}


def pass_turn(state):
    """End the turn and bring the next seat to its main phase."""
    return state.apply("end turn").apply("roll").apply("dice 2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players(players):
    state = Catan(rules=Rules(players=players)).start()
    assert state.seats == len(state.position.seats) == players


@pytest.mark.parametrize("points", [3, 7, 10, 20])
def test_points_to_win(turn_of, points):
    state = turn_of(0, points_to_win=points)
    for node in (0, 6, 10, 16):
        put_city(state, 0, node)
    give_cards(state, 0, victory_point=5)
    put_line = ((51, 47), (47, 43), (43, 38), (38, 33), (33, 27))
    for a, b in put_line:
        put_road(state, 0, a, b)
    assert state.scores[0] == 15
    set_turn(state, 0)
    assert state.is_over == (points <= 15)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout(layout):
    assert Catan(rules=Rules(layout=layout), seed=5).board == make_board(layout, Random(5, "board"))


@pytest.mark.parametrize(
    ("order", "players", "seats"),
    [
        ("snake", 4, [0, 1, 2, 3, 3, 2, 1, 0]),
        ("straight", 4, [0, 1, 2, 3, 0, 1, 2, 3]),
        ("straight", 2, [0, 1, 0, 1]),
    ],
)
def test_setup_order(order, players, seats):
    state = Catan(rules=Rules(setup_order=order, players=players), seed=2).start()
    placed = []
    while state.phase_name.startswith("set-up"):
        placed.append(state.to_move)
        assert status(state) == []
        state.apply(state.legal_moves[0])
    assert placed == [seat for seat in seats for _ in ("settlement", "road")]
    assert (state.to_move, state.phase_name) == (0, "before the roll")
    assert status(state) == []
    assert all(sum(seat.hand) for seat in state.position.seats)


def test_setup_order_on_another_board_is_the_same():
    state = (
        Catan(rules=Rules(setup_order="straight", players=2)).on(make_board("beginner", Random(1))).start()
    )
    for _ in range(4):
        state.apply(state.legal_moves[0])
    assert state.to_move == 0


def test_win_check_at_the_turns_end_lets_anybody_win_but_not_before(turn_of):
    state = turn_of(0, win_check="turn end")
    for node in (0, 6, 10, 16):
        put_city(state, 2, node)
    give_cards(state, 2, victory_point=2)
    assert not state.is_over
    assert state.apply("end turn").position.winner == 2
    assert state.returns == [0.0, 0.0, 1.0, 0.0]


def test_win_check_at_the_turns_end_lets_the_seat_on_turn_play_on(turn_of):
    state = turn_of(0, win_check="turn end")
    for node in (0, 6, 10, 16):
        put_city(state, 0, node)
    give_cards(state, 0, victory_point=1)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **SETTLEMENT)
    state.apply("settlement 29")
    assert (state.scores[0], state.is_over) == (10, False)
    assert state.apply("end turn").position.winner == 0


def test_win_check_at_the_turns_end_prefers_the_most_points_then_the_seat_on_turn(turn_of):
    for extra, winner in ((0, 1), (1, 3)):
        state = turn_of(1, win_check="turn end")
        for node in (0, 6, 10, 16):
            put_city(state, 1, node)
        for node in (47, 51, 53, 50):
            put_city(state, 3, node)
        give_cards(state, 1, victory_point=2)
        give_cards(state, 3, victory_point=2 + extra)
        assert state.apply("end turn").position.winner == winner


def test_max_turns_ends_the_game_for_the_most_points(turn_of):
    state = turn_of(0, max_turns=3)
    put_city(state, 1, 0)
    put_settlement(state, 2, 10)
    pass_turn(pass_turn(state))
    assert not state.is_over
    state.apply("end turn")
    assert (state.is_over, state.turn, state.position.winner) == (True, 3, 1)
    assert state.returns == [0.0, 1.0, 0.0, 0.0]


def test_max_rounds_ends_the_game_after_a_turn_of_every_seat(turn_of):
    state = turn_of(0, players=3, max_rounds=2)
    put_city(state, 1, 0)
    for _ in range(5):
        pass_turn(state)
    assert (state.round, state.is_over) == (1, False)
    state.apply("end turn")
    assert (state.round, state.is_over, state.position.winner) == (2, True, 1)


def test_of_max_turns_and_max_rounds_the_first_counts():
    assert Rules(max_turns=10, max_rounds=2).turn_limit == 8
    assert Rules(max_turns=7, max_rounds=2).turn_limit == 7
    assert Rules(max_rounds=5, players=3).turn_limit == 15
    assert Rules().turn_limit == 0


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ((2, 2, 0, 2), [1 / 3, 1 / 3, 0.0, 1 / 3]),
        ((0, 2, 2, 0), [0.0, 0.5, 0.5, 0.0]),
        ((0, 0, 0, 0), [0.25] * 4),
    ],
)
def test_a_draw_at_max_turns_is_shared(turn_of, points, shares):
    state = turn_of(3, max_turns=1)
    for seat, node in enumerate((0, 16, 47, 53)):
        if points[seat]:
            put_city(state, seat, node)
    state.apply("end turn")
    assert (state.is_over, state.position.winner) == (True, None)
    assert state.returns == pytest.approx(shares)


def test_hidden_points_count_at_max_turns(turn_of):
    state = turn_of(0, max_turns=1)
    put_settlement(state, 0, 0)
    give_cards(state, 3, victory_point=2)
    assert state.apply("end turn").position.winner == 3


def test_a_win_before_max_turns_is_a_win(turn_of):
    state = turn_of(0, max_turns=1, points_to_win=3)
    put_city(state, 1, 53)
    put_settlement(state, 0, 0)
    put_settlement(state, 0, 10)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **SETTLEMENT)
    assert state.apply("settlement 29").position.winner == 0


@pytest.mark.parametrize(
    "move", ["road 29-34", "settlement 29", "city 0", "bank 4 ore for 1 wood", "monopoly ore"]
)
def test_one_action_ends_the_turn_by_itself(turn_of, move):
    for one_action in (False, True):
        state = turn_of(0, one_action=one_action)
        put_road(state, 0, 23, 29)
        put_settlement(state, 0, 0)
        give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=2, ore=4)
        give_cards(state, 0, monopoly=1)
        if move.startswith("bank"):
            give_resources(state, 0, ore=4, wood=4, sheep=4)
            move = "bank 3 ore for 1 wood"
        state.apply(move)
        assert (state.position.on_turn, state.phase_name) == (
            (1, "before the roll") if one_action else (0, "main")
        )
        assert state.turn == int(one_action)


def test_one_action_lasts_until_it_is_complete(turn_of):
    state = turn_of(0, one_action=True)
    put_road(state, 0, 23, 29)
    put_settlement(state, 1, 8)
    give_resources(state, 1, ore=1)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    give_cards(state, 0, knight=1, road_building=1)
    twin = state.copy()
    state.apply("knight").apply("robber 4 from 1")
    assert state.position.on_turn == 0
    assert state.apply("steal ore").position.on_turn == 1
    state = twin.copy().apply("road building").apply("road 29-34")
    assert state.position.on_turn == 0
    assert state.apply("road 34-39").position.on_turn == 1
    state = twin.copy().apply("buy card")
    assert state.position.on_turn == 0
    assert state.apply("draw knight").position.on_turn == 1


def test_one_action_may_be_to_do_nothing(turn_of):
    state = turn_of(0, one_action=True)
    assert state.apply("end turn").position.on_turn == 1


def test_one_action_counts_a_trade_but_not_an_offer_that_came_to_nothing(turn_of):
    state = turn_of(0, one_action=True, player_trade=True)
    give_resources(state, 0, wood=2)
    give_resources(state, 1, ore=2)
    state.apply("offer 1 wood for 1 ore to 1").apply("reject")
    state.apply("offer 1 wood for 1 ore to 1").apply("accept").apply("cancel")
    assert (state.position.on_turn, state.phase_name) == (0, "main")
    state.apply("offer 1 wood for 1 ore to 1").apply("accept").apply("confirm 1")
    assert (state.position.on_turn, state.phase_name) == (1, "before the roll")


def test_one_action_may_be_a_card_before_the_roll(turn_of):
    """A card played before the roll is the action of the turn, which ends with the roll."""
    state = turn_of(0, "before the roll", one_action=True)
    give_cards(state, 0, monopoly=1)
    state.apply("monopoly ore")
    assert (state.position.on_turn, state.phase_name) == (0, "before the roll")
    state.apply("roll").apply("dice 2")
    assert (state.position.on_turn, state.phase_name) == (1, "before the roll")


def test_one_action_does_not_count_the_robber_of_a_seven(turn_of):
    state = turn_of(0, "before the roll", one_action=True)
    state.apply("roll").apply("dice 7").apply("robber 4")
    assert (state.position.on_turn, state.phase_name) == (0, "main")


@pytest.mark.parametrize(
    ("allowed", "groups"),
    [
        ("any", {"roll", "knight", "road building", "plenty", "monopoly"}),
        ("knight", {"roll", "knight"}),
        ("none", {"roll"}),
    ],
)
def test_cards_before_roll(turn_of, refuses, allowed, groups):
    state = turn_of(0, "before the roll", cards_before_roll=allowed)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, knight=1, road_building=1, year_of_plenty=1, monopoly=1)
    assert {move.group for move in state.legal_moves} == groups
    for move in ("knight", "road building", "plenty ore ore", "monopoly ore"):
        if move.split()[0] not in {group.split()[0] for group in groups}:
            refuses(state, move, f"the rules allow these cards before the roll: {allowed}")
    state.apply("roll").apply("dice 2")
    assert {"knight", "road building", "plenty", "monopoly"} <= {move.group for move in state.legal_moves}


def test_skip_free_roads(turn_of, listed):
    for skip in (False, True):
        for placed in (0, 1):
            state = turn_of(0, skip_free_roads=skip)
            put_road(state, 0, 23, 29)
            give_cards(state, 0, road_building=1)
            state.apply("road building")
            if placed:
                state.apply("road 29-34")
            assert listed(state, "skip") == ["skip"] * skip
            assert state.is_legal("skip") == skip
            if skip:
                assert state.apply("skip").phase_name == "main"
                assert len(state.position.seats[0].road_ends) == 1 + placed
                assert not state.is_legal("skip")


def test_skip_free_roads_before_the_roll_leads_back_there(turn_of):
    state = turn_of(0, "before the roll", skip_free_roads=True)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, road_building=1)
    assert state.apply("road building").apply("skip").phase_name == "before the roll"


@pytest.mark.parametrize(
    ("limit", "cards", "discards"), [(7, 8, 4), (1, 2, 1), (9, 9, 0), (9, 10, 5), (1, 1, 0)]
)
def test_hand_limit(turn_of, limit, cards, discards):
    state = turn_of(0, "before the roll", hand_limit=limit)
    give_resources(state, 2, ore=cards)
    state.apply("roll").apply("dice 7")
    count = 0
    while state.phase_name == "discarding":
        count += 1
        state.apply("discard ore")
    assert count == discards


def test_bank_limit_off_pays_without_end(turn_of, hand_of):
    state = turn_of(0, "before the roll", bank_limit=False, no_sevens_rounds=100)
    put_city(state, 0, 8)
    put_city(state, 1, 17)
    for _ in range(30):
        state.apply("roll").apply("dice 6").apply("end turn")
    assert hand_of(state, 0) == hand_of(state, 1) == {"clay": 60}
    assert state.position.bank[CLAY] == 19


def test_bank_limit_off_never_loses_count_of_a_hand(turn_of):
    """Three cities at one hex that pays for hundreds of turns, as the rules allow."""
    state = turn_of(0, "before the roll", players=2, bank_limit=False, points_to_win=20)
    for node in (20, 31, 37):
        put_city(state, 0, node)
    held = 0
    for _ in range(400):
        state.apply("roll").apply("dice 8").apply("end turn")
        ore = state.position.seats[0].hand[ORE]
        assert ore >= held
        held = ore


def test_bank_limit_off_never_loses_count_of_what_is_bought(turn_of):
    """Wood without end is traded for ore, two to one, for as long as the bank trades."""
    state = turn_of(0, "before the roll", players=2, bank_limit=False, points_to_win=20)
    put_settlement(state, 0, 11)
    for node in (28, 33, 34, 39):
        put_city(state, 0, node)
    held = 0
    for _ in range(300):
        state.apply("roll").apply("dice 8")
        while state.is_legal("bank 2 wood for 1 ore"):
            state.apply("bank 2 wood for 1 ore")
        state.apply("end turn").apply("roll").apply("dice 8").apply("end turn")
        ore = state.position.seats[0].hand[ORE]
        assert ore >= held
        held = ore


def test_bank_limit_off_trades_and_gives_without_end(turn_of, hand_of):
    state = turn_of(0, bank_limit=False)
    give_resources(state, 0, wood=100)
    give_cards(state, 0, year_of_plenty=1)
    for _ in range(21):
        state.apply("bank 4 wood for 1 ore")
    state.apply("plenty ore ore")
    assert hand_of(state, 0) == {"wood": 16, "ore": 23}
    assert set(state.position.bank) == {19}


def test_bank_limit_on_is_the_rule_of_the_base_game(turn_of, hand_of):
    state = turn_of(0, "before the roll")
    put_city(state, 0, 8)
    put_city(state, 1, 17)
    set_bank(state, clay=3)
    state.apply("roll").apply("dice 6")
    assert hand_of(state, 0) == hand_of(state, 1) == {}


def test_no_sevens_rounds(turn_of, refuses):
    state = turn_of(0, "before the roll", players=3, no_sevens_rounds=2)
    for turn in range(8):
        state.apply("roll")
        sums = {int(str(outcome).split()[1]): chance for outcome, chance in state.outcomes}
        if turn < 6:
            assert sums == {n: pytest.approx((6 - abs(7 - n)) / 30) for n in range(2, 13) if n != 7}
            refuses(state, "dice 7", "chance cannot decide so here")
        else:
            assert sums == {n: pytest.approx((6 - abs(7 - n)) / 36) for n in range(2, 13)}
        state.apply("dice 2").apply("end turn")


def test_no_sevens_rounds_hold_for_drawn_dice(turn_of):
    state = turn_of(0, "before the roll", no_sevens_rounds=1).apply("roll")
    random = Random(3)
    drawn = [str(state.draw_outcome(random)) for _ in range(3000)]
    assert set(drawn) == {f"dice {n}" for n in range(2, 13) if n != 7}
    assert drawn.count("dice 6") == pytest.approx(500, abs=80)


def test_friendly_robber_spares_seats_with_fewer_than_three_points(turn_of, refuses, listed):
    state = turn_of(0, "before the roll", friendly_robber=True)
    put_settlement(state, 0, 45)
    put_settlement(state, 1, 8)
    put_settlement(state, 1, 19)
    give_cards(state, 1, victory_point=4)
    put_city(state, 2, 53)
    put_settlement(state, 2, 37)
    give_resources(state, 1, ore=1)
    give_resources(state, 2, ore=1)
    state.apply("roll").apply("dice 7")
    spared = {0, 1, 4, 5, 6, 10}
    hexes = {int(move.split()[1]) for move in listed(state, "robber")}
    assert hexes == set(range(19)) - spared - {9}
    for hexagon in (4, 10):
        refuses(state, f"robber {hexagon} from 1", "the friendly robber spares that hex")
    assert state.is_legal("robber 18 from 2")
    assert state.is_legal("robber 17")


def test_friendly_robber_robs_seats_with_three_visible_points(turn_of):
    state = turn_of(0, "before the roll", friendly_robber=True)
    put_city(state, 1, 8)
    put_settlement(state, 1, 19)
    give_resources(state, 1, ore=1)
    state.apply("roll").apply("dice 7")
    assert state.is_legal("robber 4 from 1")


def test_friendly_robber_that_would_have_no_place_goes_anywhere(turn_of, listed):
    """Six settlements of poor seats touch every hex but the desert, where the robber is."""
    state = turn_of(0, "before the roll", friendly_robber=True)
    for seat, nodes in ((1, (8, 14)), (2, (22, 31)), (3, (39, 45))):
        for node in nodes:
            put_settlement(state, seat, node)
    give_resources(state, 1, ore=1)
    state.apply("roll").apply("dice 7")
    assert {int(move.split()[1]) for move in listed(state, "robber")} == set(range(19)) - {9}
    assert state.is_legal("robber 4 from 1")


def test_player_trade(turn_of, listed):
    for trade in (False, True):
        state = turn_of(0, player_trade=trade)
        give_resources(state, 0, wood=1)
        assert bool(listed(state, "offer")) == trade


def test_trade_settlement(turn_of):
    for settlement, phase in (("choose", "choosing a trade"), ("first", "main")):
        state = turn_of(0, player_trade=True, trade_settlement=settlement)
        give_resources(state, 0, wood=1)
        give_resources(state, 1, ore=1)
        assert state.apply("offer 1 wood for 1 ore to 1").apply("accept").phase_name == phase


def test_counter_offers(turn_of):
    for counter in (False, True):
        state = turn_of(0, player_trade=True, counter_offers=counter)
        give_resources(state, 0, wood=1)
        give_resources(state, 1, ore=2)
        assert state.apply("offer 1 wood for 1 ore to 1").is_legal("counter 2 ore for 1 wood") == counter


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_offers_per_turn(turn_of, cap):
    state = turn_of(0, player_trade=True, offers_per_turn=cap)
    give_resources(state, 0, wood=1)
    for _ in range(cap):
        state.apply("offer 1 wood for 1 ore to 1").apply("reject")
    assert not state.is_legal("offer 1 wood for 1 ore to 1")


def test_every_native_number_of_the_rules_goes_along_to_another_board():
    module = Path(__file__).resolve().parents[2] / "src/catanlab/games/catan/engine/position"
    native = module.with_suffix(".pxd").read_text()
    ruleset = native.partition("class Ruleset")[2].partition("\ncdef class")[0]
    declared = set(re.findall(r"^    cdef (?:bint|i32|u64) (\w+)", ruleset, re.MULTILINE))
    carried = set(re.findall(r"other\.(\w+) = self\.\1\n", module.with_suffix(".py").read_text()))
    assert len(declared) > 15
    assert carried == declared | {"rules"}

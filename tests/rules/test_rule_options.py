"""Every option of the rules, by what it changes; the named sets; and values that are refused."""

import dataclasses

import pytest

from catanlab.framework.errors import CatanlabError, RulesError
from catanlab.games.catan.arrange import (
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
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.framework.random import Random

DEFAULTS = {
    "players": 4,
    "points_to_win": 10,
    "layout": "random",
    "win_check": "own turn",
    "max_turns": 0,
    "max_rounds": 0,
    "one_action": False,
    "cards_before_roll": "any",
    "skip_free_roads": False,
    "hand_limit": 7,
    "bank_limit": True,
    "no_sevens_rounds": 0,
    "friendly_robber": False,
    "player_trade": False,
    "trade_settlement": "choose",
    "counter_offers": True,
    "offers_per_turn": 3,
    "open_hands": False,
    "hidden_discards": False,
}

NAMED = {
    "base": {},
    "trading": {"player_trade": True},
    "thomas": {"player_trade": True, "trade_settlement": "first", "bank_limit": False},
    "szita": {"open_hands": True},
    "roelofs": {
        "open_hands": True,
        "layout": "tournament",
        "cards_before_roll": "none",
        "win_check": "turn end",
    },
    "tuma": {"points_to_win": 7},
    "jsettlers": {
        "player_trade": True,
        "trade_settlement": "first",
        "bank_limit": False,
        "hidden_discards": True,
        "skip_free_roads": True,
    },
    "catanatron": {"cards_before_roll": "knight", "layout": "random-numbers"},
}

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}


def pass_turn(state):
    """End the turn and bring the next seat to its main phase."""
    return state.apply("end turn").apply("roll").apply("dice 2")


# The values.


def test_the_default_is_the_published_base_game():
    assert dataclasses.asdict(Rules()) == DEFAULTS


@pytest.mark.parametrize("name", NAMED)
def test_a_named_set_of_rules_is_what_it_was(name):
    assert dataclasses.asdict(Rules.named(name)) == DEFAULTS | NAMED[name]
    assert getattr(Rules, name)() == Rules.named(name)
    assert Catan(rules=name).rules == Rules.named(name)


def test_all_named_sets_are_pinned_here():
    assert set(NAMED_RULES) == set(NAMED)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("players", 1, "an integer from 2 to 4"),
        ("players", 5, "an integer from 2 to 4"),
        ("players", True, "an integer from 2 to 4"),
        ("players", 3.0, "an integer from 2 to 4"),
        ("players", "3", "an integer from 2 to 4"),
        ("points_to_win", 2, "an integer from 3 to 20"),
        ("points_to_win", 21, "an integer from 3 to 20"),
        ("layout", "spiral", "'random', 'random-numbers', 'no-adjacent-reds', 'tournament', 'beginner'"),
        ("layout", None, "'random', 'random-numbers'"),
        ("win_check", "turn", "'own turn', 'turn end'"),
        ("max_turns", -1, "an integer from 0 to 1000000"),
        ("max_turns", 1_000_001, "an integer from 0 to 1000000"),
        ("max_rounds", 250_001, "an integer from 0 to 250000"),
        ("one_action", 1, "True and False"),
        ("cards_before_roll", "all", "'any', 'knight', 'none'"),
        ("cards_before_roll", [], "'any', 'knight', 'none'"),
        ("skip_free_roads", None, "True and False"),
        ("hand_limit", 0, "an integer from 1 to 95"),
        ("hand_limit", 96, "an integer from 1 to 95"),
        ("bank_limit", 0, "True and False"),
        ("no_sevens_rounds", -1, "an integer from 0 to 1000"),
        ("friendly_robber", "yes", "True and False"),
        ("player_trade", "on", "True and False"),
        ("trade_settlement", "last", "'choose', 'first'"),
        ("counter_offers", 1, "True and False"),
        ("offers_per_turn", -1, "an integer from 0 to 100"),
        ("offers_per_turn", 101, "an integer from 0 to 100"),
        ("open_hands", "", "True and False"),
        ("hidden_discards", 2, "True and False"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(field, value, allowed):
    for make in (lambda: Rules(**{field: value}), lambda: Rules().replace(**{field: value})):
        with pytest.raises(RulesError) as caught:
            make()
        message = str(caught.value)
        assert message.startswith(f"rule {field} is {value!r}; allowed ")
        assert allowed in message
        assert "\n" not in message


def test_every_field_has_a_refused_value_and_an_effect_in_this_file():
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    for field in dataclasses.fields(Rules):
        assert f'("{field.name}", ' in text
        assert f"{field.name}=" in text


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(RulesError, match="unknown rules 'house'; the sets are base, trading, thomas"):
        Rules.named("house")
    with pytest.raises(RulesError, match="unknown rules 'house'"):
        Catan(rules="house")
    with pytest.raises(RulesError, match="unknown rule 'player'; the rules are players, points_to_win"):
        Rules().replace(player=3)
    with pytest.raises(RulesError, match="rules must be a Rules value or the name of a set, not 4"):
        Catan(rules=4)
    assert issubclass(RulesError, CatanlabError)
    assert issubclass(RulesError, ValueError)


def test_rules_are_immutable_values():
    rules = Rules(players=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 4
    assert rules == Rules(players=3) != Rules()
    assert hash(rules) == hash(Rules(players=3))
    assert rules.replace(players=4) == Rules()
    with pytest.raises(TypeError):
        Rules(3)


# The effects.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players(players):
    state = Catan(rules=Rules(players=players)).start()
    assert state.seats == len(state.details.seats) == players


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


def test_win_check_at_the_turns_end_lets_anybody_win_but_not_before(turn_of):
    state = turn_of(0, win_check="turn end")
    for node in (0, 6, 10, 16):
        put_city(state, 2, node)
    give_cards(state, 2, victory_point=2)
    assert not state.is_over
    assert state.apply("end turn").details.winner == 2
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
    assert state.apply("end turn").details.winner == 0


def test_win_check_at_the_turns_end_prefers_the_most_points_then_the_seat_on_turn(turn_of):
    for extra, winner in ((0, 1), (1, 3)):
        state = turn_of(1, win_check="turn end")
        for node in (0, 6, 10, 16):
            put_city(state, 1, node)
        for node in (47, 51, 53, 50):
            put_city(state, 3, node)
        give_cards(state, 1, victory_point=2)
        give_cards(state, 3, victory_point=2 + extra)
        assert state.apply("end turn").details.winner == winner


def test_max_turns_ends_the_game_for_the_most_points(turn_of):
    state = turn_of(0, max_turns=3)
    put_city(state, 1, 0)
    put_settlement(state, 2, 10)
    pass_turn(pass_turn(state))
    assert not state.is_over
    state.apply("end turn")
    assert (state.is_over, state.turn, state.details.winner) == (True, 3, 1)
    assert state.returns == [0.0, 1.0, 0.0, 0.0]


def test_max_rounds_ends_the_game_after_a_turn_of_every_seat(turn_of):
    state = turn_of(0, players=3, max_rounds=2)
    put_city(state, 1, 0)
    for _ in range(5):
        pass_turn(state)
    assert (state.round, state.is_over) == (1, False)
    state.apply("end turn")
    assert (state.round, state.is_over, state.details.winner) == (2, True, 1)


def test_of_max_turns_and_max_rounds_the_first_counts():
    assert Rules(max_turns=10, max_rounds=2).turn_limit == 8
    assert Rules(max_turns=7, max_rounds=2).turn_limit == 7
    assert Rules(max_rounds=5, players=3).turn_limit == 15
    assert Rules().turn_limit == 0


@pytest.mark.parametrize(
    ("points", "shares"),
    [((2, 2, 0, 2), [1 / 3, 1 / 3, 0.0, 1 / 3]), ((0, 2, 2, 0), [0.0, 0.5, 0.5, 0.0]), ((0, 0, 0, 0), [0.25] * 4)],
)
def test_a_draw_at_max_turns_is_shared(turn_of, points, shares):
    state = turn_of(3, max_turns=1)
    for seat, node in enumerate((0, 16, 47, 53)):
        if points[seat]:
            put_city(state, seat, node)
    state.apply("end turn")
    assert (state.is_over, state.details.winner) == (True, None)
    assert state.returns == pytest.approx(shares)


def test_hidden_points_count_at_max_turns(turn_of):
    state = turn_of(0, max_turns=1)
    put_settlement(state, 0, 0)
    give_cards(state, 3, victory_point=2)
    assert state.apply("end turn").details.winner == 3


def test_a_win_before_max_turns_is_a_win(turn_of):
    state = turn_of(0, max_turns=1, points_to_win=3)
    put_city(state, 1, 53)
    put_settlement(state, 0, 0)
    put_settlement(state, 0, 10)
    put_road(state, 0, 23, 29)
    give_resources(state, 0, **SETTLEMENT)
    assert state.apply("settlement 29").details.winner == 0


@pytest.mark.parametrize("move", ["road 29-34", "settlement 29", "city 0", "bank 4 ore for 1 wood", "monopoly ore"])
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
        assert (state.details.seat_on_turn, state.phase_name) == ((1, "before the roll") if one_action else (0, "main"))
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
    assert state.details.seat_on_turn == 0
    assert state.apply("steal ore").details.seat_on_turn == 1
    state = twin.copy().apply("road building").apply("road 29-34")
    assert state.details.seat_on_turn == 0
    assert state.apply("road 34-39").details.seat_on_turn == 1
    state = twin.copy().apply("buy card")
    assert state.details.seat_on_turn == 0
    assert state.apply("draw knight").details.seat_on_turn == 1


def test_one_action_may_be_to_do_nothing(turn_of):
    state = turn_of(0, one_action=True)
    assert state.apply("end turn").details.seat_on_turn == 1


def test_one_action_counts_a_trade_but_not_an_offer_that_came_to_nothing(turn_of):
    state = turn_of(0, one_action=True, player_trade=True)
    give_resources(state, 0, wood=2)
    give_resources(state, 1, ore=2)
    state.apply("offer 1 wood for 1 ore to 1").apply("reject")
    state.apply("offer 1 wood for 1 ore to 1").apply("accept").apply("cancel")
    assert (state.details.seat_on_turn, state.phase_name) == (0, "main")
    state.apply("offer 1 wood for 1 ore to 1").apply("accept").apply("confirm 1")
    assert (state.details.seat_on_turn, state.phase_name) == (1, "before the roll")


def test_one_action_may_be_a_card_before_the_roll(turn_of):
    """A card played before the roll is the action of the turn, which ends with the roll."""
    state = turn_of(0, "before the roll", one_action=True)
    give_cards(state, 0, monopoly=1)
    state.apply("monopoly ore")
    assert (state.details.seat_on_turn, state.phase_name) == (0, "before the roll")
    state.apply("roll").apply("dice 2")
    assert (state.details.seat_on_turn, state.phase_name) == (1, "before the roll")


def test_one_action_does_not_count_the_robber_of_a_seven(turn_of):
    state = turn_of(0, "before the roll", one_action=True)
    state.apply("roll").apply("dice 7").apply("robber 4")
    assert (state.details.seat_on_turn, state.phase_name) == (0, "main")


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
                assert len(state.details.seats[0].roads) == 1 + placed
                assert not state.is_legal("skip")


def test_skip_free_roads_before_the_roll_leads_back_there(turn_of):
    state = turn_of(0, "before the roll", skip_free_roads=True)
    put_road(state, 0, 23, 29)
    give_cards(state, 0, road_building=1)
    assert state.apply("road building").apply("skip").phase_name == "before the roll"


@pytest.mark.parametrize(("limit", "cards", "discards"), [(7, 8, 4), (1, 2, 1), (9, 9, 0), (9, 10, 5), (1, 1, 0)])
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
    assert state.details.bank["clay"] == 19


def test_bank_limit_off_trades_and_gives_without_end(turn_of, hand_of):
    state = turn_of(0, bank_limit=False)
    give_resources(state, 0, wood=100)
    give_cards(state, 0, year_of_plenty=1)
    for _ in range(21):
        state.apply("bank 4 wood for 1 ore")
    state.apply("plenty ore ore")
    assert hand_of(state, 0) == {"wood": 16, "ore": 23}
    assert set(state.details.bank.values()) == {19}


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
    state = turn_of(0, "before the roll", friendly_robber=True)
    # With these, seats of two points touch every hex but the desert, where the robber is, and hex 0.
    for seat, nodes in ((1, (9, 17)), (2, (20, 36)), (3, (27, 48))):
        for node in nodes:
            put_settlement(state, seat, node)
    put_settlement(state, 0, 0)
    touched = {h for h in range(19) if state.fields()["output"][h] >> 8}
    free = set(range(19)) - touched - {9}
    assert 0 in free
    before = state.copy().apply("roll").apply("dice 7")
    assert {int(move.split()[1]) for move in listed(before, "robber")} == free


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


def seen_by_all(state, move):
    return [str(state.seen(move, seat)) for seat in range(4)]


@pytest.mark.parametrize("open_hands", [False, True])
def test_open_hands_show_bought_cards_and_stolen_resources(turn_of, open_hands):
    state = turn_of(1, open_hands=open_hands)
    put_settlement(state, 2, 8)
    give_resources(state, 2, ore=1)
    give_resources(state, 1, ore=1, sheep=1, wheat=1)
    give_cards(state, 1, knight=1)
    state.apply("buy card")
    drawn = "draw monopoly" if open_hands else "draw unknown"
    assert seen_by_all(state, "draw monopoly") == [drawn, "draw monopoly", drawn, drawn]
    state.apply("draw monopoly").apply("knight").apply("robber 4 from 2")
    stolen = "steal ore" if open_hands else "steal unknown"
    assert seen_by_all(state, "steal ore") == [stolen, "steal ore", "steal ore", stolen]


@pytest.mark.parametrize(("hidden", "open_hands"), [(False, False), (True, False), (True, True)])
def test_hidden_discards_are_seen_by_their_seat_only(turn_of, hidden, open_hands):
    state = turn_of(1, "before the roll", hidden_discards=hidden, open_hands=open_hands)
    give_resources(state, 3, ore=8)
    state.apply("roll").apply("dice 7")
    seen = "discard unknown" if hidden and not open_hands else "discard ore"
    assert seen_by_all(state, "discard ore") == [seen, seen, seen, "discard ore"]


def test_all_else_is_public_under_every_rule(walk):
    hidden = {"draw", "steal", "discard"}
    for rules in (Rules.trading(), Rules.jsettlers().replace(max_turns=200)):
        for state, move in walk(rules, 4):
            if move is not None and move.group not in hidden:
                assert all(state.seen(move, seat) == move for seat in range(4))

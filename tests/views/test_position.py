"""The typed position: equal to the fields of the engine, of a view only what its seat may know."""

import json
from functools import cache

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab import CHANCE, Catan, CatanMove, Random
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes, node_hexes
from catanlab.games.catan.hands import named, unpack
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition, by_card, by_resource
from catanlab.games.catan.text.status import status
from catanlab.games.catan.view.observer import CatanObserver

DOTS = {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
RULES = ["base", "trading", "jsettlers", "players=3", "trading,players=2", "szita"]


def walked(rules, seed, plies):
    """Yield the state and the views of all seats at every ply of a random game."""
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed)
    observers = [game.observer(seat) for seat in range(game.seats)]
    for _ in range(plies):
        yield state, [observer.view() for observer in observers]
        if state.is_over:
            return
        move = state.draw_outcome(random) if state.to_move == CHANCE else state.draw_move(random, True)
        for seat, observer in enumerate(observers):
            observer.observe(state.seen(move, seat))
        state.apply(move)


@pytest.mark.parametrize("rules", RULES)
def test_it_says_what_the_fields_say(rules):
    phases = set()
    for state, _ in walked(rules, 3, 700):
        position, fields = state.position, state.fields()
        phases.add(position.phase)
        assert position.phase == fields["phase"]
        assert position.to_move == state.to_move
        assert position.on_turn == fields["turn_seat"]
        assert position.turn == state.turn
        assert position.bank == unpack(fields["bank"])
        assert position.unseen_cards == unpack(fields["deck"])
        assert position.deck_size == sum(unpack(fields["deck"]))
        assert position.offers_made == fields["offers_made"]
        assert position.longest_road == (None if fields["road_holder"] < 0 else fields["road_holder"])
        if fields["offer"]:
            offer = CatanMove.make(c.OFFER, fields["offer"])
            assert (position.offer, position.offered_to) == (offer.deal, offer.addressees)
        else:
            assert position.offer is None
        for number, seat in enumerate(position.seats):
            assert seat.hand == unpack(fields["hand"][number]) == seat.certain == seat.possible
            assert seat.cards == unpack(fields["card"][number])
            assert seat.roads == fields["roads"][2 * number] | fields["roads"][2 * number + 1] << 64
            assert seat.settlements == fields["settlements"][number]
            assert seat.points == state.scores[number]
            assert (seat.answer or 0) == fields["answer"][number]
            yields = [fields["hex_yields"][i] >> 8 * number & 0xFF for i in range(19)]
            assert list(seat.hex_yields) == yields
            assert seat.roads_left >= 0
    assert len(phases) >= 7


@pytest.mark.parametrize("rules", RULES)
def test_a_view_knows_its_own_cards_and_bounds_of_the_others(rules):
    for state, views in walked(rules, 5, 400):
        truth = state.position
        for view in views:
            seen = view.position
            assert view.position is seen
            assert seen.seat == view.seat
            assert seen.own.hand == truth.seats[view.seat].hand
            assert seen.own.cards == truth.seats[view.seat].cards
            assert (seen.phase, seen.to_move, seen.bank) == (truth.phase, truth.to_move, truth.bank)
            for mine, true in zip(seen.seats, truth.seats, strict=True):
                assert mine.hand_size == true.hand_size
                assert mine.card_count == true.card_count
                assert all(low <= held for low, held in zip(mine.certain, true.certain, strict=True))
                assert all(held <= high for high, held in zip(mine.possible, true.possible, strict=True))
                assert mine.roads == true.roads
                assert mine.hex_yields == true.hex_yields


def members_of(mask):
    return tuple(number for number in range(128) if mask >> number & 1)


@pytest.mark.full
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_view_says_what_its_packed_fields_say(name):
    for ply, (_, observers) in enumerate(watch(RULE_SETS[name], 17)):
        if ply % 31:
            continue
        for observer in observers:
            view = observer.view()
            facts, position = view._facts(), view.position
            assert position.own.hand == lanes(facts["own_hand"])
            assert position.bank == lanes(facts["bank"])
            assert position.unseen_cards == lanes(facts["unseen_cards"])
            for seat, seen in enumerate(position.seats):
                assert (seen.certain, seen.possible) == tuple(map(lanes, facts["bounds"][seat]))
                assert seen.cards == lanes(facts["known_cards"][seat])
                assert seen.ratios == lanes(facts["ratio"][seat])
                assert seen.settlement_nodes == members_of(facts["settlements"][seat])
                assert seen.city_nodes == members_of(facts["cities"][seat])
                edges = members_of(facts["roads"][2 * seat] | facts["roads"][2 * seat + 1] << 64)
                assert seen.road_edges == edges
                assert seen.road_ends == tuple(edge_nodes(edge) for edge in edges)


def lanes(hand):
    return tuple(hand >> 12 * lane & 0x7FF for lane in range(5))


def test_counts_are_given_their_names():
    hand = 3 | 2047 << 12 | 5 << 24 | 7 << 48
    assert unpack(hand) == (3, 2047, 5, 0, 7)
    assert named("abcde", hand) == {"a": 3, "b": 2047, "c": 5, "d": 0, "e": 7}
    assert tuple(by_resource(unpack(hand)).items()) == tuple(zip(c.RESOURCES, unpack(hand), strict=True))
    assert tuple(by_card(unpack(hand)).items()) == tuple(zip(c.CARDS, unpack(hand), strict=True))


def test_named_counts_are_not_shared():
    position = Catan(seed=1).start().position
    by_resource(position.bank).clear()
    position.to_dict()["seats"][1]["ratios"].clear()
    assert set(by_resource(position.bank).values()) == {19}
    assert set(position.to_dict()["seats"][1]["ratios"].values()) == {4}


def test_an_open_offer_is_given_as_the_move_that_made_it():
    offers = 0
    for state, views in walked("trading", 2, 700):
        if state.position.offer is None:
            assert state.position.offer_move is None
        else:
            made = [move for move in views[0].log if move.group == "offer"][-1]
            assert {position.offer_move for position in (state.position, views[0].position)} == {made}
            offers += 1
    assert offers > 10


def test_hidden_cards_of_others_leave_no_trace():
    """Two states that differ only in what a seat cannot see give it the same position."""
    for state, views in walked("trading", 8, 300):
        view = views[0]
        if not state.is_over and state.turn % 7 == 0:
            other = view.sample(Random(state.turn))
            assert {name for name, value in other.fields().items() if value != state.fields()[name]} <= {
                "hand",
                "card",
                "deck",
                "bought_this_turn",
                "discard_floor",
            }
        assert view.position == view.copy().position


def test_it_is_immutable():
    position = Catan(seed=1).start().position
    with pytest.raises(AttributeError):
        position.robber = 3
    with pytest.raises(AttributeError):
        position.seats[0].knights = 3


@pytest.mark.full
@pytest.mark.parametrize("rules", RULES)
def test_its_plain_data_goes_through_json(rules):
    for state, views in walked(rules, 9, 300):
        for position in (state.position, views[0].position):
            data = position.to_dict()
            assert json.loads(json.dumps(data)) == data


# What is left out of the plain data: it follows from the pieces.
DERIVED = {"occupied_nodes", "blocked_nodes", "occupied_edges", "road_nodes", "hex_yields"}


def test_the_plain_data_has_every_field_that_does_not_follow_from_the_pieces():
    data = Catan(seed=1).observer(0).view().position.to_dict()
    assert set(CatanPosition._fields) - set(data) == DERIVED & set(CatanPosition._fields)
    assert set(SeatPosition._fields) - set(data["seats"][0]) == DERIVED & set(SeatPosition._fields)


def test_the_plain_data_says_where_the_road_of_the_set_up_goes():
    state = Catan(board="beginner").start()
    assert state.position.to_dict()["last_node"] is None
    assert state.apply("settlement 10").position.to_dict()["last_node"] == 10


def test_the_plain_data_of_a_view_counts_cards_that_others_bought():
    game = Catan(seed=1)
    state, observer, random = game.start(), game.observer(0), Random(1)
    bought, limits = set(), set()
    while not state.is_over:
        data = observer.view().position.to_dict()
        bought.add(data["hidden_bought_this_turn"])
        limits.add(data["seats"][1]["most_victory_cards"])
        move = state.draw_outcome(random) if state.to_move == CHANCE else state.draw_move(random, True)
        observer.observe(state.seen(move, 0))
        state.apply(move)
    assert bought > {0, 1}
    assert len(limits) > 3


def test_in_the_plain_data_nobody_is_to_move_at_chance_and_at_the_end():
    phases = {}
    for state, _ in walked("base,max_rounds=3", 3, 700):
        data = state.position.to_dict()
        phases.setdefault(data["phase"], set()).add(data["to_move"])
    assert phases["main"] <= {0, 1, 2, 3}
    assert phases["rolling"] == phases["finished"] == {None}


def test_a_view_is_changed_without_touching_the_original():
    view = next(views for state, views in walked("trading", 2, 200) if state.position.phase == Phase.MAIN)[
        1
    ]
    changed = view.replace(offers_made=3)
    assert changed.position.offers_made == 3
    assert view.position.offers_made == 0
    assert changed.position.offers_left == view.position.offers_left - 3
    before = {"offers_made": 0, "offers_left": view.position.offers_left}
    assert changed.position._replace(**before) == view.position
    assert changed.log == view.log
    assert changed._packed_worlds() == view._packed_worlds()
    plain = Catan(rules=view.game.rules.replace(player_trade=False), board=view.game.board)
    assert view.replace(game=plain).game is plain


def test_a_view_is_given_known_hands():
    hands = [(1, 0, 0, 0, 2), (0, 0, 0, 0, 0), (0, 3, 0, 0, 0)]
    view = next(views for state, views in walked("trading", 2, 200) if state.position.phase == Phase.MAIN)[
        1
    ]
    given = [*hands, (0, 0, 0, 1, 0)][: view.game.seats]
    changed = view.replace(hands=given)
    assert [seat.hand for seat in changed.position.seats] == given
    assert [world.hands for world in changed.worlds] != [world.hands for world in view.worlds]
    assert len(changed.worlds) == 1
    assert changed.log == view.log
    with pytest.raises(ArgumentError, match="allowed are 4 hands, one for each seat"):
        view.replace(hands=hands[:1])


def test_a_view_cannot_be_moved_to_another_board():
    view = Catan(seed=1).observer(0).view()
    for game in (Catan(seed=2), Catan(rules="players=3", board=view.game.board), 5, "catan"):
        with pytest.raises(GameError, match="the same board"):
            view.replace(game=game)


@pytest.mark.parametrize("name", ["offers", "last_node", "actor", "victim", "hand", "robber"])
def test_a_view_has_no_other_fields_to_change(name):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
        Catan(seed=1).observer(0).view().replace(**{name: 1})


@cache
def views_by_phase(rules):
    """Return for each phase the view of seat 0 when a random game first comes there."""
    found = {}
    for state, views in walked(rules, 3, 3000):
        found.setdefault(state.position.phase, views[0])
    return found


NO_CARDS = (0, 0, 0, 0, 0)
NONE_AT_ALL = [NO_CARDS] * 4
WRONG_HANDS = [
    ([(5000, 0, 0, 0, 0)] * 4, "a count of hand 0 is 5000; allowed is an integer from 0 to 95"),
    ([NO_CARDS, (-1, 0, 0, 0, 0), NO_CARDS, NO_CARDS], "a count of hand 1 is -1"),
    ([(20, 20, 20, 20, 20), *NONE_AT_ALL[1:]], "the size of hand 0 is 100"),
    ([(0, 0, 0, 0)] * 4, "hand 0 is .*; allowed are five counts"),
    ([(0, 0, 0, 0, 0, 0)] * 4, "hand 0 is .*; allowed are five counts"),
    ([(1.5, 0, 0, 0, 0)] * 4, "a count of hand 0 is 1.5"),
    ([("1", 0, 0, 0, 0)] * 4, "a count of hand 0 is '1'"),
    ([(True, 0, 0, 0, 0)] * 4, "a count of hand 0 is True"),
    (["00000"] * 4, "a count of hand 0 is '0'"),
    ([0, 0, 0, 0], "hand 0 is 0; allowed are five counts"),
    ([NO_CARDS] * 3, "allowed are 4 hands"),
    ([NO_CARDS] * 5, "allowed are 4 hands"),
    (7, "hands is 7; allowed are 4 hands"),
    ("none", "hand 0 is 'n'; allowed are five counts"),
]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        *[({"hands": hands}, reason) for hands, reason in WRONG_HANDS],
        ({"offers_made": "x"}, "offers_made is 'x'; allowed is an integer from 0 to 3"),
        ({"offers_made": -1}, "offers_made is -1"),
        ({"offers_made": 4}, "offers_made is 4"),
        ({"offers_made": 2**40}, "offers_made is 1099511627776"),
        ({"offers_made": True}, "offers_made is True"),
        ({"phase": 99}, "phase is 99; allowed is Phase.MAIN"),
        ({"phase": 3}, "phase is 3; allowed is Phase.MAIN"),
        ({"phase": "main"}, "phase is 'main'; allowed is Phase.MAIN"),
        ({"phase": Phase.SETUP_ROAD}, "allowed is Phase.MAIN"),
        ({"phase": Phase.STEALING}, "allowed is Phase.MAIN"),
        ({"phase": Phase.FINISHED}, "allowed is Phase.MAIN"),
    ],
)
def test_values_that_a_position_cannot_have_are_refused(changes, reason):
    view = views_by_phase("trading")[Phase.MAIN]
    before = view.position
    with pytest.raises(ArgumentError, match=reason):
        view.replace(**changes)
    assert view.copy().position == before


def test_hands_stay_as_they_are_while_cards_are_due():
    found = views_by_phase("trading")
    for phase in (Phase.DISCARDING, Phase.STEALING, Phase.ANSWERING, Phase.CHOOSING):
        with pytest.raises(ArgumentError, match="while cards are being discarded, stolen or traded"):
            found[phase].replace(hands=NONE_AT_ALL)
        changed = found[phase].replace(phase=Phase.MAIN, hands=NONE_AT_ALL)
        assert {seat.hand for seat in changed.position.seats} == {NO_CARDS}


def test_the_seat_on_turn_is_taken_to_its_main_phase_whatever_was_left_undone():
    found = views_by_phase("trading")
    for phase, view in found.items():
        if phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD, Phase.FINISHED):
            with pytest.raises(ArgumentError, match="no main phase in the set-up and after the end"):
                view.replace(phase=Phase.MAIN)
            continue
        before, after = view.position, view.replace(phase=Phase.MAIN).position
        assert (after.phase, after.to_move, after.on_turn) == (Phase.MAIN, before.on_turn, before.on_turn)
        assert after.rolled
        assert (after.free_roads, after.victim, after.discards_left) == (0, None, 0)
        assert (after.offer, after.offered_to, set(after.answers)) == (None, (), {None})
        same = ("turn", "bank", "robber", "longest_road", "offers_made", "card_played", "unseen_cards")
        for name in same:
            assert getattr(after, name) == getattr(before, name)
        state = view.replace(phase=Phase.MAIN).sample(Random(1))
        assert status(state) == []
        assert state.apply("end turn").position.on_turn == (before.on_turn + 1) % 4
    assert found.keys() >= {
        Phase.SETUP_SETTLEMENT,
        Phase.SETUP_ROAD,
        Phase.BEFORE_ROLL,
        Phase.DISCARDING,
        Phase.ROBBING,
        Phase.ANSWERING,
        Phase.ROLLING,
        Phase.DRAWING,
        Phase.STEALING,
    }


def test_a_state_refuses_unknown_and_missing_fields():
    state = Catan(seed=1).start()
    fields = state.fields()
    with pytest.raises(ArgumentError, match="a position has no field 'fresh'; its fields are actor, phase"):
        state.set_fields(fields | {"fresh": 0})
    with pytest.raises(ArgumentError, match="a position needs the field 'bank' too"):
        state.set_fields({name: value for name, value in fields.items() if name != "bank"})
    assert state.fields() == fields
    state.set_fields(fields | {"robber": 3})
    assert state.position.robber == 3


def test_yields_are_given_by_seat_and_hex():
    for state, _ in walked("base", 5, 300):
        packed = state.fields()["hex_yields"]
        for number, seat in enumerate(state.position.seats):
            assert list(seat.hex_yields) == [word >> 8 * number & 255 for word in packed]


def test_the_board_says_what_a_node_yields():
    board = Catan(seed=3).board
    for node in range(54):
        around = [(board.resources[h], board.numbers[h]) for h in node_hexes(node)]
        assert board.pips(node) == sum(DOTS[number] for _, number in around)
        assert board.node_resources(node) == tuple(c.RESOURCES[r] for r, n in around if n)
    for what in (board.pips, board.node_resources):
        with pytest.raises(ValueError):
            what(54)


def test_an_observer_goes_on_from_a_view():
    game = Catan(seed=1)
    state, observer = game.start(), game.observer(2)
    for text in [move.text for move in state.legal_moves[:1]]:
        observer.observe(text)
        state.apply(text)
    twin = CatanObserver.from_view(observer.view())
    move = state.legal_moves[0]
    observer.observe(move)
    twin.observe(move)
    assert twin.view() == observer.view()

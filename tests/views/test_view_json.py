"""A view as JSON: it agrees with the typed position, and shows the moves that are open to the seat."""

import json

import pytest
from tests.views.composing import deals, listed, offers
from tests.views.wandering import wander
from tests.views.watching import RULE_SETS

from catanlab import Catan
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import HEX_NEIGHBOURS, hex_nodes
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import NAMED_RULES, Rules

RULES = {name: Rules.named(name) for name in NAMED_RULES} | RULE_SETS


def told(view, **options):
    text = view.to_json(**options)
    assert b" " not in text.replace(b"end turn", b"").replace(b"buy card", b"").replace(
        b"road building", b""
    )
    return json.loads(text)


def check_position(view):
    """Compare every field with the typed position."""
    data, position = told(view), view.position
    assert data["seat"] == view.seat
    assert data["phase"] == position.phase.name.lower().replace("_", "-")
    assert data["decision"] == view.decision
    assert data["deciders"] == list(view.deciders)
    assert data["turn"] == position.turn_number
    assert data["on_turn"] == position.on_turn
    assert data["rolled"] == position.rolled
    assert data["card_played"] == position.card_played
    assert data["robber"] == position.robber
    assert data["victim"] == position.victim
    assert data["bank"] == (list(position.bank) if view.game.rules.bank_limit else None)
    assert data["deck"] == position.deck_size
    assert data["longest_road"] == position.longest_road
    assert data["largest_army"] == position.largest_army
    assert data["winner"] == position.winner
    assert data["free_roads"] == position.free_roads
    rules = view.game.rules
    open_offers = rules.offers_per_turn - position.offers_made if rules.player_trade else 0
    assert data["offers_left"] == (0 if view.is_over else open_offers)
    check_offer(data["offer"], position)
    check_dice(data["dice"], view)
    assert len(data["seats"]) == len(position.seats)
    for number, seat in enumerate(position.seats):
        check_seat(data["seats"][number], view, number, seat)
    assert (data["legal"] is not None) == (view.seat in view.deciders)


def check_offer(offer, position):
    if position.offer is None:
        assert offer is None
        return
    assert offer["by"] == position.on_turn
    assert (offer["give"], offer["get"]) == tuple(map(list, position.offer))
    assert offer["to"] == list(position.offered_to)
    for answer, move in zip(offer["answers"], position.answers, strict=True):
        if move is None:
            assert answer is None
        else:
            assert answer["kind"] == move.group
            if move.group == "counter":
                assert (answer["give"], answer["get"]) == tuple(map(list, move.deal))


def check_dice(dice, view):
    rolls = [move.dice for move in view.log if move.dice]
    if not rolls:
        assert dice is None
        return
    assert dice["sum"] == rolls[-1]
    # Every turn has one roll.
    assert dice["turn"] == len(rolls)


def check_seat(data, view, number, seat):
    position = view.position
    shown = number == view.seat or view.game.rules.open_hands
    assert data["hand_size"] == seat.hand_size
    assert data["hand"] == (list(seat.hand) if shown else None)
    assert data["card_count"] == seat.card_count
    bought = list(position.bought_this_turn) if number == position.on_turn else [0] * 5
    hidden = position.hidden_bought_this_turn if number == position.on_turn else 0
    assert data["bought_count"] == sum(bought) + hidden
    assert data["bought"] == (bought if shown else None)
    older = [held - new for held, new in zip(seat.cards, bought, strict=True)]
    assert data["cards"] == (older if shown else None)
    assert data["knights"] == seat.knights
    assert data["settlements"] == list(seat.settlement_nodes)
    assert data["cities"] == list(seat.city_nodes)
    assert data["roads"] == list(seat.road_edges)
    assert data["left"] == {
        "roads": seat.roads_left,
        "settlements": seat.settlements_left,
        "cities": seat.cities_left,
    }
    points = data["points"]
    assert points.pop("total") == (seat.points if shown else seat.public_points)
    assert points.pop("cards") == (seat.cards[c.VICTORY_POINT] if shown else None)
    assert sum(points.values()) == seat.public_points
    assert data["road_length"] == seat.road_length
    assert data["ratios"] == list(seat.ratios)
    assert data["owes"] == seat.discards_owed


def check_legal(view, board, random):
    """Compare the moves composed from the JSON alone with what the view allows and lists."""
    legal = told(view)["legal"]
    if legal is None:
        return set()
    texts = list(listed(legal, board))
    assert len(set(texts)) == len(texts)
    for text in [*texts, *deals(legal, board, random, 4)]:
        assert view.is_legal(text), text
    for move in view.as_decider().legal_moves:
        bare = CatanMove.parse(move.text.split(" by ")[0])
        if bare.group in ("offer", "counter"):
            assert offers(legal, bare), bare
        else:
            assert bare.text in texts, bare
    return set(legal)


def sampled(name, seeds, every, plies=3000):
    """Yield views of all seats, all along random games."""
    for seed in seeds:
        for ply, (_, state, observers) in enumerate(wander(RULES[name], seed, plies)):
            if ply % every == 0 or (len(state.deciders) > 1 and ply % 5 == 0):
                for observer in observers:
                    yield observer.view()


@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_the_typed_position_field_by_field(name):
    for view in sampled(name, [1], 41, 500):
        check_position(view)


@pytest.mark.full
@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_the_typed_position_in_whole_games(name):
    phases = set()
    for view in sampled(name, range(2, 5), 7):
        check_position(view)
        phases.add(view.position.phase)
    assert len(phases) > 7


@pytest.mark.parametrize("name", RULES)
def test_the_open_moves_are_just_those_of_the_view(name):
    random = Random(1)
    board = json.loads(Catan(rules=RULES[name], seed=1).board_json())
    for view in sampled(name, [1], 37, 600):
        check_legal(view, board, random)


@pytest.mark.full
def test_moves_of_every_kind_come_up_among_the_open_ones():
    random = Random(1)
    board = json.loads(Catan(seed=1).board_json())
    kinds = set()
    for seed in range(3):
        for name in ("trading", "jsettlers"):
            for view in sampled(name, [seed], 3):
                kinds |= check_legal(view, board, random)
    assert kinds == set(c.GROUPS[1 : c.DICE])


def test_equal_knowledge_gives_equal_bytes():
    *_, (_, _, observers) = wander(Rules.trading(), 5, 500)
    for observer in observers:
        again = Catan(rules=Rules.trading(), seed=5).observer(observer.seat)
        for event in observer.view().log:
            again.observe(event)
        assert again.view().to_json() == observer.view().to_json()
        assert again.view().counting_json() == observer.view().counting_json()


def test_what_counting_cards_tells_is_apart():
    *_, (_, _, observers) = wander(Rules.jsettlers(), 3, 900)
    for observer in observers:
        view = observer.view()
        text = view.to_json()
        assert b"certain" not in text
        assert b"possible" not in text
        data = json.loads(view.counting_json())
        assert data["exact"] == view.exact
        assert data["unseen_cards"] == list(view.position.unseen_cards)
        for counted, seat in zip(data["seats"], view.position.seats, strict=True):
            assert counted == {
                "certain": list(seat.certain),
                "possible": list(seat.possible),
                "most_victory_cards": seat.most_victory_cards,
            }


def finished(rules, seed):
    """Return the last state of a random game and the views of its end."""
    *_, (move, state, observers) = wander(rules, seed, 20_000)
    assert move is None
    return state, [observer.view() for observer in observers]


@pytest.mark.full
def test_after_the_end_the_final_scores_show_all_victory_point_cards():
    shown = 0
    for seed in range(8):
        state, views = finished(Rules(points_to_win=6), seed)
        for view in views:
            data = told(view, scores=state.scores)
            assert data["phase"] == "finished"
            assert data["winner"] == state.position.winner
            assert data["legal"] is None
            assert data["deciders"] == []
            for seat, known in zip(data["seats"], state.position.seats, strict=True):
                assert seat["points"]["total"] == known.points
                assert seat["points"]["cards"] == known.cards[c.VICTORY_POINT]
                shown += known.cards[c.VICTORY_POINT]
            check_position(view)
    assert shown


def test_scores_are_for_the_end_only_and_one_for_each_seat():
    view = Catan(seed=1).observer(0).view()
    assert view.to_json(scores=[3, 3, 3, 3]) == view.to_json()
    with pytest.raises(ArgumentError):
        view.to_json(scores=[1, 2])


def test_the_board_has_what_a_page_draws():
    game = Catan(board="beginner")
    board = json.loads(game.board_json())
    assert [hexagon["resource"] for hexagon in board["hexes"]] == [
        None if code == c.DESERT else c.RESOURCES[code] for code in game.board.resources
    ]
    assert [hexagon["number"] or 0 for hexagon in board["hexes"]] == list(game.board.numbers)
    places = {(hexagon["q"], hexagon["r"]): number for number, hexagon in enumerate(board["hexes"])}
    for number, hexagon in enumerate(board["hexes"]):
        q, r = hexagon["q"], hexagon["r"]
        beside = {(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)}
        assert {places[place] for place in beside if place in places} == set(HEX_NEIGHBOURS[number])
        assert hexagon["nodes"] == list(hex_nodes(number))
        for node in hexagon["nodes"]:
            corner = board["nodes"][node]
            dx, dy = corner["x"] - hexagon["x"], corner["y"] - hexagon["y"]
            assert 3 * dx * dx + dy * dy == 16
            assert number in corner["hexes"]
    for port, kind in zip(board["ports"], game.board.ports, strict=True):
        assert port["resource"] == (None if kind == 5 else c.RESOURCES[kind])
        assert port["ratio"] == (3 if kind == 5 else 2)
        assert board["edges"][port["edge"]] == port["nodes"]
        for node in port["nodes"]:
            assert board["nodes"][node]["port"] == (port["resource"] or "3:1")


def test_phases_have_stable_names():
    game = Catan(board="beginner")
    assert told(game.observer(2).view())["phase"] == "setup-settlement"
    assert len(Phase) == 13


SNAPSHOT = (
    '{"seat":1,"phase":"answering","decision":15,"deciders":[0,1],"turn":1,"on_turn":0,"rolled":true,'
    '"card_played":false,"dice":{"sum":9,"turn":1},"robber":9,"victim":null,"bank":[19,18,16,19,17],"deck":25,'
    '"longest_road":null,"largest_army":null,"winner":null,"free_roads":0,"offers_left":2,'
    '"offer":{"by":0,"give":[0,0,1,0,0],"get":[0,0,0,0,1],"to":[1,2],'
    '"answers":[null,null,{"kind":"counter","give":[0,0,0,0,1],"get":[0,0,2,0,0]}]},'
    '"seats":[{"hand_size":2,"hand":null,"card_count":0,"bought_count":0,"cards":null,"bought":null,'
    '"knights":0,"settlements":[46,48],"cities":[],"roads":[60,63],'
    '"left":{"roads":13,"settlements":3,"cities":4},'
    '"points":{"total":2,"settlements":2,"cities":0,"longest_road":0,"largest_army":0,"cards":null},'
    '"road_length":1,"ratios":[4,4,2,4,4],"owes":0},'
    '{"hand_size":3,"hand":[0,1,1,0,1],"card_count":0,"bought_count":0,"cards":[0,0,0,0,0],'
    '"bought":[0,0,0,0,0],"knights":0,"settlements":[8,40],"cities":[],"roads":[12,58],'
    '"left":{"roads":13,"settlements":3,"cities":4},'
    '"points":{"total":2,"settlements":2,"cities":0,"longest_road":0,"largest_army":0,"cards":0},'
    '"road_length":1,"ratios":[4,4,4,4,4],"owes":0},'
    '{"hand_size":1,"hand":null,"card_count":0,"bought_count":0,"cards":null,"bought":null,"knights":0,'
    '"settlements":[26,31],"cities":[],"roads":[32,46],"left":{"roads":13,"settlements":3,"cities":4},'
    '"points":{"total":2,"settlements":2,"cities":0,"longest_road":0,"largest_army":0,"cards":null},'
    '"road_length":1,"ratios":[3,3,3,3,3],"owes":0}],'
    '"legal":{"accept":true,"reject":true,'
    '"counter":{"max":[0,1,1,0,1],"except":{"give":[0,0,0,0,1],"get":[0,0,1,0,0]}}}}'
)


def test_one_view_byte_for_byte():
    """An offer is open; seat 2 has countered before its turn, and seat 1 is asked."""
    game = Catan(rules=Rules.trading().replace(players=3), board="beginner")
    observer = game.observer(1)
    for move in (
        *("settlement 48", "road 44-48", "settlement 40", "road 40-45", "settlement 31", "road 31-36"),
        *("settlement 26", "road 20-26", "settlement 8", "road 8-12", "settlement 46", "road 41-46"),
        *("roll", "dice 9", "offer 1 sheep for 1 ore to 1 2", "counter 1 ore for 2 sheep by 2"),
    ):
        observer.observe(move)
    assert observer.view().to_json().decode() == SNAPSHOT

"""The parts of a move: its kind, and the place, cards or seat that it is about."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab import CHANCE, Catan, CatanMove, Random
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.moves import Deal, MoveKind

ORE, WOOD = (0, 0, 0, 0, 1), (1, 0, 0, 0, 0)
PARTS = ("node", "edge", "hex", "resource", "card", "dice", "victim", "seat", "deal", "gained", "taken")


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("settlement 12", MoveKind.SETTLEMENT, {"node": 12}),
        ("city 12", MoveKind.CITY, {"node": 12}),
        ("road 12-17", MoveKind.ROAD, {"edge": edge_between(12, 17)}),
        ("robber 7", MoveKind.ROBBER, {"hex": 7}),
        ("robber 7 from 2", MoveKind.ROBBER, {"hex": 7, "victim": 2}),
        ("monopoly sheep", MoveKind.PLAY_MONOPOLY, {"resource": 2, "taken": (0, 0, 0, 0)}),
        ("monopoly ore took 0 2 0 1", MoveKind.PLAY_MONOPOLY, {"resource": 4, "taken": (0, 2, 0, 1)}),
        ("discard clay", MoveKind.DISCARD, {"resource": 1}),
        ("steal unknown", MoveKind.STEAL, {}),
        ("steal ore", MoveKind.STEAL, {"resource": 4}),
        ("draw monopoly", MoveKind.DRAW, {"card": 3}),
        ("draw unknown", MoveKind.DRAW, {}),
        ("dice 8", MoveKind.DICE, {"dice": 8}),
        ("confirm 2", MoveKind.CONFIRM, {"seat": 2}),
        ("take 3", MoveKind.TAKE_COUNTER, {"seat": 3}),
        ("plenty wood ore", MoveKind.PLAY_PLENTY, {"gained": (1, 0, 0, 0, 1)}),
        ("bank 4 wood for 1 ore", MoveKind.BANK_TRADE, {"deal": Deal((4, 0, 0, 0, 0), ORE)}),
        ("offer 1 wood for 1 ore to 1 3", MoveKind.OFFER, {"deal": Deal(WOOD, ORE)}),
        ("counter 1 wood for 1 ore", MoveKind.COUNTER, {"deal": Deal(WOOD, ORE)}),
        ("end turn", MoveKind.END_TURN, {}),
        ("accept", MoveKind.ACCEPT, {}),
    ],
)
def test_a_move_has_the_parts_of_its_kind(text, kind, parts):
    move = CatanMove.parse(text)
    assert move.kind is kind
    assert {name: getattr(move, name) for name in PARTS if getattr(move, name) is not None} == parts
    places = {parts[name] for name in ("node", "edge", "hex") if name in parts}
    assert move.place == (places.pop() if places else None)


def test_moves_are_made_from_their_parts():
    assert CatanMove.make(MoveKind.ROAD, edge_between(12, 17)) == CatanMove.parse("road 12-17")
    assert CatanMove.make(MoveKind.END_TURN).text == "end turn"
    assert CatanMove.offer(WOOD, ORE, [3, 1, 1]).addressees == (1, 3)
    assert CatanMove.counter(WOOD, ORE).text == "counter 1 wood for 1 ore"
    assert CatanMove.bank((3, 0, 0, 0, 0), ORE).text == "bank 3 wood for 1 ore"
    assert CatanMove.robber(4).text == "robber 4"
    assert CatanMove.plenty((0, 0, 2, 0, 0)) == CatanMove.parse("plenty sheep sheep")
    assert CatanMove.plenty(WOOD).gained == WOOD


@pytest.mark.parametrize("count", [-1, 32])
def test_counts_that_do_not_fit_into_a_move_are_refused(count):
    for make in (CatanMove.plenty, lambda cards: CatanMove.offer(cards, (0, 0, 0, 0, 1), to=[1])):
        with pytest.raises(ArgumentError, match=f"{count} cards of a resource"):
            make((count, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: CatanMove.robber(256, 0), "256 is not a hex from 0 to 18"),
        (lambda: CatanMove.robber(19), "19 is not a hex from 0 to 18"),
        (lambda: CatanMove.robber(-1), "-1 is not a hex from 0 to 18"),
        (lambda: CatanMove.robber(7, 4), "4 is not a victim from 0 to 3"),
        (lambda: CatanMove.robber(7, -1), "-1 is not a victim from 0 to 3"),
        (lambda: CatanMove.monopoly(5), "5 is not a resource from 0 to 4"),
        (lambda: CatanMove.monopoly(-1), "-1 is not a resource from 0 to 4"),
        (
            lambda: CatanMove.monopoly(1, [5000, 0, 0, 0]),
            "5000 is not a number of cards taken from 0 to 2047",
        ),
        (lambda: CatanMove.monopoly(1, [0, -1, 0, 0]), "-1 is not a number of cards taken"),
        (lambda: CatanMove.monopoly(1, [0] * 5), "up to 4 seats, not 5"),
        (lambda: CatanMove.offer(WOOD, ORE, to=[-1]), "-1 is not a seat from 0 to 3"),
        (lambda: CatanMove.offer(WOOD, ORE, to=[1, 4]), "4 is not a seat from 0 to 3"),
        (lambda: CatanMove.offer(WOOD[:4], ORE, to=[1]), "five counts, .* not "),
        (lambda: CatanMove.counter(WOOD, (*ORE, 1)), "five counts, .* not "),
        (lambda: CatanMove.bank(WOOD, ()), "five counts, .* not "),
        (lambda: CatanMove.plenty((1, 0, 0, 0)), "five counts, .* not "),
        (lambda: CatanMove.make(MoveKind.ROAD, 1 << 54), "negative or too large"),
        (lambda: CatanMove.make(MoveKind.ROAD, -1), "negative or too large"),
    ],
)
def test_parts_that_a_move_cannot_hold_are_refused(make, reason):
    with pytest.raises(ArgumentError, match=reason):
        make()


def test_parts_at_the_edge_are_taken():
    assert CatanMove.robber(18, 3).text == "robber 18 from 3"
    assert CatanMove.robber(0).text == "robber 0"
    assert CatanMove.monopoly(4, [2047] * 4).taken == (2047,) * 4
    assert CatanMove.monopoly(0, [1, 2]).taken == (1, 2, 0, 0)
    assert CatanMove.offer((31,) * 5, (31,) * 5, to=range(4)).addressees == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        (MoveKind.SETTLEMENT, 54),
        (MoveKind.CITY, 256),
        (MoveKind.ROAD, 72),
        (MoveKind.ROAD, 256),
        (MoveKind.ROBBER, 19),
        (MoveKind.ROBBER, 19 | 5 << 8),
        (MoveKind.PLAY_MONOPOLY, 5),
        (MoveKind.DISCARD, 5),
        (MoveKind.DISCARD, 256),
        (MoveKind.STEAL, 255),
        (MoveKind.DRAW, 5),
        (MoveKind.DICE, 1),
        (MoveKind.DICE, 13),
        (MoveKind.CONFIRM, 4),
        (MoveKind.TAKE_COUNTER, 2**40),
    ],
)
def test_an_impossible_number_has_no_parts(kind, argument):
    move = CatanMove.make(kind, argument)
    parts = {name: getattr(move, name) for name in (*PARTS, "place") if name != "taken"}
    assert set(parts.values()) == {None}
    assert move.to_dict() == {"text": f"impossible move {int(move)}", "kind": move.group}


@given(st.integers(-(2**63), 2**63 - 1))
def test_any_number_becomes_plain_data(number):
    move = CatanMove(number)
    data = move.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert move.place in ((move.node, move.edge, move.hex) if move.place is not None else (None,))


@given(st.sampled_from(MoveKind), st.integers(0, 300))
def test_any_argument_becomes_plain_data(kind, argument):
    move = CatanMove(kind << 54 | argument)
    places = [place for place in (move.node, move.edge, move.hex) if place is not None]
    assert move.place == (places[0] if places else None)
    data = move.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["text"] == move.text


def test_what_a_monopoly_took_is_in_the_plain_data():
    data = CatanMove.parse("monopoly ore took 0 2 0 1").to_dict()
    assert (data["resource"], data["taken"]) == ("ore", [0, 2, 0, 1])
    assert "taken" not in CatanMove.parse("monopoly ore").to_dict()


def test_every_move_of_a_game_goes_through_json_and_is_made_again_from_kind_and_argument():
    game = Catan(rules="trading", seed=4)
    state, random = game.start(), Random(4)
    while not state.is_over:
        move = state.draw_outcome(random) if state.to_move == CHANCE else state.draw_move(random, True)
        assert CatanMove.make(move.kind, move.argument) == move
        data = json.loads(json.dumps(move.to_dict()))
        assert CatanMove.parse(data["text"]) == move
        assert data["kind"] == move.group
        if move.deal:
            deal = move.deal
            assert deal.reversed.reversed == deal
        state.apply(move)


def test_an_impossible_number_is_of_no_kind():
    assert CatanMove(0).kind is MoveKind.NONE
    assert CatanMove(2**62).kind is MoveKind.NONE
    assert CatanMove(-1).kind is MoveKind.NONE

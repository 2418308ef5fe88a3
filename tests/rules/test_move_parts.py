"""The parts of a move: its kind, and the place, cards or seat that it is about."""

import json

import pytest

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

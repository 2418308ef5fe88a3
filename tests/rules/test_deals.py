"""Deals: an exchange at once between the seat on turn and another, agreed on without an offer."""

import pytest

from catanlab.games.catan.engine.arrange import give_resources, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase, by_resource
from catanlab.games.catan.rules import Rules

DEAL = "deal 1 wood for 2 ore with 2"


def market(phase="main", **rules):
    state = Catan(rules=Rules(**({"player_trade": True} | rules)), board="beginner").start()
    set_turn(state, 1, phase)
    give_resources(state, 1, wood=3)
    give_resources(state, 2, ore=2, clay=1)
    return state


def test_a_deal_moves_the_cards_of_both_at_once(hand_of):
    state = market().apply(DEAL)
    assert by_resource(state.position.seats[1].hand) | {"wood": 2, "ore": 2} == by_resource(
        state.position.seats[1].hand
    )
    assert by_resource(state.position.seats[2].hand) == {
        "wood": 1,
        "clay": 1,
        "sheep": 0,
        "wheat": 0,
        "ore": 0,
    }
    assert (state.to_move, state.position.phase) == (1, Phase.MAIN)


def test_a_deal_is_no_offer_and_is_not_counted_as_one():
    state = market(offers_per_turn=0).apply(DEAL)
    assert state.position.offers_made == 0
    assert state.position.offer is None


def test_a_deal_is_never_listed():
    state = market()
    assert state.is_legal(DEAL)
    assert CatanMove.parse(DEAL) not in state.legal_moves


def test_a_deal_is_an_action(refuses):
    assert market(one_action=True).apply(DEAL).to_move == 2


def test_a_deal_is_the_move_of_the_seat_on_turn():
    state = market()
    assert state.mover(DEAL) == 1
    assert state.is_legal(DEAL, 1)
    assert not state.is_legal(DEAL, 2)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("deal 1 wood for 3 ore with 2", "seat 2 lacks what it would give"),
        ("deal 4 wood for 1 ore with 2", "the seat lacks 1 wood"),
        ("deal 1 wood for 1 ore with 1", "a deal is made with one other seat"),
        ("deal 1 wood for 1 wood with 2", "the same resource cannot be on both sides"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_the_reason(refuses, move, reason):
    refuses(market(), move, reason)


def test_there_are_no_deals_without_player_trade_before_the_roll_and_amid_an_offer(refuses):
    refuses(market(player_trade=False), DEAL, "the rules have no trade between players")
    refuses(market("before the roll"), DEAL, "the phase is 'before the roll'")
    refuses(market().apply("offer 1 wood for 1 ore to 2"), DEAL, "the phase is 'answering an offer'")


def test_a_deal_with_nobody_at_the_table_is_refused(refuses):
    refuses(market(players=3), "deal 1 wood for 1 ore with 3", "a deal is made with one other seat")


def test_a_seat_cannot_make_a_deal_by_itself():
    state = market()
    observer = state.game.observer(1)
    view = observer.view().replace(hands=[(0,) * 5, (3, 0, 0, 0, 0), (0, 1, 0, 0, 2), (0,) * 5])
    assert not view.is_legal(DEAL)


def test_everybody_sees_a_deal_and_that_both_held_the_cards():
    state = market()
    assert {str(state.seen(DEAL, seat)) for seat in (0, 1, 2, 3, None)} == {DEAL}


def test_the_parts_of_a_deal_can_be_read():
    move = CatanMove.parse(DEAL)
    assert (move.kind, move.seat, move.deal.text) == (MoveKind.DEAL, 2, "1 wood for 2 ore")
    assert move == CatanMove.deal_with(*move.deal, 2)
    assert move.to_dict() == {
        "text": DEAL,
        "kind": "deal",
        "seat": 2,
        "give": {"wood": 1},
        "get": {"ore": 2},
    }

"""What each seat sees of a move: all of it, but for the cards of others."""

import pytest

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_settlement,
)
from catanlab.games.catan.rules import Rules


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
    state = turn_of(1, "before the roll", hidden_discards=hidden, open_hands=open_hands, bank_limit=False)
    give_resources(state, 3, ore=8)
    state.apply("roll").apply("dice 7")
    seen = "discard unknown" if hidden and not open_hands else "discard ore"
    assert seen_by_all(state, "discard ore") == [seen, seen, seen, "discard ore"]


def test_everybody_sees_what_a_monopoly_takes_from_whom(turn_of):
    state = turn_of(1)
    give_resources(state, 0, ore=3, wood=1)
    give_resources(state, 1, ore=4)
    give_resources(state, 3, ore=2)
    give_cards(state, 1, monopoly=1)
    assert set(seen_by_all(state, "monopoly ore")) == {"monopoly ore took 3 0 0 2"}
    assert set(seen_by_all(state, "monopoly clay")) == {"monopoly clay"}


def test_everybody_sees_what_a_monopoly_takes_of_a_large_hand(turn_of):
    state = turn_of(1, bank_limit=False)
    give_resources(state, 0, ore=300)
    give_cards(state, 1, monopoly=1)
    assert set(seen_by_all(state, "monopoly ore")) == {"monopoly ore took 300 0 0 0"}


def test_all_else_is_public_under_every_rule(walk):
    more_or_less = {"draw", "steal", "discard", "monopoly"}
    for rules in (Rules.trading(), Rules.jsettlers().replace(max_turns=200)):
        for state, move in walk(rules, 4):
            if move is not None and move.group not in more_or_less:
                assert all(state.seen(move, seat) == move for seat in range(4))

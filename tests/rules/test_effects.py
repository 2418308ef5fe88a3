"""What each move does to the cards of every seat, in random games, by the words of the rules."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.constants import CARDS, RESOURCES
from catanlab.games.catan.grid import node_hexes
from catanlab.games.catan.position import Phase, by_card, by_resource

COSTS = {
    "road": {"wood": 1, "clay": 1},
    "settlement": {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1},
    "city": {"wheat": 2, "ore": 3},
    "buy card": {"sheep": 1, "wheat": 1, "ore": 1},
}
PLAYED = {
    "knight": "knight",
    "road building": "road building",
    "plenty": "year of plenty",
    "monopoly": "monopoly",
}


def cards_of(text):
    """Read "2 wood + 1 clay"."""
    return Counter({name: int(count) for count, name in (part.split() for part in text.split(" + "))})


def production(state, facts, total):
    """What the roll pays each seat."""
    board = state.game.board
    paid = [Counter() for _ in facts.seats]
    for kind, name in enumerate(RESOURCES):
        claims = Counter()
        for number, seat in enumerate(facts.seats):
            for node in (*seat.settlement_nodes, *seat.city_nodes, *seat.city_nodes):
                for h in node_hexes(node):
                    if h != facts.robber and board.numbers[h] == total and board.resources[h] == kind:
                        claims[number] += 1
        short = state.game.rules.bank_limit and claims.total() > facts.bank[kind]
        for number, claim in claims.items():
            if not short:
                paid[number][name] = claim
            elif len(claims) == 1:
                paid[number][name] = facts.bank[kind]
    return paid


def resources_gained(state, facts, move):
    """What each seat gains (or loses) by the move."""
    gains = [Counter() for _ in facts.seats]
    me = facts.on_turn
    group = move.group
    rest = str(move).removeprefix(group).strip()
    if facts.phase == Phase.MAIN and group in COSTS:
        gains[me].subtract(COSTS[group])
    elif facts.phase == Phase.SETUP_SETTLEMENT and len(facts.seats[me].settlement_nodes) == 1:
        for h in node_hexes(int(rest)):
            if state.game.board.numbers[h]:
                gains[me][RESOURCES[state.game.board.resources[h]]] += 1
    elif group == "dice" and rest != "7":
        gains = production(state, facts, int(rest))
    elif group == "plenty":
        gains[me].update(rest.split())
    elif group == "monopoly":
        for number, seat in enumerate(facts.seats):
            if number != me:
                lost = by_resource(seat.hand)[rest]
                gains[me][rest] += lost
                gains[number][rest] -= lost
    elif group == "bank":
        exchange(gains, me, None, rest)
    elif group == "discard":
        gains[state.to_move][rest] -= 1
    elif group == "steal":
        gains[me][rest] += 1
        gains[state.fields()["victim"]][rest] -= 1
    elif group == "confirm":
        exchange(gains, me, int(rest), facts.offer_move.text.removeprefix("offer ").split(" to ")[0])
    elif group == "take":
        counter = state.game.move_type(state.fields()["answer"][int(rest)])
        exchange(gains, int(rest), me, str(counter).removeprefix("counter "))
    elif group == "accept" and state.game.rules.trade_settlement == "first":
        exchange(gains, me, state.to_move, facts.offer_move.text.removeprefix("offer ").split(" to ")[0])
    return gains


def exchange(gains, giver, getter, text):
    given_, got = map(cards_of, text.split(" for "))
    gains[giver].update(got)
    gains[giver].subtract(given_)
    if getter is not None:
        gains[getter].update(given_)
        gains[getter].subtract(got)


def check_step(state, move):
    facts = state.position
    gains = resources_gained(state, facts, move)
    after = state.copy().apply(move).position
    for number, seat in enumerate(facts.seats):
        hand = {name: held + gains[number][name] for name, held in by_resource(seat.hand).items()}
        assert by_resource(after.seats[number].hand) == hand, move
        cards = Counter(by_card(seat.cards))
        if number == facts.on_turn and move.group in PLAYED:
            cards[PLAYED[move.group]] -= 1
        if number == facts.on_turn and move.group == "draw":
            cards[str(move).removeprefix("draw ")] += 1
        assert by_card(after.seats[number].cards) == {card: cards[card] for card in CARDS}, move
        knights = seat.knights + (number == facts.on_turn and move.group == "knight")
        assert after.seats[number].knights == knights
    if move.group != "draw":
        assert after.unseen_cards == facts.unseen_cards
    if move.group != "robber":
        assert after.robber == facts.robber


def check_game(walk, rules, seed, every):
    for step, (state, move) in enumerate(walk(rules, seed, by_group=seed % 2 == 0)):
        rare = move is not None and move.group not in (
            "end turn",
            "roll",
            "dice",
            "offer",
            "reject",
            "counter",
        )
        if move is not None and (rare or step % every == 0):
            check_step(state, move)


@examples(15)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_every_move_does_to_the_cards_what_the_rules_say(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed, every=10)


@pytest.mark.full
@examples(120)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_every_move_does_to_the_cards_what_the_rules_say_in_many_games(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed, every=4)

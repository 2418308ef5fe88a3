"""The policy that searches the turn and the next roll."""

from itertools import combinations

import pytest
from tests.agents.value.test_features import positions
from tests.agents.value.test_one_ply import at_node, chosen

from catanlab import Catan
from catanlab.agents.value.expectimax import Expectimax
from catanlab.agents.value.net import shipped_net
from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import give_cards, give_resources, put_settlement, set_turn
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.lab.batch import play_random

RANDOM = Random(1, "search")
ORE = 4


def policy(*, depth=2, width=8, nodes=200, **weights):
    named = {name.replace("_", " "): weight for name, weight in weights.items()}
    return Expectimax(named or None, depth=depth, width=width, nodes=nodes)


def test_it_sees_builds_that_take_several_actions():
    state = at_node(wood=3, clay=3, sheep=1, wheat=1)
    assert chosen(state, own_points=1.0) == "end turn"
    _, line, _ = policy(own_points=1.0, width=12).rate_actions(state)
    assert [move.group for move in line] == ["road", "road", "settlement", "end turn"]


def test_ending_the_turn_is_worth_the_mean_over_the_next_roll():
    found = policy()
    for state, _ in positions():
        seat = state.to_move
        if state.position.phase != Phase.MAIN or state.position.seats[seat].hand_size > 7:
            continue
        rolling = state.copy().apply("end turn").apply("roll")
        mean = sum(
            chance * found.evaluate(rolling.copy().apply(roll), seat) for roll, chance in rolling.outcomes
        )
        rated, _, _ = found.rate_actions(state)
        assert dict(rated)[state.game.move_type.of("end turn")] == pytest.approx(mean)
        static = policy(depth=1).rate_actions(state)[0]
        assert dict(static)[state.game.move_type.of("end turn")] == pytest.approx(
            found.evaluate(state, seat)
        )


def test_a_seven_costs_the_cards_that_are_worth_least():
    state = at_node(wood=6, ore=3)
    worth = policy(own_ore=1.0, own_wood=0.1).rate_actions(state)[0]
    ending = dict(worth)[state.game.move_type.of("end turn")]
    richer = policy(own_ore=1.0, own_wood=0.1)
    rolling = state.copy().apply("end turn").apply("roll")
    mean = sum(
        chance * (3.0 + 0.2 if roll.argument == 7 else richer.evaluate(rolling.copy().apply(roll), 0))
        for roll, chance in rolling.outcomes
    )
    assert ending == pytest.approx(mean)


def test_discards_are_the_best_of_all_sets():
    state = Catan(board="beginner").start()
    set_turn(state, 1)
    put_settlement(state, 0, 23)
    give_resources(state, 0, wood=3, clay=2, sheep=1, wheat=3, ore=2)
    state.set_fields(state.fields() | {"phase": Phase.BEFORE_ROLL, "rolled": False, "actor": 1})
    state.apply("roll").apply("dice 7")
    found, hand = policy(), list(state.position.seats[0].certain)
    cards = [resource for resource in range(5) for _ in range(hand[resource])]
    kept = []
    for gone in set(combinations(cards, 5)):
        left = tuple(count - gone.count(resource) for resource, count in enumerate(hand))
        kept.append(found.evaluate_hand(state, 0, left))
    while state.position.phase == Phase.DISCARDING:
        move = found.pick(state, RANDOM)
        assert move in state.legal_moves
        state.apply(move)
    assert found.evaluate(state, 0) == pytest.approx(max(kept))


def test_the_robber_goes_where_the_card_is_believed_to_be():
    state = Catan(board="beginner").start()
    set_turn(state, 0)
    put_settlement(state, 1, 23)
    put_settlement(state, 2, 10)
    give_resources(state, 1, wood=2)
    give_resources(state, 2, wood=2)
    give_cards(state, 0, knight=1)
    found = policy(own_ore=1.0)
    state.apply("knight")
    for rich, poor in ((1, 2), (2, 1)):
        means = [[0.0] * 5 for _ in range(4)]
        means[rich][ORE], means[poor][0] = 2.0, 2.0
        found.believe(means)
        assert found.pick(state, RANDOM).victim == rich


@pytest.mark.parametrize("net", [None, shipped_net()], ids=["linear", "net"])
@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_every_guess_at_the_hidden_cards_gives_the_same_move(rules, net):
    found = Expectimax(net=net)
    for state, views in positions(rules):
        seat = state.to_move
        moves = {found.pick(views[seat].sample(Random(n, "search")), RANDOM) for n in range(4)}
        assert moves == {found.pick(state, RANDOM)}


def test_a_hidden_victory_of_the_next_seat_is_not_seen():
    states = []
    for card in ("knight", "victory_point"):
        state = at_node(wood=2, wheat=1)
        state.set_fields(state.fields() | {"public_points": (2, 9, 2, 2)})
        give_cards(state, 1, **{card: 1})
        states.append(state)
    assert policy().rate_actions(states[0])[0] == policy().rate_actions(states[1])[0]


def test_the_nodes_of_a_decision_are_bounded():
    rich = at_node(wood=6, clay=6, sheep=4, wheat=4, ore=4)
    assert policy(nodes=1).rate_actions(rich)[2] == 1
    assert policy(nodes=30).rate_actions(rich)[2] == 30
    assert policy(nodes=10**6, width=4).rate_actions(rich)[2] < 200


def test_the_chances_of_a_net_are_points_by_their_odds():
    found = Expectimax(net=shipped_net())
    assert found.points(0.5) == 0.0
    assert found.points(0.2) == pytest.approx(-found.points(0.8))
    assert found.points(1.0) > found.points(0.99)
    assert policy().points(0.8) == 0.8


def test_chances_to_win_are_those_of_the_net_made_sharper():
    found = Expectimax(net=shipped_net())
    state = at_node()
    values = [found.evaluate(state, seat) ** 2.65 for seat in range(4)]
    hands = [[0] * 5 for _ in range(4)]
    # Nobody holds a card: what is known of the position is the position itself.
    assert found.chances(state, 0, hands, [14, 2, 2, 2, 5]) == pytest.approx(
        [value / sum(values) for value in values]
    )


@pytest.mark.parametrize("net", [None, shipped_net()], ids=["linear", "net"])
def test_a_win_is_taken_at_once(net):
    state = at_node(wheat=2, ore=3, sheep=1)
    state.set_fields(state.fields() | {"public_points": (9, 2, 2, 2)})
    rated, line, _ = Expectimax(net=net).rate_actions(state)
    assert str(rated[0][0]) == str(line[0]) == "city 23"


def test_a_turn_is_worth_more_with_the_cards_of_a_build():
    state, found = at_node(wheat=2, ore=2), policy()
    gain = found.evaluate_turn(state, 0, (0, 0, 0, 2, 3)) - found.evaluate_turn(state, 0, (0, 0, 0, 2, 2))
    static = found.evaluate_hand(state, 0, (0, 0, 0, 2, 3)) - found.evaluate_hand(state, 0, (0, 0, 0, 2, 2))
    assert gain > static > 0


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_it_finishes_games_by_all_rules_as_a_playout_policy(rules):
    assert play_random(3, 1, rules=rules, policy=policy(nodes=20), max_turns=2000).finished.all()


def test_wrong_options_and_positions_are_refused():
    with pytest.raises(ArgumentError, match="depth"):
        Expectimax(depth=3)
    with pytest.raises(GameError, match="the actions of a turn of catan"):
        Expectimax().rate_actions(Catan(seed=1).start())


def test_it_is_a_kind_of_the_policy_that_looks_one_move_ahead():
    state = at_node(wheat=2, ore=3)
    assert policy().evaluate(state, 0) == OnePly().evaluate(state, 0)

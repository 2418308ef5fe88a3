"""The policy and the agent that look one move ahead."""

import pickle
import threading

import pytest
from tests.agents.value.test_features import positions

from catanlab import Catan, Table
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.one_ply import OnePlyAgent
from catanlab.agents.registry import make_agent
from catanlab.agents.value.features import features
from catanlab.agents.value.one_ply import OnePly
from catanlab.agents.value.weights import WEIGHTS, weight_list
from catanlab.framework.errors import AgentError, ArgumentError, GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import give_cards, give_resources, put_settlement, set_turn
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import play_random

RANDOM = Random(1, "search")


def chosen(state, **weights):
    policy = OnePly({name.replace("_", " "): weight for name, weight in weights.items()} or None)
    return str(policy.pick(state, RANDOM))


def at_node(**resources):
    """Return a position in which seat 0 has a settlement at node 23 and these cards."""
    state = Catan(board="beginner").start()
    set_turn(state, 0)
    put_settlement(state, 0, 23)
    give_resources(state, 0, **resources)
    return state


def test_the_evaluation_is_the_sum_of_features_times_weights():
    policy, weights = OnePly(), weight_list(WEIGHTS)
    for state, _ in positions():
        total = sum(w * value for w, value in zip(weights, features(state, 2), strict=True))
        assert policy.evaluate(state, 2) == pytest.approx(total)


def test_unknown_features_are_refused():
    with pytest.raises(ArgumentError, match="no feature 'own luck'"):
        OnePly({"own luck": 1.0})


def test_it_makes_the_build_that_its_weights_ask_for():
    rich = at_node(wood=1, clay=1, sheep=1, wheat=3, ore=4)
    assert chosen(rich, own_points=1.0) == "city 23"
    assert chosen(rich, own_cards=1.0) == "buy card"
    assert chosen(rich, own_road_length=1.0).startswith("road ")
    assert chosen(rich, own_hand=1.0) == "end turn"


def test_a_build_that_needs_a_trade_begins_with_the_trade():
    state = at_node(wood=4, wheat=2, ore=2)
    assert chosen(state, own_points=1.0) == "bank 4 wood for 1 ore"
    assert chosen(state.apply("bank 4 wood for 1 ore"), own_points=1.0) == "city 23"


def test_a_card_that_may_win_is_bought_before_all_else():
    state = at_node(sheep=1, wheat=3, ore=4)
    state.set_fields(state.fields() | {"public_points": (9, 2, 2, 2)})
    assert chosen(state, own_cards=1.0, own_hand=-0.01) in ("buy card", "city 23")
    assert chosen(state) == "city 23"


def test_knights_are_played_where_they_help():
    state = at_node()
    give_cards(state, 0, knight=1)
    assert chosen(state, own_knights=1.0) == "knight"
    assert chosen(state, own_knight=1.0) == "end turn"


def test_offers_that_raise_the_evaluation_are_accepted():
    game = Catan(rules="trading", board="beginner")
    state = game.start()
    set_turn(state, 1)
    give_resources(state, 0, wood=1)
    give_resources(state, 1, ore=1)
    state.apply("offer 1 ore for 1 wood to 0")
    assert chosen(state, own_ore=1.0) == "accept"
    assert chosen(state, own_wood=1.0) == "reject"


@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_every_guess_at_the_hidden_cards_gives_the_same_move(rules):
    policy = OnePly()
    for state, views in positions(rules):
        seat = state.to_move
        moves = {policy.pick(views[seat].sample(Random(n, "search")), RANDOM) for n in range(4)}
        assert moves == {policy.pick(state, RANDOM)}


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_it_finishes_games_by_all_rules_as_a_playout_policy(rules):
    batch = play_random(6, 1, rules=rules, policy=OnePly(), max_turns=2000)
    assert batch.finished.all()


def test_it_serves_several_threads_at_once():
    policy, found = OnePly(), {}

    def play(number):
        found[number] = play_random(8, 3, policy=policy).moves.tolist()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2] == play_random(8, 3, policy=OnePly()).moves.tolist()


def test_it_beats_chance():
    agents = [make_agent(name) for name in ("one-ply", "random", "random", "random")]
    for seed in range(3):
        table = Table(Catan(seed=seed), agents, seed=seed)
        assert table.play().winner == 0


def test_other_games_are_refused():
    with pytest.raises(GameError, match="plain states of catan"):
        OnePly().pick(Gomoku(size=6, line=4).start(), RANDOM)
    with pytest.raises(AgentError, match="one-ply plays catan, not gomoku"):
        OnePlyAgent().start(Gomoku(size=6, line=4), 0, RANDOM)


def test_the_agent_plays_as_its_native_policy():
    agent = make_agent("one-ply")
    assert agent.native_policy() == "catanlab.agents.value.one_ply.OnePly"
    table = Table(Catan(seed=2), [make_agent("one-ply") for _ in range(4)], seed=2, max_turns=20)
    table.play()
    state, policy = Catan(seed=2).start(), OnePly()
    for move in table.moves:
        if not state.is_chance:
            assert policy.pick(state, RANDOM) == move
        state.apply(move)


def test_it_explains_by_the_features_that_a_move_changes_and_survives_pickling():
    agents = [make_agent("one-ply") for _ in range(4)]
    table = Table(Catan(seed=2), agents, seed=2, max_turns=10, explain=True)
    table.play()
    said = [event.explanation for event in table.events if getattr(event, "explanation", None)]
    assert any("changes" in reason.data for reason in said)
    assert all(reason.text.endswith(".") for reason in said)
    assert pickle.loads(pickle.dumps(agents[0])).name == "one-ply"


def test_it_appraises_hands_by_its_evaluation_for_a_negotiator():
    state, views = positions("jsettlers")[-1]
    seat = state.to_move
    view, agent = views[seat], OnePlyAgent()
    agent.start(view.game, seat, RANDOM)
    value = agent.appraise(view, Situation(view, BoardValues(view.game.board)))
    hand = view.position.own.certain
    richer = tuple(count + 1 for count in hand)
    assert value(hand) == pytest.approx(1.0)
    policy = OnePly()
    change = policy.evaluate_hand(state, seat, richer) - policy.evaluate(state, seat)
    assert value(richer) == pytest.approx(1.0 + change)

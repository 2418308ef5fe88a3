"""The net: equal to plain twins, blind to what is hidden, symmetric, and the one of its record."""

import json
import pickle
import threading
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise

import numpy as np
import pytest
from tests.agents.value.symmetries import symmetries
from tests.agents.value.test_features import mapped, positions

from catanlab import Catan, Table
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.one_ply import OnePlyAgent
from catanlab.agents.registry import make_agent
from catanlab.agents.value.features import FEATURE_NAMES, features
from catanlab.agents.value.net import LAYERS, NET_SHA256, Net, shipped_net
from catanlab.agents.value.net_search import NetEvaluation, NetPriors
from catanlab.agents.value.one_ply import NetOnePly, OnePly
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import give_resources, put_settlement, set_turn
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import play_random

RANDOM = Random(1, "search")
FILE = files("catanlab.agents.value").joinpath("net.f32")
RECORD = json.loads(files("catanlab.agents.value").joinpath("net.json").read_text())


def layers(kind):
    """Return the matrix and the biases of each layer of the file, as numbers of a kind."""
    numbers, found, start = np.frombuffer(FILE.read_bytes(), "<f4").astype(kind), [], 0
    for inputs, units in pairwise(LAYERS):
        end = start + inputs * units
        found.append((numbers[start:end].reshape(inputs, units), numbers[end : end + units]))
        start = end + units
    return found


def exact_logit(values):
    """Return the output of the net for features, by matrices and numbers of 64 bits."""
    values = np.array(values)
    for matrix, bias in layers(np.float64):
        last = values @ matrix + bias
        values = np.maximum(last, 0.0)
    return float(last[0])


def rounded_logit(values):
    """Return the same by sums of 32 bits, in the order in which the native code adds."""
    values = np.array(values, np.float32)
    for matrix, bias in layers(np.float32):
        last = bias.copy()
        for row, value in zip(matrix, values, strict=True):
            if value:
                last += row * value
        values = np.maximum(last, np.float32(0.0))
    return float(last[0])


def test_it_is_the_net_of_its_record():
    assert sha256(FILE.read_bytes()).hexdigest() == NET_SHA256 == RECORD["sha256"]
    assert RECORD["layers"] == list(LAYERS)
    assert RECORD["features_sha256"] == sha256("\n".join(FEATURE_NAMES).encode()).hexdigest()
    assert RECORD["command"].startswith("python -m tools.value.train ")
    assert RECORD["labels"] >= 100_000
    assert all({"command", "commit", "result"} <= gate.keys() for gate in RECORD["gates"])
    assert RECORD["gates"]


def test_chances_are_those_of_a_plain_twin():
    net = shipped_net()
    for state, _ in positions():
        values = features(state, 1)
        assert net.predict(values) == pytest.approx(1 / (1 + np.exp(-exact_logit(values))), abs=1e-5)
        assert net.predict(values) == pytest.approx(1 / (1 + np.exp(-rounded_logit(values))), abs=1e-9)


def test_outputs_beyond_all_bounds_are_chances_too():
    count = sum(inputs * units + units for inputs, units in pairwise(LAYERS))
    lowest, highest = np.zeros(count, "<f4"), np.zeros(count, "<f4")
    lowest[-1], highest[-1] = -1e6, 1e6
    none = [0.0] * len(FEATURE_NAMES)
    assert 0.0 < Net(lowest.tobytes()).predict(none) < 1e-12
    assert 1.0 - 1e-12 < Net(highest.tobytes()).predict(none) < 1.0


def test_too_few_weights_or_features_are_refused():
    with pytest.raises(ArgumentError, match=r"bytes, not 52"):
        Net(FILE.read_bytes()[:52])
    with pytest.raises(ArgumentError, match="takes 172 features, not 3"):
        shipped_net().predict([1.0, 2.0, 3.0])
    with pytest.raises(ArgumentError, match="is a Net, not 'net'"):
        OnePly(net="net")


@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_hidden_cards_dealt_anew_change_neither_a_bit_nor_the_move(rules):
    policy, judge = NetOnePly(), NetEvaluation()
    for state, views in positions(rules):
        seat = state.to_move
        others = [views[seat].sample(Random(number, "search")) for number in range(4)]
        assert {policy.evaluate(other, seat) for other in others} == {policy.evaluate(state, seat)}
        assert {policy.pick(other, RANDOM) for other in others} == {policy.pick(state, RANDOM)}
        # The chances of others count their own cards, which this seat does not see.
        assert judge.values(state)[seat] > 0.0


@pytest.mark.parametrize("number", range(6))
def test_the_six_symmetries_of_the_board_change_not_a_bit(number):
    policy = NetOnePly()
    for state, _ in positions():
        twin = mapped(state, symmetries()[number])
        assert [policy.evaluate(twin, seat) for seat in range(4)] == [
            policy.evaluate(state, seat) for seat in range(4)
        ]


def test_a_won_game_is_worth_more_than_any_other_position():
    state = Catan(board="beginner").start()
    set_turn(state, 0)
    put_settlement(state, 0, 23)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=4)
    state.set_fields(state.fields() | {"public_points": (9, 2, 2, 2)})
    assert str(NetOnePly().pick(state, RANDOM)) == "city 23"


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_it_finishes_games_by_all_rules(rules):
    assert play_random(4, 1, rules=rules, policy=NetOnePly(), max_turns=2000).finished.all()


def test_it_serves_several_threads_at_once():
    policy, found = NetOnePly(), {}

    def play(number):
        found[number] = play_random(4, 3, policy=policy).moves.tolist()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2] == play_random(4, 3, policy=NetOnePly()).moves.tolist()


def test_the_agent_plays_as_its_native_policy_and_survives_pickling():
    agents = [make_agent("one-ply:evaluation=net") for _ in range(4)]
    assert agents[0].native_policy() == "catanlab.agents.value.one_ply.NetOnePly"
    table = Table(Catan(seed=2), agents, seed=2, max_turns=12, explain=True)
    table.play()
    state, policy = Catan(seed=2).start(), NetOnePly()
    for move in table.moves:
        if not state.is_chance:
            assert policy.pick(state, RANDOM) == move
        state.apply(move)
    said = [event.explanation for event in table.events if getattr(event, "explanation", None)]
    assert all(0.0 < reason.data["value"] < 1.0 for reason in said)
    assert any("changes" in reason.data for reason in said)
    assert pickle.loads(pickle.dumps(agents[0])).evaluation == "net"


def test_the_agent_appraises_hands_by_the_factor_of_its_chance():
    state, views = positions("jsettlers")[-1]
    seat = state.to_move
    view, agent = views[seat], OnePlyAgent(evaluation="net")
    agent.start(view.game, seat, RANDOM)
    value = agent.appraise(view, Situation(view, BoardValues(view.game.board)))
    hand, policy = view.position.own.certain, NetOnePly()
    richer = tuple(count + 1 for count in hand)
    assert value(hand) == 1.0
    factor = policy.evaluate_hand(state, seat, richer) / policy.evaluate(state, seat)
    assert value(richer) == pytest.approx(factor)


def test_in_a_search_it_values_positions_for_all_seats():
    judge, policy = NetEvaluation(), NetOnePly()
    for state, _ in positions("base,players=3"):
        chances = [policy.evaluate(state, seat) for seat in range(3)]
        assert judge.values(state) == pytest.approx([chance / sum(chances) for chance in chances])
    with pytest.raises(GameError, match="plain states of catan"):
        judge.values(Gomoku(size=6, line=4).start())


def test_priors_prefer_the_move_of_the_policy():
    by_net = {"policy": "puct", "prior": "net", "at_cut": "net", "cut_turns": 0}
    spec = "puct:iterations=60," + ",".join(
        f"{name}={value}" for name, value in by_net.items() if name != "policy"
    )
    agreed = 0
    for state, views in positions():
        seat = state.to_move
        agent = make_agent(spec)
        agent.start(state.game, seat, Random(3))
        result = agent.search(views[seat]).run()
        agreed += result.best == NetOnePly().pick(state, RANDOM)
    assert agreed > len(positions()) / 2
    assert NetPriors()


def test_it_plays_out_games_of_a_search():
    agent = make_agent("uct:playout=one-ply-net,iterations=4")
    table = Table(Catan(seed=1), [agent, *(make_agent("random") for _ in range(3))], seed=1, max_turns=2)
    assert table.play()

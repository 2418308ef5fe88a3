"""Copies, pickles and processes: the same game, apart from one another."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.errors import GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

SEEDS = st.integers(0, 10_000)


@examples(30)
@given(data=st.data(), seed=SEEDS)
def test_copies_are_equal_and_independent(walk, any_rules, data, seed):
    for state, move in walk(data.draw(any_rules), seed):
        twin = state.copy()
        assert twin == state
        assert twin is not state
        assert twin.game is state.game
        if move is not None:
            before = state.fields()
            twin.apply(move)
            assert state.fields() == before
            assert twin != state
            again = state.copy().apply(move)
            assert again == twin
            assert again.legal_moves == twin.legal_moves


def test_a_copy_of_the_past_is_not_changed_by_playing_on(walk):
    kept = []
    for state, _ in walk(Rules(player_trade=True, max_turns=100), 3):
        kept.append((state.copy(), state.fields()))
    assert all(twin.fields() == fields for twin, fields in kept)


def test_the_copy_module_makes_copies():
    state = Catan(seed=4).start().apply("settlement 10")
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        assert twin.apply("road 10-14") != state


@examples(20)
@given(data=st.data(), seed=SEEDS)
def test_a_pickle_comes_back_equal_and_plays_on_alike(walk, any_rules, data, seed):
    for step, (state, move) in enumerate(walk(data.draw(any_rules), seed)):
        if step % 9:
            continue
        twin = pickle.loads(pickle.dumps(state))
        assert isinstance(twin, CatanState)
        assert twin == state
        assert twin.fields() == state.fields()
        assert twin.game.rules == state.game.rules
        assert twin.game.board == state.game.board
        assert (twin.legal_moves, twin.outcomes) == (state.legal_moves, state.outcomes)
        if move is not None:
            assert twin.apply(move) == state.copy().apply(move)


def test_a_game_pickles():
    game = Catan(rules=Rules(players=3, layout="no-adjacent-reds"), seed=9)
    twin = pickle.loads(pickle.dumps(game))
    assert (twin.rules, twin.board, twin.seed) == (game.rules, game.board, game.seed)


def test_states_of_different_games_differ():
    assert Catan(seed=1).start() == Catan(seed=1).start()
    assert Catan(seed=1).start() != Catan(seed=2).start()
    assert Catan(seed=1).start() != Catan(rules=Rules(players=3), seed=1).start()
    assert Catan().start() != "a state"
    with pytest.raises(TypeError):
        hash(Catan().start())


def test_a_state_takes_over_only_states_of_its_game():
    game = Catan(seed=1)
    state, other = game.start(), game.start().apply("settlement 10")
    state.assign(other)
    assert state == other
    with pytest.raises(GameError, match="only a state of the same game can be copied"):
        state.assign(Catan(seed=1).start())


# The same seed in another process.

PLAY = """
import sys
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

for seed in range(6):
    rules = Rules(players=2 + seed % 3, player_trade=seed % 2 == 0)
    random = Random(seed)
    state = Catan(rules=rules, seed=seed).start()
    print(state.game.board.to_dict())
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, seed % 4 < 2)
        state.apply(move)
        print([str(move) for move in state.legal_moves], state.outcomes)
    print(state.position, state.returns)
"""


def play_in_a_process(hash_seed):
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, check=True)
    assert len(run.stdout) > 10_000
    return hashlib.sha256(run.stdout).hexdigest()


@pytest.mark.full
def test_the_same_seed_gives_the_same_game_in_every_process():
    assert play_in_a_process("1") == play_in_a_process("2")


def test_the_same_seed_gives_the_same_game_again(walk):
    for rules in (Rules(), Rules.trading()):
        games = [[move for _, move in walk(rules, 6)] for _ in range(2)]
        assert games[0] == games[1]
        assert games[0] != [move for _, move in walk(rules, 7)]


def test_draws_depend_on_the_position_and_the_random_alone(walk):
    for state, _ in walk(Rules(max_turns=50), 2):
        if not state.is_over and not state.is_chance:
            assert state.draw_move(Random(5)) == state.copy().draw_move(Random(5))

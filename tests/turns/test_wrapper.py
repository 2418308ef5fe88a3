"""The wrapper keeps the State contract, and keeps to itself in its thread."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from catanlab.framework.adapter import Wrapper
from catanlab.framework.check import check_game
from catanlab.framework.errors import GameError, IllegalMoveError, ObservationError
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler, PlainSampler
from catanlab.games.catan.engine.arrange import give_resources, put_settlement
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.turns import TurnGame, TurnMove, TurnSampler, turns
from catanlab.games.catan.view.view import CatanSampler
from catanlab.playout.games import play_out
from catanlab.playout.policies import GroupFirst

KINDS = ("martin", "panousis", "tuma")
RULES = {
    "base": Rules(players=3, max_turns=40),
    "trading": Rules.trading().replace(max_turns=30),
    "jsettlers": Rules.jsettlers().replace(max_turns=30),
    "roelofs": Rules.roelofs().replace(players=2, max_turns=60),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_games_by_turns_conform(kind):
    report = check_game(TurnGame(Catan(rules=RULES["base"], seed=3), kind), games=1, seed=5)
    assert report.chance_nodes > 20


@pytest.mark.full
@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
@pytest.mark.parametrize("kind", KINDS)
def test_games_by_all_rules_conform(kind, rules):
    check_game(TurnGame(Catan(rules=rules, seed=4), kind), games=1, seed=6)


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_games_by_turns_conform_to_the_end(kind):
    check_game(TurnGame(Catan(rules=Rules(players=3, points_to_win=8), seed=1), kind), games=3, seed=1)


@pytest.fixture
def rich(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34)
    give_resources(state, 0, wood=5, clay=2, sheep=2, wheat=4, ore=4)
    return state


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_that_a_state_has_not_listed_is_found(rich, kind):
    state = turns(rich, kind)
    for move in state.legal_moves:
        fresh = state.copy()
        assert fresh.apply(int(move)).inner == state.copy().apply(str(move)).inner


def test_the_inner_state_is_the_position_of_the_wrapper(rich):
    state = turns(rich, "martin")
    assert isinstance(state, Wrapper)
    inner = state.inner
    assert inner == rich
    assert inner is not rich
    state.legal_moves  # noqa: B018
    inner.apply("city 23")
    assert not any("city 23" in str(move) for move in state.legal_moves)
    state.assign(turns_of_game(state, rich))
    assert state.inner is inner
    assert inner == rich


def turns_of_game(state, plain):
    """Return another wrapper of the same game."""
    return state.game.around(plain)


def test_only_turns_of_the_position_are_played(rich):
    state = turns(rich, "martin")
    unlisted = TurnMove.parse("bank 4 wood for 1 ore + end turn")
    assert not state.is_legal(unlisted)
    with pytest.raises(IllegalMoveError, match="not a turn that is listed here"):
        state.apply(unlisted)
    with pytest.raises(IllegalMoveError, match="not a turn that is listed here"):
        state.steps("settlement 7")
    assert not state.is_legal("road 34-39")
    assert state.steps("city 23 + end turn") == TurnMove.parse("city 23 + end turn").steps
    assert state.steps("end turn") == (rich.game.move_type.parse("end turn"),)


def test_copies_and_pickles_are_equal(rich):
    state = turns(rich, "panousis", always_pass=True)
    for twin in (state.copy(), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert twin.legal_moves == state.legal_moves
    assert state != turns(rich, "panousis")
    assert state != state.copy().apply(state.legal_moves[0])


def test_states_of_other_games_are_not_copied(rich):
    with pytest.raises(GameError, match="same game"):
        turns(rich, "martin").assign(turns(rich, "martin"))
    with pytest.raises(GameError, match="same game"):
        turns(rich, "martin").assign(rich)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"kind": "lucky"}, "unknown kind of turns 'lucky'; the kinds are martin, panousis, tuma"),
        ({"kind": "martin", "draws": 2}, "martin has no option 'draws'; its options are trade_only"),
        ({"kind": "martin", "cap": 1}, "cap is 1; it is an integer from 64 to 4096"),
        ({"kind": "tuma", "check_first": 1}, "check_first is 1; it is True or False"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(rich, options, complaint):
    with pytest.raises(GameError, match=complaint):
        turns(rich, **options)


def test_one_action_a_turn_has_no_compound_turns():
    with pytest.raises(GameError, match="one action a turn"):
        turns(Catan(rules=Rules(one_action=True)))


def test_offers_can_be_left_out(turn_of):
    state = turn_of(0, player_trade=True)
    give_resources(state, 0, wood=1)
    give_resources(state, 1, ore=1)
    for kind in KINDS:
        assert "offer" in {move.group for move in turns(state, kind).legal_moves}
        assert "offer" not in {move.group for move in turns(state, kind, offers=False).legal_moves}
    # A lawful offer that is not listed is allowed all the same.
    assert turns(state, "martin").is_legal("offer 1 wood for 2 ore to 1")


@pytest.mark.parametrize("kind", KINDS)
def test_threads_with_wrappers_of_their_own_play_the_same_games(kind):
    root = turns(Catan(rules=Rules(players=3, max_turns=120), seed=4), kind)

    def play(first):
        arrays = [
            np.zeros((8, 3)),
            np.zeros((8, 3), np.int32),
            np.zeros(8, np.int32),
            np.zeros(8, np.int64),
        ]
        play_out([root] * 8, 7, first, GroupFirst(), 0, *arrays)
        return [array.tolist() for array in arrays]

    alone = [play(first) for first in range(0, 32, 8)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(play, range(0, 32, 8))) == alone


def test_samples_are_drawn_into_the_state_inside():
    game = Catan(rules=Rules(players=3), seed=6)
    observer = game.observer(0)
    state = game.start()
    random = Random(6)
    while state.turn < 20 or state.phase_name != "main":
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, True)
        observer.observe(state.seen(move, 0))
        state.apply(move)
    view = observer.view()
    wrapper = turns(game, "martin")
    TurnSampler(PlainSampler(view)).sample_into(wrapper, Random(1))
    assert wrapper.inner == view.sample(Random(1))
    assert wrapper.legal_moves == wrapper.game.around(view.sample(Random(1))).legal_moves
    TurnSampler(CatanSampler(view)).sample_into(wrapper, Random(1))
    assert wrapper.inner == view.sample(Random(1))
    TurnSampler(FixedSampler(state)).sample_into(wrapper, Random(1))
    assert wrapper.inner == state
    for other in (state, turns(Catan(seed=7), "martin"), None):
        with pytest.raises(GameError, match="same game"):
            TurnSampler(CatanSampler(view)).sample_into(other, Random(1))
    with pytest.raises(GameError, match="by a sampler of the plain game, not by None"):
        TurnSampler(None)


def test_a_view_of_turns_samples_wrappers():
    game = TurnGame(Catan(rules=Rules(players=2), seed=6), "martin")
    view = game.observer(0).view()
    state = game.start()
    view.sampler().sample_into(state, Random(1))
    assert state == view.sample(Random(1))


def test_an_observer_is_given_the_moves_of_a_turn(rich):
    game = TurnGame(rich.game, "martin")
    with pytest.raises(ObservationError, match="observed with its moves"):
        game.observer(1).observe(int(TurnMove.parse("city 23 + end turn")))


def is_known(state, code):
    """Say whether the table of a state still leads from a code to its moves."""
    try:
        return bool(state._steps(code))
    except IllegalMoveError:
        return False


@pytest.mark.full
def test_a_table_that_has_grown_large_is_emptied(rich):
    state = turns(rich, "martin", trade_only_to_build=False, best_roads=0, cap=4096)
    first = state.legal_moves[-1]
    give_resources(rich, 0, wood=2, clay=12)
    state.inner.assign(rich)
    # A turn that needs eight clay: no list below holds it, so only the table can know it.
    costly = next(int(turn) for turn in state.legal_moves if turn.text.count("bank 4 clay") == 2)
    known = []
    for wood in range(6, 19):
        for wheat in range(8, 13):
            give_resources(rich, 0, wood=wood, clay=4, sheep=5, wheat=wheat, ore=7)
            state.inner.assign(rich)
            state.is_legal("end turn")
            known.append(is_known(state, costly))
    assert known[0]
    assert not known[-1]
    assert known == sorted(known, reverse=True)
    give_resources(rich, 0, wood=5, clay=2, sheep=2, wheat=4, ore=4)
    state.inner.assign(rich)
    assert state.legal_moves[-1].text == first.text
    assert state.apply(int(first)).to_move != 0

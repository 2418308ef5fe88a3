"""Labelled siblings: played out with the same dice, written in parts, and read for training."""

from itertools import pairwise

import numpy as np
import pytest
from tools.value.gate import shares
from tools.value.labelled import Labels, entropy, gained, logits, read
from tools.value.labels import SEATS, Labeller, Rows

from catanlab import Catan
from catanlab.agents.value.features import FEATURE_NAMES
from catanlab.agents.value.net import LAYERS, Net
from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.random import Random
from catanlab.games.catan.rules import Rules


def rows_of(game, playouts=1):
    rows = Rows([], [], [], [], [])
    Labeller(OnePly(), playouts).play(game, 5, rows)
    return rows


def labels(decisions, shares):
    count = len(decisions)
    return Labels(
        np.zeros((count, len(FEATURE_NAMES)), np.float32),
        np.array(shares, np.float32),
        np.zeros(count, int),
        np.array(decisions),
        np.ones(count, bool),
    )


@pytest.mark.full
def test_a_game_gives_rows_of_siblings_and_the_same_ones_again(tmp_path):
    rows = rows_of(1)
    assert rows == rows_of(1)
    assert len(rows.features[0]) == len(FEATURE_NAMES)
    assert all(0.0 <= share <= 1.0 for share in rows.shares)
    for decision in set(rows.decisions):
        movers = [m for d, m in zip(rows.decisions, rows.is_mover, strict=True) if d == decision]
        assert 2 <= movers.count(True) <= 6
        assert movers.count(False) == SEATS - 1
    rows.write(tmp_path / "part-00000.npz")
    found = read([tmp_path, tmp_path])
    assert found.features.dtype == np.float32
    assert len(found.shares) == 2 * len(rows.shares)
    assert len(set(found.decisions)) == 2 * len(set(rows.decisions))


def test_siblings_that_are_equal_have_equal_labels_since_their_dice_are_the_same():
    state = Catan(rules=Rules.jsettlers().replace(player_trade=False), seed=3).start()
    found = Labeller(OnePly(), 2).play_out([state, state.copy()], 17)
    assert found.shape == (2, SEATS)
    assert (found[0] == found[1]).all()
    assert found.sum(axis=1).tolist() == [1.0, 1.0]


def test_a_knight_and_its_robbery_are_one_child():
    state = Catan(seed=3).start()
    policy, random = OnePly(), Random(1)
    while state.turn < 12:
        state.apply(state.draw_outcome(random) if state.is_chance else policy.pick(state, random))
        if not state.is_chance:
            for child in Labeller(policy, 1).children(state, random):
                assert (
                    child.is_over
                    or child.position.phase.name not in ("ROBBING", "FREE_ROADS")
                    or (child.to_move != state.to_move)
                )


def test_a_folder_without_labels_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="has no labels"):
        read([tmp_path])


def test_the_gain_is_that_of_the_sibling_with_the_highest_value():
    found = labels([7, 7, 9, 9, 9], [1.0, 0.0, 0.0, 0.3, 0.9])
    assert gained(found, np.array([2.0, 1.0, 1.0, 2.0, 3.0])) == pytest.approx((0.5 + 0.5) / 2)
    assert gained(found, np.array([1.0, 2.0, 3.0, 2.0, 1.0])) == pytest.approx((-0.5 - 0.4) / 2)


def test_the_entropy_of_an_even_chance_is_a_bit():
    assert entropy(labels([1, 2], [0.0, 1.0]), np.zeros(2)) == pytest.approx(np.log(2))


def test_logits_are_those_of_the_native_net():
    numbers = np.random.default_rng(1).normal(0.0, 0.1, 13185)
    assert sum(a * b + b for a, b in pairwise(LAYERS)) == len(numbers)
    weights = numbers.astype("<f4").tobytes()
    values = np.random.default_rng(2).random((3, len(FEATURE_NAMES))).astype(np.float32)
    for row, logit in zip(values, logits(weights, values), strict=True):
        assert Net(weights).predict(row.tolist()) == pytest.approx(1 / (1 + np.exp(-logit)), abs=1e-6)


@pytest.mark.full
def test_an_evaluation_against_itself_wins_half_of_every_block():
    assert (shares(OnePly(), OnePly(), 2, 1) == 0.5).all()

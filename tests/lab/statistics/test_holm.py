"""Holm's correction against the printed example, and what it promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics import holm


def test_the_usual_example():
    # The four p-values 0.01, 0.04, 0.03, 0.005: 4 * 0.005, 3 * 0.01, 2 * 0.03, and 0.04 lifted to 0.06.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_none_and_one_are_left_alone():
    assert holm([]) == []
    assert holm([0.2]) == [0.2]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_values_only_grow_keep_their_order_and_stay_below_bonferroni(p_values):
    adjusted = holm(p_values)
    for p, q in zip(p_values, adjusted, strict=True):
        assert p <= q <= min(1.0, len(p_values) * p) or q == p
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    ranked = [adjusted[i] for i in order]
    assert ranked == sorted(ranked)


def test_an_error_anywhere_is_as_rare_as_asked():
    p_values = np.random.default_rng(1).random((4000, 6))
    assert np.mean([min(holm(row)) <= 0.05 for row in p_values.tolist()]) == pytest.approx(0.05, abs=0.012)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(wrong):
    with pytest.raises(ArgumentError, match=r"a p-value is .*; allowed is a number from 0 to 1"):
        holm([0.5, wrong])

"""The reshaped beta distributions of Tuma's figures 4 to 6."""

from math import sqrt

import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.search.beta_densities import BetaDensity, reshaped
from catanlab.search.tree_policies.bayes import draw_beta


@pytest.mark.parametrize(
    ("phi", "shapes", "mode"),
    [(0.5, (82, 4), 0.964), (1.0, (41, 2), 0.976), (1.5, (27.333, 1.333), 0.987)],
)
def test_tuma_figures_4_to_6(phi, shapes, mode):
    density = reshaped(40, 1, phi)
    assert (density.a, density.b) == pytest.approx(shapes, abs=1e-3)
    assert density.mode == pytest.approx(mode, abs=6e-4)
    assert density.mean == pytest.approx(0.9535, abs=1e-4)
    assert density.density(density.mode) > max(
        density.density(density.mode + step) for step in (-1e-3, 1e-3)
    )


def test_reshaping_keeps_the_mean_and_scales_the_deviation_by_the_root_of_phi():
    plain = reshaped(40, 1, 1.0)
    for phi in (0.5, 1.5):
        assert reshaped(40, 1, phi).deviation / plain.deviation == pytest.approx(sqrt(phi), rel=0.02)


def test_a_density_has_the_moments_that_it_says():
    density = BetaDensity(3.0, 2.0)
    points = [(i + 0.5) / 2000 for i in range(2000)]
    weights = [density.density(x) / 2000 for x in points]
    assert sum(weights) == pytest.approx(1, abs=1e-5)
    mean = sum(x * weight for x, weight in zip(points, weights, strict=True))
    assert mean == pytest.approx(density.mean, abs=1e-5)
    variance = sum((x - mean) ** 2 * weight for x, weight in zip(points, weights, strict=True))
    assert sqrt(variance) == pytest.approx(density.deviation, abs=1e-5)


def test_thompson_sampling_draws_from_it():
    density, random = reshaped(40, 1, 1.5), Random(1)
    draws = [draw_beta(random, density.a, density.b) for _ in range(4000)]
    assert sum(draws) / 4000 == pytest.approx(density.mean, abs=4 * density.deviation / sqrt(4000))


def test_flat_and_hollow_distributions_have_no_mode():
    assert BetaDensity(1.0, 1.0).mode is None
    assert BetaDensity(0.5, 3.0).mode is None


def test_impossible_shapes_are_refused():
    for make in (
        lambda: reshaped(40, 1, 0.0),
        lambda: BetaDensity(0.0, 1.0),
        lambda: BetaDensity(1.0, 1.0).density(1.0),
    ):
        with pytest.raises(ArgumentError, match="allowed"):
            make()

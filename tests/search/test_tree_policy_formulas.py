"""What each tree policy chooses is what its formula says, over many random settings."""

import random as python_random

import pytest
from tests.search import formulas
from tests.search.formulas import Arm

from catanlab.framework.random import Random
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.tree_policies.registry import make_tree_policy

SETTINGS = 150


def placed(policy, arms, visits, value=0.5, low=0.0, span=1.0, seats=1, seat=0):
    """Return a trial with the arms as they are given."""
    trial = OneLevelTree(policy, len(arms), low=low, span=span, seats=seats, seat=seat)
    trial.set(None, visits=visits, value=value)
    for i, arm in enumerate(arms):
        trial.set(
            i,
            visits=arm.visits,
            value=arm.value,
            square=arm.square,
            prior=arm.prior,
            available=arm.available,
            extras=arm.extras or None,
        )
    return trial


def random_arms(draw, counted=0, low=0.0, span=1.0):
    """Return three to eight arms with random rewards, and counts for a Dirichlet distribution."""
    is_counted = draw.random() < 0.5
    arms = []
    for _ in range(draw.randint(3, 8)):
        visits = draw.randint(1, 60)
        rewards = [low + span * draw.random() for _ in range(visits)]
        extras = [float(draw.randint(0, 9)) for _ in range(counted)]
        arms.append(
            Arm(
                visits=visits + int(sum(extras)),
                value=sum(rewards) / visits,
                square=sum(reward**2 for reward in rewards) / visits,
                prior=draw.random(),
                available=draw.randint(visits, 500) if is_counted else 0,
                extras=extras,
            )
        )
    return arms, sum(arm.visits for arm in arms)


def check(policy, score, counted=0, extras=None, low=0.0, span=1.0):
    """Compare the choices in many settings with the highest scores."""
    draw = python_random.Random(5)
    chosen = set()
    for _ in range(SETTINGS):
        arms, visits = random_arms(draw, counted, low, span)
        if extras:
            for arm in arms:
                arm.extras = extras(draw)
        scores = score(arms, visits)
        best = max(range(len(arms)), key=lambda i: scores[i])
        seats = draw.randint(1, 4)
        trial = placed(policy, arms, visits, low=low, span=span, seats=seats, seat=seats - 1)
        assert trial.choose(Random(1)) == best, (arms, scores)
        chosen.add(best)
    assert len(chosen) > 3


@pytest.mark.parametrize("c", [0.0, 0.7, 7.0])
def test_uct(c):
    check(make_tree_policy("uct", c=c), lambda arms, n: formulas.uct(arms, n, c))


@pytest.mark.parametrize(("low", "span"), [(0.0, 1.0), (-1.0, 2.0), (0.0, 3.0)])
def test_ucb_tuned(low, span):
    def score(arms, n):
        return formulas.ucb_tuned(arms, n, low, span)

    check(make_tree_policy("ucb-tuned"), score, low=low, span=span)


@pytest.mark.parametrize("spread", ["reward", "expected", "none", "mean"])
@pytest.mark.parametrize("alpha", [1.0, 0.1])
def test_bayes_over_points(spread, alpha):
    values = [points / 10 for points in range(2, 11)]
    policy = make_tree_policy("bayes", spread=spread, alpha=alpha, support=9, least=0.2, most=1.0)
    check(policy, lambda arms, n: formulas.bayes(arms, n, spread, alpha, values), counted=9)


@pytest.mark.parametrize("spread", ["reward", "expected", "none", "mean"])
def test_bayes_over_signed_rewards(spread):
    policy = make_tree_policy("bayes", spread=spread, support=5)
    values = [-1.0, -0.5, 0.0, 0.5, 1.0]
    check(
        policy,
        lambda arms, n: formulas.bayes(arms, n, spread, 1.0, values),
        counted=5,
        low=-1.0,
        span=2.0,
    )


@pytest.mark.full
@pytest.mark.parametrize("alpha", [1.0, 0.1])
def test_vpi_analytic(alpha):
    values = [points / 10 for points in range(2, 11)]
    policy = make_tree_policy("vpi", alpha=alpha, support=9, least=0.2)
    check(policy, lambda arms, n: formulas.vpi(arms, alpha, values), counted=9)


def test_puct():
    policy = make_tree_policy("puct", c=1.3, fpu=0.2)
    check(policy, lambda arms, n: formulas.puct(arms, n, 0.5, 1.3, 0.2))


def test_progressive_bias():
    policy = make_tree_policy("bias", c=0.5, weight=5.0)
    check(policy, lambda arms, n: formulas.bias(arms, n, 0.5, 5.0))


@pytest.mark.parametrize(("width_c", "width_a"), [(1.0, 0.25), (0.5, 0.5), (4.0, 0.0)])
def test_widening(width_c, width_a):
    policy = make_tree_policy("widening", c=1.0, width_c=width_c, width_a=width_a)
    check(policy, lambda arms, n: formulas.widening(arms, n, 1.0, width_c, width_a))


def amaf(draw):
    return [float(draw.randint(0, 90)), draw.random()]


def test_mc_rave():
    policy = make_tree_policy("rave", k=50.0)
    check(policy, lambda arms, n: formulas.rave(arms, n, 50.0, 0.0), extras=amaf)


def test_uct_rave():
    policy = make_tree_policy("uct-rave", k=50.0, c=0.4)
    check(policy, lambda arms, n: formulas.rave(arms, n, 50.0, 0.4), extras=amaf)


def test_rave_with_the_least_squared_error():
    policy = make_tree_policy("rave", schedule="mse", bias=0.2)
    check(
        policy,
        lambda arms, n: formulas.rave_mse(arms, 0.2),
        extras=lambda draw: [float(draw.randint(1, 90)), draw.random()],
    )


@pytest.mark.full
def test_vpi_sampled_and_analytic_agree():
    """Where the exact score of the best is clear of the others, both forms choose it."""
    draw = python_random.Random(9)
    sampled = make_tree_policy("vpi", form="sampled", samples=3000)
    analytic = make_tree_policy("vpi")
    clear = 0
    for _ in range(80):
        arms, visits = random_arms(draw, counted=2)
        for arm in arms:
            arm.visits = int(sum(arm.extras))
        scores = formulas.exact_vpi(arms, 1.0)
        ranked = sorted(scores, reverse=True)
        if ranked[0] - ranked[1] < 0.02:
            continue
        clear += 1
        best = scores.index(ranked[0])
        assert placed(sampled, arms, visits).choose(Random(2)) == best
        assert placed(analytic, arms, visits).choose(Random(2)) == best
    assert clear > 20

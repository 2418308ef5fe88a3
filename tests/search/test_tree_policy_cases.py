"""Choices of tree policies in small cases worked out by hand, and at the edges."""

import math

import pytest
from scipy import integrate, stats
from tests.search.searching import open_view, search, searcher

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.tree_policies.registry import TREE_POLICIES, make_tree_policy
from catanlab.search.tree_policies.vpi import expected_excess

ALL = TREE_POLICIES.names


def shares(trial, draws=20_000, among=None):
    """Return how often each arm is chosen."""
    random = Random(7, "search")
    counts = [0] * trial.arms
    for _ in range(draws):
        counts[trial.choose(random, among)] += 1
    return [count / draws for count in counts]


def two_arms(policy, first, second, parent, **options):
    """Return a trial with two arms, each given as visits and value."""
    trial = OneLevelTree(policy, 2, **options)
    trial.set(None, visits=parent, value=0.5)
    for arm, (visits, value) in enumerate((first, second)):
        trial.set(arm, visits=visits, value=value, square=value * value)
    return trial


def test_uct_by_hand():
    # ln 100 = 4.605; 0.6 + sqrt(4.605 / 80) = 0.840 and 0.4 + sqrt(4.605 / 20) = 0.880
    trial = two_arms(make_tree_policy("uct", c=1.0), (80, 0.6), (20, 0.4), 100)
    assert trial.choose(Random(1)) == 1
    # With c = 0.5 they are 0.720 and 0.640.
    trial = two_arms(make_tree_policy("uct", c=0.5), (80, 0.6), (20, 0.4), 100)
    assert trial.choose(Random(1)) == 0


def test_uct_goes_by_how_often_a_child_was_available():
    # 0.5 + sqrt(ln 100 / 25) = 0.929 against 0.5 + sqrt(ln 30 / 20) = 0.912, or 0.980 by visits alone.
    trial = two_arms(make_tree_policy("uct", c=1.0), (25, 0.5), (20, 0.5), 100)
    assert trial.choose(Random(1)) == 1
    trial.set(0, available=100)
    trial.set(1, available=30)
    assert trial.choose(Random(1)) == 0


def test_ucb_tuned_by_hand():
    # ln 100 / 50 = 0.0921. An arm that always gave 0.5 has V = sqrt(0.1842) = 0.429, one of 0s and 1s has
    # more: both are cut at 1/4, so that the bonus is sqrt(0.0921 / 4) = 0.152 for both: the value decides.
    trial = two_arms(make_tree_policy("ucb-tuned"), (50, 0.50), (50, 0.51), 100)
    assert trial.choose(Random(1)) == 1
    # After 5,000 visits each, ln 10000 / 5000 = 0.00184: V = 0.0607 for the steady arm, and 0.25 for the
    # other: 0.5 + sqrt(0.00184 * 0.0607) = 0.5106 against 0.495 + sqrt(0.00184 * 0.25) = 0.5165.
    trial = two_arms(make_tree_policy("ucb-tuned"), (5000, 0.5), (5000, 0.495), 10_000)
    trial.set(1, square=0.495)
    assert trial.choose(Random(1)) == 1
    # Steady itself, the second would have 0.495 + 0.0106.
    trial.set(1, square=0.495**2)
    assert trial.choose(Random(1)) == 0


def test_bayes_by_hand():
    # Rewards 0 and 1, alpha 1. Arm 0: 8 wins of 10, mu = 9/12, sigma = sqrt(9/12 * 3/12) = 0.433,
    # sqrt(2 ln 20 / 10) = 0.774: 0.75 + 0.335 = 1.085. Arm 1: 5 of 10, mu = 1/2, sigma = 1/2: 0.5 + 0.387.
    policy = make_tree_policy("bayes")
    trial = two_arms(policy, (10, 0.8), (10, 0.5), 20)
    trial.set(0, extras=[2, 8])
    trial.set(1, extras=[5, 5])
    assert trial.choose(Random(1)) == 0
    # With 2 wins of 3 arm 1 has mu = 3/5, sigma = 0.490, sqrt(2 ln 13 / 3) = 1.308: 0.6 + 0.641 = 1.241;
    # arm 0 then has sqrt(2 ln 13 / 10) = 0.716: 0.75 + 0.310 = 1.060.
    trial.set(None, visits=13)
    trial.set(1, visits=3, extras=[1, 2])
    assert trial.choose(Random(1)) == 1


def test_sigma_of_the_expected_reward_and_n_both_fall_with_the_visits():
    # Panousis, equation 14 and the list below it: sigma belongs to the distribution of the expected reward.
    # 60 wins of 100: mu = 61/102, the variance of a reward mu (1 - mu) = 0.240, that of mu a 103rd of it.
    # With n = 1000 the bonus is 0.372 * 0.490 = 0.182 or 0.372 * 0.048 = 0.018.
    for spread, bonus in (("reward", 0.182), ("expected", 0.018)):
        # an arm without a bonus is chosen if its mean is above the score of the first
        for step, best in ((-0.002, 0), (0.002, 1)):
            score = 61 / 102 + bonus + step
            trial = two_arms(make_tree_policy("bayes", spread=spread), (100, 0.6), (10**9, score), 1000)
            trial.set(0, extras=[40, 60])
            trial.set(1, extras=[10**9 * (1 - score), 10**9 * score])
            assert trial.choose(Random(1)) == best


def test_uct_may_count_all_simulations_of_the_tree():
    # Martin, figure 1: t is the total number of simulations. At the root it is the same, below larger.
    spec = "uct:iterations=300,c=1,hidden=open,chance=sampled"
    view = open_view(Catan(board="beginner").start())
    by_node, by_tree = (search(view, f"{spec},total={word}") for word in ("no", "yes"))
    assert [move.visits for move in by_node.moves] != [move.visits for move in by_tree.moves]
    for total in (False, True):
        trial = two_arms(make_tree_policy("uct", c=1.0, total=total), (10, 0.5), (20, 0.6), 30)
        # 0.5 + sqrt(ln 30 / 10) = 1.083 beats 0.6 + sqrt(ln 30 / 20) = 1.012
        assert trial.choose(Random(1)) == 0
    assert searcher("martin").policy_options["total"] is True


def test_a_reward_between_two_values_counts_for_both():
    trial = OneLevelTree(make_tree_policy("bayes", support=3), 1)
    trial.reward(0, 0.625)
    assert trial.facts(0)["extras"] == [0.0, 0.75, 0.25]
    trial.reward(0, 1.0)
    trial.reward(0, -3.0)
    assert trial.facts(0)["extras"] == [1.0, 0.75, 1.25]


def test_the_weight_of_the_prior_is_an_option():
    # One win against 6 of 10. With alpha = 0.01: 1.01/1.02 = 0.990, with alpha = 10: 11/21 = 0.524, while
    # the other has 6.01/10.02 = 0.600 or 16/30 = 0.533. There is no bonus, for ln 1 = 0.
    for alpha, best in ((0.01, 0), (10.0, 1)):
        trial = two_arms(make_tree_policy("bayes", alpha=alpha, spread="mean"), (1, 1.0), (10, 0.6), 1)
        trial.set(0, extras=[0, 1])
        trial.set(1, extras=[4, 6])
        assert trial.choose(Random(1)) == best


def test_the_expected_excess_of_a_normal_variable():
    for mean, deviation in ((0.0, 1.0), (-0.3, 0.2), (0.4, 0.1)):
        spread = stats.norm(mean, deviation)
        exact, _ = integrate.quad(lambda x, spread=spread: x * spread.pdf(x), 0, 10)
        assert expected_excess(mean, deviation) == pytest.approx(exact, abs=1e-9)
    assert expected_excess(-0.5, 0.0) == 0.0
    assert expected_excess(0.5, 0.0) == 0.5


def test_vpi_by_hand():
    # Arm 0: 60 of 100, mu = 61/102 = 0.598, s = sqrt(0.598 * 0.402 / 103) = 0.0483. Arm 1: nothing known,
    # mu = 1/2, s = sqrt(1/4 / 3) = 0.2887. Learning arm 1 gains 0.2887 * phi(-0.339) - 0.098 * Phi(-0.339)
    # = 0.1087 - 0.0360 = 0.0727, so 0.573; arm 0 gains 0.0483 * phi(-2.03) - 0.098 * Phi(-2.03) = 0.0004,
    # so 0.598.
    trial = two_arms(make_tree_policy("vpi"), (100, 0.6), (0, 0.0), 100)
    trial.set(0, extras=[40, 60])
    assert trial.choose(Random(1)) == 0
    # At 53 of 100 arm 0 has mu = 54/102 = 0.529: arm 1 then has 0.5 + 0.1146 - 0.0294 * 0.4594 = 0.601,
    # arm 0 only 0.529 + 0.0492 * 0.3337 - 0.0294 * 0.275 = 0.538.
    trial.set(0, value=0.53, extras=[47, 53])
    assert trial.choose(Random(1)) == 1


@pytest.mark.parametrize("name", ["bayes", "vpi"])
def test_virtual_wins_count_for_the_greatest_value(name):
    # 20 virtual wins and nothing else, mu = 21/22, against 20 simulations with 12 wins.
    trial = two_arms(make_tree_policy(name), (20, 0.6), (20, 1.0), 40)
    trial.set(0, extras=[8, 12])
    assert trial.choose(Random(1)) == 1


def beats(first, second):
    """Return the probability that a draw from one beta distribution is above one from another."""
    a, b = stats.beta(*first), stats.beta(*second)
    return integrate.quad(lambda x: a.pdf(x) * b.cdf(x), 0, 1, limit=200)[0]


@pytest.mark.parametrize(("low", "span"), [(0.0, 1.0), (-1.0, 2.0)])
def test_thompson_chooses_as_often_as_a_draw_is_the_highest(low, span):
    # 6 wins of 10 against 15 of 30.
    trial = two_arms(
        make_tree_policy("thompson"), (10, low + 0.6 * span), (30, low + 0.5 * span), 40, low=low, span=span
    )
    exact = beats((7, 5), (16, 16))
    assert shares(trial)[0] == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))


def test_thompson_takes_any_prior():
    trial = two_arms(make_tree_policy("thompson", a=3.0, b=9.0), (10, 0.6), (30, 0.5), 40)
    exact = beats((9, 13), (18, 24))
    assert shares(trial)[0] == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))


@pytest.mark.full
def test_reshaping_divides_the_shapes_by_phi():
    # phi = sqrt(ln 1000 / n_i): 0.263 for 100 visits, 0.117 for 500: all sharper.
    trial = two_arms(make_tree_policy("thompson", reshape=True), (100, 0.5), (500, 0.52), 1000)
    first, second = math.sqrt(math.log(1000) / 100), math.sqrt(math.log(1000) / 500)
    exact = beats((51 / first, 51 / first), (261 / second, 241 / second))
    plain = beats((51, 51), (261, 241))
    assert shares(trial)[0] == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))
    assert abs(exact - plain) > 0.05
    # Floored at 1 it is plain Thompson sampling.
    trial = two_arms(make_tree_policy("thompson", reshape=True, floor=True), (100, 0.5), (500, 0.52), 1000)
    assert shares(trial)[0] == pytest.approx(plain, abs=4 * math.sqrt(plain * (1 - plain) / 20_000))


def test_reshaping_never_makes_a_shape_fall_below_one():
    # 3 visits, 1 win, n = 100,000: phi = sqrt(11.5 / 3) = 1.96 divides (2, 3) to (1.02, 1.53). Without a
    # win the shapes are (1, 4), and would become (0.51, 2.04): phi is taken as 1.
    trial = two_arms(make_tree_policy("thompson", reshape=True), (3, 1 / 3), (3, 0.0), 100_000)
    phi = math.sqrt(math.log(100_000) / 3)
    exact = beats((2 / phi, 3 / phi), (1, 4))
    assert shares(trial)[0] == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))


def test_reshaping_without_a_logarithm_is_plain():
    # The root was visited once, as when both arms have virtual wins only.
    trial = two_arms(make_tree_policy("thompson", reshape=True), (10, 0.6), (30, 0.5), 1)
    exact = beats((7, 5), (16, 16))
    assert shares(trial)[0] == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))


def test_puct_divides_by_the_priors_that_are_offered():
    # Priors 1, 1 and 6; sqrt(64) = 8. With all three, arm 0 has 0.5 + 1/8 * 8 / 11 = 0.591 against
    # 0.55 + 1/8 * 8 / 21 = 0.598; without the third, 0.5 + 1/2 * 8 / 11 = 0.864 against 0.740.
    trial = OneLevelTree(make_tree_policy("puct", c=1.0), 3)
    trial.set(None, visits=64, value=0.5)
    trial.set(0, visits=10, value=0.5, prior=1.0)
    trial.set(1, visits=20, value=0.55, prior=1.0)
    trial.set(2, visits=34, value=0.0, prior=6.0)
    assert trial.choose(Random(1)) == 1
    assert trial.choose(Random(1), among=[0, 1]) == 0


def test_puct_begins_with_the_highest_prior():
    trial = OneLevelTree(make_tree_policy("puct"), 4)
    for arm, prior in enumerate((0.2, 0.5, 0.9, 0.5)):
        trial.set(arm, prior=prior)
    assert trial.choose(Random(1)) == 2
    assert {trial.choose(Random(seed), among=[0, 1, 3]) for seed in range(20)} == {1, 3}


@pytest.mark.parametrize(
    ("fpu", "start", "chosen"), [(0.3, "parent", 0), (0.0, "parent", 1), (0.1, "fixed", 0)]
)
def test_puct_values_what_was_never_tried(fpu, start, chosen):
    # Both bonuses are small: 0.01 * 1/2 * 10 / 101 and 0.01 * 1/2 * 10 / 1 = 0.05. The parent is worth 0.5,
    # so the untried arm has 0.25, 0.55 or 0.15 against 0.5005.
    trial = two_arms(make_tree_policy("puct", c=0.01, fpu=fpu, fpu_from=start), (100, 0.5), (0, 0.0), 100)
    assert trial.choose(Random(1)) == chosen


def test_bias_fades_with_the_visits():
    # 0.5 + 4 * 0.5 / 11 = 0.682 against 0.6 + 4 * 0.1 / 11 = 0.636; after 100 visits 0.520 against 0.604.
    for visits, best in ((10, 0), (100, 1)):
        trial = two_arms(
            make_tree_policy("bias", c=1.0, weight=4.0), (visits, 0.5), (visits, 0.6), 2 * visits
        )
        trial.set(0, prior=0.5)
        trial.set(1, prior=0.1)
        assert trial.choose(Random(1)) == best


def test_bias_tries_the_highest_prior_first():
    trial = OneLevelTree(make_tree_policy("bias"), 4)
    for arm, prior in enumerate((0.2, 0.5, 0.9, 0.5)):
        trial.set(arm, prior=prior)
    assert trial.choose(Random(1)) == 2
    trial.set(2, visits=1)
    assert {trial.choose(Random(seed)) for seed in range(20)} == {1, 3}


def test_widening_tries_more_children_as_visits_grow():
    # k = ceil(1 * sqrt(n)): after 100 pulls 10 arms were open at the most, the 10 of the highest priors.
    trial = OneLevelTree(make_tree_policy("widening", width_c=1.0, width_a=0.5), 30)
    for arm in range(30):
        trial.set(arm, prior=float(arm % 15))
    random = Random(3)
    for pulls in range(1, 101):
        trial.run([0.5] * 30, 1, random)
        opened = sum(visits > 0 for visits in trial.visits)
        assert opened == max(1, math.ceil(math.sqrt(pulls - 1)))
    likeliest = sorted(range(30), key=lambda arm: (-(arm % 15), arm))[:10]
    assert {arm for arm, visits in enumerate(trial.visits) if visits} == set(likeliest)


def test_rave_goes_by_other_simulations_where_it_has_no_own():
    # k = 100: at n = 0 beta is 1; at n = 100, beta = sqrt(100 / 400) = 1/2, so 0.5 * 0.4 + 0.5 * 0.8 = 0.6.
    trial = two_arms(make_tree_policy("rave", k=100.0), (100, 0.4), (0, 0.0), 100)
    trial.set(0, extras=[150, 0.8])
    trial.set(1, extras=[50, 0.61])
    assert trial.choose(Random(1)) == 1
    trial.set(1, extras=[50, 0.59])
    assert trial.choose(Random(1)) == 0
    # What nothing is known of comes first.
    trial.set(1, extras=[0, 0.0])
    assert trial.choose(Random(1)) == 1


@pytest.mark.parametrize("name", ALL)
def test_a_single_child_is_chosen(name):
    trial = OneLevelTree(make_tree_policy(name), 1)
    for _ in range(5):
        assert trial.choose(Random(1)) == 0
        trial.reward(0, 1.0)


@pytest.mark.parametrize("name", ALL)
def test_what_was_never_tried_is_chosen_by_chance(name):
    trial = OneLevelTree(make_tree_policy(name), 3)
    chosen = {trial.choose(Random(seed)) for seed in range(40)}
    assert chosen == ({0} if name == "widening" else {0, 1, 2})


@pytest.mark.parametrize("name", ALL)
def test_only_what_is_offered_is_chosen(name):
    trial = OneLevelTree(make_tree_policy(name), 6)
    random = Random(2)
    for i in range(60):
        arm = trial.choose(random, among=[4, 1])
        assert arm in (1, 4)
        trial.reward(arm, float(i % 3 == 0))


@pytest.mark.parametrize("name", ALL)
def test_children_with_virtual_wins_only_can_be_chosen_from(name):
    trial = OneLevelTree(make_tree_policy(name), 3)
    for arm in range(3):
        trial.set(arm, visits=20, value=1.0, square=1.0)
    random = Random(4)
    for _ in range(30):
        trial.reward(trial.choose(random), 0.0)
    assert sum(trial.visits) == 90


@pytest.mark.parametrize("name", ALL)
def test_rewards_may_lie_anywhere(name):
    trial = OneLevelTree(make_tree_policy(name), 3, low=-1.0, span=2.0)
    random = Random(4)
    for _ in range(300):
        arm = trial.choose(random)
        trial.reward(arm, (-1.0, 0.9, -0.8)[arm])
    if name != "rave":  # which explores only by what other moves do later
        assert trial.visits[1] > 150


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("bayes", {"alpha": 0.0}, "alpha is 0.0; allowed is a number above 0"),
        ("bayes", {"support": 1}, "support is 1; allowed is an integer from 2"),
        ("bayes", {"least": 1.0, "most": 0.5}, "the rewards from 1.0 to 0.5"),
        (
            "bayes",
            {"spread": "wide"},
            "unknown spread 'wide'; the spreads are reward, expected, none, mean",
        ),
        ("vpi", {"form": "guess"}, "unknown form 'guess'; the forms are analytic, sampled"),
        ("vpi", {"samples": 0}, "samples is 0"),
        ("thompson", {"b": -1.0}, "b is -1.0; allowed is a number above 0"),
        ("rave", {"k": 0.0}, "k is 0.0; allowed is a number above 0"),
        ("rave", {"schedule": "slow"}, "unknown schedule 'slow'; the schedules are hand and mse"),
        ("puct", {"fpu_from": "child"}, "unknown fpu_from 'child'; allowed are parent and fixed"),
        ("widening", {"width_a": 2.0}, "width_a is 2.0; allowed is a number from 0 to 1"),
        ("widening", {"width_c": 0.0}, "width_c is 0.0; allowed is a number above 0"),
    ],
)
def test_options_that_cannot_be_are_refused(name, options, words):
    with pytest.raises(ArgumentError, match=words):
        make_tree_policy(name, **options)


@pytest.mark.parametrize("name", ["bayes", "vpi"])
def test_a_support_beyond_the_rewards_is_refused(name):
    """What is not given is taken from the rewards, which are known later."""
    for options, words in (({"least": 1.0}, "from 1 to 1"), ({"most": -2.0}, "from 0 to -2")):
        with pytest.raises(ArgumentError, match=f"the rewards {words} are none"):
            OneLevelTree(make_tree_policy(name, **options), 2)


@pytest.mark.parametrize("name", ["bayes", "vpi"])
@pytest.mark.parametrize("reward", [float("nan"), float("inf"), -5.0])
def test_a_reward_that_cannot_be_stays_within_the_support(name, reward):
    trial = OneLevelTree(make_tree_policy(name, support=4), 2)
    trial.reward(1, reward)
    assert trial.facts(0)["extras"] == [0.0] * 4
    assert sum(trial.facts(1)["extras"]) == 1.0

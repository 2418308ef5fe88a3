"""Tree policies in plain Python: what they are given, and what they may answer."""

import math

import pytest
from tests.framework.tally import Tally

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler
from catanlab.games.sos import Sos
from catanlab.playout.evaluations import Nothing
from catanlab.playout.policies import Uniform
from catanlab.search.backup import Rewards
from catanlab.search.candidates import GroupPriors
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.simulation import Simulation
from catanlab.search.tree_policies.base import PlainTreePolicy, TreePolicy
from catanlab.search.tree_policies.registry import (
    TREE_POLICIES,
    make_tree_policy,
    policy_options,
    read_tree_policy,
)
from catanlab.search.tree_policies.ucb import Uct

HERE = "tests.search.test_plain_tree_policies"


class Ucb:
    """UCT once more, by a newcomer."""

    def __init__(self, *, c: float = 1.0):
        self.c = c

    def choose(self, children, parent, random):
        fresh = [i for i, child in enumerate(children) if child.visits == 0]
        if fresh:
            return fresh[random.below(len(fresh)) if len(fresh) > 1 else 0]
        log = math.log(parent.visits)
        scores = [child.value + self.c * math.sqrt(log / child.visits) for child in children]
        return scores.index(max(scores))


class Answers:
    """Answers whatever it is given."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, children, parent, random):
        return self.answer


class Listener(Ucb):
    """Keeps every update."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def update(self, child, reward):
        self.heard.append((child.node, child.visits, reward))


class Mute:
    """Has no choose."""


class NotCompiled(TreePolicy):
    """A subclass that no native code would call."""

    def choose(self, tree, node, children, count, seat, random):
        return 0


def tilted(*, c: float = 0.5):
    """Make a compiled policy with options."""
    return Uct(c)


def search(policy, game=None, priors=None, **options):
    state = (game or Sos(switches=7, seed=3)).start()
    if state.is_chance:
        state.apply(state.outcomes[0][0])
    return Simulation(
        state=state.blank(),
        seat=state.to_move,
        sampler=FixedSampler(state),
        tree_policy=policy,
        policy=Uniform(),
        rewards=Rewards("win", Nothing(), 0),
        random=Random(1, "search"),
        priors=priors,
        **options,
    )


def tree_of(simulation):
    return [simulation.tree.facts(node) for node in range(len(simulation.tree))]


def test_uct_in_plain_python_searches_the_same_tree():
    plain, native = search(PlainTreePolicy(Ucb(c=0.8))), search(make_tree_policy("uct", c=0.8))
    plain.run(300)
    native.run(300)
    assert tree_of(plain) == tree_of(native)


def test_a_plain_policy_is_given_what_the_tree_knows():
    class Looks:
        def choose(self, children, parent, random):
            self.children, self.parent = children, parent
            return 1

    looks = Looks()
    trial = OneLevelTree(PlainTreePolicy(looks), 2, seats=3, seat=2)
    trial.set(None, visits=9, value=0.25)
    trial.set(1, visits=4, value=0.5, square=0.34, prior=0.75, available=7)
    assert trial.choose(Random(1)) == 1
    first, second = looks.children
    assert (first.node, first.visits, first.spread) == (1, 0, 0.0)
    assert (second.node, second.move, second.visits, second.value) == (2, 1, 4, 0.5)
    assert (second.spread, second.prior, second.available) == (pytest.approx(0.3), 0.75, 7)
    assert (looks.parent.node, looks.parent.visits, looks.parent.value) == (0, 9, 0.25)
    assert repr(second) == "<branch 2: visits 4, value 0.500>"


def test_a_plain_policy_may_be_given_rewards():
    listener = Listener()
    trial = OneLevelTree(PlainTreePolicy(listener), 2)
    trial.reward(1, 0.25)
    trial.reward(1, 1.0)
    assert listener.heard == [(2, 1, 0.25), (2, 2, 1.0)]


@pytest.mark.parametrize("answer", [2, -1, None, "0", 0.0, True])
def test_a_wrong_answer_is_refused(answer):
    trial = OneLevelTree(PlainTreePolicy(Answers(answer)), 2)
    with pytest.raises(
        ArgumentError, match=r"Answers\.choose answered .*; allowed is the index of a child, .* from 0 to 1"
    ):
        trial.choose(Random(1))


def test_what_a_plain_policy_raises_reaches_the_caller_of_the_search():
    class Fails:
        def choose(self, children, parent, random):
            raise KeyError("ore")

    with pytest.raises(KeyError, match="ore"):
        search(PlainTreePolicy(Fails())).run(5)


def test_every_policy_can_be_made_by_its_name():
    for name in TREE_POLICIES.names:
        assert isinstance(make_tree_policy(name), TreePolicy)


def test_defaults_of_the_list_are_those_of_the_classes():
    for name in TREE_POLICIES.names:
        made = make_tree_policy(name)
        plain = type(made)()
        for attribute, default in policy_options(name).items():
            if hasattr(made, attribute) and (name, attribute) != ("uct-rave", "c"):
                assert getattr(plain, attribute) == getattr(made, attribute) == default[1]


def test_options_are_read_from_text():
    policy = read_tree_policy("thompson:reshape=yes,a=0.5")
    assert (policy.reshape, policy.floor, policy.a, policy.b) == (True, False, 0.5, 1.0)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ucb", "unknown tree policy 'ucb'; the policies are uct, ucb-tuned, bayes, vpi, thompson, rave, "),
        ("uct:k=3", "uct has no option 'k'; its options are c"),
        ("ucb-tuned:c=3", "ucb-tuned has no option 'c'; it has none"),
        ("uct:c=wide", "uct's c is 'wide'; it must be a number"),
        ("thompson:reshape=often", "it must be yes or no"),
        ("vpi:form=quick", "it must be analytic or sampled"),
        ("no_such.module.Policy", "there is no module 'no_such' for the tree policy no_such.module.Policy"),
        (f"{HERE}.Missing", "has no class or function 'Missing' for a tree policy"),
        (f"{HERE}.Mute", r"Mute has no method choose\(children, parent, random\)"),
        (f"{HERE}.NotCompiled", "is a subclass of TreePolicy but not compiled"),
        (f"{HERE}.Answers", "needs a value for its option answer"),
        (f"{HERE}.Ucb:d=2", "has no option 'd'; its options are c"),
    ],
)
def test_wrong_specs_say_what_is_allowed(spec, words):
    with pytest.raises(ArgumentError, match=words):
        read_tree_policy(spec)


class Unary:
    """Its choose takes one argument."""

    def choose(self, children):
        return 0


class Greeter(Ucb):
    """Its update takes none."""

    def update(self):
        pass


class Keyworded:
    """Takes its arguments by name, which no search gives."""

    def choose(self, *, children, parent, random):
        return 0


class Anything:
    """Takes whatever comes."""

    def choose(self, *given):
        return 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "Unary",
            r"Unary.choose\(children\) cannot be called as choose\(children, parent, random\), which",
        ),
        ("Greeter", r"Greeter.update\(\) cannot be called as update\(child, reward\)"),
        ("Keyworded", "Keyworded.choose.* too many positional arguments"),
    ],
)
def test_a_method_with_other_arguments_is_refused_before_the_search(name, words):
    with pytest.raises(ArgumentError, match=words):
        read_tree_policy(f"{HERE}.{name}")
    with pytest.raises(ArgumentError, match=words):
        make_agent(f"uct:policy={HERE}.{name}").check(Sos())


class Childish:
    """Answers a child, not its index."""

    def choose(self, children, parent, random):
        return children[0]


class Gamer(Ucb):
    """Needs the moves of a game."""

    def choose(self, children, parent, random):
        return {None: 0}[children[0].move]


def test_a_wrong_answer_is_refused_before_a_match():
    with pytest.raises(
        ArgumentError, match=r"Childish.choose answered <branch 1.*; allowed is the index of a child"
    ):
        make_agent(f"uct:policy={HERE}.Childish").check(Sos())
    make_agent(f"uct:policy={HERE}.Gamer").check(Sos())  # whatever else it raises, it raises in the search


def test_a_method_that_takes_anything_is_accepted():
    assert isinstance(read_tree_policy(f"{HERE}.Anything"), PlainTreePolicy)


def test_policies_of_others_are_found_by_import_path():
    plain = read_tree_policy(f"{HERE}.Ucb:c=2.5")
    assert isinstance(plain, PlainTreePolicy)
    assert plain.plain.c == 2.5
    assert read_tree_policy(f"{HERE}.tilted:c=3").c == 3.0
    assert read_tree_policy("catanlab.search.tree_policies.ucb.Uct").c == 1.0
    assert read_tree_policy("catanlab.search.tree_policies.uct.Uct").c == 1.0  # where it was before


def test_a_prior_over_groups_is_conditioned_on_what_is_legal():
    """PUCT with seeds by group: in tally `keep` weighs as much as all three `leave`s together."""
    priors = GroupPriors([3.0, 3.0], [])
    found = search(make_tree_policy("puct", c=100.0), Tally(), priors)
    found.run(400)
    root = found.tree
    priors = [root.facts(child)["prior"] for child in root.children()]
    assert priors == [3.0, 1.0, 1.0, 1.0]
    # With so large a c the visits are shared as the priors, divided by the sum of 6, are.
    visits = [root.facts(child)["visits"] for child in root.children()]
    assert visits[0] == pytest.approx(200, abs=6)
    assert visits[1:] == pytest.approx([200 / 3] * 3, abs=6)

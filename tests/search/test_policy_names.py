"""Policies and evaluations are made from text, and refused in one sentence that says what is allowed."""

import pytest
from tests.framework.tally import Tally, TallyMove

from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove
from catanlab.playout.evaluations import Evaluation, Leader, Nothing, PlainEvaluation, Points
from catanlab.playout.policies import CompiledFunction, GroupFirst, PlainPolicy, Policy, Uniform, Weighted
from catanlab.playout.registry import make_evaluation, make_policy

HERE = "tests.search.test_policy_names"


def keeper(state, random):
    """Keep what was drawn."""
    return "keep"


def even(state):
    """Value all seats alike."""
    return [0.5] * state.seats


class PlainlyWritten(Policy):
    """Not compiled: native code would never call this."""

    def choose(self, state, random, out):
        return 1


class PlainlyValued(Evaluation):
    """Not compiled: native code would never call this."""

    def value(self, state, out):
        return 0


class Unwilling(Policy):
    """Cannot be made."""

    def __init__(self):
        raise RuntimeError("not today\nnor tomorrow")


class Compiled:
    """What a numba.cfunc looks like from outside."""

    address = 4096


POLICY = Weighted("keep*3", TallyMove)
EVALUATION = Points(3)
COMPILED = Compiled()
NUMBER = 5


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("uniform", Uniform),
        (" groups ", GroupFirst),
        ("weighted", Weighted),
        ("weighted:keep*3+leave*0", Weighted),
        ("catanlab.playout.policies.GroupFirst", GroupFirst),
        ("catanlab.search.policy.GroupFirst", GroupFirst),  # where it was in version 0.1
        ("catanlab.search.policy.Uniform", Uniform),
        (f"{HERE}.keeper", PlainPolicy),
        (f"{HERE}.POLICY", Weighted),
        (f"{HERE}.COMPILED", CompiledFunction),
    ],
)
def test_a_policy_is_made_from_its_text(text, kind):
    assert type(make_policy(text, TallyMove)) is kind


def test_weights_and_functions_of_a_text_are_at_work():
    state = Tally().start().apply("draw 1")
    assert {make_policy("weighted:leave*0", TallyMove).pick(state, Random(i)) for i in range(9)} == {0}
    assert make_policy(f"{HERE}.keeper", TallyMove).pick(state, Random(1)).text == "keep"
    assert make_evaluation(f"{HERE}.even").values(state) == [0.5, 0.5]
    state.apply("keep")
    assert make_evaluation("points:2").values(state) == [0.5, 0.0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("nothing", Nothing),
        ("leader", Leader),
        ("points:10", Points),
        ("points: 2.5", Points),
        ("catanlab.playout.evaluations.Leader", Leader),
        ("catanlab.search.evaluation.Leader", Leader),  # where it was in version 0.1
        ("catanlab.search.evaluation.Nothing", Nothing),
        (f"{HERE}.EVALUATION", Points),
        (f"{HERE}.even", PlainEvaluation),
    ],
)
def test_an_evaluation_is_made_from_its_text(text, kind):
    assert type(make_evaluation(text)) is kind


ALLOWED = "; allowed are uniform, groups, weighted:group*number+group*number or package.module.Name"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clever", f"there is no policy 'clever'{ALLOWED}"),
        ("", f"there is no policy ''{ALLOWED}"),
        ("uniform:3", f"there is no policy 'uniform:3'{ALLOWED}"),
        (None, f"there is no policy None{ALLOWED}"),
        (f"{HERE}.keeper:1", f"there is no policy '{HERE}.keeper:1'{ALLOWED}"),
        ("weighted:castle*2", "there is no group of moves 'castle'; the groups are none, end turn, roll"),
        ("weighted:road", "'road' is not a group with a number"),
        ("nowhere.Policy", "there is no module 'nowhere' for the policy nowhere.Policy, neither"),
        (
            "./policy.py",
            "'./policy.py' is not the import path of a policy; the form is: package.module.Name",
        ),
        (f"{HERE}.Nobody", f"there is no 'Nobody' in {HERE} for the policy {HERE}.Nobody"),
        (f"{HERE}.NUMBER", f"{HERE}.NUMBER is neither a subclass of Policy nor a function of a state and"),
        (f"{HERE}.Compiled", f"the class {HERE}.Compiled is not a subclass of Policy"),
        (f"{HERE}.PlainlyWritten", f"{HERE}.PlainlyWritten has its choose in plain Python: compile the"),
        (f"{HERE}.Unwilling", f"{HERE}.Unwilling cannot be made: RuntimeError: not today nor tomorrow"),
        (
            "catanlab.playout.policies.Weighted",
            "catanlab.playout.policies.Weighted cannot be made: TypeError",
        ),
    ],
)
def test_what_is_no_policy_is_refused(text, words):
    with pytest.raises(ArgumentError) as caught:
        make_policy(text, CatanMove)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "clever",
            "there is no evaluation 'clever'; allowed are nothing, leader, points:scale or package.",
        ),
        ("points", "there is no evaluation 'points'; allowed are "),
        ("points:many", "the scale of points is 'many'; it must be a number"),
        ("points:-1", "the scale of points is -1.0; it must be a number above 0"),
        ("leader:2", "there is no evaluation 'leader:2'"),
        (7, "there is no evaluation 7; allowed are "),
        ("nowhere.Evaluation", "there is no module 'nowhere' for the evaluation"),
        ("a-b.Evaluation", "is not the import path of an evaluation; the form is: package.module.Name"),
        (f"{HERE}.NUMBER", "is neither a subclass of Evaluation nor a function of a state"),
        (f"{HERE}.PlainlyValued", "has its value in plain Python: compile the class, or give a function"),
        (f"{HERE}.POLICY", "is neither a subclass of Evaluation"),
    ],
)
def test_what_is_no_evaluation_is_refused(text, words):
    with pytest.raises(ArgumentError) as caught:
        make_evaluation(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)

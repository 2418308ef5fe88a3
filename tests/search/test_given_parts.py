"""A search takes the objects and functions themselves, where a text would name them."""

from functools import partial

import pytest
from tests.search.test_plain_tree_policies import Ucb

from catanlab import Catan, Random, Rules
from catanlab.agents.players.mcts.agent import Mcts
from catanlab.agents.registry import AGENTS, make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku
from catanlab.playout.evaluations import Points
from catanlab.playout.policies import GroupFirst, Policy, Weighted
from catanlab.search.candidates import GroupPriors
from catanlab.search.search import Search
from catanlab.search.settings import Settings
from catanlab.search.tree_policies.makers import thompson
from catanlab.search.tree_policies.registry import make_tree_policy, policy_options
from catanlab.search.tree_policies.ucb import Uct
from catanlab.table.table import Table

HERE = "tests.search.test_given_parts"
VIEW = Catan(rules=Rules(players=2), seed=3).observer(0).view()


def first_move(state, random):
    return state.legal_moves[0]


def by_points(state):
    return [score / 20 for score in state.scores]


def later_ones(state, moves):
    return [float(place) for place in range(len(moves))]


def found(policy_options=None, **options):
    settings = Settings(iterations=60, **options)
    result = Search(VIEW, settings, Random(5), policy_options=policy_options).run()
    return [(move.move, move.visits, move.value, move.prior) for move in result.moves]


CUT = {"cut_turns": 3}


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"playout": Weighted({"city": 5}, CatanMove)}, {"playout": "weighted:city*5"}),
        ({"playout": GroupFirst()}, {"playout": "groups"}),
        ({"playout": GroupFirst}, {"playout": "groups"}),
        ({"playout": first_move, **CUT}, {"playout": f"{HERE}.first_move", **CUT}),
        ({"at_cut": Points(20.0), **CUT}, {"at_cut": "points:20", **CUT}),
        ({"at_cut": by_points, **CUT}, {"at_cut": f"{HERE}.by_points", **CUT}),
        ({"prior": later_ones, "policy": "puct"}, {"prior": f"{HERE}.later_ones", "policy": "puct"}),
        ({"prior": GroupPriors, "policy": "puct"}, {"policy": "puct"}),
        ({"policy": Ucb}, {"policy": "tests.search.test_plain_tree_policies.Ucb"}),
        (
            {"policy": partial(Ucb, c=2.0), "policy_options": {}},
            {"policy": Ucb, "policy_options": {"c": 2.0}},
        ),
        (
            {"policy": thompson, "policy_options": {"a": 2.0}},
            {"policy": "thompson", "policy_options": {"a": 2.0}},
        ),
        ({"policy": Uct}, {"policy": "uct"}),
    ],
)
def test_what_is_given_itself_does_as_its_text(given, text):
    assert found(**given) == found(**text)


def test_a_given_function_is_asked():
    asked = []

    def watched(state):
        asked.append(state.turn)
        return [0.5] * state.seats

    assert {value for _, visits, value, _ in found(at_cut=watched, cut_turns=0) if visits} == {0.5}
    assert len(asked) == 60


def test_an_agent_takes_them_too():
    game = Gomoku(size=3, line=3)
    agents = [
        Mcts(iterations=20, playout=first_move, policy=Ucb, c=0.5, at_cut=by_points, cut_turns=4),
        make_agent("random"),
    ]
    for agent in agents:
        agent.check(game)
    assert Table(game, agents, seed=1, on_error="raise").play().termination == "finished"


class Plain(Policy):
    """A policy whose choice native code does not see."""

    def choose(self, state, random, out):
        return 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"playout": 5},
            "playout is 5; it must be a word, or a Policy or a function of a state and a Random",
        ),
        ({"at_cut": None}, "at_cut is None; it must be a word, or an Evaluation or a function of a state"),
        ({"prior": 0.5}, "prior is 0.5; it must be none or a word, or a Priors object or a function"),
        (
            {"policy": Ucb()},
            "policy is .*; it must be a word, or a class or function that makes a tree policy",
        ),
        ({"policy": 1}, "policy is 1; it must be a word, or a class or function that makes a tree policy"),
    ],
)
def test_anything_else_is_refused(options, words):
    with pytest.raises(ArgumentError, match=words):
        Settings(**options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"playout": Ucb}, "the class Ucb is not a subclass of Policy"),
        (
            {"playout": Plain()},
            "Plain has its choose in plain Python: compile the class, or give a function",
        ),
        ({"at_cut": Ucb}, "the class Ucb is not a subclass of Evaluation"),
        ({"prior": Ucb}, "the class Ucb is not a subclass of Priors"),
    ],
)
def test_what_native_code_cannot_call_is_refused(options, words):
    with pytest.raises(ArgumentError, match=words):
        found(**options)


@pytest.mark.parametrize("policy", [Ucb(), make_tree_policy("uct")], ids=["plain", "native"])
def test_one_tree_policy_for_all_searches_is_refused(policy):
    with pytest.raises(
        ArgumentError, match=r"give the class Uc[bt] itself or a function that returns a new one"
    ):
        make_tree_policy(policy)


def test_options_of_a_given_policy_are_those_of_its_class():
    assert list(policy_options(Ucb)) == ["c"]
    with pytest.raises(ArgumentError, match="Ucb has no option 'd'; its options are c"):
        make_tree_policy(Ucb, d=1)


# A preset and another tree policy.


def defaults(spec):
    return {option.name: option.default for option in AGENTS.options(spec)}


def policy_of(spec):
    agent = make_agent(spec)
    return getattr(agent, "agent", agent).policy_options


def test_a_preset_keeps_the_options_of_its_own_policy():
    assert policy_of("uct") == policy_of("uct:policy=uct") == {"c": 0.4}
    assert policy_of("roelofs")["c"] == 7.0
    assert policy_of("martin:c=2") == {"c": 2.0, "total": True}
    assert policy_of("panousis-vpi")["samples"] == 100
    assert policy_of("uct:policy=catanlab.search.tree_policies.registry.uct") == {"c": 0.4}  # its old name


@pytest.mark.parametrize(
    "policy", ["puct", "uct-rave", "widening", "tests.search.test_plain_tree_policies.Ucb"]
)
def test_another_policy_has_its_own_defaults(policy):
    for preset in ("uct", "roelofs", "martin", "panousis-uct"):
        spec = f"{preset}:policy={policy}"
        assert policy_of(spec) == {}
        assert defaults(spec)["c"] == "1.0"
    assert policy_of(f"uct:policy={policy},c=3") == {"c": 3.0}


def test_so_have_the_bayesian_ones():
    assert policy_of("panousis-bayes:policy=vpi") == {}
    assert defaults("panousis-bayes:policy=vpi")["support"] == "2"


def test_the_other_options_of_the_preset_stay():
    agent = make_agent("roelofs:policy=puct")
    assert (agent.settings.threshold, agent.settings.final, agent.settings.seconds) == (30, "secure", 2.0)
